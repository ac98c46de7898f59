import { newId, type Page, type Parsed, SavedView, type savedViewContract, savedViewLimits } from '@larder/contract'
import { type Selectable, sql } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { SavedView as SavedViewTable } from '#db/schema.gen.ts'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { listPage } from '#kit/list-query.ts'
import { matching } from '#kit/read/search-text.ts'
import { keepWithin, oneAtATime } from '#kit/record/quota.ts'
import { refuseStale } from '#kit/record/stale.ts'
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

/** One's own come first: what everybody shares never crowds out a view that one has just saved. */
export function listSavedViews(ctx: Context, { query: input }: Parsed<Contract['list']>): Promise<Page<SavedView>> {
  let query = savedViews(ctx.db)
    .where('saved_view.resource', '=', input.resource)
    .where((eb) => eb.or([eb('saved_view.staff_id', '=', ctx.actor.id), eb('saved_view.is_shared', '=', true)]))
  if (input.q) query = query.where(matching(ctx, SavedView, { name: 'saved_view.name' }, input.q))
  const mineFirst = sql<string>`concat((saved_view.staff_id <> ${ctx.actor.id})::int, lower(saved_view.name))`
  const sorts = { name: { column: mineFirst } }
  return listPage(ctx, { query, input, sorts, defaultSort: 'name', tie: 'saved_view.id', present: (row) => present(ctx, row) })
}

export function createSavedView(ctx: Context, { body }: Parsed<Contract['create']>): Promise<SavedView> {
  const { resource, name, query, isShared } = body
  return unitOfWork(ctx, async (work) => {
    await oneAtATime(work, 'saved-view', ctx.actor.id)
    const row = await work.db
      .insertInto('saved_view')
      .values({ id: newId(), staff_id: ctx.actor.id, resource, name, query: JSON.stringify(query), is_shared: isShared })
      .returningAll()
      .executeTakeFirstOrThrow()
    await checkLimits(ctx, work)
    work.record({ ...heard, id: row.id, version: 1, action: 'create', old: null, new: row })
    return present(ctx, { ...row, owner_name: ctx.actor.name })
  })
}

export function updateSavedView(ctx: Context, { params, body }: Parsed<Contract['update']>): Promise<SavedView> {
  const { version, name, query, isShared } = body
  return unitOfWork(ctx, async (work) => {
    await oneAtATime(work, 'saved-view', ctx.actor.id)
    const old = await lockView(ctx, work, params.id, version, isOwn)
    const row = await work.db
      .updateTable('saved_view')
      .set({ name, query: query && JSON.stringify(query), is_shared: isShared, version: version + 1, updated_at: sql`now()` })
      .where('id', '=', old.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (row.is_shared && !old.is_shared) await checkLimits(ctx, work)
    work.record({ ...heard, id: row.id, version: row.version, action: 'update', old, new: row })
    return present(ctx, { ...row, owner_name: ctx.actor.name })
  })
}

export function removeSavedView(ctx: Context, { params, body }: Parsed<Contract['remove']>): Promise<{ id: string }> {
  return unitOfWork(ctx, async (work) => {
    const old = await lockView(ctx, work, params.id, body.version, isRemovable)
    await work.db.deleteFrom('saved_view').where('id', '=', old.id).execute()
    work.record({ ...heard, id: old.id, version: old.version + 1, action: 'remove', old, new: null })
    return { id: old.id }
  })
}

type Rule = (ctx: Context, row: Pick<Stored, 'staff_id' | 'is_shared'>) => boolean

const isOwn: Rule = (ctx, row) => row.staff_id === ctx.actor.id
// What everybody sees is tidied by those who keep the settings, also when its owner has left.
const isRemovable: Rule = (ctx, row) => isOwn(ctx, row) || (row.is_shared && can(ctx, 'setting.delete'))

async function lockView(ctx: Context, work: Work, id: string, version: number, may: Rule): Promise<Stored> {
  const row = await work.db.selectFrom('saved_view').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || !may(ctx, row)) return notFound('saved-view')
  if (row.version === version) return row
  const current = await savedViews(readOnly(work.db)).where('saved_view.id', '=', id).executeTakeFirstOrThrow()
  return refuseStale(readOnly(work.db), { entity: 'saved-view', id, current: present(ctx, current) })
}

/** After the write: what it has come to is counted. */
async function checkLimits(ctx: Context, { db }: Work): Promise<void> {
  const { views, shared } = await db
    .selectFrom('saved_view')
    .select(({ fn }) => [fn.countAll<number>().as('views'), fn.countAll<number>().filterWhere('is_shared', '=', true).as('shared')])
    .where('staff_id', '=', ctx.actor.id)
    .executeTakeFirstOrThrow()
  const limits = savedViewLimits
  keepWithin(views, limits.views, `You keep ${limits.views} saved views already, which is the most: delete one first.`)
  keepWithin(
    shared,
    limits.shared,
    `You share ${limits.shared} views already, which is the most: delete one, or keep this one to yourself.`,
  )
}

function present(ctx: Context, row: Stored & { owner_name: string }): SavedView {
  return {
    id: row.id,
    resource: row.resource,
    name: row.name,
    query: row.query as Record<string, string>,
    isShared: row.is_shared,
    ownerName: row.owner_name,
    isMine: isOwn(ctx, row),
    isRemovable: isRemovable(ctx, row),
    version: row.version,
  }
}
