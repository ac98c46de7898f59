import * as z from 'zod/mini'
import type { Permission } from './permissions.ts'

export const orderStatuses = [
  'placed',
  'scheduled',
  'pending',
  'accepted',
  'preparing',
  'ready',
  'picked_up',
  'delivered',
  'rejected',
  'cancelled',
  'failed',
] as const
export const OrderStatus = z.enum(orderStatuses)
export type OrderStatus = z.infer<typeof OrderStatus>
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

export const paymentStates = [
  'none',
  'authorised',
  'captured',
  'partially_refunded',
  'refunded',
  'voided',
  'failed',
  'due',
  'collected',
  'deposited',
] as const
export const PaymentState = z.enum(paymentStates)
export type PaymentState = z.infer<typeof PaymentState>
export const deliveryStates = ['unassigned', 'offered', 'assigned', 'at_store', 'picked', 'at_customer', 'done', 'failed'] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof DeliveryState>

/** Who may move an order: staff, the store's and the rider's own apps and the customer's (all through a channel key), or a timer. */
export type OrderMover = 'staff' | 'store' | 'rider' | 'customer' | 'system'

export interface OrderTransition {
  action: OrderAction
  label: string
  from: readonly OrderStatus[]
  /** Null: the order stays in its status (a delay, an assignment). */
  to: OrderStatus | null
  movers: readonly OrderMover[]
  permission: Permission
  /** A condition beyond the status, by name; the API's policy decides it and words the reason. */
  needs: readonly OrderNeed[]
}

export const orderActions = [
  'schedule',
  'release',
  'accept',
  'reject',
  'delay',
  'startPreparing',
  'markReady',
  'assignRider',
  'unassignRider',
  'pickUp',
  'deliver',
  'collect',
  'fail',
  'cancel',
  'restore',
  'claim',
  'unclaim',
] as const
export type OrderAction = (typeof orderActions)[number]
export type OrderNeed =
  | 'pickup-order'
  | 'delivery-order'
  | 'rider-assigned'
  | 'no-rider'
  | 'packed-weights'
  | 'delay-left'
  | 'ended-recently'
  | 'payment-good'
  | 'paid-or-due'
  | 'slot-order'
  | 'store-sells'
  | 'unclaimed'
  | 'claimed'

