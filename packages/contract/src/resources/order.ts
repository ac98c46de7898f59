import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import { DeliveryState, OrderStatus, orderStatuses, PaymentState } from '../order-transitions.ts'
import { Allowed, byId, listQuery, pageOf } from '../page.ts'
import { Point } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate } from '../values/local-date.ts'
import { Money } from '../values/money.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'

export const PaymentMethod = z.enum(['online', 'cash', 'card'])
export const OrderType = z.enum(['delivery', 'pickup'])
export const Party = z.enum(['customer', 'store', 'rider', 'platform'])

const Named = z.strictObject({ id: z.string(), name: z.string() })

/** One row of a list: 25 of them stay below 8 kB. */
export const OrderRow = z.strictObject({
  id: idOf('order'),
  number: z.string(),
  vertical: Vertical,
  status: OrderStatus,
  orderType: OrderType,
  store: Named,
  customerName: z.string(),
  itemCount: z.int(),
  total: Money,
  paymentMethod: PaymentMethod,
  paymentState: PaymentState,
  riderName: z.nullable(z.string()),
  placedAt: Instant,
  promisedAt: z.nullable(Instant),
  version: z.int(),
})
export type OrderRow = z.infer<typeof OrderRow>

/** A card of the live board: a row with what is needed to act without opening it. */
export const OrderCard = z.extend(OrderRow, {
  branchId: z.string(),
  itemSummary: z.string(),
  note: z.nullable(z.string()),
  pendingAt: z.nullable(Instant),
  acceptedAt: z.nullable(Instant),
  readyAt: z.nullable(Instant),
  prepMinutes: z.nullable(z.int()),
  deliveryState: DeliveryState,
  areaName: z.string(),
  claimedBy: z.nullable(Named),
  rider: z.nullable(Named),
  slotFrom: z.nullable(Instant),
  slotTo: z.nullable(Instant),
  allowed: Allowed,
})
export type OrderCard = z.infer<typeof OrderCard>

export const OrderLine = z.strictObject({
  line: z.int(),
  itemId: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  name: z.string(),
  unit: z.enum(['pc', 'kg', 'g']),
  quantity: z.int(),
  unitPrice: Money,
  options: z.array(z.strictObject({ group: z.string(), choice: z.string(), priceDelta: Money })),
  orderedGrams: z.nullable(z.int()),
  packedGrams: z.nullable(z.int()),
  substitution: z.nullable(z.strictObject({ preference: z.enum(['ask', 'best-match', 'refund']), replacedBy: z.nullable(z.string()) })),
  amount: Money,
  discount: Money,
  tax: Money,
  note: z.nullable(z.string()),
})
export type OrderLine = z.infer<typeof OrderLine>

export const OrderEvent = z.strictObject({
  sequence: z.int(),
  type: z.string(),
  from: z.nullable(OrderStatus),
  to: z.nullable(OrderStatus),
  actorKind: z.enum(['staff', 'store', 'rider', 'customer', 'system']),
  actorName: z.string(),
  source: z.string(),
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  isInternal: z.boolean(),
  at: Instant,
})
export type OrderEvent = z.infer<typeof OrderEvent>

/** What only one vertical's orders carry; a union on `vertical`. */
export const OrderDetails = z.discriminatedUnion('vertical', [
  z.strictObject({ vertical: z.literal('restaurant'), cutlery: z.boolean() }),
  z.strictObject({ vertical: z.literal('grocery'), substitution: z.enum(['ask', 'best-match', 'refund']), crates: z.int() }),
  z.strictObject({ vertical: z.literal('fruits'), ripeness: z.enum(['any', 'ready', 'firm']), crates: z.int() }),
  z.strictObject({ vertical: z.literal('fish'), cleaning: z.enum(['whole', 'cleaned', 'curry-cut', 'fillet']), iced: z.boolean() }),
  z.strictObject({ vertical: z.literal('cakes'), message: z.string(), flavour: z.string(), weightGrams: z.int(), eggless: z.boolean() }),
])
export type OrderDetails = z.infer<typeof OrderDetails>

/** The details of an order whose customer said nothing special. */
export const plainDetails: { readonly [V in Vertical]: Extract<OrderDetails, { vertical: V }> } = {
  restaurant: { vertical: 'restaurant', cutlery: false },
  grocery: { vertical: 'grocery', substitution: 'ask', crates: 0 },
  fruits: { vertical: 'fruits', ripeness: 'any', crates: 0 },
  fish: { vertical: 'fish', cleaning: 'cleaned', iced: true },
  cakes: { vertical: 'cakes', message: '', flavour: '', weightGrams: 0, eggless: false },
}

