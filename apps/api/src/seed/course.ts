import { instantOf, msOf, type OrderStatus, type Reason } from '@larder/contract'
import { noAnswer, reasonReference } from '#modules/order/order.reference.ts'
import { promiseOf, releaseAt } from '#modules/order/place/promise.ts'
import type { Random } from './random.ts'

/** What happens to an order and when, in milliseconds. What lies beyond `now` has not happened. */
export interface Course {
  placed: number
  slot: { from: number; to: number } | null
  pending: number
  accepted: number
  preparing: number
  ready: number
  assigned: number
  /** Taken by the rider; of a pick-up order, the moment of the hand-over. */
  picked: number
  delivered: number
  prepMinutes: number
  promised: number
  delays: number
  end: {
    status: 'rejected' | 'cancelled' | 'failed'
    at: number
    reason: string
    party: Reason['party']
  } | null
}

const minute = 60_000
const keptShare = 0.88
/** When a rider takes an order over, between ready (0) and picked up (1). */
export const assignedAfter = 0.25
const rejections = ['item-unavailable', 'too-busy', 'closing-soon']
const cancellations = ['changed-mind', 'ordered-twice', 'wrong-address', 'took-too-long']
const failures = ['customer-unreachable', 'wrong-address', 'refused-at-door', 'rider-accident']

/** How an order goes, from one moment on: about 93 in a hundred are delivered, 88 in a hundred of those in time. */
export function drawCourse(
  random: Random,
  facts: { placed: number; slot: Course['slot']; leadHours: number; attended: boolean; prepMinutes: number; travelMinutes: number | null },
): Course {
  const { placed, slot, travelMinutes } = facts
  const prepMinutes = Math.max(5, facts.prepMinutes + 5 * random.whole(-1, 1))
  const pending = slot
    ? Math.max(placed, msOf(releaseAt(instantOf(slot.from), { prepMinutes, leadHours: facts.leadHours, travelMinutes })))
    : placed
  const accepted = pending + minutes(facts.attended ? random.between(0.2, 2.5) : random.between(0.8, 8))
  const promise = promiseOf({ from: instantOf(accepted), prepMinutes, travelMinutes, slotTo: slot ? instantOf(slot.to) : null })
  const delays = random.chance(0.05) ? 1 : 0
  const promised = msOf(promise) + delays * 10 * minute
  const stages = fitToPromise(random, drawStages(random, accepted, prepMinutes, travelMinutes), accepted, promised)
  const assigned = stages.ready + Math.round((stages.picked - stages.ready) * assignedAfter)
  const course: Course = { placed, slot, pending, accepted, ...stages, assigned, prepMinutes, promised, delays, end: null }
  return { ...course, end: drawEnd(random, course, facts.attended, travelMinutes !== null) }
}

interface Stages {
  preparing: number
  ready: number
  picked: number
  delivered: number
}

function drawStages(random: Random, accepted: number, prepMinutes: number, travelMinutes: number | null): Stages {
  const preparing = accepted + minutes(random.between(0.3, 3))
  const ready = preparing + minutes(prepMinutes * random.between(0.75, 1.1))
  const picked = ready + minutes(travelMinutes === null ? random.between(3, 18) : random.between(1, 7))
  const delivered = travelMinutes === null ? picked : picked + minutes(travelMinutes * random.between(0.7, 1.2) + random.between(1, 3))
  return { preparing, ready, picked, delivered }
}

/** Stretches or presses the stages so that the promise is kept as often as this city keeps it. */
function fitToPromise(random: Random, stages: Stages, accepted: number, promised: number): Stages {
  const [took, allowed] = [stages.delivered - accepted, promised - accepted]
  const isKept = random.chance(keptShare)
  if (isKept ? took <= allowed : took > allowed) return stages
  const factor = (allowed / took) * (isKept ? random.between(0.75, 0.99) : random.between(1.05, 1.6))
  const moved = (at: number) => accepted + Math.round((at - accepted) * factor)
  return {
    preparing: moved(stages.preparing),
    ready: moved(stages.ready),
    picked: moved(stages.picked),
    delivered: moved(stages.delivered),
  }
}

function drawEnd(random: Random, course: Course, attended: boolean, isDelivery: boolean): Course['end'] {
  const fate = random.next()
  if (fate < (attended ? 0.022 : 0.05)) {
    if (!attended && random.chance(0.5)) return endOf('rejected', noAnswer.code, course.pending + 10 * minute)
    return endOf('rejected', random.pick(rejections), course.pending + minutes(random.between(0.5, 6)))
  }
  if (fate < 0.062) {
    const reason = random.pick(cancellations)
    const isEarly = random.chance(0.4)
    const at = isEarly ? course.pending + minutes(random.between(0.2, 0.7)) : course.accepted + minutes(random.between(0.1, 5))
    // Nobody cancels what has left the store, however fast that was.
    return endOf('cancelled', reason, Math.min(at, course.picked - 1000))
  }
  if (fate > 0.99 && isDelivery) {
    return endOf('failed', random.pick(failures), course.delivered)
  }
  return null
}

const listOf = { rejected: 'reject', cancelled: 'cancel', failed: 'fail' } as const

/** An ending for a reason of the product's own list, which says whose it is. */
function endOf(status: keyof typeof listOf, reason: string, at: number): Course['end'] {
  const known = reasonReference.find(({ kind, code }) => kind === listOf[status] && code === reason)
  if (!known) throw new Error(`${reason} is no reason of an order that is ${status}`)
  return { status, at, reason, party: known.party }
}

/** How far a course has come: the moments of stages that are still ahead are null. */
export interface Standing {
  status: OrderStatus
  pending: number | null
  accepted: number | null
  preparing: number | null
  ready: number | null
  assigned: number | null
  picked: number | null
  delivered: number | null
  end: Course['end']
}

/** The course as far as it has come at a moment. */
export function standAt(course: Course, now: number): Standing {
  const end = course.end && course.end.at <= now ? course.end : null
  const until = end ? end.at : now
  const hands = end?.status === 'rejected' ? course.pending : until
  const isFailed = end?.status === 'failed'
  const at = (ms: number, limit = hands) => (ms <= limit ? ms : null)
  const stages = {
    pending: at(course.pending, until),
    accepted: at(course.accepted),
    preparing: at(course.preparing),
    ready: at(course.ready),
  }
  const road = { assigned: at(course.assigned), picked: at(course.picked), delivered: isFailed ? null : at(course.delivered) }
  return { ...stages, ...road, end, status: statusOf({ ...stages, ...road, end }) }
}

function statusOf(stand: Omit<Standing, 'status' | 'assigned'>): OrderStatus {
  if (stand.end) return stand.end.status
  if (stand.delivered !== null) return 'delivered'
  if (stand.picked !== null) return 'picked_up'
  if (stand.ready !== null) return 'ready'
  if (stand.preparing !== null) return 'preparing'
  if (stand.accepted !== null) return 'accepted'
  return stand.pending !== null ? 'pending' : 'scheduled'
}

function minutes(count: number): number {
  return Math.round(count * minute)
}
