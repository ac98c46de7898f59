import type { GatewayState, Instant } from '@larder/contract'
import { addSeconds, msOf } from '@larder/contract'
import type { GatewayAct, GatewayOrder } from '#modules/order/act/gateway.service.ts'
import type { GatewayPayment } from './gateway.ts'

/** What our row says of a payment. Amounts are minor units. */
export interface PaymentRow {
  id: string
  order_id: string
  state: GatewayState
  amount_minor: number
  captured_minor: number
  refunded_minor: number
  reference: string | null
  checkout: string | null
  failure: string | null
  created_at: Instant
}

type AskedOrder = Pick<GatewayOrder, 'payment_state' | 'ahead_minor' | 'ended_at' | 'delivered_at' | 'refunds'>
type Refund = AskedOrder['refunds'][number]

/** What is to be asked of a gateway. `refundId`: the refund that is to be sent; of what was authorised, the one that lets it go. */
export type Deed =
  | { kind: 'create' | 'look' }
  | { kind: 'void'; refundId: string | null }
  | { kind: 'capture'; amountMinor: number }
  | { kind: 'refund'; amountMinor: number; refundId: string }

/** The key by which one try of a refund is known at the gateway. */
export function keyOfRefund({ id, attempts }: Pick<Refund, 'id' | 'attempts'>): string {
  return `${id}-${attempts}`
}

/** Whether the same is asked again. Pure. */
export function isSameDeed(one: Deed, other: Deed): boolean {
  const refundOf = (deed: Deed) => ('refundId' in deed ? deed.refundId : null)
  return one.kind === other.kind && one.kind !== 'look' && refundOf(one) === refundOf(other)
}

/** What a payment lacks of what its order wants; null when nothing. Pure. */
export function nextDeed(payment: PaymentRow, order: AskedOrder): Deed | null {
  const isOver = order.ended_at !== null
  if (payment.reference === null) return payment.state === 'pending' ? { kind: 'create' } : null
  switch (payment.state) {
    case 'pending':
    case 'failed':
      return isOver ? letGo(order) : null
    case 'authorised':
      if (isOver || atHandOver.has(order.payment_state)) return letGo(order)
      if (order.delivered_at === null) return null
      // A gateway captures no nothing.
      return order.ahead_minor > 0 ? { kind: 'capture', amountMinor: Math.min(order.ahead_minor, payment.amount_minor) } : letGo(order)
    case 'voided':
      return null
    default: {
      const next = order.refunds.find(({ method, state }) => method === 'source' && (state === 'approved' || state === 'sent'))
      return next ? { kind: 'refund', amountMinor: next.amount_minor, refundId: next.id } : null
    }
  }
}

/** The states of an order for which nothing is held any more. */
const atHandOver: ReadonlySet<AskedOrder['payment_state']> = new Set(['due', 'collected', 'deposited'])

function letGo({ refunds }: AskedOrder): Deed {
  const owed = refunds.find(({ method, state }) => method === 'void' && (state === 'approved' || state === 'sent'))
  return { kind: 'void', refundId: owed?.id ?? null }
}

/** What the gateway says that the order does not know yet; null when it knows all. One thing at a time. Pure. */
export function actAfter(order: AskedOrder, said: GatewayPayment): GatewayAct | null {
  const { reference } = said
  const { payment_state: state } = order
  const isOpen = state === 'none' || state === 'authorised'
  const isLate = order.ended_at !== null && (isOpen || state === 'voided')
  if (said.capturedMinor > 0 && (isLate || isOpen)) return { action: 'payment', state: 'captured', reference }
  if (said.state === 'authorised' && state === 'none' && order.ended_at === null)
    return { action: 'payment', state: 'authorised', reference }
  if (said.state === 'voided' && state === 'authorised' && order.ended_at === null && order.delivered_at === null)
    return { action: 'voidPayment' }
  for (const refund of order.refunds) {
    const act = refundAfter(refund, said)
    if (act) return act
  }
  return null
}

function refundAfter(refund: Refund, said: GatewayPayment): GatewayAct | null {
  const { id: refundId, state, method } = refund
  const isWaiting = state === 'approved' || state === 'sent'
  if (method === 'void')
    return isWaiting && said.state === 'voided' ? { action: 'completeRefund', refundId, reference: said.reference } : null
  const theirs = said.refunds.find(({ key }) => key === keyOfRefund(refund))
  if (method !== 'source' || !theirs) return null
  if (theirs.state === 'done' && (isWaiting || state === 'failed'))
    return { action: 'completeRefund', refundId, reference: theirs.reference }
  if (theirs.state === 'failed' && isWaiting)
    return { action: 'failRefund', refundId, reference: theirs.reference, failure: theirs.failure ?? 'The gateway says that it failed.' }
  return null
}

/** What no asking mends: an order that was handed over for money that the gateway has let go; null where there is nothing. Pure. */
export function troubleAfter(order: AskedOrder, said: GatewayPayment): string | null {
  const isUnpaid = said.state === 'voided' && order.payment_state === 'authorised' && order.delivered_at !== null && order.ahead_minor > 0
  return isUnpaid ? 'The order was handed over, and the gateway holds nothing for it any more.' : null
}

/** A refund that the gateway knows of: it is not asked for again. */
export function isAtGateway(order: AskedOrder, refundId: string, said: GatewayPayment): boolean {
  const refund = order.refunds.find(({ id }) => id === refundId)
  return refund !== undefined && said.refunds.some(({ key }) => key === keyOfRefund(refund))
}

const settled: ReadonlySet<GatewayState> = new Set(['captured', 'partially_refunded', 'refunded', 'voided'])

/** The row as the gateway says it is. What is captured or voided is never less again: an answer may come late. Pure. */
export function rowAfter(row: PaymentRow, said: GatewayPayment): Omit<PaymentRow, 'id' | 'order_id' | 'amount_minor' | 'created_at'> {
  const { reference, checkout, failure, capturedMinor } = said
  const names = { reference, checkout }
  const refunded = said.refunds.filter(({ state }) => state === 'done').reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (settled.has(row.state) && capturedMinor < row.captured_minor)
    return { ...names, state: row.state, captured_minor: row.captured_minor, refunded_minor: row.refunded_minor, failure: row.failure }
  return { ...names, state: stateOf(said, refunded), captured_minor: capturedMinor, refunded_minor: refunded, failure }
}

function stateOf({ state, capturedMinor }: GatewayPayment, refunded: number): GatewayState {
  if (state !== 'captured' || refunded === 0) return state
  return refunded >= capturedMinor ? 'refunded' : 'partially_refunded'
}

/** How soon a payment is looked at again although nobody said anything of it: what a gateway tells may get lost. Null: not before something happens. Pure. */
export function nextLook(payment: PaymentRow, order: AskedOrder, now: Instant): Instant | null {
  const onItsWay = order.refunds.filter(({ method, state }) => method !== 'cash' && method !== 'manual' && state === 'sent')
  const isAwaited = payment.state === 'pending' || payment.state === 'failed' || onItsWay.length > 0
  if (!isAwaited) return payment.state === 'authorised' ? addSeconds(now, dailySeconds) : null
  const since = onItsWay.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), payment.created_at)
  const age = Math.max(0, msOf(now) - msOf(since)) / 1000
  return addSeconds(now, Math.round(Math.min(dailySeconds, Math.max(leastSeconds, age / 2))))
}

const leastSeconds = 5
const dailySeconds = 86_400