export const Address = z.strictObject({
  line1: text({ max: 120 }),
  line2: z.nullable(text({ min: 0, max: 120 })),
  locality: text({ max: 80 }),
  postalCode: text({ max: 12 }),
  point: Point,
  instructions: z.nullable(text({ min: 0, max: 200 })),
})
export type Address = z.infer<typeof Address>

export const Order = z.extend(OrderCard, {
  externalId: z.nullable(z.string()),
  branch: Named,
  area: Named,
  businessDay: LocalDate,
  timeZone: z.string(),
  timing: z.enum(['asap', 'slot']),
  storePhone: z.string(),
  storePoint: Point,
  customer: z.nullable(
    z.strictObject({ id: z.string(), name: z.string(), phone: z.string(), orders: z.int(), flags: z.array(z.string()) }),
  ),
  customerPhone: z.string(),
  address: z.nullable(Address),
  riderDetail: z.nullable(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      phone: z.string(),
      vehicle: z.string(),
      point: z.nullable(Point),
      positionedAt: z.nullable(Instant),
    }),
  ),
  lines: z.array(OrderLine),
  items: Money,
  packing: Money,
  delivery: Money,
  discount: Money,
  tax: Money,
  tip: Money,
  rounding: Money,
  taxes: z.array(z.strictObject({ name: z.string(), ratePpm: z.int(), base: Money, amount: Money })),
  discounts: z.array(
    z.strictObject({
      name: z.string(),
      code: z.nullable(z.string()),
      amount: Money,
      funders: z.array(z.strictObject({ party: z.enum(['store', 'platform', 'brand']), amount: Money })),
    }),
  ),
  paymentReference: z.nullable(z.string()),
  refunds: z.array(
    z.strictObject({
      id: z.string(),
      amount: Money,
      method: z.string(),
      state: z.string(),
      reason: z.string(),
      liableParty: z.string(),
      createdAt: Instant,
    }),
  ),
  endReason: z.nullable(z.string()),
  endReasonLabel: z.nullable(z.string()),
  endParty: z.nullable(Party),
  endNote: z.nullable(z.string()),
  endedAt: z.nullable(Instant),
  preparingAt: z.nullable(Instant),
  pickedUpAt: z.nullable(Instant),
  deliveredAt: z.nullable(Instant),
  delays: z.int(),
  details: OrderDetails,
  events: z.array(OrderEvent),
})
export type Order = z.infer<typeof Order>

export const OrderFilters = listQuery(['placedAt'], {
  /** Days in the installation's zone, both included. */
  from: z.optional(LocalDate),
  to: z.optional(LocalDate),
  /** `All` as in the specification's filter slice. */
  status: z.optional(z.enum(['All', 'active', 'late', ...orderStatuses])),
  order_type: z.optional(z.enum(['all', 'delivery', 'pickup'])),
  vertical: z.optional(Vertical),
  storeId: z.optional(idOf('store')),
  branchId: z.optional(idOf('branch')),
  customerId: z.optional(idOf('customer')),
  riderId: z.optional(idOf('rider')),
  paymentMethod: z.optional(PaymentMethod),
})

const versioned = { version: z.int().check(z.minimum(1)) }
const note = z.optional(text({ min: 0, max: 500, multiline: true }))
const byOrder = { params: byId('order'), response: Order, alsoChanges: ['dashboard'] } as const
/** A body that says why, with the reason's code of `reasons`. */
const Why = z.strictObject({ ...versioned, reason: text({ max: 40 }), note })
const Plain = z.strictObject({ ...versioned, note })

export const OrderBoard = z.strictObject({
  at: Instant,
  warnMinutes: z.int(),
  autoRejectMinutes: z.int(),
  columns: z.array(
    z.strictObject({ key: z.enum(['pending', 'accepted', 'preparing', 'ready', 'out']), total: z.int(), cards: z.array(OrderCard) }),
  ),
})
export type OrderBoard = z.infer<typeof OrderBoard>

export const Reason = z.strictObject({
  kind: z.enum(['reject', 'cancel', 'fail', 'refund', 'restore', 'pause']),
  code: z.string(),
  label: z.string(),
  party: Party,
})
export type Reason = z.infer<typeof Reason>

