import {
  allocateMoney,
  type Bearer,
  type BearerShares,
  bearers,
  goesBackToPayment,
  type Money,
  money,
  type OrderMover,
  type RefundMethod,
  type RefundMove,
  type RefusalReason,
  refundMethodWords,
  refundMoves,
  refundStateWords,
} from '@larder/contract'
import type { Because } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { knownOf, liableFor, type MovedRefund, type NewRefund } from './payment.ts'
import { refundPartsOf } from './refund-parts.ts'
import {
  capturedOf,
  givenAlone,
  inMoney,
  type KnownRefund,
  type Left,
  leftOf,
  paidByCredit,
  partOfLine,
  paymentStateWith,
  type RefundedOrder,
  refundedOf,
  standing,
  sumOf,
} from './refundable.ts'
import type { Decision, GivenReason, Misfit, Verdict } from './verdict.ts'

/** What somebody asks to refund: lines or an amount. */
export interface RefundAct {
  action: 'refund'
  lines?: readonly { line: number; quantity: number }[] | undefined
  amount?: Money | undefined
  reason: GivenReason
  bears?: BearerShares | undefined
  method: Exclude<RefundMethod, 'void'>
  note?: string | undefined
}

/** What somebody does to a refund that is there, or says of it. */
export interface RefundMoveAct {
  action: RefundMove
  refundId: string
  bears?: BearerShares | undefined
  reference?: string | undefined
  failure?: string | undefined
  /** The gateway says so, which executes it. */
  isByGateway?: true
}

export type RefundOrder = RefundedOrder & {
  number: string
  rider_id: string | null
  tax_minor: number
  tax_parts: number
  collected_minor: number
  unpacked_lines: number
  payments: readonly unknown[]
}

/** Whether a channel says that it gave back, or let go, what it was told of and then no more. */
export function isTakenBack({ refunds, payments }: RefundOrder, { action, refundId }: RefundMoveAct, mover: OrderMover): boolean {
  if (action !== 'completeRefund' || mover === 'staff' || payments.length > 0) return false
  return refunds.some(({ id, state }) => id === refundId && state === 'declined')
}

/** Why nothing can be refunded now. */
export function whyNotRefund(order: RefundOrder): Because | null {
  const { left, captured } = leftOf(order)
  if (left === 0) {
    const isAsked = order.asked.length > 0
    const words = isAsked
      ? 'What is left to refund is asked for, and waits for approval.'
      : 'All that was paid has gone back, or is on its way.'
    return { reason: 'nothing-to-refund', message: captured === 0 ? 'Nothing was paid yet.' : words }
  }
  // What they weigh decides what they cost.
  const isOpen = order.unpacked_lines > 0 && order.payment_method === 'online'
  return isOpen ? { reason: 'weights-missing', message: 'Lines that are sold by weight must be packed first.' } : null
}

/** Why no refund of the order can be moved so now. */
export function whyNotMoveRefund({ refunds, payments }: Pick<RefundOrder, 'refunds' | 'payments'>, action: RefundMove): Because | null {
  const { from } = refundMoves[action]
  const there = refunds.filter((refund) => (from as readonly string[]).includes(refund.state) && !whyStays(refund, action))
  const others = there.map((refund) => (payments.length > 0 ? whyGateways(refund, action, 'staff') : null))
  const [because] = others
  if (because && !others.includes(null)) return because
  return there.length > 0 ? null : { reason: 'wrong-refund-state', message: 'No refund of this order is that far.' }
}

/** A refund by lines or by amount: within what is left, borne in exact parts. Pure. */
export function decideRefund(order: RefundOrder, act: RefundAct): Verdict {
  const because = whyNotRefund(order)
  if (because) return { refused: because }
  const left = leftOf(order)
  const wanted = wantedOf(order, act, left)
  const words = (minor: number) => format().money(money(minor, order.currency))
  const misfit = 'misfit' in wanted ? wanted.misfit : (misfitOfMethod(order, act, wanted.minor) ?? misfitOfShares(order, act.bears))
  if (misfit || 'misfit' in wanted) return { misfit: misfit as Misfit }
  if (wanted.minor > left.left) {
    const more = `comes to ${words(wanted.minor)}, and ${words(left.left)} is left`
    return misfitAt(act.lines ? 'lines' : 'amount', 'more-than-left', more)
  }
  const { minor, lines } = wanted
  const amount = money(minor, order.currency)
  const refund: NewRefund = {
    amountMinor: minor,
    method: act.method,
    state: act.method === 'credit' ? 'done' : 'approved',
    cause: 'request',
    reason: act.reason.code,
    bears: partsOf(amount, act.bears ?? allOf(bearerOf(order, act.reason))),
    ...refundPartsOf(order, minor, lines),
    lines,
    note: act.note || null,
  }
  const after = [...order.refunds, { ...knownOf(refund), id: '' }]
  return {
    ...decisionOf(order, after, { refund, moved: [] }),
    reason: act.reason.code,
    told: `${words(minor)} ${refundMethodWords[act.method]}`,
    facts: {
      ...factsOf(order, after),
      new: { ...factsOf(order, after).new, ...tellNew(refund, act.reason) },
    },
  }
}

