import { addMinutes, type Instant, type OrderRow, promisedStatuses } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { literals } from '#db/literals.ts'
import { instant, json, number, packing, readPacked, word } from '#db/packed.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { orderScope } from '../act/policy.ts'
import { readOrderRules } from '../order.rules.ts'
import { travelMinutesBetween } from '../place/promise.ts'
import { presentRow } from './present.ts'
import type { OrderRecord } from './record.ts'
import { type RowRecord, rowColumns } from './row.ts'

/** An order under way, with what tells whether its promise will be kept. */
export interface OrderUnderWay {
  row: OrderRow
  /** Null until the store has answered. */
  promisedAt: Instant | null
  /** When it is rejected by itself; null where nothing is. */
  rejectsAt: Instant | null
  acceptedAt: Instant | null
  prepMinutes: number
  /** On the road from store to customer; 0 where nothing is carried. */
  travelMinutes: number
  hasRider: boolean
  storePhone: string
  riderPhone: string | null
  canDelay: boolean
}

export interface PromisedOrder extends OrderUnderWay {
  promisedAt: Instant
}

interface PromisedRecord
  extends RowRecord,
    Pick<OrderRecord, 'accepted_at' | 'pending_at' | 'prep_minutes' | 'address' | 'rider_id' | 'delays'> {
  store_lat: number
  store_lng: number
  store_minutes: number
  store_phone: string
  rider_phone: string | null
}

const promised = packing<PromisedRecord>({
  ...rowColumns,
  accepted_at: instant('orders.accepted_at'),
  pending_at: instant('orders.pending_at'),
  prep_minutes: number('orders.prep_minutes'),
  address: json('orders.address'),
  rider_id: word('orders.rider_id'),
  delays: number('orders.delays'),
  store_lat: number('store.lat'),
  store_lng: number('store.lng'),
  store_minutes: number('store.prep_minutes'),
  store_phone: word('store.phone'),
  rider_phone: word('(select phone from rider where rider.id = orders.rider_id)'),
})

/** Orders in scope that are promised before a moment, the most urgent first, from the index of promises. */
export async function listPromised(ctx: Context, before: Instant, limit: number): Promise<PromisedOrder[]> {
  const orders = await listOf(
    ctx,
    sql`orders.status in (${literals(promisedStatuses)}) and orders.promised_at < ${before}
    order by orders.promised_at limit ${sql.lit(limit)}`,
  )
  return orders.map((order) => ({ ...order, promisedAt: order.promisedAt ?? before }))
}

/** Orders in scope that nobody has answered and that are rejected by themselves before a moment, the next one first. Most have no promise yet. */
export async function listUnanswered(ctx: Context, before: Instant, limit: number): Promise<OrderUnderWay[]> {
  const { autoRejectMinutes } = await readOrderRules(ctx.services)
  return listOf(
    ctx,
    sql`orders.status = 'pending' and orders.pending_at < ${addMinutes(before, -autoRejectMinutes)}
    order by orders.pending_at limit ${sql.lit(limit)}`,
  )
}

async function listOf(ctx: Context, which: RawBuilder<unknown>): Promise<OrderUnderWay[]> {
  const rules = await readOrderRules(ctx.services)
  const rows = await readPacked(
    ctx.db,
    promised,
    sql`from orders join store on store.id = orders.store_id where ${withinScope(ctx, orderScope)} and ${which}`,
  )
  return rows.map((row) => ({
    row: presentRow(row),
    promisedAt: row.promised_at,
    rejectsAt: row.status === 'pending' && row.pending_at !== null ? addMinutes(row.pending_at, rules.autoRejectMinutes) : null,
    acceptedAt: row.accepted_at,
    prepMinutes: row.prep_minutes ?? row.store_minutes,
    travelMinutes: travelMinutesBetween({ lat: row.store_lat, lng: row.store_lng }, row.address?.point) ?? 0,
    hasRider: row.rider_id !== null,
    storePhone: row.store_phone,
    riderPhone: row.rider_phone,
    canDelay: row.delays < rules.maxDelays,
  }))
}
