import { localDateAt, type Store } from '@larder/contract'
import type { Updateable } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { DB } from '#db/schema.gen.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { refuseStale } from '#kit/record/stale.ts'
import { unitOfWork, type Work } from '#kit/unit-of-work.ts'
import { readStoreDay } from '#modules/dashboard/order-figures.service.ts'
import { presentStore } from './store.present.ts'
import { findStore, type ProfiledStore } from './store.queries.ts'

/** What a change of a store decides: its new columns and, where they are told apart from columns, what else it was and became. */
export interface Decision {
  columns: Updateable<DB['store']>
  links?: { old: Record<string, unknown>; new: Record<string, unknown> } | undefined
}

interface Intent {
  id: string
  /** The version that the caller saw. */
  version: number
  /** The contract's verb. */
  action: string
  reason?: string | undefined
}

/**
 * One change of one store: the row locked and at the version that the caller saw, then decided, written with its entry in the
 * record, and read again. A decision of null changes nothing.
 */
export function changeStore(
  ctx: Context,
  { id, version, action, reason }: Intent,
  decide: (old: ProfiledStore, work: Work) => Promise<Decision | null> | Decision | null,
): Promise<Store> {
  return unitOfWork(ctx, async (work) => {
    await work.db.selectFrom('store').select('id').where('id', '=', id).forUpdate().execute()
    const old = (await findStore(ctx, readOnly(work.db), id)) ?? notFound('store')
    if (old.version !== version)
      await refuseStale(readOnly(work.db), { entity: 'store', id, current: await showStore(ctx, readOnly(work.db), old) })
    const decision = await decide(old, work)
    if (decision) await writeStore(ctx, work, old, decision, { action, reason })
    else work.nothing()
    return readStore(ctx, readOnly(work.db), id)
  })
}

/** A store's profile as the caller may see it; 404 when it is not there or out of scope. */
export async function readStore(ctx: Context, db: ReadDatabase, id: string): Promise<Store> {
  return showStore(ctx, db, (await findStore(ctx, db, id)) ?? notFound('store'))
}

async function showStore(ctx: Context, db: ReadDatabase, row: ProfiledStore): Promise<Store> {
  const now = ctx.clock.instant()
  const today = await readStoreDay(db, { storeId: row.id, day: localDateAt(now, row.branch_time_zone), currency: row.currency })
  return presentStore(ctx.actor, row, today, now)
}

async function writeStore(
  ctx: Context,
  work: Work,
  old: ProfiledStore,
  { columns, links }: Decision,
  told: { action: string; reason?: string | undefined },
) {
  const row = await work.db
    .updateTable('store')
    .set({ ...columns, version: old.version + 1, updated_at: ctx.clock.instant() })
    .where('id', '=', old.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const before = Object.fromEntries(Object.keys(row).map((column) => [column, old[column as keyof typeof row]]))
  work.record({
    entity: 'store',
    id: old.id,
    version: row.version,
    action: told.action,
    old: { ...before, ...links?.old },
    new: { ...row, ...links?.new },
    reason: told.reason ?? null,
    permission: 'store.view',
    branchId: old.branch_id,
    storeId: old.id,
  })
}
