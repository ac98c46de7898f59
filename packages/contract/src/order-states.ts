import { enumOf, keysOf } from './values/collection.ts'

/** Where an order stands, as its chip says it until the installation says otherwise. */
export const orderStatusLabels = {
  placed: 'Placed',
  scheduled: 'Scheduled',
  pending: 'Pending',
  accepted: 'Accepted',
  preparing: 'Preparing',
  ready: 'Ready',
  picked_up: 'On its way',
  delivered: 'Delivered',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  failed: 'Failed',
} as const
export type OrderStatus = keyof typeof orderStatusLabels
export const orderStatuses = keysOf(orderStatusLabels)
export const OrderStatus = enumOf(orderStatusLabels)

/** A status inside a sentence: "The order is …". */
export const orderStatusWords: Readonly<Record<OrderStatus, string>> = {
  placed: 'only placed yet',
  scheduled: 'scheduled for later',
  pending: 'still waiting for the store',
  accepted: 'accepted',
  preparing: 'being prepared',
  ready: 'ready',
  picked_up: 'on its way',
  delivered: 'delivered',
  rejected: 'rejected',
  cancelled: 'cancelled',
  failed: 'failed',
}

/** Statuses in which somebody still has work to do. */
export const activeStatuses = [
  'placed',
  'scheduled',
  'pending',
  'accepted',
  'preparing',
  'ready',
  'picked_up',
] as const satisfies readonly OrderStatus[]

/** Active orders that their store has: only they can be late. */
export const promisedStatuses = /* @__PURE__ */ activeStatuses.filter((status) => status !== 'placed' && status !== 'scheduled')
/** Accepted, and not gone from the store yet. */
export const acceptedStatuses = ['accepted', 'preparing', 'ready'] as const satisfies readonly OrderStatus[]

/** The columns of the live board, in order, each with the status of its orders. */
export const boardStages = {
  pending: 'pending',
  accepted: 'accepted',
  preparing: 'preparing',
  ready: 'ready',
  out: 'picked_up',
} as const satisfies Readonly<Record<string, OrderStatus>>
export type BoardStage = keyof typeof boardStages

/** Where the payment stands. */
export const paymentStateLabels = {
  none: 'Awaiting payment',
  authorised: 'Authorised',
  captured: 'Paid',
  partially_refunded: 'Part refund approved',
  refunded: 'Refund approved',
  voided: 'Voided',
  failed: 'Payment failed',
  due: 'Due',
  collected: 'Collected',
  deposited: 'Deposited',
} as const
export type PaymentState = keyof typeof paymentStateLabels
export const PaymentState = enumOf(paymentStateLabels)

/** Where the delivery stands. */
export const deliveryStateLabels = {
  unassigned: 'No rider yet',
  offered: 'Offered to a rider',
  assigned: 'On the way to the store',
  at_store: 'At the store',
  picked: 'On the way to the customer',
  at_customer: 'At the customer',
  done: 'Handed over',
  failed: 'Delivery failed',
} as const
export type DeliveryState = keyof typeof deliveryStateLabels
export const DeliveryState = enumOf(deliveryStateLabels)

/** The reason of a refund that packed weights brought about: the total has become less by as much. */
export const weightDifference = 'weight-difference'
