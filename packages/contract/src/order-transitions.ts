import type { DeliveryState, OrderStatus, PaymentState } from './order-states.ts'
import type { Permission } from './permissions.ts'
import { keysOf } from './values/collection.ts'

/** Who may move an order, as the timeline says it: staff, the store's and the rider's own apps and the customer's (all through a channel key), or a timer. */
export const orderMoverLabels = { staff: 'staff', store: 'store', rider: 'rider', customer: 'customer', system: 'automatic' } as const
export type OrderMover = keyof typeof orderMoverLabels

export interface OrderTransition {
  action: OrderAction
  from: readonly OrderStatus[]
  /** Null: the order stays in its status (a delay, an assignment). */
  to: OrderStatus | null
  movers: readonly OrderMover[]
  permission: Permission
  /** A condition beyond the status, by name; the API's policy decides it and words the reason. */
  needs: readonly OrderNeed[]
}

/** What may be done with an order, as its buttons say it. */
export const orderActionLabels = {
  schedule: 'Schedule',
  release: 'Release now',
  accept: 'Accept order',
  reject: 'Reject order',
  delay: 'Delay',
  startPreparing: 'Start preparing',
  markReady: 'Mark ready',
  assignRider: 'Assign rider',
  unassignRider: 'Unassign rider',
  pickUp: 'Picked up',
  deliver: 'Delivered',
  collect: 'Collected by customer',
  fail: 'Delivery failed',
  cancel: 'Cancel order',
  restore: 'Restore order',
  claim: 'Claim',
  takeOver: 'Take over',
  handOver: 'Hand over',
  unclaim: 'Release claim',
} as const
export type OrderAction = keyof typeof orderActionLabels
export const orderActions = keysOf(orderActionLabels)
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
  | 'own-claim'
  | 'claim-of-another'

/** The order's machine (product.md section 3), as a table that can be printed. */
export const orderTransitions: readonly OrderTransition[] = [
  {
    action: 'schedule',
    from: ['placed'],
    to: 'scheduled',
    movers: ['system'],
    permission: 'order.operate',
    needs: ['slot-order'],
  },
  {
    action: 'release',
    from: ['placed', 'scheduled'],
    to: 'pending',
    movers: ['system', 'staff'],
    permission: 'order.operate',
    needs: ['paid-or-due', 'store-sells'],
  },
  {
    action: 'accept',
    from: ['pending'],
    to: 'accepted',
    movers: ['store', 'staff', 'system'],
    permission: 'order.operate',
    needs: [],
  },
  {
    action: 'reject',
    from: ['pending'],
    to: 'rejected',
    movers: ['store', 'staff', 'system'],
    permission: 'rejection.operate',
    needs: [],
  },
  {
    action: 'delay',
    from: ['accepted', 'preparing'],
    to: null,
    movers: ['store', 'staff'],
    permission: 'order.operate',
    needs: ['delay-left'],
  },
  {
    action: 'startPreparing',
    from: ['accepted'],
    to: 'preparing',
    movers: ['store', 'staff'],
    permission: 'order.operate',
    needs: [],
  },
  {
    action: 'markReady',
    from: ['accepted', 'preparing'],
    to: 'ready',
    movers: ['store', 'staff'],
    permission: 'order.operate',
    needs: ['packed-weights'],
  },
  {
    action: 'assignRider',
    from: ['pending', 'accepted', 'preparing', 'ready'],
    to: null,
    movers: ['staff', 'rider', 'system'],
    permission: 'delivery.operate',
    needs: ['delivery-order'],
  },
  {
    action: 'unassignRider',
    from: ['pending', 'accepted', 'preparing', 'ready'],
    to: null,
    movers: ['staff', 'rider', 'system'],
    permission: 'delivery.operate',
    needs: ['delivery-order', 'rider-assigned'],
  },
  {
    action: 'pickUp',
    from: ['ready'],
    to: 'picked_up',
    movers: ['rider', 'staff'],
    permission: 'order.operate',
    needs: ['delivery-order', 'rider-assigned'],
  },
  {
    action: 'deliver',
    from: ['picked_up'],
    to: 'delivered',
    movers: ['rider', 'staff'],
    permission: 'order.operate',
    needs: ['delivery-order'],
  },
  {
    action: 'collect',
    from: ['ready'],
    to: 'delivered',
    movers: ['store', 'staff'],
    permission: 'order.operate',
    needs: ['pickup-order'],
  },
  {
    action: 'fail',
    from: ['picked_up'],
    to: 'failed',
    movers: ['rider', 'staff'],
    permission: 'order.operate',
    needs: [],
  },
  {
    action: 'cancel',
    from: ['placed', 'scheduled', 'pending', 'accepted', 'preparing', 'ready'],
    to: 'cancelled',
    movers: ['customer', 'staff', 'system'],
    permission: 'cancellation.operate',
    needs: [],
  },
  {
    action: 'restore',
    from: ['cancelled', 'rejected'],
    to: 'accepted',
    movers: ['staff'],
    permission: 'restoration.operate',
    needs: ['ended-recently', 'paid-or-due', 'payment-good'],
  },
  {
    action: 'claim',
    from: ['pending', 'accepted', 'preparing', 'ready', 'picked_up'],
    to: null,
    movers: ['staff'],
    permission: 'order.operate',
    needs: ['unclaimed'],
  },
  {
    action: 'takeOver',
    from: ['pending', 'accepted', 'preparing', 'ready', 'picked_up'],
    to: null,
    movers: ['staff'],
    permission: 'order.operate',
    needs: ['claim-of-another'],
  },
  {
    action: 'handOver',
    from: ['pending', 'accepted', 'preparing', 'ready', 'picked_up'],
    to: null,
    movers: ['staff'],
    permission: 'order.operate',
    needs: ['own-claim'],
  },
  {
    action: 'unclaim',
    from: ['pending', 'accepted', 'preparing', 'ready', 'picked_up'],
    to: null,
    movers: ['staff', 'system'],
    permission: 'order.operate',
    needs: ['own-claim'],
  },
]

/**
 * Moves of the payment's own machine. An online order whose payment is `none` waits as `placed` until its channel reports one (0028). A restored order takes back what its ending did as long as no money has moved: `voided` and
 * `refunded` then go back to what they came from.
 */
export const paymentTransitions: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  // Money that comes once its order is over was taken, and goes back, in one.
  none: ['authorised', 'captured', 'due', 'failed', 'refunded'],
  // Let go although the order runs: whoever hands it over takes the money.
  authorised: ['captured', 'voided', 'failed', 'due'],
  captured: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded', 'captured'],
  refunded: ['captured', 'partially_refunded'],
  voided: ['authorised', 'due', 'refunded'],
  failed: [],
  due: ['collected', 'voided'],
  // Cash stays where it lies, whatever is refunded of it: what goes back says the refund itself.
  collected: ['deposited'],
  deposited: [],
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
