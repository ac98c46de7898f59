import * as z from 'zod/mini'
import { enumOf, keysOf } from '../values/collection.ts'
import { roadMinutes } from '../values/geo.ts'

/** What speaks against a rider for an order, each in minutes: the way itself, and what a dispatcher would weigh as so many minutes more. */
export const proposalFactorLabels = {
  way: 'Way to the store',
  load: 'Carries orders',
  area: 'Rides in other areas',
  cash: 'Close to the cash limit',
  documents: 'A document has ended',
  vehicle: 'Bulky goods by bicycle',
  battery: 'Phone nearly out of battery',
  unseen: 'Not seen lately',
} as const
export const ProposalFactor = enumOf(proposalFactorLabels)
export type ProposalFactor = z.infer<typeof ProposalFactor>

/** Minutes that each factor counts as; the way counts as it is ridden. */
export const proposalWeights = {
  /** For each order that they carry already. */
  load: 6,
  area: 4,
  /** Once with this order they would carry more than four fifths of what they may. */
  cash: 3,
  documents: 10,
  vehicle: 8,
  /** Their phone has less than 15 % left: soon nobody knows where they are. */
  battery: 5,
  /** Of whom nobody knows where they are: as somebody far away. */
  unseen: 20,
} as const satisfies Record<Exclude<ProposalFactor, 'way'>, number>
const nearLimit = 0.8
const lowBatteryPct = 15

/** What a rider looks like to whoever assigns an order. */
export interface RiderSeen {
  id: string
  name: string
  /** To the store; null where nobody knows where they are. */
  distanceKm: number | null
  activeOrders: number
  ridesInArea: boolean
  /** Of what they may carry in cash, with this order; null of one that is paid. */
  cashShare: number | null
  hasEndedDocument: boolean
  isByBicycle: boolean
  /** What is left in the battery of their phone; null where it was not told. */
  batteryPct: number | null
}

export const ProposalReason = z.strictObject({ factor: ProposalFactor, minutes: z.int() })
export type ProposalReason = z.infer<typeof ProposalReason>

/** What speaks against a rider for an order, in minutes that add up. Pure. */
export function weigh(rider: RiderSeen, isBulky: boolean): ProposalReason[] {
  const { distanceKm, activeOrders, ridesInArea, cashShare, hasEndedDocument, isByBicycle, batteryPct } = rider
  const minutes: Record<ProposalFactor, number> = {
    way: distanceKm === null ? 0 : roadMinutes(distanceKm),
    load: activeOrders * proposalWeights.load,
    area: ridesInArea ? 0 : proposalWeights.area,
    cash: cashShare !== null && cashShare > nearLimit ? proposalWeights.cash : 0,
    documents: hasEndedDocument ? proposalWeights.documents : 0,
    vehicle: isByBicycle && isBulky ? proposalWeights.vehicle : 0,
    battery: batteryPct !== null && batteryPct < lowBatteryPct ? proposalWeights.battery : 0,
    unseen: distanceKm === null ? proposalWeights.unseen : 0,
  }
  return keysOf(minutes)
    .filter((factor) => (factor === 'way' ? distanceKm !== null : minutes[factor] > 0))
    .map((factor) => ({ factor, minutes: minutes[factor] }))
}

export const minutesOf = (reasons: readonly ProposalReason[]): number => reasons.reduce((sum, { minutes }) => sum + minutes, 0)

/** Riders for an order, the proposed one first: by the minutes that speak against them, then the fewest orders, then the nearest. Pure. */
export function rankRiders<R extends RiderSeen>(
  riders: readonly R[],
  isBulky: boolean,
): { rider: R; reasons: ProposalReason[]; minutes: number }[] {
  return riders
    .map((rider) => {
      const reasons = weigh(rider, isBulky)
      return { rider, reasons, minutes: minutesOf(reasons) }
    })
    .toSorted(
      (a, b) =>
        a.minutes - b.minutes ||
        a.rider.activeOrders - b.rider.activeOrders ||
        (a.rider.distanceKm ?? Infinity) - (b.rider.distanceKm ?? Infinity) ||
        (a.rider.id < b.rider.id ? -1 : 1),
    )
}
