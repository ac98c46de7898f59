import { addMinutes, distanceKm, type Instant, leadHoursOf, type Point, roadMinutes, type Vertical } from '@larder/contract'

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

/** The longest notice that one of these needs, in hours: what is bought together is begun together. */
export function longestNotice(vertical: Vertical, items: readonly { lead_hours: number | null }[]): number {
  return Math.max(0, ...items.map(({ lead_hours: own }) => leadHoursOf(vertical, own)))
}

/** When a scheduled order must reach its store to be there as its slot begins: preparation takes as long as the store says, or as the notice that its items need. */
export function releaseAt(slotFrom: Instant, facts: { prepMinutes: number; leadHours: number; travelMinutes: number | null }): Instant {
  const road = facts.travelMinutes === null ? 0 : facts.travelMinutes + handOverMinutes
  return addMinutes(slotFrom, -(Math.max(facts.prepMinutes, facts.leadHours * 60) + road))
}
