import { money } from '@larder/contract'
import { format } from '#kit/format.ts'
import type { ToldDifference } from '#modules/payment/difference-row.service.ts'
import type { OrderRecord } from '../read/record.ts'
import { isTaken, isUnsent, lessOf, liableFor, type MovedRefund, type NewRefund, type PaymentEffect, settleAgain } from './payment.ts'
import { allOf, decideRefundMove, movedBy, partsOf, type RefundOrder } from './refund.ts'
import { capturedOf, inMoney, isBesidesTotal, type KnownRefund, payableOf, paymentStateWith, standing, sumOf } from './refundable.ts'
import type { Decision, Verdict } from './verdict.ts'

type Order = RefundOrder & Pick<OrderRecord, 'authorised_minor' | 'ended_at' | 'delivered_at' | 'end_reason' | 'end_party'>

const nothingHeld = { reason: 'wrong-refund-state', message: 'Nothing is held for this order that could be let go.' } as const

/** What was only authorised was let go although the order runs: whoever hands it over takes its total. Pure. */
export function letGo(order: Order): Verdict {
  if (order.payment_state !== 'authorised' || order.ended_at !== null || order.delivered_at !== null) return { refused: nothingHeld }
  const changes = { payment_state: 'due', due_minor: 0, authorised_minor: null } as const
  return { changes, lines: [], payment: null, reason: null, told: dueWords(order, payableOf(order)), type: 'voidPayment' }
}

/**
 * A channel did what a restore, a later ending or somebody of the staff had taken back. Its money has moved: it counts as what is still to be done
 * of the same kind, else what lacks is due at hand-over, else it is a difference. Pure.
 */
export function decideTakenBack(order: Order, refund: KnownRefund, reference: string | null): Verdict {
  if (refund.method === 'void') return decideVoided(order, refund, reference)
  const taken = isTaken.has(order.payment_state) ? takeIn(order, refund, reference) : null
  const { id: refundId, amount_minor: theirsMinor } = refund
  return taken ?? differs(order, { kind: 'taken-back', refundId, reference, oursMinor: 0, theirsMinor })
}

// What is held is let go once, whichever ending it was told of.
function decideVoided(order: Order, { id: refundId }: KnownRefund, reference: string | null): Verdict {
  if (order.payment_state === 'authorised') return letGo(order)
  const owed = order.refunds.find(({ method, state }) => method === 'void' && state !== 'declined' && state !== 'done')
  const told = reference === null ? {} : { reference }
  if (owed) return decideRefundMove(order, { action: 'completeRefund', refundId: owed.id, ...told }, 'customer')
  if (!isTaken.has(order.payment_state)) return { refused: nothingHeld }
  const oursMinor = capturedOf(order) - order.collected_minor
  return differs(order, { kind: 'let-go', refundId, reference, oursMinor, theirsMinor: 0 })
}

/** The money as a refund that is done; null where the order has not as much that could go back. */
function takeIn(order: Order, refund: KnownRefund, reference: string | null): Decision | null {
  const done: MovedRefund = { id: refund.id, state: 'done', reference, failure: null, tries: 1, bears: null }
  if (order.ended_at !== null) return takeInAtEnd(order, refund, done)
  const { amount_minor: minor, cause, reason } = refund
  const captured = capturedOf(order) - order.collected_minor
  if (cause === 'request') {
    if (minor > captured - sumOf(inMoney(standing(order.refunds)))) return null
    return decisionOf(order, refund, { state: paymentStateWith(order, movedAll(order, [done])), refund: null, moved: [done] })
  }
  const gone = { ...done, as: { cause: cause === 'ending' ? ('restored' as const) : cause, reason } }
  const refunds = movedAll(order, [gone])
  const stays = inMoney(standing(refunds)).filter((each) => !(isBesidesTotal(each) && isUnsent(each)))
  const { dueMinor, ...settled } = settleAgain({ ...order, refunds, due_minor: order.due_minor + minor })
  // Nobody takes money of a customer who has the order already.
  if (sumOf(stays) > captured || (order.delivered_at !== null && dueMinor > 0)) return null
  return decisionOf(order, refund, { ...settled, moved: [gone, ...settled.moved] }, dueMinor)
}

// What the ending has left to send is less by it.
function takeInAtEnd(order: Order, refund: KnownRefund, done: MovedRefund): Decision | null {
  const { end_reason: reason, end_party: party, refunds, currency } = order
  const waiting = refunds.filter(
    (each) => each.cause === 'ending' && each.method === 'source' && (each.state === 'requested' || isUnsent(each)),
  )
  const room = capturedOf(order) - sumOf(inMoney(standing(refunds))) + sumOf(waiting)
  if (reason === null || party === null || refund.amount_minor > room) return null
  const bears = partsOf(money(refund.amount_minor, currency), allOf(liableFor(party)))
  const gone = { ...done, bears, as: { cause: 'ending' as const, reason } }
  const moved = [gone, ...waiting.map(({ id }) => ({ ...done, id, state: 'declined' as const, reference: null, tries: 0 }))]
  const [first] = waiting
  const rest = sumOf(waiting) - refund.amount_minor
  const left = first && rest > 0 ? { ...lessOf(first, rest, currency), state: first.state as NewRefund['state'] } : null
  const after = [...movedAll(order, moved), ...(left && first ? [{ ...first, amount_minor: rest }] : [])]
  return decisionOf(order, refund, { state: paymentStateWith(order, after), refund: left, moved })
}

function movedAll({ refunds }: Pick<Order, 'refunds'>, moved: readonly MovedRefund[]): KnownRefund[] {
  return refunds.map((each) => moved.reduce((one, move) => (move.id === one.id ? movedBy(one, move) : one), each))
}

function decisionOf(order: Order, refund: KnownRefund, { state, ...payment }: PaymentEffect, dueMinor = order.due_minor): Decision {
  const due = dueMinor > order.due_minor ? [dueWords(order, dueMinor)] : []
  return {
    changes: { payment_state: state, ...(dueMinor !== order.due_minor && { due_minor: dueMinor }) },
    lines: [],
    payment,
    reason: null,
    told: [wordsOf(order, refund.amount_minor), payment.moved[0]?.reference, ...due].filter(Boolean).join(', '),
    facts: { old: { refund_state: refund.state }, new: { refund_state: 'done' } },
  }
}

function differs(order: Order, difference: ToldDifference): Verdict {
  const { kind, oursMinor, theirsMinor } = difference
  const told =
    kind === 'let-go'
      ? `${wordsOf(order, oursMinor)} is not held any more, and nobody has paid it`
      : `${wordsOf(order, theirsMinor)} has gone back, though it was taken back`
  return { changes: {}, lines: [], payment: null, reason: null, told, type: 'noteDifference', difference }
}

function dueWords(order: Pick<Order, 'currency'>, minor: number): string {
  return `${wordsOf(order, minor)} is due at hand-over`
}

function wordsOf({ currency }: Pick<Order, 'currency'>, minor: number): string {
  return format().money(money(minor, currency))
}
