import {
  type Allowed,
  addMinutes,
  type Instant,
  keysOf,
  minutesBetween,
  Order,
  type OrderAction,
  type OrderMover,
  type OrderNeed,
  orderActions,
  orderStatusWords,
  orderTransitions,
  type Permission,
  refundMoves,
  transitionOf,
  verticals,
} from '@larder/contract'
import { sql } from 'kysely'
import type { Actor } from '#kit/actor.ts'
import { can, limitOf, type ScopeColumns, seesWhole } from '#kit/authorize.ts'
import type { Because } from '#kit/errors.ts'
import { whyNotEdit, whyNotOutOfStock } from '../edit/whether-editable.ts'
import type { OrderRules } from '../order.rules.ts'
import type { OrderRecord, RuleFacts, SellerFacts } from '../read/record.ts'
import { whyNotRelease } from '../timers/release.ts'
import { type RefundOrder, whyNotMoveRefund, whyNotRefund } from './refund.ts'
import { givenAlone } from './refundable.ts'

/**
 * Where an order keeps the branch, the store and the channel that scopes are cut by; what is fetched at the store is no rider's, and what waits for
 * its payment neither the store's nor a rider's (0028).
 */
export const orderScope = {
  branch: 'orders.branch_id',
  store: 'orders.store_id',
  channel: 'orders.channel_id',
  riders: sql<boolean>`orders.order_type = 'delivery'`,
  unlessCustomers: sql<boolean>`orders.status <> 'placed'`,
} as const satisfies ScopeColumns

/** What the rules look at. */
export type JudgedOrder = Pick<
  OrderRecord,
  | 'status'
  | 'payment_state'
  | 'order_type'
  | 'timing'
  | 'vertical'
  | 'delays'
  | 'ended_at'
  | 'rider_id'
  | 'claimed_by'
  | 'claimed_name'
  | 'claimed_at'
> &
  RuleFacts

export interface Judge {
  actor: Actor
  rules: OrderRules
  now: Instant
}

const otherStatus = 'wrong-status'

/** Acts that are no transition of the order's machine; each with the permission that it asks of staff. */
const besides: Readonly<Record<string, Permission>> = {
  packWeights: 'order.operate',
  addNote: 'order.edit',
  message: 'order.operate',
  edit: 'order.edit',
  outOfStock: 'order.edit',
  again: 'order.create',
}

/** What it takes of staff to do an act. */
export function permissionOf(action: string): Permission {
  const known = orderActions.find((word) => word === action)
  return known ? transitionOf(known).permission : (besides[action] ?? 'refund.create')
}

/** What this person may ever do with the order, and for each act why not now. */
export function orderAllows(order: JudgedOrder & RefundOrder & SellerFacts, judge: Judge): Allowed {
  const again = can(judge.actor, permissionOf('again')) ? [{ action: 'again', because: whyNotAgain(order) }] : []
  const judged = [...judgeActs(order, judge), ...judgeRefunds(order, judge)]
  const acts = judged.map(({ action, because }) => ({ action, because: because?.message ?? null }))
  return [...acts, ...again, ...revealOf(judge.actor)]
}

/** Why nothing of its store can be ordered, for no hour at all. */
function whyNotAgain({ store_name, store_status, store_opens, area_active }: SellerFacts): string | null {
  if (store_status !== 'live') return `${store_name} is not taking orders at present.`
  if (!area_active) return `${store_name} lies in an area that is not served at present.`
  return store_opens ? null : `${store_name} has no hours in which it opens.`
}

/** To show one customer's number for a reason, for whoever does not see them all. */
export function revealOf(actor: Actor): Allowed {
  const { reveal, single } = Order.shape.customerPhone
  const maySingle = single !== null && can(actor, single) && !seesWhole(actor, reveal)
  return maySingle ? [{ action: 'reveal', because: null }] : []
}

/** As `orderAllows`, without what belongs to another status: a card has no room for it, and a board of three hundred no bytes. */
export function cardAllows(order: JudgedOrder, judge: Judge): Allowed {
  const near = judgeActs(order, judge).filter(({ because }) => because?.reason !== otherStatus)
  return near.map(({ action, because }) => ({ action, because: because?.message ?? null }))
}

function judgeRefunds(order: RefundOrder, { actor }: Judge): { action: string; because: Because | null }[] {
  if (!can(actor, 'refund.create')) return []
  const moves = keysOf(refundMoves).map((action) => ({ action, because: whyNotMoveRefund(order, action) }))
  return [{ action: 'refund', because: whyNotRefund(order) ?? whyNotAsk(order, actor) }, ...moves]
}

// Whose limit is used up could only ask for more, and something is asked for.
function whyNotAsk(order: RefundOrder, actor: Actor): Because | null {
  const limit = limitOf(actor, 'refund.create', order.currency)
  const isUsedUp = limit !== null && givenAlone(order) >= limit
  return isUsedUp && order.asked.length > 0
    ? { reason: 'already-requested', message: 'Another refund of it was asked for, and waits for approval.' }
    : null
}

function judgeActs(order: JudgedOrder, judge: Judge): { action: string; because: Because | null }[] {
  const acts: { action: string; because: Because | null }[] = orderTransitions
    .filter(({ movers, permission }) => movers.includes('staff') && can(judge.actor, permission))
    .map(({ action }) => ({ action, because: whyNotMove(order, action, 'staff', judge) }))
  if (order.weighed_lines > 0 && can(judge.actor, permissionOf('packWeights')))
    acts.push({ action: 'packWeights', because: whyNotPack(order) })
  if (can(judge.actor, permissionOf('edit')))
    acts.push({ action: 'edit', because: whyNotEdit(order) }, { action: 'outOfStock', because: whyNotOutOfStock(order) })
  for (const action of ['addNote', 'message']) if (can(judge.actor, permissionOf(action))) acts.push({ action, because: null })
  return acts
}