/** What is done to a refund, or said of it. Pure. */
export function decideRefundMove(order: RefundOrder, act: RefundMoveAct, mover: OrderMover): Verdict {
  const refund = order.refunds.find(({ id }) => id === act.refundId)
  if (!refund) return misfitAt('refundId', 'no-such-refund', 'is no refund of this order')
  const { from, to } = refundMoves[act.action]
  if (!(from as readonly string[]).includes(refund.state)) {
    const message = `The refund is ${refundStateWords[refund.state as keyof typeof refundStateWords]}.`
    return { refused: { reason: 'wrong-refund-state', message } }
  }
  const stays =
    whyStays(refund, act.action) ?? (order.payments.length > 0 && !act.isByGateway ? whyGateways(refund, act.action, mover) : null)
  if (stays) return { refused: stays }
  const misfit = misfitOfShares(order, act.bears)
  if (misfit) return { misfit }
  const { reference } = act
  if (reference && order.refunds.some((other) => other.id !== refund.id && other.reference === reference))
    return misfitAt('reference', 'reference-of-another', 'is the reference of another refund of this order')
  const amount = money(refund.amount_minor, order.currency)
  const isSent = to === 'sent' || (to === 'done' && refund.attempts === 0)
  const moved: MovedRefund = {
    id: refund.id,
    state: to,
    reference: act.reference ?? null,
    failure: act.failure ?? null,
    tries: isSent ? 1 : 0,
    bears: act.bears ? partsOf(amount, act.bears) : null,
  }
  const after = order.refunds.map((each) => (each.id === refund.id ? movedBy(each, moved) : each))
  const facts = factsOf(order, after)
  return {
    ...decisionOf(order, after, { refund: null, moved: [moved] }),
    told: [paidWords(refund, to, format().money(amount)), act.reference, act.failure].filter(Boolean).join(', '),
    facts: {
      old: { ...facts.old, refund_state: refund.state },
      new: { ...facts.new, refund_state: to, ...(act.reference && { refund_reference: act.reference }) },
    },
  }
}

// Whoever says so of one in cash has handed it over.
function paidWords({ method }: KnownRefund, to: string, amount: string): string {
  return method === 'cash' && to === 'done' ? `${amount} paid out in cash` : amount
}

/** A refund as a move leaves it. */
export function movedBy<R extends KnownRefund>(refund: R, { state, tries, bears, as }: MovedRefund): R {
  const borne = bears && { store_minor: bears.store, platform_minor: bears.platform, rider_minor: bears.rider }
  return { ...refund, state, attempts: refund.attempts + tries, ...borne, ...as }
}

/** Who bears how much, in minor units: the shares add up to the amount exactly. */
export function partsOf(amount: Money, shares: BearerShares): Record<Bearer, number> {
  const parts = allocateMoney(
    amount,
    bearers.map((bearer) => shares[bearer]),
  )
  return Object.fromEntries(bearers.map((bearer, at) => [bearer, parts[at]?.minor ?? 0])) as Record<Bearer, number>
}

export function allOf(bearer: Bearer): BearerShares {
  return { store: 0, platform: 0, rider: 0, [bearer]: 100 }
}

function decisionOf(order: RefundOrder, after: readonly KnownRefund[], payment: NonNullable<Decision['payment']>): Decision {
  return { changes: { payment_state: paymentStateWith(order, after) }, lines: [], payment, reason: null }
}

// What was there before and stays is the same on both sides: told to whoever judges it, and no change.
function factsOf(order: RefundOrder, after: readonly KnownRefund[]): NonNullable<Decision['facts']> {
  const side = (refunds: readonly KnownRefund[]) => ({
    number: order.number,
    currency: order.currency,
    given_alone_minor: givenAlone(order),
    refunded_minor: refundedOf({ refunds }),
  })
  return { old: side(order.refunds), new: side(after) }
}

function tellNew({ method, bears, lines }: NewRefund, { label }: GivenReason) {
  const bought = lines.map(({ line, quantity }) => `${quantity} of line ${line}`).join(', ')
  return {
    refund_reason: label,
    refund_method: method,
    ...(bought && { refund_lines: bought }),
    ...Object.fromEntries(bearers.filter((bearer) => bears[bearer] > 0).map((bearer) => [`${bearer}_bears_minor`, bears[bearer]])),
  }
}

