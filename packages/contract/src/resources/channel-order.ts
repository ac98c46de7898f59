import * as z from 'zod/mini'
import { DeliveryState, OrderStatus, PaymentState } from '../order-states.ts'
import { keysOf, list } from '../values/collection.ts'
import { Point } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'
import { whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { PaidState, PaymentReference } from './basket.ts'
import { OrderEdit } from './order-edit.ts'
import { Addressee } from './order-many.ts'
import { Address, DelayMinutes, OrderDetails, OrderLine, OrderType, PaymentMethod, PrepMinutes, ReasonCode } from './order-shapes.ts'
import { OutOfStock } from './order-stock.ts'
import { Gateway, GatewayState } from './payment.ts'
import { OrderTotal } from './price.ts'
import { RefundFailure, RefundReference, refundMethodWords, refundStateWords } from './refund.ts'

/** An order as outside programs see it. */
export const ChannelOrder = z.strictObject({
  id: idOf('order'),
  number: z.string(),
  /** What the channel called it as it was placed. */
  externalId: z.string(),
  status: OrderStatus,
  /** `none`: it waits for its payment, and no store has it yet. */
  paymentState: PaymentState,
  storeId: z.string(),
  vertical: Vertical,
  total: Money,
  /** What credits pay of it; nothing once it ended otherwise than delivered. */
  credit: Money,
  /** What whoever hands it over takes of the customer: all of it, or what edits have added to what was paid before. */
  due: Money,
  promisedAt: z.nullable(Instant),
  riderId: z.nullable(z.string()),
  placedAt: Instant,
  /** The code of why it was rejected, cancelled or failed; null while it runs and when it was delivered. */
  endReason: z.nullable(z.string()),
  /** The payment that the product's gateway executes; null where the channel takes the money itself. */
  payment: z.nullable(
    z.strictObject({
      id: z.string(),
      gateway: Gateway,
      state: GatewayState,
      /** What the customer pays with: the address of the gateway's page, or a secret for the gateway's own library. The gateway is asked for it once the order stands: until it has answered this is null, and the order is to be read again. Null to keys that do not speak for the customer. */
      checkout: z.nullable(z.string()),
      /** Why the customer's last try did not go through; they may try again as long as the order waits. */
      failure: z.nullable(z.string()),
    }),
  ),
  /** What was paid and is given back, oldest first. */
  refunds: z.array(
    z.strictObject({
      id: z.string(),
      amount: Money,
      /** What of it the store bears. */
      storeBears: Money,
      /** What was bought of it, where it goes by lines. */
      lines: z.array(z.strictObject({ line: z.int(), quantity: z.int(), amount: Money })),
      method: z.enum(keysOf(refundMethodWords)),
      state: z.enum(keysOf(refundStateWords)),
      /** A code: that of the order's end, `weight-difference`, why it was edited, or why somebody asked for it. */
      reason: z.string(),
    }),
  ),
  version: z.int(),
})
export type ChannelOrder = z.infer<typeof ChannelOrder>

/** A line as whoever picks or carries it has to know it. */
export const ChannelOrderLine = z.pick(OrderLine, {
  line: true,
  itemId: true,
  sku: true,
  name: true,
  unit: true,
  quantity: true,
  options: true,
  orderedGrams: true,
  packedGrams: true,
  substitution: true,
  amount: true,
  note: true,
})

/** One order with all that its store has to make and its rider to carry. */
export const ChannelOrderDetail = z.extend(ChannelOrder, {
  orderType: OrderType,
  paymentMethod: PaymentMethod,
  deliveryState: DeliveryState,
  /** The slot that it is for; both null where it is for as soon as it can be. */
  slotFrom: z.nullable(Instant),
  slotTo: z.nullable(Instant),
  prepMinutes: z.nullable(z.int()),
  acceptedAt: z.nullable(Instant),
  readyAt: z.nullable(Instant),
  lines: z.array(ChannelOrderLine),
  /** What the customer said of the order as a whole. */
  note: z.nullable(z.string()),
  details: OrderDetails,
  storePoint: Point,
  customerName: z.string(),
  /** By which their devices are registered; null of nobody that is known, and to keys that do not speak for the customer. */
  customerId: z.nullable(z.string()),
  /** For the customer's own app, and for riders' while a rider has the order; null to everybody else. */
  customerPhone: z.nullable(z.string()),
  /** Where it goes, to whom the phone is told; null where it is fetched. */
  address: z.nullable(Address),
  /** What staff wrote to a party that the key speaks for, oldest first. */
  messages: z.array(z.strictObject({ to: Addressee, text: z.string(), at: Instant })),
})
export type ChannelOrderDetail = z.infer<typeof ChannelOrderDetail>

const why = { reason: ReasonCode, note: z.optional(text({ min: 0, max: 500 })) }

/** What a store's, rider's or customer's app may say of an order. */
export const ChannelOrderEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('accept'), as: z.literal('store'), prepMinutes: PrepMinutes }),
  z.strictObject({
    type: z.literal('reject'),
    as: z.literal('store'),
    ...why,
  }),
  z.strictObject({
    type: z.literal('delay'),
    as: z.literal('store'),
    minutes: DelayMinutes,
  }),
  z.strictObject({ type: z.literal('startPreparing'), as: z.literal('store') }),
  z.strictObject({
    type: z.literal('markReady'),
    as: z.literal('store'),
    packed: z.optional(list(z.strictObject({ line: whole(1, 200), grams: whole(1, 200_000) }), 60)),
  }),
  z.strictObject({ type: z.literal('collect'), as: z.literal('store'), collected: z.optional(OrderTotal) }),
  z.strictObject({ type: z.literal('assignRider'), as: z.literal('rider'), riderId: idOf('rider') }),
  z.strictObject({ type: z.literal('unassignRider'), as: z.literal('rider') }),
  z.strictObject({ type: z.literal('arriveAtStore'), as: z.literal('rider') }),
  z.strictObject({ type: z.literal('pickUp'), as: z.literal('rider') }),
  z.strictObject({ type: z.literal('arriveAtCustomer'), as: z.literal('rider') }),
  z.strictObject({ type: z.literal('deliver'), as: z.literal('rider'), collected: z.optional(OrderTotal) }),
  z.strictObject({
    type: z.literal('fail'),
    as: z.literal('rider'),
    ...why,
  }),
  z.strictObject({
    type: z.literal('payment'),
    as: z.literal('customer'),
    state: PaidState,
    /** What the channel calls the payment; one that paid another order is refused. */
    reference: PaymentReference,
  }),
  // What was paid through the channel goes back through it: it says how far that is. Repeated, the order is told as it is.
  z.strictObject({
    type: z.literal('refund'),
    as: z.literal('customer'),
    refundId: idOf('refund'),
    state: z.enum(['sent', 'done', 'failed']),
    reference: z.optional(RefundReference),
    failure: z.optional(RefundFailure),
  }),
  // A store takes away and substitutes what it has not got, for no more than the order came to; a customer says where it goes, and tips.
  z.extend(OrderEdit, {
    type: z.literal('edit'),
    as: z.enum(['store', 'customer']),
    expectedTotal: OrderTotal,
    ...why,
  }),
  // What it has not got: taken off or sent otherwise as by an edit, and not sold for a while, in one.
  z.extend(OutOfStock, {
    type: z.literal('outOfStock'),
    as: z.literal('store'),
    expectedTotal: OrderTotal,
    note: z.optional(text({ min: 0, max: 500, multiline: true })),
  }),
  z.strictObject({
    type: z.literal('cancel'),
    as: z.literal('customer'),
    ...why,
  }),
])
export type ChannelOrderEvent = z.infer<typeof ChannelOrderEvent>