/** Why this mover can't make the move now, or null when it can: status and the table's needs. */
export function whyNotMove(order: JudgedOrder, action: OrderAction, mover: OrderMover, judge: Judge): Because | null {
  const transition = transitionOf(action)
  if (!transition.movers.includes(mover)) return { reason: 'not-yours', message: `A ${mover} cannot do this.` }
  if (!transition.from.includes(order.status)) return wrongStatus(order)
  if (mover === 'customer' && !beforePreparation.has(order.status)) return tooLateForCustomer
  for (const need of transition.needs) {
    const because = unmet[need](order, judge, mover)
    if (because) return because
  }
  return null
}

/** Why weights can't be recorded now. */
export function whyNotPack(order: Pick<OrderRecord, 'status'> & RuleFacts): Because | null {
  if (order.weighed_lines === 0) return { reason: 'nothing-weighed', message: 'Nothing in this order is sold by weight.' }
  if (order.asked_refunds > 0) return { reason: 'refunded-already', message: 'Part of this order was refunded: what it weighs stays.' }
  return order.status === 'accepted' || order.status === 'preparing' ? null : wrongStatus(order)
}

/** The status itself forbids it. */
export function wrongStatus({ status }: Pick<OrderRecord, 'status'>): Because {
  return { reason: otherStatus, message: `The order is ${orderStatusWords[status]}.` }
}

const beforePreparation = new Set<OrderRecord['status']>(['placed', 'scheduled', 'pending', 'accepted'])
const tooLateForCustomer: Because = { reason: 'already-prepared', message: 'The store has started preparing the order.' }

const unmet: Record<OrderNeed, (order: JudgedOrder, judge: Judge, mover: OrderMover) => Because | null> = {
  'pickup-order': ({ order_type }) => unless(order_type === 'pickup', 'not-for-pickup', 'This is a delivery order.'),
  'delivery-order': ({ order_type }) => unless(order_type === 'delivery', 'not-for-delivery', 'This is a pick-up order.'),
  'rider-assigned': ({ rider_id }) => unless(rider_id !== null, 'no-rider', 'No rider is assigned yet.'),
  'no-rider': ({ rider_id }) => unless(rider_id === null, 'has-rider', 'A rider is assigned.'),
  'packed-weights': ({ vertical, unpacked_lines: open }) =>
    unless(
      !verticals[vertical].weighed || open === 0,
      'weights-missing',
      open === 1 ? 'One line has no packed weight yet.' : `${open} lines have no packed weight yet.`,
    ),
  'delay-left': ({ delays }, { rules }) =>
    unless(delays < rules.maxDelays, 'no-delay-left', `The order was already delayed ${timesWords(delays)}.`),
  'ended-recently': ({ ended_at }, { rules, now }) =>
    unless(
      ended_at !== null && minutesBetween(ended_at, now) < rules.restoreMinutes,
      'ended-too-long-ago',
      `It ended more than ${rules.restoreMinutes} minutes ago.`,
    ),
  'payment-good': ({ payment_state, sent_refunds }) =>
    unless(
      payment_state !== 'failed' && sent_refunds === 0,
      'payment-gone',
      payment_state === 'voided'
        ? 'The payment is being let go, or has been: nothing would pay for the order any more.'
        : 'The customer has already been refunded.',
    ),
  'paid-or-due': ({ payment_state }) => unless(payment_state !== 'none', 'not-paid', 'The customer has not paid yet.'),
  'slot-order': ({ timing }) => unless(timing === 'slot', 'no-slot', 'The order is not scheduled.'),
  // The timer sends it on all the same, with a warning: an order that came in has to reach somebody.
  'store-sells': ({ waiting }, { now }, mover) => (mover === 'system' || !waiting ? null : whyNotRelease(waiting, now)),
  unclaimed: (order, { actor }) =>
    order.claimed_by === actor.id ? yours : unless(order.claimed_by === null, 'claimed', holderWords(order)),
  'own-claim': (order, { actor, rules, now }, mover) => {
    if (order.claimed_by === null) return nobodys
    if (mover === 'system') return unless(isClaimOver(order, rules, now), 'claim-runs', holderWords(order))
    return unless(order.claimed_by === actor.id, 'claim-of-another', `${holderWords(order)} Take it over first.`)
  },
  'claim-of-another': ({ claimed_by }, { actor }) => (claimed_by === null ? nobodys : claimed_by === actor.id ? yours : null),
}

const nobodys: Because = { reason: 'not-claimed', message: 'Nobody has claimed this order.' }
const yours: Because = { reason: 'own-claim', message: 'You are handling this order.' }

function holderWords({ claimed_name }: Pick<OrderRecord, 'claimed_name'>): string {
  return `${claimed_name ?? 'Someone'} is handling this order.`
}

/** Whether whoever handles it has done nothing with it for so long that nobody does any more. */
function isClaimOver({ claimed_at }: Pick<OrderRecord, 'claimed_at'>, { claimMinutes }: OrderRules, now: Instant): boolean {
  return claimed_at !== null && addMinutes(claimed_at, claimMinutes) <= now
}

function unless(isMet: boolean, reason: Because['reason'], message: string): Because | null {
  return isMet ? null : { reason, message }
}

function timesWords(times: number): string {
  return times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`
}
