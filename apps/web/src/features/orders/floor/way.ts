import {
  addMinutes,
  addSeconds,
  arrivalOf,
  distanceKm,
  type Instant,
  type Order,
  type OrderTrack,
  type Point,
  readyOf,
  roadMinutes,
} from '@larder/contract'
import { useRiderPositions } from '#api/live.ts'
import type { MapLine } from '#kit/map/shapes.ts'
import { isOver } from '../promise.tsx'

/** Where somebody was heard of, and when. */
export interface Position extends Point {
  at: Instant
}

/** The way so far is read anew so often while the order is under way; where the rider is now is told as they move. */
export const trackSeconds = 20
/** A rider who was heard of longer ago may be elsewhere. */
const staleSeconds = 60
export const isStale = (at: Instant, now: Instant) => addSeconds(at, staleSeconds) < now

export const pointOf = ({ lat, lng }: Point): Point => ({ lat, lng })

interface Seen {
  id: string
  point: Point | null
  positionedAt: Instant | null
}

/** Where riders were heard of last: by what is told as they move, or as their records say; null of one who never was. */
export function usePositions(): (rider: Seen | null) => Position | null {
  const told = useRiderPositions()
  return (rider) => {
    const own = rider?.point && rider.positionedAt ? { ...rider.point, at: rider.positionedAt } : null
    const heard = told[rider?.id ?? '']
    return heard && (!own || heard.at > own.at) ? heard : own
  }
}

/** Where the rider of an order was heard of last. */
export function useLivePosition({ riderDetail }: Pick<Order, 'riderDetail'>): Position | null {
  return usePositions()(riderDetail)
}

/** The way so far, to where the rider was heard of last. */
export function wayOf({ points }: OrderTrack, live: Position | null): Position[] {
  const last = points.at(-1)
  return live && last && live.at > last.at ? [...points, live] : last ? points : live ? [live] : []
}

interface Bound extends Pick<Order, 'status' | 'pickedUpAt' | 'storePoint'> {
  customerPoint: Point | null
}

/** The way so far, and the way ahead from where its rider is: by the store until they have picked it up. */
export function linesOf(order: Bound, way: readonly Position[], at: Position | undefined): MapLine[] {
  const ahead = [
    ...(at && !isOver(order) ? [at] : []),
    ...(order.pickedUpAt === null ? [order.storePoint] : []),
    ...(order.customerPoint ? [order.customerPoint] : []),
  ]
  return [
    ...(way.length > 1 ? [{ id: 'way#', points: way.map(pointOf), label: 'Way so far' }] : []),
    ...(ahead.length > 1 && !isOver(order) ? [{ id: 'plan#', points: ahead.map(pointOf), label: 'Way ahead', isPlanned: true }] : []),
  ]
}

type Way = Pick<Bound, 'pickedUpAt' | 'storePoint' | 'customerPoint'>

/** Kilometres that a rider has before them: by way of the store, until they have picked it up; null where a place is not known. */
export function kmLeft({ pickedUpAt, storePoint, customerPoint }: Way, rider: Point | null): number | null {
  if (!customerPoint) return null
  if (pickedUpAt !== null) return rider && distanceKm(rider, customerPoint)
  return (rider ? distanceKm(rider, storePoint) : 0) + distanceKm(storePoint, customerPoint)
}

/** As whoever assigns a rider is told it: they wait at the store until it is ready. Nobody knows where its rider is, or who: then as if they were at the store. */
export function arrivalFrom(order: Way & Parameters<typeof readyOf>[0], rider: Point | null, now: Instant): Instant | null {
  const { pickedUpAt, storePoint, customerPoint } = order
  if (!customerPoint) return null
  if (pickedUpAt !== null) return rider && addMinutes(now, roadMinutes(distanceKm(rider, customerPoint)))
  const travelMinutes = roadMinutes(distanceKm(storePoint, customerPoint))
  const toStore = rider ? roadMinutes(distanceKm(rider, storePoint)) : 0
  return arrivalOf({ now, toStore, readyAt: readyOf(order, now), travelMinutes })
}
