import {
  allocateMoney,
  type Bearer,
  bearers,
  money,
  type PaymentState,
  type Refund,
  type RefundCause,
  type RefundMethod,
  type RefundState,
  weightDifference,
} from '@larder/contract'
import type { OrderRecord } from '../read/record.ts'
import { capturedOf, isBesidesTotal, type KnownRefund, paidAhead, paymentStateWith, standing, sumOf } from './refundable.ts'

export interface NewRefund {
  amountMinor: number
  method: RefundMethod
  /** What goes back as credit is done at once. */
  state: 'requested' | 'approved' | 'done'
  cause: RefundCause
  reason: string
  /** Minor units; together the amount. */
  bears: Record<Bearer, number>
  /** What of it is tax, and what items without it, of what somebody asked for; nothing of what follows from another total of the order. */
  taxMinor: number
  itemsMinor: number
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
  /** What it counts as from now on, where that is another thing. */
  as?: Pick<NewRefund, 'cause' | 'reason'>
}

/** Where an act leaves the payment, and what must be written besides. */
export interface PaymentEffect {
  state: PaymentState
  refund: NewRefund | null
  moved: MovedRefund[]
}

export type PaidOrder = Pick<
  OrderRecord,
  'payment_state' | 'payment_method' | 'total_minor' | 'credit_minor' | 'due_minor' | 'collected_minor' | 'authorised_minor' | 'currency'
> & {
  refunds: readonly KnownRefund[]
}
interface EndReason {
  code: string
  party: NonNullable<OrderRecord['end_party']>
}