function wantedOf({ lines: bought, currency }: RefundOrder, { lines, amount }: RefundAct, left: Left) {
  if ((lines === undefined) === (amount === undefined)) {
    return misfitAt('amount', 'refund-of-nothing', lines ? 'is not given together with lines' : 'is required where no lines are chosen')
  }
  if (amount) {
    if (amount.currency !== currency) return misfitAt('amount', 'invalid-input', `must be in ${currency}`)
    return amount.minor === 0 ? misfitAt('amount', 'refund-of-nothing', 'must be more than nothing') : { minor: amount.minor, lines: [] }
  }
  const parts: NewRefund['lines'] = []
  for (const [at, { line, quantity }] of (lines ?? []).entries()) {
    const rest = left.lines.find((each) => each.line === line)
    if (!rest || !bought.some((each) => each.line === line))
      return misfitAt(`lines.${at}.line`, 'invalid-input', 'is not a line of this order')
    if (parts.some((each) => each.line === line)) return misfitAt(`lines.${at}.line`, 'invalid-input', 'stands here twice')
    if (quantity > rest.quantity) {
      const words = rest.quantity === 0 ? 'has gone back already' : `must be at most ${rest.quantity}: no more are left of this line`
      return misfitAt(`lines.${at}.quantity`, 'more-than-left', words)
    }
    parts.push({ line, quantity, amount: { minor: partOfLine(rest, quantity, currency), currency } })
  }
  const minor = parts.reduce((sum, part) => sum + part.amount.minor, 0)
  return minor === 0 ? misfitAt('lines', 'refund-of-nothing', 'come to nothing') : { minor, lines: parts }
}

// What credits paid goes back as credit, what was paid in money as money.
function misfitOfTender(order: RefundOrder, { method }: RefundAct, minor: number): Misfit | null {
  const back = standing(order.refunds)
  const ofMoney = inMoney(back)
  const words = (most: number) => `is possible for ${format().money(money(Math.max(0, most), order.currency))} at most`
  if (method === 'credit') {
    const most = paidByCredit(order) - sumOf(back) + sumOf(ofMoney)
    return minor > most ? misfitAt('method', 'not-by-credit', `${words(most)}: credits have paid no more`).misfit : null
  }
  const most = capturedOf(order) - sumOf(ofMoney)
  const isBeyond = paidByCredit(order) > 0 && minor > most
  return isBeyond ? misfitAt('method', 'paid-by-credit', `${words(most)}: credits paid the rest`).misfit : null
}

function misfitOfMethod(order: RefundOrder, act: RefundAct, minor: number): Misfit | null {
  const { method, note } = act
  if (method === 'credit') return misfitOfTender(order, act, minor)
  const { payment_method: paymentMethod, payment_state: paymentState, collected_minor, currency, refunds } = order
  if (method === 'source' && !goesBackToPayment({ paymentMethod, paymentState })) {
    const message = `is not possible: the order was paid ${paymentMethod === 'cash' ? 'in cash' : 'at hand-over'}`
    return misfitAt('method', 'not-by-payment', message).misfit
  }
  // What an edit made more was taken at hand-over: whoever has the payment never had that.
  const bySource = sumOf(standing(refunds).filter((refund) => refund.method === 'source'))
  const most = Math.max(0, capturedOf(order) - collected_minor - bySource)
  if (method === 'source' && collected_minor > 0 && minor > most) {
    const message = `is possible for ${format().money(money(most, currency))} at most: the rest was paid at hand-over`
    return misfitAt('method', 'not-by-payment', message).misfit
  }
  const beyond = misfitOfTender(order, act, minor)
  if (beyond) return beyond
  return method !== 'source' && !note
    ? misfitAt('note', 'refund-needs-note', 'is required: how the money gets to the customer').misfit
    : null
}

// What is a rider's fault is borne by the platform where there was none.
function bearerOf({ rider_id }: RefundOrder, { party }: GivenReason): Bearer {
  const bearer = liableFor(party)
  return bearer === 'rider' && rider_id === null ? 'platform' : bearer
}

function misfitOfShares({ rider_id }: RefundOrder, shares: BearerShares | undefined): Misfit | null {
  if (shares && shares.rider > 0 && rider_id === null)
    return misfitAt('bears.rider', 'bears-without-rider', 'is nothing: the order has no rider').misfit
  const sum = shares ? bearers.reduce((all, bearer) => all + shares[bearer], 0) : 100
  return sum === 100 ? null : misfitAt('bears', 'shares-not-whole', `must come to 100 %, not ${sum} %`).misfit
}

function whyStays({ cause, state, method }: KnownRefund, action: RefundMove): Because | null {
  if (action !== 'declineRefund' || (method !== 'void' && (cause === 'request' || state === 'requested'))) return null
  return {
    reason: 'refund-stays',
    message: 'It comes of how the order ended, what it weighed or how it was edited: restore or edit the order instead.',
  }
}

// That it is tried again, staff decide.
function whyGateways({ method }: KnownRefund, action: RefundMove, mover: OrderMover): Because | null {
  const isGateways = method === 'source' || method === 'void'
  const isSaid = action === 'sendRefund' || action === 'completeRefund' || action === 'failRefund'
  if (!isGateways || !(isSaid || (action === 'retryRefund' && mover !== 'staff'))) return null
  return { reason: 'by-the-gateway', message: 'The gateway executes it, and says how far it is.' }
}

function misfitAt(field: string, reason: RefusalReason<'invalid'>, message: string): { misfit: Misfit } {
  return { misfit: { field: `body.${field}`, reason, message } }
}
