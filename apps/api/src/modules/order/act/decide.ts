import {
  addMinutes,
  durationText,
  type Instant,
  type Money,
  maxOrderMinor,
  money,
  type Order,
  type OrderAction,
  type OrderMover,
  transitionOf,
} from '@larder/contract'
import type { Because } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { decideEdit, type EditAct } from '../edit/decide-edit.ts'
import { beyondOrderWords } from '../place/pricing.ts'
import { promiseOf, releaseAt } from '../place/promise.ts'
import type { LineRecord, OrderRecord, RuleFacts } from '../read/record.ts'
import { restoredCredit, returnWords } from './credit.ts'
import { endPayment, failPayment, latePayment, restorePayment, settleWeights } from './payment.ts'
import { type Judge, whyNotMove, whyNotPack, wrongStatus } from './policy.ts'
import { decideRefund, decideRefundMove, isTakenBack, type RefundAct, type RefundMoveAct } from './refund.ts'
import { dueAtHandOver, givenAlone, payableOf, paymentStateWith, type RefundedOrder } from './refundable.ts'
import { decideTakenBack, letGo } from './taken-back.ts'
import type { Decision, GivenReason, OrderChanges, Verdict } from './verdict.ts'
import { misfitOf, type PackedLine, packedWords, repriceByWeight, slipOf, tooHeavyOf } from './weights.ts'

/** What somebody wants to do with an order; `note` goes to the timeline. */
export type OrderAct = { note?: string | undefined } & (
  | { action: 'schedule' | 'release' | 'startPreparing' | 'unassignRider' | 'unclaim' }
  | { action: 'pickUp'; reason?: GivenReason | undefined }
  | { action: 'arriveAtStore' | 'arriveAtCustomer' }
  | { action: 'payment'; state: 'authorised' | 'captured'; reference: string /** The gateway says so, however late. */; isByGateway?: true }
  | { action: 'voidPayment' }
  | { action: 'accept'; prepMinutes?: number | undefined }
  | { action: 'delay'; minutes: number }
  | { action: 'markReady'; packed?: readonly PackedLine[] | undefined }
  | { action: 'packWeights'; packed: readonly PackedLine[] }
  | { action: 'assignRider'; rider: { id: string } }
  | { action: 'deliver'; collected?: Money | undefined; reason?: GivenReason | undefined }
  | { action: 'collect'; collected?: Money | undefined }
  | { action: 'reject' | 'fail' | 'cancel'; reason: GivenReason }
  | { action: 'restore'; reason: GivenReason }
  | { action: 'claim' | 'takeOver' | 'handOver'; by: { id: string; name: string } }
  | EditAct
  | RefundAct
  | RefundMoveAct
)
type ActOf<A extends OrderAct['action']> = Extract<OrderAct, { action: A }>

/** The order as a decision sees it. */
export type DecidedOrder = OrderRecord &
  RuleFacts &
  Pick<RefundedOrder, 'refunds' | 'asked'> & { lines: readonly LineRecord[]; payments: readonly unknown[] }

export interface Moment extends Judge {
  mover: OrderMover
  /** Minutes on the road; null for a pick-up. */
  travelMinutes: number | null
  /** What the store needs at present: more while it is busy. */
  prepMinutes: number
  /** Whether the store takes what reaches it now without being asked. */
  isAcceptedAtOnce: boolean
  /** Of what credits paid of an order that is to be restored, what its customer's wallet still has, in minor units. */
  creditMinor: number
}

/** What an act does to an order, or why it can't be done now. Pure. */
export function decideOrder(order: DecidedOrder, act: OrderAct, moment: Moment): Verdict {
  switch (act.action) {
    case 'packWeights':
      return refusedBy(whyNotPack(order)) ?? pack(order, act.packed, packedAlone)
    case 'arriveAtStore':
      return arrive(order, act.action, 'assigned', 'at_store')
    case 'arriveAtCustomer':
      return arrive(order, act.action, 'picked', 'at_customer')
    case 'markReady':
      return markReady(order, act, moment)
    case 'payment':
      return pay(order, act, moment)
    case 'voidPayment':
      return letGo(order)
    case 'edit':
      return decideEdit(order, act, moment)
    case 'refund':
      return decideRefund(order, act)
    case 'approveRefund':
    case 'sendRefund':
    case 'retryRefund':
    case 'completeRefund':
    case 'failRefund':
    case 'declineRefund':
      return moveRefund(order, act, moment)
    default:
      return refusedBy(whyNotMove(order, act.action, moment.mover, moment)) ?? move(order, act, moment)
  }
}

