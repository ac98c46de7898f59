import {
  activeStatuses,
  type ChannelOrder,
  type ChannelOrderDetail,
  type channelContract,
  keysOf,
  type Output,
  type Parsed,
} from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { literals } from '#db/literals.ts'
import { inScope, speaksFor, withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import { isUniqueViolation } from '#kit/record/sqlstate.ts'
import type { KnownPayment } from '#modules/payment/payment-row.service.ts'
import { messageTypes } from '../act/note.ts'
import { orderScope } from '../act/policy.ts'
import { creditOf, dueAtHandOver } from '../act/refundable.ts'
import { findOrder } from './detail.ts'
import { presentLine } from './present.ts'
import type { DetailedOrder, OrderRecord, ShownLine } from './record.ts'

type Refund = ChannelOrder['refunds'][number]
export type ToldOrder = Pick<
  OrderRecord,
  | 'id'
  | 'number'
  | 'external_id'
  | 'status'
  | 'payment_state'
  | 'store_id'
  | 'vertical'
  | 'total_minor'
  | 'credit_minor'
  | 'due_minor'
  | 'currency'
  | 'promised_at'
  | 'rider_id'
  | 'placed_at'
  | 'end_reason'
  | 'version'
> & { refunds: readonly ToldRefund[]; payments: readonly KnownPayment[] }

export interface ToldRefund {
  id: string
  store_minor: number
  lines: Refund['lines']
  amount_minor: number
  method: string
  state: string
  reason: string
  reference: string | null
  /** Whether a difference tells that it was done although it had been taken back. */
  is_told?: boolean
}

const toldRefunds = sql<
  ToldRefund[]
>`(select coalesce(json_agg(json_build_object('id', id, 'amount_minor', amount_minor, 'store_minor', store_minor, 'lines', lines, 'method', method, 'state', state,
  'reason', reason, 'reference', reference, 'is_told', exists (select from payment_difference where refund_id = refund.id)) order by id), '[]') from refund where order_id = orders.id)`

const toldPayments = sql<
  KnownPayment[]
>`(select coalesce(json_agg(json_build_object('id', id, 'gateway', gateway, 'state', state, 'reference', reference, 'checkout', checkout, 'failure', failure)
  order by id), '[]') from payment where order_id = orders.id)`

type ChannelRecord = OrderRecord & ToldOrder

/** An order as outside programs see it, as far as the key may know. */
export function presentForChannel(order: ToldOrder, ctx: Pick<Context, 'actor'>): ChannelOrder {
  return {
    id: order.id,
    number: order.number,
    externalId: order.external_id ?? '',
    status: order.status,
    paymentState: order.payment_state,
    storeId: order.store_id,
    vertical: order.vertical,
    total: { minor: order.total_minor, currency: order.currency },
    credit: { minor: creditOf(order), currency: order.currency },
    due: { minor: dueAtHandOver(order), currency: order.currency },
    promisedAt: order.promised_at,
    riderId: order.rider_id,
    placedAt: order.placed_at,
    endReason: order.end_reason,
    payment: presentPayment(ctx, order.payments[0]),
    refunds: order.refunds.map(({ id, amount_minor, store_minor, lines, method, state, reason }) => ({
      id,
      storeBears: { minor: store_minor, currency: order.currency },
      lines,
      amount: { minor: amount_minor, currency: order.currency },
      method: method as Refund['method'],
      state: state as Refund['state'],
      reason,
    })),
    version: order.version,
  }
}

// Whoever has what the customer pays with could pay as them, or read of their payment what the gateway tells the customer.
function presentPayment(ctx: Pick<Context, 'actor'>, payment: KnownPayment | undefined): ChannelOrder['payment'] {
  if (!payment) return null
  const { reference: _, checkout, ...told } = payment
  return { ...told, checkout: speaksFor(ctx, ['customer']) ? checkout : null }
}

/** The order that this channel has stored under an external id, or null; 422 when it was another order's content. */
export async function findPlaced(db: ReadDatabase, ctx: Context, externalId: string, content: string): Promise<ChannelOrder | null> {
  const row = await db
    .selectFrom('order_external_id')
    .innerJoin('orders', 'orders.id', 'order_external_id.order_id')
    .innerJoin('order_event', (join) => join.onRef('order_event.order_id', '=', 'orders.id').on('order_event.sequence', '=', 1))
    .selectAll('orders')
    .select([toldRefunds.as('refunds'), toldPayments.as('payments')])
    .select(sql<string | null>`order_event.facts ->> 'content'`.as('content'))
    .where('order_external_id.channel_id', '=', ctx.actor.id)
    .where('order_external_id.external_id', '=', externalId)
    .executeTakeFirst()
  if (row && row.content !== content) invalid({ 'body.externalId': 'was already used for an order with other content' })
  return row ? presentForChannel(row as unknown as ToldOrder, ctx) : null
}

/** An order within the key's reach; undefined when there is none, or it is another's. */
export async function findChannelOrder(db: ReadDatabase, ctx: Context, id: string): Promise<ChannelRecord | undefined> {
  const orders = inScope(ctx, db.selectFrom('orders'), orderScope)
  const row = await orders
    .selectAll()
    .select([toldRefunds.as('refunds'), toldPayments.as('payments')])
    .where('id', '=', id)
    .executeTakeFirst()
  return row as ChannelRecord | undefined
}

/** Whether a customer was delivered an order within the key's reach: that alone proves who they are, for anybody places one in any name. */
export function wasServedWithin(ctx: Context, customerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from orders where customer_id = ${customerId} and status = 'delivered' and ${withinScope(ctx, orderScope)})`
}

/** One order with what the parties of the key have to know of it. */
export async function getChannelOrder(ctx: Context, id: string): Promise<ChannelOrderDetail> {
  const order = (await findOrder(ctx.db, ctx, id)) ?? notFound('order')
  const isKnown = mayReachCustomer(ctx, order)
  return {
    ...presentForChannel(order, ctx),
    orderType: order.order_type,
    paymentMethod: order.payment_method,
    deliveryState: order.delivery_state,
    slotFrom: order.slot_from,
    slotTo: order.slot_to,
    prepMinutes: order.prep_minutes,
    acceptedAt: order.accepted_at,
    readyAt: order.ready_at,
    lines: order.lines.map((line) => presentChannelLine(line, order.currency)),
    note: order.note,
    details: order.details,
    storePoint: { lat: order.store_lat, lng: order.store_lng },
    customerName: order.customer_name,
    customerId: speaksFor(ctx, ['customer']) ? order.customer_id : null,
    customerPhone: isKnown ? order.customer_phone : null,
    address: isKnown ? order.address : null,
    messages: messagesOf(ctx, order),
  }
}

/** What staff wrote to whom the key speaks for. */
function messagesOf(ctx: Context, { events }: DetailedOrder): ChannelOrderDetail['messages'] {
  const own = keysOf(messageTypes).filter((to) => speaksFor(ctx, [to]))
  return events.flatMap(({ type, note, at }) => own.flatMap((to) => (messageTypes[to] === type ? [{ to, text: note ?? '', at }] : [])))
}

/** Whether the key's parties need the customer's phone and door: their own app's do, riders' while one of them has the order. */
function mayReachCustomer(
  ctx: Context,
  { rider_id, delivered_at, ended_at }: Pick<OrderRecord, 'rider_id' | 'delivered_at' | 'ended_at'>,
): boolean {
  if (speaksFor(ctx, ['customer'])) return true
  return speaksFor(ctx, ['rider']) && rider_id !== null && delivered_at === null && ended_at === null
}

function presentChannelLine(line: ShownLine, currency: string): ChannelOrderDetail['lines'][number] {
  const {
    unitPrice: _,
    discount: __,
    tax: ___,
    pictureId: ____,
    vegMark: _____,
    ...told
  } = presentLine(line, (minor) => ({ minor, currency }))
  return told
}

export const takenReference = 'already pays another order'

/** Whether the reference of a payment pays another order of this channel already. */
export function isTakenReference(error: unknown): boolean {
  return isUniqueViolation(error) && error.table === 'payment_reference'
}

type Listed = Output<typeof channelContract.activeOrders>[number]
interface ListedRecord extends ChannelRecord {
  store_lat: number
  store_lng: number
  weighed: Listed['weighedLines']
}

const active = literals(activeStatuses)

/** Active orders after an id, oldest first. */
export async function listActiveOrders(ctx: Context, { query }: Parsed<typeof channelContract.activeOrders>): Promise<Listed[]> {
  const after = query.after ? sql`orders.id > ${query.after}` : sql`true`
  const { rows } = await sql<ListedRecord>`
    select orders.*, ${toldRefunds} as refunds, ${toldPayments} as payments, store.lat as store_lat, store.lng as store_lng,
      (select coalesce(json_agg(json_build_object('line', line, 'orderedGrams', ordered_grams, 'packedGrams', packed_grams) order by line), '[]')
        from order_line where order_id = orders.id and ordered_grams is not null) as weighed
    from (select * from orders where status in (${active}) and ${withinScope(ctx, orderScope)} and ${after} order by id limit ${query.limit}) as orders
      join store on store.id = orders.store_id
    order by orders.id`.execute(ctx.db)
  return rows.map((order) => ({
    ...presentForChannel(order, ctx),
    deliveryState: order.delivery_state,
    orderType: order.order_type,
    storePoint: { lat: order.store_lat, lng: order.store_lng },
    customerPoint: mayReachCustomer(ctx, order) ? (order.address?.point ?? null) : null,
    readyAt: order.ready_at,
    acceptedAt: order.accepted_at,
    prepMinutes: order.prep_minutes,
    paymentMethod: order.payment_method,
    weighedLines: order.weighed,
  }))
}

/** What each status is called, and what the customer reads of it. */
export async function listStatusWords(ctx: Context): Promise<Output<typeof channelContract.statuses>> {
  const query = ctx.db.selectFrom('order_status').select(['status', 'label', 'customer_text as customerText'])
  return (await query.orderBy('sort').execute()) as Output<typeof channelContract.statuses>
}
