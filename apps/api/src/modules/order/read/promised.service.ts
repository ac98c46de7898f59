import { addMinutes, type Instant, type OrderCard, type OrderRow, promisedStatuses, type Vertical } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { literals } from '#db/literals.ts'
import { instant, json, number, packing, readPacked, word } from '#db/packed.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { orderScope, revealOf } from '../act/policy.ts'
import { readOrderRules } from '../order.rules.ts'
import { travelMinutesBetween } from '../place/promise.ts'
import { presentCard, presentRow } from './present.ts'
import type { OrderRecord } from './record.ts'
import { type CardRecord, cardColumns, type RowRecord, rowColumns, underWay, weighedLines } from './row.ts'

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

/** Orders that are promised for a time: `latestFirst` for the last of them instead of the first. */
interface Promises {
  from?: Instant
  before: Instant
  latestFirst?: boolean
  vertical?: Vertical | undefined
}

/** Orders in scope that are promised before a moment, the most urgent first, from the index of promises. */
export async function listPromised(
  ctx: Context,
  { from, before, latestFirst = false, vertical }: Promises,
  limit: number,
): Promise<PromisedOrder[]> {
  const orders = await listOf(
    ctx,
    sql`orders.status in (${literals(promisedStatuses)}) and orders.promised_at < ${before} and ${from ? sql`orders.promised_at >= ${from}` : sql`true`}
    and ${isOfVertical(vertical)} order by orders.promised_at ${latestFirst ? sql`desc` : sql`asc`} limit ${sql.lit(limit)}`,
  )
  return orders.map((order) => ({ ...order, promisedAt: order.promisedAt ?? before }))
}

/** Orders in scope that nobody has answered and that are rejected by themselves before a moment, the next one first. Most have no promise yet. */
export async function listUnanswered(
  ctx: Context,
  { before, vertical }: Pick<Promises, 'before' | 'vertical'>,
  limit: number,
): Promise<OrderUnderWay[]> {
  const { autoRejectMinutes } = await readOrderRules(ctx.services)
  return listOf(
    ctx,
    sql`orders.status = 'pending' and orders.pending_at < ${addMinutes(before, -autoRejectMinutes)} and ${isOfVertical(vertical)}
    order by orders.pending_at limit ${sql.lit(limit)}`,
  )
}

/** An order under way as a board knows it, with its customer's number. */
export type CalledOrder = CardRecord & Pick<OrderRecord, 'customer_phone'>

const calledCard = packing({ ...cardColumns, customer_phone: word('orders.customer_phone') })

/** Some orders in scope as cards, in no order. */
export async function findCalled(ctx: Context, ids: readonly string[]): Promise<CalledOrder[]> {
  if (ids.length === 0) return []
  const cards = await readPacked(
    ctx.db,
    calledCard,
    sql`from orders ${weighedLines} where orders.id = any(${ids}::uuid[]) and ${withinScope(ctx, orderScope)}`,
  )
  return (cards as Omit<CalledOrder, keyof typeof underWay>[]).map((card) => ({ ...card, ...underWay }))
}

/** As a board shows it to this person, with the reveal of its customer's number where they may. */
export async function presentCalled({ actor, services, clock }: Context, order: CalledOrder): Promise<OrderCard> {
  const judge = { actor, rules: await readOrderRules(services), now: clock.instant() }
  const card = presentCard(order, judge)
  return { ...card, allowed: [...card.allowed, ...revealOf(actor)] }
}

function isOfVertical(vertical: Vertical | undefined): RawBuilder<unknown> {
  return vertical ? sql`orders.vertical = ${vertical}` : sql`true`
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
