import type { Basket, FeeTier, Id, Instant, ItemUnit, OpeningHours, TaxRate, Vertical } from '@larder/contract'
import { addMinutes, firstIdAt } from '@larder/contract'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { type GroupOfItem, groupsOfItem } from '#modules/choice-group/groups-of-item.service.ts'
import { buyerFlags } from '#modules/customer/customer.service.ts'
import type { Opening } from '#modules/store/store-open.service.ts'
import { tiersOf } from '#modules/store/store-reach.service.ts'

/** For so long an order counts against what its store takes in a quarter of an hour. */
export const placeWindowMinutes = 15

/** The slot that is wanted, the order that has one already and is to be moved, and who wants it. */
interface Planned {
  slot?: Wanted['slot']
  of?: string
  /** Who would order, by their phone in E.164. */
  phone?: string | undefined
  /** Only a store within the scope of whoever asks. */
  isReached?: true
}

/** A store with its area, branch and the wanted items of its menu, in one statement; null when there is no such store. */
export async function findSellingStore(
  ctx: Context,
  storeId: string,
  itemIds: readonly string[],
  { slot, of, phone, isReached }: Planned = {},
): Promise<SellingStore | null> {
  const since = firstIdAt(addMinutes(ctx.clock.instant(), -placeWindowMinutes))
  const { rows } = await sql<SellingStore & OwnReach>`
    select store.id, store.branch_id, store.area_id, store.vertical, store.display_name, store.lat, store.lng, store.currency, store.time_zone,
      store.status, store.open_mode, store.open_mode_until, store.opening_hours, store.special_days,
      store_prep_minutes(store, ${ctx.clock.instant()}) as prep_minutes, store.fee_tiers as own_fee_tiers, store.delivery_radius_km,
      store.max_orders_per_quarter_hour, store.min_order_minor, store.packing_minor, store.auto_accept,
      branch.code as branch_code, branch.name as branch_name, branch.time_zone as branch_time_zone,
      area.name as area_name, area.active as area_active, area.fee_tiers, area.min_basket_minor, area.surge_ppm,
      case when store.max_orders_per_quarter_hour is null then '[]'
        else (select coalesce(json_agg(orders.id order by orders.id), '[]') from orders where orders.store_id = store.id and orders.id >= ${since}
          and orders.status not in ('cancelled', 'rejected')) end as recent_orders,
      ${phone === undefined ? sql`'{}'::text[]` : buyerFlags(phone, ctx.clock.instant())} as buyer_flags,
      ${slot ? plannedOrders(slot, of) : sql`0`} as planned_orders,
      (select coalesce(json_agg(json_build_object('id', item.id, 'sku', sku, 'name', item.name, 'unit', unit, 'price_minor', price_minor,
          'tax_rates', coalesce(tax_profile.rates, '[]'),
          'lead_hours', lead_hours, 'groups', ${groupsOfItem}, 'available', available, 'stock', stock${of ? sql` + coalesce((select amount from item_hold where order_id = ${of}::uuid and item_id = item.id), 0)` : sql``},
          'max_per_order', max_per_order, 'on_menu', menu_category.active and coalesce(parent.active, true),
          'schedules', (select coalesce(jsonb_agg(hours), '[]') from unnest(array[item.schedule, menu_category.schedule, parent.schedule]) as hours where hours is not null), 'snoozed_until', to_char(snoozed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '[]')
        from item join menu_category on menu_category.id = item.category_id left join menu_category as parent on parent.id = menu_category.parent_id
          left join tax_profile on tax_profile.id = item.tax_profile_id where item.store_id = store.id and item.id = any(${[...itemIds]}::uuid[])) as items
    from store join branch on branch.id = store.branch_id join area on area.id = store.area_id
    where store.id = ${storeId} and ${isReached ? withinScope(ctx, { branch: 'store.branch_id', store: 'store.id' }) : sql`true`}`.execute(
    ctx.db,
  )
  const [store] = rows
  return store
    ? { ...store, fee_tiers: tiersOf({ own: store.own_fee_tiers, area: store.fee_tiers, radiusKm: store.delivery_radius_km }) }
    : null
}

/** When the slots of its orders begin that were not called off, from now on; of a store without a limit none. */
export async function findPlannedSlots(
  ctx: Context,
  store: Pick<SellingStore, 'id' | 'max_orders_per_quarter_hour'>,
): Promise<readonly Instant[]> {
  if (store.max_orders_per_quarter_hour === null) return []
  const planned = ctx.db
    .selectFrom('orders')
    .select('slot_from')
    .where('store_id', '=', store.id)
    .where('slot_from', '>=', ctx.clock.instant())
    .where('status', 'not in', ['cancelled', 'rejected'])
  return (await planned.execute()).flatMap(({ slot_from }) => slot_from ?? [])
}

interface OwnReach {
  own_fee_tiers: FeeTier[] | null
  delivery_radius_km: number | null
}

/** How many orders have a slot that begins within this one; of another store none is counted, as of one without a limit. */
function plannedOrders({ from, to }: NonNullable<Wanted['slot']>, of: string | undefined) {
  return sql`case when store.max_orders_per_quarter_hour is null then 0
    else (select count(*) from orders where orders.store_id = store.id and orders.slot_from >= ${from} and orders.slot_from < ${to}
      and orders.status not in ('cancelled', 'rejected') and orders.id is distinct from ${of ?? null}::uuid) end`
}

export interface SoldItem {
  id: string
  sku: string
  name: string
  unit: ItemUnit
  price_minor: number
  /** Of its tax profile; none: it is not taxed. */
  tax_rates: TaxRate[]
  available: boolean
  snoozed_until: string | null
  lead_hours: number | null
  /** What is left: pieces or grams; null where it is not counted. */
  stock: number | null
  max_per_order: number | null
  /** Its category, and the one above it, are shown. */
  on_menu: boolean
  /** Weeks within which it is served: its own, its category's and that of the one above. */
  schedules: OpeningHours[]
  /** What is chosen with it. */
  groups: GroupOfItem[]
}

/** A store as a basket meets it. */
export interface SellingStore extends Opening {
  id: string
  branch_id: string
  area_id: string
  vertical: Vertical
  display_name: string
  lat: number
  lng: number
  currency: string
  /** What it needs at present, by its mode, its rules and rush. */
  prep_minutes: number
  max_orders_per_quarter_hour: number | null
  min_order_minor: number
  packing_minor: number
  auto_accept: boolean
  branch_code: string
  branch_name: string
  branch_time_zone: string
  area_name: string
  area_active: boolean
  /** What it delivers by: its own or its area's, within its radius. */
  fee_tiers: FeeTier[]
  min_basket_minor: number
  surge_ppm: number
  items: SoldItem[]
  /** Ids of the orders of the last quarter of an hour that were not called off, oldest first. */
  recent_orders: Id<'order'>[]
  /** Orders whose slots begin within the wanted one and that were not called off; of a store without a limit none. */
  planned_orders: number
  /** What is noted of whoever orders, where that is known. */
  buyer_flags: string[]
}

export type Wanted = z.output<typeof Basket>