/** Ends the payment of an order that was rejected or cancelled: what was held is let go, what was paid and has not gone back yet goes back. */
export function endPayment(order: PaidOrder, reason: EndReason): PaymentEffect {
  switch (order.payment_state) {
    case 'authorised':
      return withRefund('voided', refundOf(paidAhead(order), 'void', reason))
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
  if (ended.state !== 'refunded') return ended
  return { ...ended, state: order.payment_state, refund: ended.refund && { ...ended.refund, state: 'requested' } }
}

/** Money that came after the order had ended: all of it goes back, and nothing is let go any more. Null where it was taken before. */
export function latePayment(order: PaidOrder & Pick<OrderRecord, 'end_reason' | 'end_party'>): PaymentEffect | null {
  const { payment_state: state, end_reason: code, end_party: party } = order
  if ((state !== 'none' && state !== 'authorised' && state !== 'voided') || code === null || party === null) return null
  const letGo = order.refunds.filter((refund) => refund.method === 'void' && refund.state !== 'declined')
  const moved = letGo.map(({ id }) => ({ id, state: 'declined' as const, reference: null, failure: null, tries: 0, bears: null }))
  return { ...withRefund('refunded', refundOf(paidAhead(order), 'source', { code, party })), moved }
}

/** What another total of an order means for its payment: what is due at hand-over besides, and what goes back. */
export interface Settlement extends PaymentEffect {
  dueMinor: number
  /** What credits pay of the new total: never more than it. */
  creditMinor: number
}

/** The states of a payment that was taken, whatever has gone back of it since. */
export const isTaken: ReadonlySet<PaymentState> = new Set(['captured', 'partially_refunded', 'refunded'])

/**
 * An edit made another total of an order. What was paid beyond it goes back, in one refund with what earlier edits have left to send; what it
 * lacks is off what is still to be sent, of weights too, and beyond that due at hand-over. Of what is only authorised as much is captured as was
 * authorised at most; where nothing is paid, the total is due anyway.
 */
export function settleEdit(order: PaidOrder, totalMinor: number, reason: EndReason): Settlement {
  return order.payment_state === 'authorised' ? settleHeld(order, totalMinor) : settleTaken(order, totalMinor, { cause: 'edit', ...reason })
}

/** As `settleEdit`, of packed weights. */
export function settleWeights(order: PaidOrder, totalMinor: number): Settlement {
  if (order.payment_state === 'authorised') return settleHeld(order, totalMinor)
  return settleTaken(order, totalMinor, { cause: 'weights', code: weightDifference, party: 'store' })
}

/** As `settleEdit`, where the total stays and what is due or went back of it has become another. */
export function settleAgain(order: PaidOrder): Settlement {
  return settleTaken(order, order.total_minor, { cause: 'restored', code: '', party: 'platform' })
}

/** As `settleEdit`, of what is only authorised. */
export function settleHeld(order: PaidOrder, totalMinor: number): Settlement {
  const creditMinor = Math.min(order.credit_minor, totalMinor)
  return { ...unpaid('authorised'), creditMinor, dueMinor: Math.max(0, totalMinor - creditMinor - (order.authorised_minor ?? 0)) }
}

function settleTaken(order: PaidOrder, totalMinor: number, { cause, ...reason }: EndReason & Pick<NewRefund, 'cause'>): Settlement {
  // What was paid in money goes back first; credits return once they alone are more than the total.
  const creditMinor = Math.min(order.credit_minor, totalMinor)
  if (!isTaken.has(order.payment_state)) return { ...unpaid(order.payment_state), dueMinor: 0, creditMinor }
  const unsent = order.refunds.filter((refund) => isBesidesTotal(refund) && isUnsent(refund))
  const paid = paidAhead(order) + sumOf(unsent)
  const payable = totalMinor - creditMinor
  const back = Math.max(0, paid - payable)
  const dueMinor = Math.max(0, payable - paid)
  const reckoned = { totalMinor, creditMinor, dueMinor }
  if (back === sumOf(unsent)) return settled(order, { ...reckoned, moved: [], refund: null })
  const others = unsent.filter((refund) => refund.cause !== cause)
  const [other] = others
  if (other && back < sumOf(others)) {
    const refund = back > 0 ? lessOf(other, back, order.currency) : null
    return settled(order, { ...reckoned, moved: unsent.map(declined), refund })
  }
  const rest = back - sumOf(others)
  const refund = rest > 0 ? { ...refundOf(rest, 'source', reason), cause } : null
  return settled(order, { ...reckoned, moved: unsent.filter((each) => !others.includes(each)).map(declined), refund })
}

/** The same refund, of less. */
export function lessOf(refund: KnownRefund, amountMinor: number, currency: string): NewRefund {
  const { method, cause, reason } = refund
  const parts = allocateMoney(
    money(amountMinor, currency),
    bearers.map((bearer) => refund[`${bearer}_minor`]),
  )
  const bears = Object.fromEntries(bearers.map((bearer, at) => [bearer, parts[at]?.minor ?? 0])) as NewRefund['bears']
  return { amountMinor, method, state: 'approved', cause, reason, bears, taxMinor: 0, itemsMinor: 0, lines: [], note: null }
}

/** Whether a refund can still be taken back: nobody has been asked to execute it. */
export function isUnsent({ state, attempts }: Pick<KnownRefund, 'state' | 'attempts'>): boolean {
  return state === 'approved' && attempts === 0
}

function settled(
  order: PaidOrder,
  { totalMinor, creditMinor, dueMinor, moved, refund }: Omit<Settlement, 'state'> & { totalMinor: number },
): Settlement {
  const gone = new Set(moved.map(({ id }) => id))
  const kept = order.refunds.map((each) => (gone.has(each.id) ? { ...each, state: 'declined' as const } : each))
  const after = refund ? [...kept, { ...knownOf(refund), id: '' }] : kept
  const state = paymentStateWith({ ...order, total_minor: totalMinor, credit_minor: creditMinor, due_minor: dueMinor }, after)
  return { state, refund, moved, dueMinor, creditMinor }
}

/** Takes back what the ending did to the payment, as long as no money has moved. */
export function restorePayment(order: PaidOrder): PaymentEffect {
  const ofEnding = order.refunds.filter(({ state, cause }) => cause === 'ending' && (state === 'requested' || state === 'approved'))
  const moved = ofEnding.map(declined)
  const kept = order.refunds.filter((refund) => !ofEnding.includes(refund))
  return { state: stateBefore(order, kept), refund: null, moved }
}

/** A new refund as the rules see it. */
export function knownOf({ amountMinor, taxMinor, itemsMinor, bears, note: _, ...refund }: NewRefund): Omit<KnownRefund, 'id'> {
  const borne = { store_minor: bears.store, platform_minor: bears.platform, rider_minor: bears.rider }
  return { ...refund, ...borne, amount_minor: amountMinor, tax_minor: taxMinor, items_minor: itemsMinor, attempts: 0, is_checked: false }
}

function declined({ id }: KnownRefund): MovedRefund {
  return { id, state: 'declined', reference: null, failure: null, tries: 0, bears: null }
}

function stateBefore(order: PaidOrder, kept: readonly KnownRefund[]): PaymentState {
  if (order.payment_state !== 'voided') return paymentStateWith(order, kept)
  return order.authorised_minor === null ? 'due' : 'authorised'
}

/** Who bears a refund for what this party brought about; what the customer did, the platform. */
export function liableFor(party: EndReason['party']): Bearer {
  return party === 'customer' ? 'platform' : party
}

function refundOf(amountMinor: number, method: RefundMethod, { code, party }: EndReason): NewRefund {
  const bears = { store: 0, platform: 0, rider: 0, [liableFor(party)]: amountMinor }
  const parts = { taxMinor: 0, itemsMinor: 0 }
  return { amountMinor, method, state: 'approved', cause: 'ending', reason: code, bears, ...parts, lines: [], note: null }
}

function unpaid(state: PaymentState): PaymentEffect {
  return { state, refund: null, moved: [] }
}

function withRefund(state: PaymentState, refund: NewRefund): PaymentEffect {
  return { state, refund: refund.amountMinor > 0 ? refund : null, moved: [] }
}
