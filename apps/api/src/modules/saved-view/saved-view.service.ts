import { newId, type Parsed, type SavedView, type savedViewContract } from '@larder/contract'
import { type Selectable, sql } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { SavedView as SavedViewTable } from '#db/schema.gen.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { refuseStale } from '#kit/stale.ts'
import { unitOfWork, type Work } from '#kit/unit-of-work.ts'

type Contract = typeof savedViewContract
type Stored = Selectable<SavedViewTable>
// Everyone who is signed in has the dashboard: whoever could open a view may hear that it changed.
const heard = { entity: 'saved-view', permission: 'dashboard.view', branchId: null, storeId: null } as const

const savedViews = (db: ReadDatabase) =>
  db
    .selectFrom('saved_view')
    .innerJoin('staff', 'staff.id', 'saved_view.staff_id')
    .selectAll('saved_view')
    .select('staff.name as owner_name')

export async function listSavedViews(ctx: Context, { query }: Parsed<Contract['list']>): Promise<SavedView[]> {
  const rows = await savedViews(ctx.db)
    .where('saved_view.resource', '=', query.resource)
    .where((eb) => eb.or([eb('saved_view.staff_id', '=', ctx.actor.id), eb('saved_view.is_shared', '=', true)]))
    .orderBy('saved_view.name')
    .limit(200)
    .execute()
  return rows.map((row) => present(ctx, row))
}

export function createSavedView(ctx: Context, { body }: Parsed<Contract['create']>): Promise<SavedView> {
  const { resource, name, query, isShared } = body
  return unitOfWork(ctx, async (work) => {
    const row = await work.db
      .insertInto('saved_view')
      .values({ id: newId(), staff_id: ctx.actor.id, resource, name, query: JSON.stringify(query), is_shared: isShared })
      .returningAll()
      .executeTakeFirstOrThrow()
    work.record({ ...heard, id: row.id, version: 1, action: 'create', old: null, new: row })
    return present(ctx, { ...row, owner_name: ctx.actor.name })
  })
}

export function updateSavedView(ctx: Context, { params, body }: Parsed<Contract['update']>): Promise<SavedView> {
  const { version, name, query, isShared } = body
  return unitOfWork(ctx, async (work) => {
    const old = await lockOwn(ctx, work, params.id, version)
    const row = await work.db
      .updateTable('saved_view')
      .set({ name, query: query && JSON.stringify(query), is_shared: isShared, version: version + 1, updated_at: sql`now()` })
      .where('id', '=', old.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    work.record({ ...heard, id: row.id, version: row.version, action: 'update', old, new: row })
    return present(ctx, { ...row, owner_name: ctx.actor.name })
  })
}

export function removeSavedView(ctx: Context, { params, body }: Parsed<Contract['remove']>): Promise<{ id: string }> {
  return unitOfWork(ctx, async (work) => {
    const old = await lockOwn(ctx, work, params.id, body.version)
    await work.db.deleteFrom('saved_view').where('id', '=', old.id).execute()
    work.record({ ...heard, id: old.id, version: old.version + 1, action: 'remove', old, new: null })
    return { id: old.id }
  })
}

// A view of somebody else's is theirs to change, shared or not.
async function lockOwn(ctx: Context, work: Work, id: string, version: number): Promise<Stored> {
  const row = await work.db
    .selectFrom('saved_view')
    .selectAll()
    .where('id', '=', id)
    .where('staff_id', '=', ctx.actor.id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return notFound('saved-view')
  if (row.version === version) return row
  return refuseStale(readOnly(work.db), { entity: 'saved-view', id, current: present(ctx, { ...row, owner_name: ctx.actor.name }) })
}

function present(ctx: Context, row: Stored & { owner_name: string }): SavedView {
  return {
    id: row.id,
    resource: row.resource,
    name: row.name,
    query: row.query as Record<string, string>,
    isShared: row.is_shared,
    ownerName: row.owner_name,
    isMine: row.staff_id === ctx.actor.id,
    version: row.version,
  }
}
