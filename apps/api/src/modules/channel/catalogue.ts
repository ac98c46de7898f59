import { type channelContract, type FeeTier, OrderType, type Output, Point, type Polygon, polygonCentre } from '@larder/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { riderScope } from '#modules/rider/rider-position.service.ts'
import { riderLoad } from '#modules/rider/rider-read.service.ts'
import { type OfferedStore, tellOffered } from '#modules/store/offered-store.service.ts'
import { minimumOf } from '#modules/store/store-minimum.service.ts'
import { tiersOf } from '#modules/store/store-reach.service.ts'

type ListedStore = Output<typeof channelContract.stores>[number]
type ListedRider = Output<typeof channelContract.riders>[number]

interface StoreRecord extends OfferedStore {
  minutes_now: number
  area_id: string
  polygon: Polygon
  fee_tiers: FeeTier[] | null
  area_fee_tiers: FeeTier[]
  delivery_radius_km: number | null
}

/** Who speaks for stores or branches has those alone; everybody else the marketplace. */
export const storeScope = { branch: 'store.branch_id', store: 'store.id', channel: 'all' } as const

/** Live stores within the key's reach, with where they deliver. */
export async function listLiveStores(ctx: Context): Promise<ListedStore[]> {
  const { rows } = await sql<StoreRecord>`
    select store.*, store_prep_minutes(store, ${ctx.clock.instant()}) as minutes_now,
      area.polygon, area.fee_tiers as area_fee_tiers, area.min_basket_minor from store join area on area.id = store.area_id
    where store.status = 'live' and area.active and ${withinScope(ctx, storeScope)} order by store.id`.execute(ctx.db)
  const now = ctx.clock.instant()
  return rows.map((store) => ({
    ...tellOffered(store, now),
    prepMinutes: store.minutes_now,
    currency: store.currency,
    openingHours: store.opening_hours as ListedStore['openingHours'],
    specialDays: store.special_days as ListedStore['specialDays'],
    orderTypes: [...OrderType.options],
    minimum: { delivery: minimumOf(store, 'delivery'), pickup: minimumOf(store, 'pickup') },
    packing: { minor: store.packing_minor, currency: store.currency },
    area: { id: store.area_id, centre: z.parse(Point, polygonCentre(store.polygon)), maxKm: reachKm(store) },
  }))
}

function reachKm({ fee_tiers: own, area_fee_tiers: area, delivery_radius_km: radiusKm }: StoreRecord): number {
  return tiersOf({ own, area, radiusKm }).at(-1)?.maxKm ?? 0
}

/** Riders within the key's reach who work, with their load. */
export async function listRiders(ctx: Context): Promise<ListedRider[]> {
  const { rows } = await sql<{
    id: string
    name: string
    branch_id: string
    shift_state: string
    lat: number | null
    lng: number | null
    orders: number
  }>`
    select rider.id, rider.name, rider.branch_id, rider.shift_state, rider.lat, rider.lng, coalesce(load.orders, 0) as orders from rider
      left join ${riderLoad} on load.rider_id = rider.id
    where rider.status = 'active' and ${withinScope(ctx, riderScope)} order by rider.id`.execute(ctx.db)
  return rows.map(({ id, name, branch_id, shift_state, lat, lng, orders }) => ({
    id,
    name,
    branchId: branch_id,
    shiftState: shift_state,
    point: lat === null || lng === null ? null : { lat, lng },
    activeOrders: orders,
  }))
}
