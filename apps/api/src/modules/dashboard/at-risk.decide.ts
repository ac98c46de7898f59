import { type AtRisk, addMinutes, type Instant, minutesBetween, type OrderRow } from '@larder/contract'
import type { OrderUnderWay } from '#modules/order/read/promised.service.ts'

/** What tells whether an order will be late. */
export type Promised = Omit<OrderUnderWay, 'row' | 'storePhone' | 'riderPhone'> & Pick<OrderRow, 'status' | 'orderType'>

export type Risk = Pick<AtRisk, 'threat' | 'deadline' | 'because' | 'remedy'>

/** Minutes of slack at which an order is not yet late, or not yet rejected by itself, but worth a look. */
export const watchedSlack = 5

/**
 * Why an order is about to be late and the cheapest thing that may help, or null while it is on course: when what is still to be done
 * takes longer than the promise leaves, less a few minutes. One that nobody has answered has until it is rejected by itself. A pick-up
 * that is ready waits for its customer: it is not late.
 */
export function riskOf(order: Promised, now: Instant): Risk | null {
  const toAnswer = order.rejectsAt === null ? Number.POSITIVE_INFINITY : minutesBetween(now, order.rejectsAt)
  if (order.rejectsAt !== null && toAnswer < watchedSlack)
    return { threat: 'rejected', deadline: order.rejectsAt, because: 'not-accepted', remedy: 'accept' }
  if (order.promisedAt === null) return null
  const minutesLeft = minutesBetween(now, order.promisedAt)
  if (order.status === 'ready' && order.orderType === 'pickup') return null
  const preparingLeft = preparingMinutesLeft(order, now)
  if (minutesLeft - preparingLeft - order.travelMinutes >= watchedSlack) return null
  return { threat: 'late', deadline: order.promisedAt, ...causeOf(order, preparingLeft) }
}

function causeOf({ status, hasRider, canDelay }: Promised, preparingLeft: number): Pick<Risk, 'because' | 'remedy'> {
  if (status === 'pending') return { because: 'not-accepted', remedy: 'accept' }
  if (status === 'picked_up') return { because: 'on-the-way', remedy: 'call-rider' }
  if (status === 'ready')
    return hasRider ? { because: 'not-picked-up', remedy: 'call-rider' } : { because: 'no-rider', remedy: 'assign-rider' }
  // The store is still within its own minutes: only a new promise is honest.
  return { because: 'preparing-late', remedy: preparingLeft > 0 && canDelay ? 'delay' : 'call-store' }
}

function preparingMinutesLeft({ status, acceptedAt, prepMinutes }: Promised, now: Instant): number {
  if (status === 'pending') return prepMinutes
  if (status !== 'accepted' && status !== 'preparing') return 0
  return acceptedAt === null ? prepMinutes : Math.max(0, minutesBetween(now, addMinutes(acceptedAt, prepMinutes)))
}