function moveRefund(order: DecidedOrder, act: RefundMoveAct, { mover }: Moment): Verdict {
  const refund = isTakenBack(order, act, mover) && order.refunds.find(({ id }) => id === act.refundId)
  return refund ? decideTakenBack(order, refund, act.reference ?? null) : decideRefundMove(order, act, mover)
}

type PlainAct = Exclude<
  OrderAct,
  {
    action:
      | 'packWeights'
      | 'edit'
      | 'markReady'
      | 'payment'
      | 'voidPayment'
      | 'arriveAtStore'
      | 'arriveAtCustomer'
      | RefundAct['action']
      | RefundMoveAct['action']
  }
>

function move(order: DecidedOrder, act: PlainAct, moment: Moment): Verdict {
  const { now } = moment
  switch (act.action) {
    case 'schedule':
      return becomes(act.action)
    case 'release':
      return becomes(act.action, { pending_at: now })
    case 'accept':
      return becomes(act.action, { accepted_at: now, ...promised(order, act.prepMinutes ?? moment.prepMinutes, moment) })
    case 'delay':
      return becomes(act.action, { delays: order.delays + 1, promised_at: addMinutes(order.promised_at ?? now, act.minutes) })
    case 'startPreparing':
      return becomes(act.action, { preparing_at: now })
    case 'assignRider':
      return becomes(act.action, { rider_id: act.rider.id, delivery_state: 'assigned' })
    case 'unassignRider':
      return becomes(act.action, freed)
    case 'pickUp':
      return becomes(act.action, { picked_up_at: now, delivery_state: 'picked' }, { reason: act.reason?.code ?? null })
    case 'deliver':
      return handOver(order, act, { delivery_state: 'done' }, moment)
    case 'collect':
      return handOver(order, act, {}, moment)
    case 'fail':
      return end(order, act, { delivery_state: 'failed' }, now)
    case 'reject':
    case 'cancel':
      return end(order, act, freed, now)
    case 'restore':
      return restore(order, act, moment)
    case 'claim':
      return becomes(act.action, claimedBy(act.by, now))
    case 'takeOver':
      return becomes(act.action, claimedBy(act.by, now), { told: `From ${order.claimed_name}` })
    case 'handOver':
      return becomes(act.action, claimedBy(act.by, now), { told: `To ${act.by.name}` })
    case 'unclaim':
      return becomes(act.action, unclaimed, moment.mover === 'system' ? { told: endedWords(order, moment) } : {})
  }
}

function claimedBy({ id, name }: { id: string; name: string }, now: Instant): OrderChanges {
  return { claimed_by: id, claimed_name: name, claimed_at: now }
}

function endedWords({ claimed_name }: DecidedOrder, { rules }: Moment): string {
  return `${claimed_name} did nothing with it for ${durationText(rules.claimMinutes)}`
}

const freed = { rider_id: null, delivery_state: 'unassigned' } as const satisfies OrderChanges
const unclaimed = { claimed_by: null, claimed_name: null, claimed_at: null } as const satisfies OrderChanges

function becomes(action: OrderAction, changes: OrderChanges = {}, rest: Partial<Decision> = {}): Decision {
  const { to } = transitionOf(action)
  return { changes: to === null ? changes : { status: to, ...changes }, lines: [], payment: null, reason: null, ...rest }
}

function promised(order: DecidedOrder, prepMinutes: number, { now, travelMinutes }: Moment): OrderChanges {
  return { prep_minutes: prepMinutes, promised_at: promiseOf({ from: now, prepMinutes, travelMinutes, slotTo: order.slot_to }) }
}

/** Where packed weights stand in what was sent. */
interface PackingInput {
  path: string
  grams: string
}
const packedAlone: PackingInput = { path: 'body.lines', grams: 'packedGrams' }
const packedWithReady: PackingInput = { path: 'body.packed', grams: 'grams' }

