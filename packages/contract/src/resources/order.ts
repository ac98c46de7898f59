import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { exportOf } from '../exports.ts'
import { revealing } from '../masked.ts'
import { OrderStatus, orderStatuses } from '../order-states.ts'
import { byId, listQuery, pageOf } from '../page.ts'
import { keysOf, list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate } from '../values/local-date.ts'
import { queryFlag, Version, whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import {
  DelayMinutes,
  Order,
  OrderBoard,
  OrderRow,
  orderTypeLabels,
  PaymentMethod,
  PrepMinutes,
  Reason,
  ReasonCode,
} from './order-shapes.ts'
import { StatusSound } from './order-status.ts'
import { OrderTotal } from './price.ts'
import { cancelsReady, refundEndpoints } from './refund.ts'
import { ProposalReason } from './rider-proposal.ts'

/** Orders in progress by who handles them: whoever asks, or nobody. */
export const claimFilterLabels = { mine: 'Mine', unclaimed: 'Unclaimed' } as const
const ClaimFilter = z.optional(z.enum(keysOf(claimFilterLabels)))

export const OrderFilters = listQuery(['placedAt'], {
  /** Days in the installation's zone, both included. */
  from: z.optional(LocalDate),
  to: z.optional(LocalDate),
  /** `All` as in the specification's filter slice; `without-rider`: accepted, to be delivered, nobody carries it; `unpaid`: active, with something to be paid. */
  status: z.optional(z.enum(['All', 'active', 'late', 'without-rider', 'unpaid', ...orderStatuses])),
  order_type: z.optional(z.enum(['all', ...keysOf(orderTypeLabels)])),
  vertical: z.optional(Vertical),
  storeId: z.optional(idOf('store')),
  branchId: z.optional(idOf('branch')),
  customerId: z.optional(idOf('customer')),
  riderId: z.optional(idOf('rider')),
  paymentMethod: z.optional(PaymentMethod),
  /** Taken over the phone, or not. */
  isByPhone: z.optional(queryFlag()),
  claim: ClaimFilter,
})

const versioned = { version: Version }
const note = z.optional(text({ min: 0, max: 500, multiline: true }))
const byOrder = { params: byId('order'), response: Order, alsoChanges: ['dashboard'] } as const
/** A body that says why, with the reason's code of `reasons`. */
const Why = z.strictObject({ ...versioned, reason: ReasonCode, note })
const Plain = z.strictObject({ ...versioned, note })

export const orderContract = contract('order', {
  list: get('/orders', {
    searchesPeople: true,
    permission: 'order.view',
    query: OrderFilters,
    response: pageOf(OrderRow),
    turnsWithin: 60,
    summary: 'Orders, newest first',
  }),
  export: exportOf('/orders', 'order.export', OrderFilters),
  board: get('/orders/board', {
    permission: 'order.view',
    query: z.strictObject({
      vertical: z.optional(Vertical),
      branchId: z.optional(idOf('branch')),
      storeId: z.optional(idOf('store')),
      claim: ClaimFilter,
    }),
    response: OrderBoard,
    summary: 'The live board: active orders by stage, oldest first, at most 60 cards a stage',
  }),
  unhandled: get('/orders/unhandled', {
    permission: 'order.view',
    response: z.strictObject({ count: z.int(), oldestAt: z.nullable(Instant) }),
    summary: 'How many pending orders nobody has handled yet; drives the sound and the page title',
  }),
  reasons: get('/orders/reasons', {
    permission: 'order.view',
    response: z.array(Reason),
    shows: 'order-reason',
    summary: "Reason lists for reject, cancel, fail, refund, restore, edit, acting on a rider's behalf, and pause",
  }),
  statuses: get('/orders/statuses', {
    permission: 'order.view',
    response: z.array(
      z.strictObject({
        status: OrderStatus,
        label: z.string(),
        colour: z.string(),
        targetMinutes: z.nullable(z.int()),
        sound: z.nullable(StatusSound),
      }),
    ),
    shows: 'order-status',
    summary: 'Label, colour, target and sound of each status',
  }),
  riders: get('/orders/:id/riders', {
    permission: 'delivery.operate',
    params: byId('order'),
    response: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        vehicle: z.string(),
        shiftState: z.string(),
        activeOrders: z.int(),
        distanceKm: z.nullable(z.number()),
        because: z.nullable(z.string()),
        /** What speaks against them in minutes, and all of it together: the fewest is proposed. */
        reasons: z.array(ProposalReason),
        minutes: z.int(),
        /** When they would be at the customer, what they carry already delivered before; null where a place is not known. */
        arrivesAt: z.nullable(Instant),
      }),
    ),
    alsoShows: ['rider'],
    summary: 'Riders who could take this order, the proposed one first, with what speaks against each and why one cannot',
  }),
  get: get('/orders/:id', {
    permission: 'order.view',
    params: byId('order'),
    response: Order,
    // What waits for approval of its refunds.
    alsoShows: ['order-reason', 'approval'],
    summary: 'One order with lines, charges, timeline and what may be done',
  }),
  release: post('/orders/:id/release', {
    ...byOrder,
    permission: 'order.operate',
    body: Plain,
    summary: 'Release a scheduled order to the store now',
  }),
  accept: post('/orders/:id/accept', {
    ...byOrder,
    permission: 'order.operate',
    body: z.strictObject({ ...versioned, prepMinutes: z.optional(PrepMinutes), note }),
    summary: 'Accept with minutes of preparation, or with those that the store needs at present; the promise is computed',
  }),
  reject: post('/orders/:id/reject', {
    ...byOrder,
    permission: 'rejection.operate',
    body: Why,
    example: { body: { reason: 'too-busy' } },
    summary: 'Reject a pending order with a reason; the payment is voided or refunded',
  }),
  delay: post('/orders/:id/delay', {
    ...byOrder,
    permission: 'order.operate',
    body: z.strictObject({ ...versioned, minutes: DelayMinutes, note }),
    summary: 'Change the promised time; at most twice',
  }),
  startPreparing: post('/orders/:id/start-preparing', { ...byOrder, permission: 'order.operate', body: Plain, summary: 'Start preparing' }),
  markReady: post('/orders/:id/mark-ready', { ...byOrder, permission: 'order.operate', body: Plain, summary: 'Mark ready for pick-up' }),
  packWeights: post('/orders/:id/pack-weights', {
    ...byOrder,
    permission: 'order.operate',
    body: z.strictObject({
      ...versioned,
      lines: list(z.strictObject({ line: whole(1, 200), packedGrams: whole(1, 200_000) }), 200, 1),
    }),
    example: { body: { lines: [{ line: 1, packedGrams: 950 }] } },
    summary: 'Record packed weights of weighed lines; the difference is priced',
  }),
  assignRider: post('/orders/:id/assign-rider', {
    ...byOrder,
    alsoChanges: ['dashboard', 'rider'],
    permission: 'delivery.operate',
    body: z.strictObject({ ...versioned, riderId: idOf('rider') }),
    summary: 'Assign or change the rider',
  }),
  unassignRider: post('/orders/:id/unassign-rider', {
    ...byOrder,
    alsoChanges: ['dashboard', 'rider'],
    permission: 'delivery.operate',
    body: Plain,
    summary: 'Take the order from its rider',
  }),
  pickUp: post('/orders/:id/pick-up', {
    ...byOrder,
    permission: 'order.operate',
    body: Why,
    example: { body: { reason: 'phone-off' } },
    summary: 'The rider has picked it up; staff say so on their behalf, with a reason',
  }),
  deliver: post('/orders/:id/deliver', {
    ...byOrder,
    permission: 'order.operate',
    body: z.extend(Why, { collected: z.optional(OrderTotal) }),
    example: { body: { reason: 'confirmed-by-customer' } },
    summary: "Delivered; staff say so on the rider's behalf, with a reason; a cash order needs the amount collected",
  }),
  collect: post('/orders/:id/collect', {
    ...byOrder,
    permission: 'order.operate',
    body: z.strictObject({ ...versioned, note, collected: z.optional(OrderTotal) }),
    summary: 'A pick-up order was handed to the customer',
  }),
  fail: post('/orders/:id/fail', {
    ...byOrder,
    permission: 'order.operate',
    body: Why,
    example: { body: { reason: 'customer-unreachable' } },
    summary: 'The delivery failed, with a reason',
  }),
  cancel: post('/orders/:id/cancel', {
    ...byOrder,
    permission: 'cancellation.operate',
    approval: cancelsReady,
    body: Why,
    example: { body: { reason: 'changed-mind' } },
    summary: 'Cancel with a reason; refund by policy',
  }),
  restore: post('/orders/:id/restore', {
    ...byOrder,
    permission: 'restoration.operate',
    body: Why,
    example: { body: { reason: 'ended-by-mistake' } },
    summary: 'Bring a cancelled or rejected order back within the configured minutes',
  }),
  ...refundEndpoints(byOrder),
  addNote: post('/orders/:id/notes', {
    ...byOrder,
    permission: 'order.edit',
    body: z.strictObject({ text: text({ max: 500, multiline: true }), isInternal: z.boolean() }),
    summary: 'Add a note to the timeline',
  }),
  reveal: revealing('order', '/orders', ['customerPhone']),
})