/** The order's machine (product.md section 3), as a table that can be printed. */
export const orderTransitions: readonly OrderTransition[] = [
  {
    action: 'schedule',
    label: 'Schedule',
    from: ['placed'],
    to: 'scheduled',
    movers: ['system'],
    permission: 'order.operate',
    needs: ['slot-order'],
  },
  {
    action: 'release',
    label: 'Release now',
    from: ['placed', 'scheduled'],
    to: 'pending',
    movers: ['system', 'staff'],
    permission: 'order.operate',
    needs: ['paid-or-due', 'store-sells'],
  },
  {
    action: 'accept',
    label: 'Accept order',
    from: ['pending'],
    to: 'accepted',
    movers: ['store', 'staff', 'system'],
    permission: 'order.operate',
    needs: [],
  },
  {
    action: 'reject',
    label: 'Reject order',
    from: ['pending'],
    to: 'rejected',
    movers: ['store', 'staff', 'system'],
    permission: 'rejection.operate',
    needs: [],
  },
  {
    action: 'delay',
    label: 'Delay',
    from: ['accepted', 'preparing'],
    to: null,
    movers: ['store', 'staff'],
    permission: 'order.operate',
    needs: ['delay-left'],
  },
  {
    action: 'startPreparing',
    label: 'Start preparing',
    from: ['accepted'],
    to: 'preparing',
    movers: ['store', 'staff'],
    permission: 'order.operate',
    needs: [],
  },
  {
    action: 'markReady',
    label: 'Mark ready',
    from: ['accepted', 'preparing'],
    to: 'ready',
    movers: ['store', 'staff'],
    permission: 'order.operate',
    needs: ['packed-weights'],
  },
  {
    action: 'assignRider',
    label: 'Assign rider',
    from: ['pending', 'accepted', 'preparing', 'ready'],
    to: null,
    movers: ['staff', 'rider', 'system'],
    permission: 'delivery.operate',
    needs: ['delivery-order'],
  },
  {
    action: 'unassignRider',
    label: 'Unassign rider',
    from: ['pending', 'accepted', 'preparing', 'ready'],
    to: null,
    movers: ['staff', 'rider', 'system'],
    permission: 'delivery.operate',
    needs: ['delivery-order', 'rider-assigned'],
  },
  {
    action: 'pickUp',
    label: 'Picked up',
    from: ['ready'],
    to: 'picked_up',
    movers: ['rider', 'staff'],
    permission: 'order.operate',
    needs: ['delivery-order', 'rider-assigned'],
  },
  {
    action: 'deliver',
    label: 'Delivered',
    from: ['picked_up'],
    to: 'delivered',
    movers: ['rider', 'staff'],
    permission: 'order.operate',
    needs: ['delivery-order'],
  },
  {
    action: 'collect',
    label: 'Collected by customer',
    from: ['ready'],
    to: 'delivered',
    movers: ['store', 'staff'],
    permission: 'order.operate',
    needs: ['pickup-order'],
  },
  {
    action: 'fail',
    label: 'Delivery failed',
    from: ['picked_up'],
    to: 'failed',
    movers: ['rider', 'staff'],
    permission: 'order.operate',
    needs: [],
  },
  {
    action: 'cancel',
    label: 'Cancel order',
    from: ['placed', 'scheduled', 'pending', 'accepted', 'preparing', 'ready'],
    to: 'cancelled',
    movers: ['customer', 'staff', 'system'],
    permission: 'cancellation.operate',
    needs: [],
  },
  {
    action: 'restore',
    label: 'Restore order',
    from: ['cancelled', 'rejected'],
    to: 'accepted',
    movers: ['staff'],
    permission: 'restoration.operate',
    needs: ['ended-recently', 'paid-or-due', 'payment-good'],
  },
  {
    action: 'claim',
    label: 'Claim',
    from: ['pending', 'accepted', 'preparing', 'ready', 'picked_up'],
    to: null,
    movers: ['staff'],
    permission: 'order.operate',
    needs: ['unclaimed'],
  },
  {
    action: 'unclaim',
    label: 'Release claim',
    from: ['pending', 'accepted', 'preparing', 'ready', 'picked_up'],
    to: null,
    movers: ['staff'],
    permission: 'order.operate',
    needs: ['claimed'],
  },
]

/**
 * Moves of the payment's own machine. An online order whose payment is `none` waits as `placed` until its channel reports one (0028). A restored order takes back what its ending did as long as no money has moved: `voided` and
 * `refunded` then go back to what they came from.
 */
export const paymentTransitions: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  none: ['authorised', 'captured', 'due', 'failed'],
  authorised: ['captured', 'voided', 'failed'],
  captured: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: ['captured', 'partially_refunded'],
  voided: ['authorised', 'due'],
  failed: [],
  due: ['collected', 'voided'],
  collected: ['deposited', 'partially_refunded', 'refunded'],
  deposited: ['partially_refunded', 'refunded'],
}

/** Moves of the delivery leg's own machine; a reassignment goes back to `unassigned`. */
export const deliveryTransitions: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  unassigned: ['offered', 'assigned'],
  offered: ['assigned', 'unassigned'],
  assigned: ['at_store', 'picked', 'unassigned'],
  at_store: ['picked', 'unassigned'],
  picked: ['at_customer', 'done', 'failed'],
  at_customer: ['done', 'failed'],
  done: [],
  failed: [],
}

/** The transition of an action; every action has exactly one. */
export function transitionOf(action: OrderAction): OrderTransition {
  const found = orderTransitions.find((transition) => transition.action === action)
  if (!found) throw new Error(`no transition for ${action}`)
  return found
}