export const orderContract = contract('order', {
  list: get('/orders', { permission: 'order.view', query: OrderFilters, response: pageOf(OrderRow), summary: 'Orders, newest first' }),
  board: get('/orders/board', {
    permission: 'order.view',
    query: z.strictObject({ vertical: z.optional(Vertical), branchId: z.optional(idOf('branch')), storeId: z.optional(idOf('store')) }),
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
    summary: 'Reason lists for reject, cancel, fail, refund, restore and pause',
  }),
  statuses: get('/orders/statuses', {
    permission: 'order.view',
    response: z.array(
      z.strictObject({
        status: OrderStatus,
        label: z.string(),
        colour: z.string(),
        targetMinutes: z.nullable(z.int()),
        sound: z.nullable(z.string()),
      }),
    ),
    summary: 'Label, colour and target of each status',
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
      }),
    ),
    summary: 'Riders who could take this order, nearest first, with why one cannot',
  }),
  get: get('/orders/:id', {
    permission: 'order.view',
    params: byId('order'),
    response: Order,
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
    body: z.strictObject({ ...versioned, prepMinutes: z.int().check(z.minimum(1), z.maximum(240)), note }),
    summary: 'Accept with minutes of preparation; the promise is computed',
  }),
  reject: post('/orders/:id/reject', {
    ...byOrder,
    permission: 'rejection.operate',
    body: Why,
    summary: 'Reject a pending order with a reason; the payment is voided or refunded',
  }),
  delay: post('/orders/:id/delay', {
    ...byOrder,
    permission: 'order.operate',
    body: z.strictObject({ ...versioned, minutes: z.union([z.literal(5), z.literal(10), z.literal(20), z.literal(30)]), note }),
    summary: 'Move the promise by 5, 10, 20 or 30 minutes; at most twice',
  }),
  startPreparing: post('/orders/:id/start-preparing', { ...byOrder, permission: 'order.operate', body: Plain, summary: 'Start preparing' }),
  markReady: post('/orders/:id/mark-ready', { ...byOrder, permission: 'order.operate', body: Plain, summary: 'Mark ready for pick-up' }),
  packWeights: post('/orders/:id/pack-weights', {
    ...byOrder,
    permission: 'order.operate',
    body: z.strictObject({
      ...versioned,
      lines: z
        .array(z.strictObject({ line: z.int(), packedGrams: z.int().check(z.minimum(1), z.maximum(200_000)) }))
        .check(z.minLength(1), z.maxLength(200)),
    }),
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
  pickUp: post('/orders/:id/pick-up', { ...byOrder, permission: 'order.operate', body: Plain, summary: 'The rider has picked it up' }),
  deliver: post('/orders/:id/deliver', {
    ...byOrder,
    permission: 'order.operate',
    body: z.strictObject({ ...versioned, note, collected: z.optional(Money) }),
    summary: 'Delivered; a cash order needs the amount collected',
  }),
  collect: post('/orders/:id/collect', {
    ...byOrder,
    permission: 'order.operate',
    body: z.strictObject({ ...versioned, note, collected: z.optional(Money) }),
    summary: 'A pick-up order was handed to the customer',
  }),
  fail: post('/orders/:id/fail', { ...byOrder, permission: 'order.operate', body: Why, summary: 'The delivery failed, with a reason' }),
  cancel: post('/orders/:id/cancel', {
    ...byOrder,
    permission: 'cancellation.operate',
    body: Why,
    summary: 'Cancel with a reason; refund by policy',
  }),
  restore: post('/orders/:id/restore', {
    ...byOrder,
    permission: 'restoration.operate',
    body: Why,
    summary: 'Bring a cancelled or rejected order back within the configured minutes',
  }),
  claim: post('/orders/:id/claim', {
    ...byOrder,
    permission: 'order.operate',
    body: z.strictObject(versioned),
    summary: 'Say that I am handling this order',
  }),
  unclaim: post('/orders/:id/unclaim', {
    ...byOrder,
    permission: 'order.operate',
    body: z.strictObject(versioned),
    summary: 'Give up the claim',
  }),
  addNote: post('/orders/:id/notes', {
    ...byOrder,
    permission: 'order.edit',
    body: z.strictObject({ text: text({ max: 500, multiline: true }), isInternal: z.boolean() }),
    summary: 'Add a note to the timeline',
  }),
})
