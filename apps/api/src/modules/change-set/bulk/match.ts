import type { BulkFilter, ChangeValues, Currency } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import type { Takes } from '#modules/choice-group/choice-price.service.ts'
import { groupsOfItem } from '#modules/choice-group/groups-of-item.service.ts'
import { itemValues } from '../engine/item-columns.ts'

/** An item that a bulk change is of. */
export interface Matched {
  id: string
  version: number
  store_id: string
  store_name: string
  currency: Currency
  values: ChangeValues
  groups: readonly Takes[]
}

const part = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** What a filter asks of items, over `item`, `menu_category` and `store`, within the caller's reach. */
export function matches(ctx: Context, filter: BulkFilter): RawBuilder<boolean> {
  const { priceFrom, priceTo, storeIds } = filter
  const conditions: (RawBuilder<unknown> | false | undefined)[] = [
    sql`${withinScope(ctx, { branch: 'store.branch_id', store: 'store.id' })}`,
    sql`store.status <> 'terminated'`,
    filter.vertical !== undefined && sql`store.vertical = ${filter.vertical}`,
    filter.branchId !== undefined && sql`store.branch_id = ${filter.branchId}`,
    filter.areaId !== undefined && sql`store.area_id = ${filter.areaId}`,
    storeIds !== undefined && storeIds.length > 0 && sql`store.id = any(${[...storeIds]}::uuid[])`,
    filter.category !== undefined && sql`menu_category.name ilike ${part(filter.category)}`,
    filter.text !== undefined && sql`(item.name ilike ${part(filter.text)} or item.sku ilike ${part(filter.text)})`,
    priceFrom !== undefined && sql`(store.currency = ${priceFrom.currency} and item.price_minor >= ${priceFrom.minor})`,
    priceTo !== undefined && sql`(store.currency = ${priceTo.currency} and item.price_minor <= ${priceTo.minor})`,
    filter.available !== undefined && sql`item.available = ${filter.available}`,
    filter.taxProfileId !== undefined && sql`item.tax_profile_id = ${filter.taxProfileId}`,
  ]
  const asked = conditions.filter((condition): condition is RawBuilder<unknown> => condition !== undefined && condition !== false)
  return sql<boolean>`(${sql.join(asked, sql` and `)})`
}

const from = sql`store join item on item.store_id = store.id join menu_category on menu_category.id = item.category_id`

/** Items that match, store by store, after one. */
export async function readMatched(
  ctx: Context,
  filter: BulkFilter,
  { after, limit }: { after: Matched | null; limit: number },
): Promise<Matched[]> {
  const later = after ? sql`and (item.store_id, item.id) > (${after.store_id}::uuid, ${after.id}::uuid)` : sql``
  const { rows } = await sql<Matched>`
    select item.id, item.version, item.store_id, store.display_name as store_name, store.currency, ${itemValues} as values, ${groupsOfItem} as groups
    from ${from} where ${matches(ctx, filter)} ${later} order by item.store_id, item.id limit ${sql.lit(limit)}`.execute(ctx.db)
  return rows
}

/** Counted up to here: what is more is told as more. */
export const mostMatched = 100_000

export async function countMatched(ctx: Context, filter: BulkFilter): Promise<{ items: number; stores: number }> {
  const { rows } = await sql<{ items: number; stores: number }>`
    select count(*)::int as items, count(distinct store_id)::int as stores
    from (select item.store_id from ${from} where ${matches(ctx, filter)} limit ${sql.lit(mostMatched)}) as matched`.execute(ctx.db)
  return rows[0] ?? { items: 0, stores: 0 }
}