function pack(order: DecidedOrder, packed: readonly PackedLine[], input: PackingInput): Verdict {
  const misfit = misfitOf(order, packed)
  if (misfit !== null) {
    const field = `${input.path}.${misfit}.line`
    return { misfit: { field, reason: 'not-a-weighed-line', message: whyMisfit(packed, misfit) } }
  }
  const heavy = tooHeavyOf(order, packed)
  if (heavy !== null) return beyondOrder(order, `${input.path}.${heavy}.${input.grams}`)
  const slip = slipOf(order, packed)
  if (slip !== null) {
    const { at, ...misfit } = slip
    return { misfit: { field: `${input.path}.${at}.${input.grams}`, ...misfit } }
  }
  const { lines, changes } = repriceByWeight(order, packed)
  if (changes.total_minor > maxOrderMinor) return beyondOrder(order, input.path)
  const { state, dueMinor, creditMinor, ...payment } = settleWeights(order, changes.total_minor)
  const paid = { payment_state: state, due_minor: dueMinor, credit_minor: creditMinor }
  return { changes: { ...changes, ...paid }, lines, payment, reason: null, told: packedWords(order, packed) }
}

function beyondOrder({ currency }: DecidedOrder, field: string): Verdict {
  return { misfit: { field, reason: 'above-the-largest-order', message: `would come to ${beyondOrderWords(currency)}` } }
}

function markReady(order: DecidedOrder, act: ActOf<'markReady'>, moment: Moment): Verdict {
  const packing = act.packed?.length ? (refusedBy(whyNotPack(order)) ?? pack(order, act.packed, packedWithReady)) : null
  if (packing && !('changes' in packing)) return packing
  const { changes, lines = [], payment = null, told = '' } = packing ?? {}
  const open = order.unpacked_lines - lines.filter(({ line }) => isOpen(order, line)).length
  const because = whyNotMove({ ...order, unpacked_lines: open }, act.action, moment.mover, moment)
  return refusedBy(because) ?? becomes(act.action, { ...changes, ready_at: moment.now }, { lines, payment, told })
}

function isOpen({ lines }: DecidedOrder, wanted: number): boolean {
  return lines.some(({ line, packed_grams }) => line === wanted && packed_grams === null)
}

function arrive(
  order: DecidedOrder,
  action: 'arriveAtStore' | 'arriveAtCustomer',
  from: Order['deliveryState'],
  to: Order['deliveryState'],
): Verdict {
  const words = action === 'arriveAtStore' ? 'A rider must be assigned first.' : 'The rider must have picked it up first.'
  if (order.delivery_state !== from) return { refused: { reason: 'wrong-leg', message: words } }
  return { changes: { delivery_state: to }, lines: [], payment: null, reason: null }
}

/** What was paid goes on to the store, at once or for its slot. */
function pay(order: DecidedOrder, { state, reference, isByGateway }: ActOf<'payment'>, moment: Moment): Verdict {
  if (order.payments.length > 0 && !isByGateway)
    return { refused: { reason: 'by-the-gateway', message: 'The gateway takes the money of this order, and says so itself.' } }
  if (order.ended_at !== null && (isByGateway || isTakenLate(order, state, reference))) return payLate(order, reference, isByGateway)
  if (order.ended_at !== null) return { refused: { reason: 'order-over', message: `${wrongStatus(order).message} Give the money back.` } }
  const isAnother = order.payment_reference !== null && order.payment_reference !== reference
  const isOpen = order.payment_state === 'none' || (order.payment_state === 'authorised' && state === 'captured')
  if (isAnother || !isOpen) {
    return { refused: { reason: 'not-payable', message: 'This order has a payment already, or is paid on delivery.' } }
  }
  return {
    changes: {
      ...onward(order, moment),
      payment_state: state,
      payment_reference: reference,
      ...(state === 'authorised' && { authorised_minor: payableOf(order) }),
    },
    lines: [],
    payment: null,
    reason: null,
  }
}

/** Whether a channel took the money of an order that had ended: it has to give back what it took, and is told so as of any refund. */
function isTakenLate({ payment_method, payment_reference }: DecidedOrder, state: 'authorised' | 'captured', reference: string): boolean {
  return payment_method === 'online' && state === 'captured' && (payment_reference ?? reference) === reference
}

/** What was paid after the order had ended goes back. */
function payLate(order: DecidedOrder, reference: string, isByGateway: true | undefined): Verdict {
  const isLetGo = order.refunds.some(({ method, state }) => method === 'void' && state === 'done')
  if (isLetGo && !isByGateway)
    return {
      refused: { reason: 'not-payable', message: 'What was held for this order was let go: the same payment was not taken as well.' },
    }
  const payment = latePayment(order)
  if (!payment) return { refused: { reason: 'not-payable', message: 'The money of this order was taken and goes back already.' } }
  const changes = { payment_state: payment.state, payment_reference: reference }
  return { changes, lines: [], payment, reason: null, told: 'It came after the order had ended, and goes back' }
}

