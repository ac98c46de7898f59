import { addMinutes, distanceKm, type Instant, type Point, roadMinutes } from '@larder/contract'

const handOverMinutes = 5

/** Minutes on the road between store and customer; null where either place is not known. */
export function travelMinutesBetween(from: Point, to: Point | null | undefined): number | null {
  return to ? roadMinutes(distanceKm(from, to)) : null
}

/** When the customer is told to have it: preparation, the road and handing over; a pick-up is ready to collect. Never before the slot's end. */
export function promiseOf(facts: { from: Instant; prepMinutes: number; travelMinutes: number | null; slotTo: Instant | null }): Instant {
  const road = facts.travelMinutes === null ? 0 : facts.travelMinutes + handOverMinutes
  const computed = addMinutes(facts.from, facts.prepMinutes + road)
  return facts.slotTo !== null && facts.slotTo > computed ? facts.slotTo : computed
}

/** When a scheduled order must reach its store to be there as its slot begins. */
export function releaseAt(slotFrom: Instant, prepMinutes: number, travelMinutes: number | null): Instant {
  return addMinutes(slotFrom, -(prepMinutes + (travelMinutes === null ? 0 : travelMinutes + handOverMinutes)))
}
