import { type ChangeSet, type ChangeSetSource, type changeSetContract, newId, type Parsed, type Sheet } from '@larder/contract'
import { readOnly } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { changeSets } from './change-set.service.ts'
import { beginSetTask } from './engine/begin.ts'
import { addRows } from './engine/rows.ts'
import { addCategories, columnsOfRows } from './engine/settle-set.ts'
import type { GivenRow } from './upload/given-rows.ts'

import { holderFor } from './upload/read-file.ts'

/** Whose stores a set is of: one store's, one branch's, or any. */
export interface SetPlace {
  branchId: string | null
  storeId: string | null
}

interface NewSet {
  source: ChangeSetSource
  title: string
  place: SetPlace
  /** Who else has a part in what it writes. */
  makerIds?: readonly string[]
  filter?: object
  change?: object
  sheet?: Sheet
}

/** Adds a set without rows, as a part of a unit. */
export async function addSet(
  ctx: Context,
  work: Work,
  { source, title, place, makerIds = [], filter, change, sheet }: NewSet,
): Promise<string> {
  const at = ctx.clock.instant()
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))
  const made = { source, title: title.slice(0, 120), branch_id: place.branchId, store_id: place.storeId }
  const row = {
    id: newId<'change-set'>(ctx.clock.ms()),
    ...made,
    maker_ids: [...new Set([...(ctx.actor.kind === 'staff' ? [ctx.actor.id] : []), ...makerIds])],
    made_by: ctx.actor.name,
    created_at: at,
    updated_at: at,
  }
  await work.db
    .insertInto('change_set')
    .values({ ...row, filter: json(filter), change: json(change), sheet: json(sheet) })
    .execute()
  const now = { ...made, filter: filter ?? null, change: change ?? null }
  work.record({
    entity: 'change-set',
    id: row.id,
    version: 1,
    action: 'create',
    old: null,
    new: now,
    permission: 'change-set.view',
    ...place,
  })
  return row.id
}

interface GivenSet {
  source: Exclude<ChangeSetSource, 'bulk'>
  title: string
  storeId: string
  makerIds?: readonly string[]
  rows: readonly GivenRow[]
}

const held = 1000

/**
 * A set of what somebody gave for a store's menu, in the words of a file: held against the menu, row by row, and ready to be looked at. It is
 * the one door for whatever reads menus: an upload, a scan, a channel. 404 `store-not-found` for a store out of reach.
 */
export async function createSet(ctx: Context, { source, title, storeId, makerIds = [], rows }: GivenSet): Promise<ChangeSet> {
  const store = (await findStore(ctx, storeId)) ?? notFound('store')
  const dropPercent = await readSetting(ctx.services, 'changeSet.dropPercent')
  return unitOfWork(ctx, async (work) => {
    const db = readOnly(work.db)
    const id = await addSet(ctx, work, { source, title, place: { branchId: store.branch_id, storeId: store.id }, makerIds })
    const holder = await holderFor(db, store, dropPercent)
    for (let at = 0; at < rows.length; at += held) await addRows(work.db, id, await holder.hold(db, rows.slice(at, at + held)))
    await addCategories(work.db, id)
    const columns = await columnsOfRows(ctx.services, work.db, id)
    await work.db
      .updateTable('change_set')
      .set({ ...columns, status: 'validated' })
      .where('id', '=', id)
      .execute()
    return changeSets.read({ ...ctx, db }, id)
  })
}

/** A bulk change: its rows are worked out by a task. */
export async function createBulk(ctx: Context, { body }: Parsed<typeof changeSetContract.create>): Promise<ChangeSet> {
  const { filter, change } = body
  const place = await placeOf(ctx, filter.branchId, filter.storeIds)
  return unitOfWork(ctx, async (work) => {
    const title = body.title ?? 'Bulk change'
    const id = await addSet(ctx, work, { source: 'bulk', title, place, filter, change })
    await beginSetTask(ctx, work, { id, title }, 'work-out')
    return changeSets.read({ ...ctx, db: readOnly(work.db) }, id)
  })
}

/** Whose a bulk change is: whoever does not reach everything makes one of a branch or a store of theirs. */
async function placeOf(ctx: Context, branchId: string | undefined, storeIds: readonly string[] | undefined): Promise<SetPlace> {
  const [only, ...more] = storeIds ?? []
  if (only && more.length === 0) {
    const store = await findStore(ctx, only)
    return store ? { branchId: store.branch_id, storeId: store.id } : invalid({ 'body.filter.storeIds.0': 'does not exist' })
  }
  const { scope } = ctx.actor
  const branch = branchId ?? (scope.kind === 'branch' && scope.ids.length === 1 ? scope.ids[0] : undefined)
  if (scope.kind === 'store') {
    const own = scope.ids.length === 1 ? await findStore(ctx, scope.ids[0] ?? '') : undefined
    return own ? { branchId: own.branch_id, storeId: own.id } : invalid({ 'body.filter.storeIds': 'names one store of yours' })
  }
  if (branch !== undefined) {
    const found = await inScope(ctx, ctx.db.selectFrom('branch').select('id').where('id', '=', branch), {
      branch: 'branch.id',
    }).executeTakeFirst()
    return found ? { branchId: found.id, storeId: null } : invalid({ 'body.filter.branchId': 'does not exist' })
  }
  return scope.kind === 'all'
    ? { branchId: null, storeId: null }
    : invalid({ 'body.filter.branchId': 'is required: a change set is of one branch' })
}

/** A store within the caller's reach, by its id. */
export function findStore(ctx: Context, id: string) {
  const stores = ctx.db.selectFrom('store').select(['id', 'branch_id', 'display_name', 'currency', 'vertical']).where('id', '=', id)
  return inScope(ctx, stores, { branch: 'store.branch_id', store: 'store.id' }).executeTakeFirst()
}
