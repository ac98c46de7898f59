import { type Address, addMinutes, type Instant, transitionOf } from '@larder/contract'
import { sql } from 'kysely'
import { literals } from '#db/literals.ts'
import type { Context } from '#kit/context.ts'
import { nextStoreOpening, type Opening } from '#modules/store/store-open.service.ts'
import { releaseAt, travelMinutesBetween } from '../place/promise.ts'

const mostAtOnce = 200
// No preparation and no way within an area take longer together, beside the notice that is looked up.
const longestLeadMinutes = 12 * 60

/** What decides when an order for later reaches its store. */
interface SlotRecord extends Opening {
  slot_from: Instant
  slot_to: Instant | null
  order_type: string
  address: Pick<Address, 'point'> | null
  lat: number
  lng: number
  prep_minutes: number
  lead_hours: number
}

/** Pending orders that nobody has answered for so many minutes, the longest waiting first. */
export async function findUnanswered(ctx: Context, minutes: number): Promise<string[]> {
  const rows = await ctx.services.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', sql.lit('pending'))
    .where('pending_at', '<=', addMinutes(ctx.clock.instant(), -minutes))
    .orderBy('pending_at')
    .limit(mostAtOnce)
    .execute()
  return rows.map(({ id }) => id)
}

/** Online orders that have waited for their payment for so many minutes, the longest waiting first. */
export async function findUnpaid(ctx: Context, minutes: number): Promise<string[]> {
  const rows = await ctx.services.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', sql.lit('placed'))
    .where('payment_state', '=', 'none')
    .where('placed_at', '<=', addMinutes(ctx.clock.instant(), -minutes))
    .orderBy('placed_at')
    .limit(mostAtOnce)
    .execute()
  return rows.map(({ id }) => id)
}

/** Orders in progress with which whoever handles them has done nothing for so many minutes, the longest first. */
export async function findIdleClaims(ctx: Context, minutes: number): Promise<string[]> {
  const rows = await ctx.services.db
    .selectFrom('orders')
    .select('id')
    .where('claimed_by', 'is not', null)
    .where(sql<boolean>`status in (${literals(transitionOf('unclaim').from)})`)
    .where('claimed_at', '<=', addMinutes(ctx.clock.instant(), -minutes))
    .orderBy('claimed_at')
    .limit(mostAtOnce)
    .execute()
  return rows.map(({ id }) => id)
}

/** When an order for later is begun at the latest, as its index has it. */
const begunBy = sql`((orders.slot_from at time zone 'UTC') - make_interval(hours => orders.lead_hours))`

/** Orders for later whose store must have them now, and whatever should have been released before. */
export async function findDueForRelease(ctx: Context) {
  const now = ctx.clock.instant()
  const horizon = addMinutes(now, longestLeadMinutes)
  const { rows } = await sql<SlotRecord & { id: string; auto_accept: boolean }>`
    select orders.id, coalesce(orders.slot_from, orders.placed_at) as slot_from, orders.slot_to, orders.lead_hours, orders.order_type, orders.address, store.lat, store.lng, store_prep_minutes(store, ${now}) as prep_minutes,
      store.auto_accept, store.status, store.open_mode, store.open_mode_until, store.opening_hours, store.special_days, store.time_zone
    from orders join store on store.id = orders.store_id
    where orders.status in ('placed', 'scheduled') and orders.payment_state <> 'none'
      and (${begunBy} <= ${horizon}::timestamptz at time zone 'UTC' or ${begunBy} is null)
    order by ${begunBy} limit ${mostAtOnce}`.execute(ctx.services.db)
  return rows
    .filter((order) => releaseTime(order, now) <= now)
    .map((order) => ({ id: order.id, isAcceptedAtOnce: order.auto_accept, prepMinutes: order.prep_minutes }))
}

/** In time to be there as the slot begins; where the store is shut then but opens by itself within the slot, as it opens. */
export function releaseTime(order: SlotRecord, now: Instant): Instant {
  const facts = { prepMinutes: order.prep_minutes, leadHours: order.lead_hours, travelMinutes: travelOf(order) }
  const inTime = releaseAt(order.slot_from, facts)
  const opening = inTime <= now ? nextStoreOpening(order, now) : null
  return opening !== null && order.slot_to !== null && opening < order.slot_to ? opening : inTime
}

function travelOf({ order_type, address, lat, lng }: SlotRecord): number | null {
  return order_type === 'delivery' ? travelMinutesBetween({ lat, lng }, address?.point) : null
}
