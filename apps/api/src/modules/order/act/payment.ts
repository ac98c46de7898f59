import { type PaymentState, weightDifference } from '@larder/contract'
import type { DetailedOrder, OrderRecord } from '../read/record.ts'

export interface NewRefund {
  amountMinor: number
  method: 'source' | 'void'
  state: 'requested' | 'approved'
  reason: string
  liableParty: 'store' | 'platform' | 'rider'
}

/** Where an act leaves the payment, and what must be written besides. */
export interface PaymentEffect {
  state: PaymentState
  refund: NewRefund | null
  /** Refunds that are taken back. */
  declined: string[]
}

type PaidOrder = Pick<OrderRecord, 'payment_state' | 'payment_method' | 'total_minor'>
export type KnownRefund = Pick<DetailedOrder['refunds'][number], 'id' | 'state' | 'reason' | 'amount_minor' | 'method'>

/** Ends the payment of an order that was rejected or cancelled: what was held is let go, what was paid goes back. */
export function endPayment(order: PaidOrder, reason: { code: string; party: NonNullable<OrderRecord['end_party']> }): PaymentEffect {
  const refund = { amountMinor: order.total_minor, reason: reason.code, liableParty: liableFor(reason.party), state: 'approved' } as const
  switch (order.payment_state) {
    case 'authorised':
      return withRefund('voided', { ...refund, method: 'void' })
    case 'captured':
    case 'partially_refunded':
      return withRefund('refunded', { ...refund, method: 'source' })
    case 'due':
      return unpaid('voided')
    default:
      return unpaid(order.payment_state)
  }
}

/** A failed delivery: what was paid waits for somebody to decide who bears it. */
export function failPayment(order: PaidOrder, reason: { code: string; party: NonNullable<OrderRecord['end_party']> }): PaymentEffect {
  const ended = endPayment(order, reason)
  if (ended.refund?.method !== 'source') return ended
  return withRefund(order.payment_state, { ...ended.refund, state: 'requested' })
}

/** Packed weights made a paid order cheaper by that much. */
export function settleDifference(state: PaymentState, lessMinor: number): PaymentEffect {
  const isPaid = state === 'captured' || state === 'partially_refunded'
  if (!isPaid || lessMinor <= 0) return unpaid(state)
  const refund = { amountMinor: lessMinor, method: 'source', state: 'approved', reason: weightDifference, liableParty: 'store' } as const
  return withRefund('partially_refunded', refund)
}

/** Takes back what the ending did to the payment, as long as no money has moved. */
export function restorePayment(order: PaidOrder & { refunds: readonly KnownRefund[] }): PaymentEffect {
  const waiting = order.refunds.filter(({ state }) => state === 'requested' || state === 'approved')
  const ofEnding = waiting.filter(({ reason }) => reason !== weightDifference)
  const state = stateBefore(order, waiting.length > ofEnding.length)
  return { state, refund: null, declined: ofEnding.map(({ id }) => id) }
}

function stateBefore({ payment_state: state, payment_method: method }: PaidOrder, wasPartlyRefunded: boolean): PaymentState {
  if (state === 'voided') return method === 'online' ? 'authorised' : 'due'
  if (state === 'refunded') return wasPartlyRefunded ? 'partially_refunded' : 'captured'
  return state
}

/** Who bears a refund for what this party brought about; what the customer did, the platform. */
export function liableFor(party: NonNullable<OrderRecord['end_party']>): NewRefund['liableParty'] {
  return party === 'customer' ? 'platform' : party
}

function unpaid(state: PaymentState): PaymentEffect {
  return { state, refund: null, declined: [] }
}

function withRefund(state: PaymentState, refund: NewRefund): PaymentEffect {
  return { state, refund: refund.amountMinor > 0 ? refund : null, declined: [] }
}
