import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { Named } from '../page.ts'
import { enumOf, keysOf } from '../values/collection.ts'
import { roadMinutes } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { LocalDate } from '../values/local-date.ts'

/** What speaks against a rider for an order, each in minutes: the way itself, and what a dispatcher would weigh as so many minutes more. */
export const proposalFactorLabels = {
  way: 'Way to the store',
  load: 'Carries orders',
  area: 'Rides in other areas',
  cash: 'Close to the cash limit',
  documents: 'A document has ended',
  vehicle: 'Bulky goods by bicycle',
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
  /** Of whom nobody knows where they are: as somebody far away. */
  unseen: 20,
} as const satisfies Record<Exclude<ProposalFactor, 'way'>, number>
const nearLimit = 0.8

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
}

export const ProposalReason = z.strictObject({ factor: ProposalFactor, minutes: z.int() })
export type ProposalReason = z.infer<typeof ProposalReason>

/** What speaks against a rider for an order, in minutes that add up. Pure. */
export function weigh(rider: RiderSeen, isBulky: boolean): ProposalReason[] {
  const { distanceKm, activeOrders, ridesInArea, cashShare, hasEndedDocument, isByBicycle } = rider
  const minutes: Record<ProposalFactor, number> = {
    way: distanceKm === null ? 0 : roadMinutes(distanceKm),
    load: activeOrders * proposalWeights.load,
    area: ridesInArea ? 0 : proposalWeights.area,
    cash: cashShare !== null && cashShare > nearLimit ? proposalWeights.cash : 0,
    documents: hasEndedDocument ? proposalWeights.documents : 0,
    vehicle: isByBicycle && isBulky ? proposalWeights.vehicle : 0,
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

/** So many orders are told one by one, those first of which most would have been saved. */
export const mostReplayed = 50

export const ProposalReplay = z.strictObject({
  day: LocalDate,
  /** Orders of the day that a rider was assigned to. */
  orders: z.int(),
  /** Of these, those of which the place of at least two riders is known at that moment, the assigned one among them. */
  compared: z.int(),
  /** Of those compared, how often the proposed rider was the one assigned. */
  agreed: z.int(),
  /** Minutes of way to the store that the proposed riders would have ridden less than the assigned ones, all together; may be less than none. */
  savedMinutes: z.int(),
  rows: z.array(
    z.strictObject({
      order: Named,
      assigned: Named,
      proposed: Named,
      assignedMinutes: z.int(),
      proposedMinutes: z.int(),
      proposedOrders: z.int(),
      assignedOrders: z.int(),
    }),
  ),
})
export type ProposalReplay = z.infer<typeof ProposalReplay>

/** What would have been proposed, held against what was done. */
export const riderProposalContract = /* @__PURE__ */ contract('rider-proposal', {
  replay: get('/rider-proposals/replay', {
    permission: 'delivery.view',
    query: z.strictObject({ branchId: z.optional(idOf('branch')), day: z.optional(LocalDate) }),
    response: ProposalReplay,
    alsoShows: ['rider', 'order', 'rider-shift'],
    summary: 'The riders that would have been proposed on a day, yesterday unless told, against those that were assigned',
  }),
})
