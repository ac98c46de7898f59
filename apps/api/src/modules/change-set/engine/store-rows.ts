import type { ChangeOutcome, ChangeRemark, ChangeRowKind, ChangeValues, Currency } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import type { Change } from '#kit/record/change.ts'
import { type LiveItem, liveItems } from './item-columns.ts'
import { isPublishable } from './rows.ts'
import type { NamesById } from './words.ts'

/** A store while its part of a set is written. */
export interface StoreWork {
  ctx: Context
  work: Work
  setId: string
  store: { id: string; branch_id: string; currency: Currency }
  names: NamesById
  at: string
}

export interface StoredRow {
  id: string
  position: number
  entity: 'item' | 'menu-category'
  record_id: string | null
  record_version: number | null
  kind: ChangeRowKind
  title: string
  old: ChangeValues | null
  new: ChangeValues
  found: ChangeValues | null
  /** What was said of it when it was looked at. */
  remarks: ChangeRemark[]
}

/** What became of a row. */
export interface Settled {
  id: string
  outcome: ChangeOutcome
  reason: string | null
  record_id: string | null
  record_version: number | null
  found: ChangeValues | null
}

const atOnce = 1000

/** The store's rows that are to be published, or of those that were, a thousand at a time; new categories first. */
export async function* rowsOf({ work, setId, store }: StoreWork, act: 'publish' | 'roll-back'): AsyncGenerator<StoredRow[]> {
  const which = act === 'publish' ? sql`outcome is null and ${isPublishable}` : sql`outcome in ('published', 'overwritten')`
  const [first, ...then] = act === 'publish' ? (['menu-category', 'item'] as const) : (['item', 'menu-category'] as const)
  for (const entity of [first, ...then])
    for (let after = -1; ; ) {
      const { rows } = await sql<StoredRow>`
        select id, position, entity, record_id, record_version, kind, title, old, new, found, remarks from change_row
        where set_id = ${setId} and store_id = ${store.id} and entity = ${entity} and position > ${after} and ${which}
        order by position limit ${sql.lit(atOnce)}`.execute(work.db)
      if (rows.length > 0) yield rows
      if (rows.length < atOnce) break
      after = rows.at(-1)?.position ?? after
    }
}

/** Items as they are, held until the end; by id. */
export async function holdItems({ work, store }: StoreWork, ids: readonly string[]): Promise<ReadonlyMap<string, LiveItem>> {
  await sql`select id from item where id = any(${[...ids]}::uuid[]) and store_id = ${store.id} order by id for no key update`.execute(
    work.db,
  )
  const found = await liveItems(work.db, sql`item.id = any(${[...ids]}::uuid[]) and item.store_id = ${store.id}`)
  return new Map(found.map((item) => [item.id, item]))
}

export const categoryKey = (name: string) => name.normalize('NFKC').toLowerCase()

/** The store's categories, by their names as people tell them apart. */
export async function readCategories({ work, store }: StoreWork): Promise<Map<string, string>> {
  const rows = await work.db.selectFrom('menu_category').select(['id', 'name']).where('store_id', '=', store.id).execute()
  return new Map(rows.map(({ id, name }) => [categoryKey(name), id]))
}

export async function settleRows({ work, at }: StoreWork, rows: readonly Settled[]): Promise<void> {
  await sql`update change_row set outcome = told.outcome, reason = told.reason, record_id = told.record_id, record_version = told.record_version,
      found = told.found, version = change_row.version + 1, updated_at = ${at}
    from json_to_recordset(${JSON.stringify(rows)}) as told (id uuid, outcome text, reason text, record_id uuid, record_version int, found jsonb)
    where change_row.id = told.id`.execute(work.db)
}

/** One entry and one event of a record of the store. */
export function told(
  { work, store }: StoreWork,
  entity: StoredRow['entity'],
  change: Pick<Change, 'id' | 'version' | 'action' | 'old' | 'new'>,
): void {
  work.record({ entity, ...change, permission: 'menu.view', branchId: store.branch_id, storeId: store.id })
}
