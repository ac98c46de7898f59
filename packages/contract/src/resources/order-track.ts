import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { byId, Named } from '../page.ts'
import { addMinutes, Instant } from '../values/instant.ts'

/** Where a rider was; one every ten seconds at most. */
export const TrackPoint = z.strictObject({ lat: z.number(), lng: z.number(), at: Instant })
export type TrackPoint = z.infer<typeof TrackPoint>

/** The way of the rider who has an order, or had it last. */
export const OrderTrack = z.strictObject({
  rider: z.nullable(Named),
  /** From when they were given the order until it was over, oldest first. */
  points: z.array(TrackPoint),
})
export type OrderTrack = z.infer<typeof OrderTrack>

/** Where an order goes: apart from the order, whose pages need none of it. */
export const orderTrackContract = /* @__PURE__ */ contract('order', {
  track: get('/orders/:id/track', {
    permission: 'delivery.view',
    params: byId('order'),
    response: OrderTrack,
    alsoShows: ['rider'],
    summary: "The way of an order's rider since they were given it, as far as it is kept",
  }),
})

interface Prepared {
  readyAt: Instant | null
  acceptedAt: Instant | null
  /** The order's own, else its store's. */
  prepMinutes: number
}

/** When an order is ready or was, accepted now at the earliest. Pure. */
export function readyOf({ readyAt, acceptedAt, prepMinutes }: Prepared, now: Instant): Instant {
  return readyAt ?? addMinutes(acceptedAt ?? now, prepMinutes)
}

/**
 * When a rider would be at the customer of an order: they reach the store after so many minutes, wait there until it is ready,
 * and ride on. Null where a way is not known. Pure.
 */
export function arrivalOf(facts: { now: Instant; toStore: number | null; readyAt: Instant; travelMinutes: number | null }): Instant | null {
  const { now, toStore, readyAt, travelMinutes } = facts
  if (toStore === null || travelMinutes === null) return null
  const atStore = addMinutes(now, toStore)
  return addMinutes(readyAt > atStore ? readyAt : atStore, travelMinutes)
}
