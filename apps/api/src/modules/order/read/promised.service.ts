import { type Instant, type OrderRow, promisedStatuses } from '@larder/contract'
import { sql } from 'kysely'
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
export interface PromisedOrder {
  row: OrderRow
  promisedAt: Instant
  acceptedAt: Instant | null
  prepMinutes: number
  /** On the road from store to customer; 0 where nothing is carried. */
  travelMinutes: number
  hasRider: boolean
  storePhone: string
  riderPhone: string | null
  canDelay: boolean
}

interface PromisedRecord extends RowRecord, Pick<OrderRecord, 'accepted_at' | 'prep_minutes' | 'address' | 'rider_id' | 'delays'> {
  store_lat: number
  store_lng: number
  store_minutes: number
  store_phone: string
  rider_phone: string | null
}

const promised = packing<PromisedRecord>({
  ...rowColumns,
  accepted_at: instant('orders.accepted_at'),
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
  const rules = await readOrderRules(ctx.services)
  const rows = await readPacked(
    ctx.db,
    promised,
    sql`from orders join store on store.id = orders.store_id
    where orders.status in (${literals(promisedStatuses)}) and ${withinScope(ctx, orderScope)}
      and orders.promised_at < ${before}
    order by orders.promised_at limit ${sql.lit(limit)}`,
  )
  return rows.map((row) => ({
    row: presentRow(row),
    promisedAt: row.promised_at ?? before,
    acceptedAt: row.accepted_at,
    prepMinutes: row.prep_minutes ?? row.store_minutes,
    travelMinutes: travelMinutesBetween({ lat: row.store_lat, lng: row.store_lng }, row.address?.point) ?? 0,
    hasRider: row.rider_id !== null,
    storePhone: row.store_phone,
    riderPhone: row.rider_phone,
    canDelay: row.delays < rules.maxDelays,
  }))
}
