import type { Instant, Item, ItemState } from '@larder/contract'
import { type Money, money } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { isFree, type Priced, type Takes } from '#modules/choice-group/choice-price.service.ts'
import { groupsOfItem } from '#modules/choice-group/groups-of-item.service.ts'
import { groupIdsOfItem } from '#modules/choice-group/item-groups.service.ts'
import { isServed } from '#modules/menu-category/menu-hours.service.ts'

/** Items with what is told of them, in one statement. */
export function itemRows(db: ReadDatabase) {
  return db
    .selectFrom('item')
    .innerJoin('store', 'store.id', 'item.store_id')
    .innerJoin('menu_category', 'menu_category.id', 'item.category_id')
    .leftJoin('menu_category as parent', 'parent.id', 'menu_category.parent_id')
    .leftJoin('brand', 'brand.id', 'item.brand_id')
    .leftJoin('tax_profile', 'tax_profile.id', 'item.tax_profile_id')
    .selectAll('item')
    .select([
      'store.display_name as store_name',
      'store.branch_id',
      'store.currency',
      'store.time_zone',
      'menu_category.name as category_name',
    ])
    .select(['menu_category.schedule as category_schedule', 'parent.schedule as parent_schedule'])
    .select(['brand.name as brand_name', 'tax_profile.name as tax_profile_name'])
    .select([picturesOfItem.as('image_ids'), groupIdsOfItem.as('group_ids'), groupsIfTakenOff.as('groups')])
}

// What else it costs is asked of what has no price, or of which a choice takes something off: a weight alone never takes all of it.
const groupsIfTakenOff: RawBuilder<Takes[]> = sql`case when item.price_minor = 0 or exists (
    select from item_choice_group as comes join choice_group on choice_group.id = comes.group_id
    where comes.item_id = item.id and choice_group.choices @? '$[*].priceDelta.minor ? (@ < 0)') then ${groupsOfItem} else '[]' end`

/** The pictures of an item, in order. */
export const picturesOfItem: RawBuilder<string[]> = sql`array(select file_id from item_picture where item_id = item.id order by place)`

export type ItemRecord = Awaited<ReturnType<ReturnType<typeof itemRows>['executeTakeFirstOrThrow']>>

/** What of a row says what its choices cost. */
export const pricedOf = ({ unit, price_minor }: { unit: string; price_minor: number }): Priced => ({
  unit: unit as Priced['unit'],
  price_minor,
})

interface Standing {
  available: boolean
  snoozed_until: Instant | null
  stock: number | null
  low_stock: number | null
}

/** How an item stands on the menu. Pure; `stateIs` says the same in SQL. */
export function stateOf({ available, snoozed_until: until, stock, low_stock: low }: Standing, now: Instant): ItemState {
  if (!available) return 'unavailable'
  if (until !== null && until > now) return 'snoozed'
  if (stock === 0) return 'sold-out'
  return stock !== null && low !== null && stock <= low ? 'low' : 'available'
}

export function stateIs(state: ItemState, now: Instant): RawBuilder<boolean> {
  return sql`case when not item.available then 'unavailable' when item.snoozed_until > ${now} then 'snoozed' when item.stock = 0 then 'sold-out'
    when item.stock <= item.low_stock then 'low' else 'available' end = ${state}`
}

export function presentItem(row: ItemRecord, now: Instant): Omit<Item, 'allowed'> {
  const amount = (minor: number | null): Money | null => (minor === null ? null : money(minor, row.currency))
  return {
    id: row.id,
    storeId: row.store_id,
    store: { id: row.store_id, name: row.store_name },
    categoryId: row.category_id,
    category: { id: row.category_id, name: row.category_name },
    brandId: row.brand_id,
    brand: row.brand_id && row.brand_name ? { id: row.brand_id, name: row.brand_name } : null,
    sku: row.sku,
    barcode: row.barcode,
    name: row.name,
    description: row.description,
    imageIds: row.image_ids,
    unit: row.unit as Item['unit'],
    price: money(row.price_minor, row.currency),
    compareAt: amount(row.compare_at_minor),
    cost: amount(row.cost_minor),
    taxProfileId: row.tax_profile_id,
    taxProfile: row.tax_profile_id && row.tax_profile_name ? { id: row.tax_profile_id, name: row.tax_profile_name } : null,
    vegMark: row.veg_mark as Item['vegMark'],
    allergens: row.allergens as Item['allergens'],
    prepMinutes: row.prep_minutes,
    leadHours: row.lead_hours,
    stock: row.stock,
    lowStock: row.low_stock,
    available: row.available,
    snoozedUntil: row.snoozed_until !== null && row.snoozed_until > now ? row.snoozed_until : null,
    schedule: row.schedule as Item['schedule'],
    maxPerOrder: row.max_per_order,
    sort: row.sort,
    free: isFree(pricedOf(row), row.groups),
    choiceGroupIds: row.group_ids as Item['choiceGroupIds'],
    state: stateOf(row, now),
    servedNow: isServed(row, row.time_zone, now),
    createdAt: row.created_at,
    version: row.version,
  }
}
