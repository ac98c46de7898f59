import type { OrderAction } from './order-transitions.ts'
import type { RefundMove } from './resources/refund.ts'
import { keysOf } from './values/collection.ts'

/** What an entry of an order's timeline may be: a move of the order's machine, or something beside it. */
export type OrderEventType =
  | OrderAction
  | RefundMove
  | 'refund'
  | 'place'
  | 'again'
  | 'payment'
  | 'voidPayment'
  | 'noteDifference'
  | 'packWeights'
  | 'edit'
  | 'arriveAtStore'
  | 'arriveAtCustomer'
  | 'messageToCustomer'
  | 'messageToStore'
  | 'note'

interface EventWords {
  /** What happened, as the timeline says it. */
  label: string
  /** What somebody did: "Priya Nair …". */
  deed: string
}

const events: Readonly<Record<OrderEventType, EventWords>> = {
  place: { label: 'Order placed', deed: 'placed this order' },
  again: { label: 'Ordered again', deed: 'ordered this again' },
  payment: { label: 'Paid', deed: 'reported the payment of this order' },
  voidPayment: { label: 'Payment let go', deed: 'let the payment of this order go' },
  noteDifference: { label: 'Payment differs', deed: 'told of other money' },
  schedule: { label: 'Scheduled for later', deed: 'scheduled this order' },
  release: { label: 'Released to the store', deed: 'released this order' },
  accept: { label: 'Accepted', deed: 'accepted this order' },
  reject: { label: 'Rejected', deed: 'rejected this order' },
  delay: { label: 'Delayed', deed: 'delayed this order' },
  startPreparing: { label: 'Preparation started', deed: 'began to prepare this order' },
  markReady: { label: 'Ready', deed: 'marked this order ready' },
  packWeights: { label: 'Weights packed', deed: 'packed this order' },
  edit: { label: 'Edited', deed: 'edited this order' },
  assignRider: { label: 'Rider assigned', deed: 'assigned a rider' },
  unassignRider: { label: 'Rider unassigned', deed: 'unassigned the rider' },
  arriveAtStore: { label: 'Rider at the store', deed: 'arrived at the store' },
  pickUp: { label: 'Picked up', deed: 'picked this order up' },
  arriveAtCustomer: { label: 'Rider at the customer', deed: 'arrived at the customer' },
  deliver: { label: 'Delivered', deed: 'delivered this order' },
  collect: { label: 'Collected by the customer', deed: 'handed this order over' },
  fail: { label: 'Delivery failed', deed: 'reported a failed delivery' },
  cancel: { label: 'Cancelled', deed: 'cancelled this order' },
  restore: { label: 'Restored', deed: 'restored this order' },
  claim: { label: 'Claimed', deed: 'claimed this order' },
  takeOver: { label: 'Taken over', deed: 'took this order over' },
  unclaim: { label: 'Claim released', deed: 'gave up the claim' },
  handOver: { label: 'Handed over', deed: 'handed over this order' },
  refund: { label: 'Refund', deed: 'refunded this order' },
  approveRefund: { label: 'Refund approved', deed: 'approved a refund' },
  sendRefund: { label: 'Refund sent', deed: 'sent a refund' },
  retryRefund: { label: 'Refund sent again', deed: 'sent a refund again' },
  completeRefund: { label: 'Refund done', deed: 'finished a refund' },
  failRefund: { label: 'Refund did not go through', deed: 'reported that a refund did not go through' },
  declineRefund: { label: 'Refund declined', deed: 'declined a refund' },
  messageToCustomer: { label: 'Message to the customer', deed: 'wrote to the customer' },
  messageToStore: { label: 'Message to the store', deed: 'wrote to the store' },
  note: { label: 'Note', deed: 'added a note' },
}
export const orderEventTypes = /* @__PURE__ */ keysOf(events)

const other: EventWords = { label: 'Changed', deed: 'changed this order' }

/** The words of an entry; of a type that is not in use any more those of any change. */
export function eventWordsOf(type: string): EventWords {
  return (events as Partial<Record<string, EventWords>>)[type] ?? other
}