function onward(order: DecidedOrder, moment: Moment): OrderChanges {
  const { now, prepMinutes, travelMinutes } = moment
  if (order.status !== 'placed') return {}
  const begun = { prepMinutes, travelMinutes, leadHours: order.lead_hours }
  if (order.slot_from !== null && releaseAt(order.slot_from, begun) > now) return { status: 'scheduled' }
  if (!moment.isAcceptedAtOnce) return { status: 'pending', pending_at: now }
  return { status: 'accepted', pending_at: now, accepted_at: now, ...promised(order, prepMinutes, moment) }
}

function handOver(order: DecidedOrder, act: ActOf<'deliver' | 'collect'>, changes: OrderChanges, { now }: Moment): Verdict {
  const wrong = wrongCollection(order, act.collected)
  if (wrong) return { misfit: { field: 'body.collected', reason: 'wrong-amount', message: wrong } }
  const reason = act.action === 'deliver' ? (act.reason?.code ?? null) : null
  return becomes(act.action, { ...changes, delivered_at: now, ...paidAtHandOver(order) }, { reason })
}

// What an edit had added is taken beside what was paid before.
function paidAtHandOver(order: DecidedOrder): OrderChanges {
  if (order.payment_state === 'due') return { payment_state: 'collected' }
  // What a gateway holds is captured once it says so.
  const isTaken = order.payment_state === 'authorised' && order.payments.length === 0
  const state = isTaken ? 'captured' : order.payment_state
  const rest = dueAtHandOver(order)
  if (rest === 0) return { payment_state: state }
  const taken = { due_minor: 0, collected_minor: order.collected_minor + rest }
  return { ...taken, payment_state: paymentStateWith({ ...order, ...taken, payment_state: state }, order.refunds) }
}

function wrongCollection(order: DecidedOrder, collected: Money | undefined): string | null {
  const due = dueAtHandOver(order)
  if (due === 0) return collected && collected.minor !== 0 ? 'must be left out: nothing is due on this order' : null
  if (collected?.minor === due && collected.currency === order.currency) return null
  return `must be the amount due, ${format().money(money(due, order.currency))}`
}

function end(order: DecidedOrder, act: ActOf<'reject' | 'fail' | 'cancel'>, changes: OrderChanges, now: Instant): Decision {
  const { code, party } = act.reason
  const payment = act.action === 'fail' ? failPayment(order, act.reason) : endPayment(order, act.reason)
  const ending = { ended_at: now, end_reason: code, end_party: party, end_note: act.note ?? null, payment_state: payment.state }
  const facts = act.action === 'cancel' ? { facts: givenBack(order, (payment.refund?.amountMinor ?? 0) + order.credit_minor) } : {}
  return becomes(act.action, { ...changes, ...ending }, { payment, reason: code, ...returnWords(order), ...facts })
}

// By which a cancellation is judged; what is the same on both sides is no change.
function givenBack(order: DecidedOrder, minor: number): NonNullable<Decision['facts']> {
  const both = { number: order.number, currency: order.currency, given_alone_minor: givenAlone(order) }
  return { old: { ...both, given_back_minor: 0 }, new: { ...both, given_back_minor: minor } }
}

function restore(order: DecidedOrder, act: ActOf<'restore'>, moment: Moment): Decision {
  const again = { accepted_at: order.accepted_at ?? moment.now, preparing_at: null, ready_at: null }
  const notEnded = { ended_at: null, end_reason: null, end_party: null, end_note: null }
  const prepMinutes = order.prep_minutes ?? moment.prepMinutes
  const payment = restorePayment(order)
  const credit = restoredCredit({ ...order, payment_state: payment.state }, moment.creditMinor)
  const changes = { ...again, ...notEnded, ...promised(order, prepMinutes, moment), payment_state: payment.state, ...credit.changes }
  return becomes(act.action, changes, { payment, reason: act.reason.code, ...(credit.told && { told: credit.told }) })
}

function refusedBy(refused: Because | null): Verdict | null {
  return refused ? { refused } : null
}

function whyMisfit(packed: readonly PackedLine[], at: number): string {
  const isTwice = packed.findIndex(({ line }) => line === packed[at]?.line) < at
  return isTwice ? 'stands here twice' : 'is not a weighed line of this order'
}
