import { type Instant, msOf, type OrderEvent, type OrderStatus, relativeTime } from '@larder/contract'

/** A status inside a sentence: "the order is …". */
export const statusWords: Record<OrderStatus, string> = {
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

const eventWords: Record<string, string> = {
  place: 'placed this order',
  schedule: 'scheduled this order',
  payment: 'reported the payment of this order',
  release: 'released this order',
  accept: 'accepted this order',
  reject: 'rejected this order',
  delay: 'delayed this order',
  startPreparing: 'began to prepare this order',
  markReady: 'marked this order ready',
  packWeights: 'packed this order',
  assignRider: 'assigned a rider',
  unassignRider: 'took the order from its rider',
  arriveAtStore: 'arrived at the store',
  pickUp: 'picked this order up',
  arriveAtCustomer: 'arrived at the customer',
  deliver: 'delivered this order',
  collect: 'handed this order over',
  fail: 'reported a failed delivery',
  cancel: 'cancelled this order',
  restore: 'restored this order',
  claim: 'claimed this order',
  unclaim: 'gave up the claim',
  note: 'added a note',
}

/** "Priya Nair accepted this order 12 s ago." */
export function tellEvent(event: Pick<OrderEvent, 'type' | 'actorName' | 'at'>, now: Instant): string {
  return `${event.actorName} ${eventWords[event.type] ?? 'changed this order'} ${agoWords(event.at, now)}.`
}

function agoWords(at: Instant, now: Instant): string {
  const seconds = Math.max(0, Math.floor((msOf(now) - msOf(at)) / 1000))
  return seconds < 60 ? `${seconds} s ago` : relativeTime(at, now)
}
