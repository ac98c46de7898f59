import {
  type Bearer,
  type PaymentState,
  type Refund,
  type RefundCause,
  type RefundMethod,
  type RefundState,
  weightDifference,
} from '@larder/contract'
import type { OrderRecord } from '../read/record.ts'
import { capturedOf, type KnownRefund, paymentStateWith, standing, sumOf } from './refundable.ts'

export interface NewRefund {
  amountMinor: number
  method: RefundMethod
  state: 'requested' | 'approved'
  cause: RefundCause
  reason: string
  /** Minor units; together the amount. */
  bears: Record<Bearer, number>
  lines: Refund['lines']
  note: string | null
}

/** What becomes of a refund that is there. */
export interface MovedRefund {
  id: string
  state: RefundState
  reference: string | null
  failure: string | null
  /** How often more it was sent. */
  tries: number
  bears: Record<Bearer, number> | null
}

/** Where an act leaves the payment, and what must be written besides. */
export interface PaymentEffect {
  state: PaymentState
  refund: NewRefund | null
  moved: MovedRefund[]
}

type PaidOrder = Pick<OrderRecord, 'payment_state' | 'payment_method' | 'total_minor'> & { refunds: readonly KnownRefund[] }
interface EndReason {
  code: string
  party: NonNullable<OrderRecord['end_party']>
}

/** Ends the payment of an order that was rejected or cancelled: what was held is let go, what was paid and has not gone back yet goes back. */
export function endPayment(order: PaidOrder, reason: EndReason): PaymentEffect {
  switch (order.payment_state) {
    case 'authorised':
      return withRefund('voided', refundOf(order.total_minor, 'void', reason))
    case 'captured':
    case 'partially_refunded':
    case 'refunded':
      return withRefund('refunded', refundOf(capturedOf(order) - sumOf(standing(order.refunds)), 'source', reason))
    case 'due':
      return unpaid('voided')
    default:
      return unpaid(order.payment_state)
  }
}

/** A failed delivery: what was paid waits for somebody to decide who bears it. */
export function failPayment(order: PaidOrder, reason: EndReason): PaymentEffect {
  const ended = endPayment(order, reason)
  if (ended.refund?.method !== 'source') return ended
  return withRefund(order.payment_state, { ...ended.refund, state: 'requested' })
}

/** Money that came after the order had ended: all of it goes back, and nothing is let go any more. Null where it was taken before. */
export function latePayment(order: PaidOrder & Pick<OrderRecord, 'end_reason' | 'end_party'>): PaymentEffect | null {
  const { payment_state: state, end_reason: code, end_party: party } = order
  if ((state !== 'none' && state !== 'authorised' && state !== 'voided') || code === null || party === null) return null
  const letGo = order.refunds.filter((refund) => refund.method === 'void' && refund.state !== 'declined')
  const moved = letGo.map(({ id }) => ({ id, state: 'declined' as const, reference: null, failure: null, tries: 0, bears: null }))
  return { ...withRefund('refunded', refundOf(order.total_minor, 'source', { code, party })), moved }
}

/** Packed weights made a paid order cheaper by that much. */
export function settleDifference(state: PaymentState, lessMinor: number): PaymentEffect {
  const isPaid = state === 'captured' || state === 'partially_refunded'
  if (!isPaid || lessMinor <= 0) return unpaid(state)
  const refund = refundOf(lessMinor, 'source', { code: weightDifference, party: 'store' })
  return withRefund('partially_refunded', { ...refund, cause: 'weights' })
}

/** Takes back what the ending did to the payment, as long as no money has moved. */
export function restorePayment(order: PaidOrder): PaymentEffect {
  const ofEnding = order.refunds.filter(({ state, cause }) => cause === 'ending' && (state === 'requested' || state === 'approved'))
  const moved = ofEnding.map(({ id }) => ({ id, state: 'declined' as const, reference: null, failure: null, tries: 0, bears: null }))
  const kept = order.refunds.filter((refund) => !ofEnding.includes(refund))
  return { state: stateBefore(order, kept), refund: null, moved }
}

function stateBefore(order: PaidOrder, kept: readonly KnownRefund[]): PaymentState {
  if (order.payment_state === 'voided') return order.payment_method === 'online' ? 'authorised' : 'due'
  return paymentStateWith(order, kept)
}

/** Who bears a refund for what this party brought about; what the customer did, the platform. */
export function liableFor(party: EndReason['party']): Bearer {
  return party === 'customer' ? 'platform' : party
}

function refundOf(amountMinor: number, method: RefundMethod, { code, party }: EndReason): NewRefund {
  const bears = { store: 0, platform: 0, rider: 0, [liableFor(party)]: amountMinor }
  return { amountMinor, method, state: 'approved', cause: 'ending', reason: code, bears, lines: [], note: null }
}

function unpaid(state: PaymentState): PaymentEffect {
  return { state, refund: null, moved: [] }
}

function withRefund(state: PaymentState, refund: NewRefund): PaymentEffect {
  return { state, refund: refund.amountMinor > 0 ? refund : null, moved: [] }
}