export const orderRefusals = {
  invalid: {
    'cannot-be-ordered': 'The order cannot be placed as it is; `current` is its quote, whose `problems` say why.',
    'less-than-ordered':
      'A packed weight is less than half of what was ordered of the line: it may be in another unit, or the order is to be edited.',
    'more-than-ordered': 'A packed weight is more than twice what was ordered of the line: it may be in another unit.',
    'not-a-weighed-line': 'Packed grams were given for a line that is not sold by weight, or that the order does not have.',
    'above-the-largest-order': 'With the packed grams the order comes to more than an order may.',
    'wrong-amount': 'What was collected is not what was due.',
  },
  'not-found': { 'order-not-found': 'No such order, or out of reach.' },
  refused: {
    'store-closed': 'The store is shut now.',
    'sold-out': 'Something in the order is sold out.',
    'price-changed': 'The order comes to another total than `expectedTotal`; `current` is the new quote.',
    'wrong-status': 'The act is none of an order in this status.',
    'not-yours': 'This party never does this to an order.',
    'already-prepared': 'The store has begun to prepare the order: the customer cannot cancel it any more.',
    'nothing-weighed': 'Nothing in the order is sold by weight.',
    'weights-missing': 'Lines that are sold by weight have no packed grams yet.',
    'not-for-pickup': 'The order is to be delivered: it is not handed over at the store.',
    'not-for-delivery': 'The customer fetches the order: no rider carries it.',
    'no-rider': 'No rider is assigned.',
    'has-rider': 'A rider is assigned.',
    'rider-cannot': 'The rider cannot take this order now.',
    'wrong-leg': 'The rider has not come so far, or is further on.',
    'no-delay-left': 'The order was delayed as often as an order may be.',
    'ended-too-long-ago': 'The order ended longer ago than one is brought back.',
    'payment-gone': 'The payment failed, is let go, or has gone back to the customer.',
    'not-paid': 'The customer has not paid yet.',
    'not-payable': 'The order has a payment already, or is paid on delivery; or what was held or taken of it was let go, or goes back.',
    'order-over':
      'The order has ended, and what was told is no capture of its own payment, which would be taken and go back: give the money back.',
    'no-slot': 'The order is not for a later time.',
    claimed: 'Somebody handles the order.',
    'not-claimed': 'Nobody handles the order.',
    'claim-of-another': 'Another person handles the order: only they release it or hand it over. Take it over, with a reason.',
    'own-claim': 'The caller handles the order already.',
    'claim-runs': 'Whoever handles the order acted on it not long ago.',
    'above-limit':
      'The edit comes, with what was taken off, given back or added before without approval, to more than the caller may move of one order.',
  },
} as const satisfies Refusals
