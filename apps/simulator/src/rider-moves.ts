import { type ChannelOrderEvent, distanceKm, msOf, type Point } from '@larder/contract'
import type { Fate } from './fate.ts'
import { type ActiveOrder, dueOf } from './store-moves.ts'

/** A rider as this program moves them. */
export interface Rider {
  id: string
  branchId: string
  point: Point
  shiftState: string
}

/** What a rider does next for an order: rides on, waits, or says something. */
export type RiderMove = { ride: Point } | { wait: true } | { say: ChannelOrderEvent }

const kmPerHour = 20
const nearKm = 0.03

/** What the rider of an order does now. `arrivedMs`: since when they stand where they are. Pure. */
export function nextRiderMove(order: ActiveOrder, rider: Rider, fate: Fate, moment: { nowMs: number; arrivedMs: number }): RiderMove {
  const goal = order.deliveryState === 'picked' || order.deliveryState === 'at_customer' ? order.customerPoint : order.storePoint
  const isThere = goal === null || distanceKm(rider.point, goal) <= nearKm
  switch (order.deliveryState) {
    case 'assigned':
      return isThere ? { say: { type: 'arriveAtStore', as: 'rider' } } : { ride: order.storePoint }
    case 'at_store':
      return order.status === 'ready' ? { say: { type: 'pickUp', as: 'rider' } } : { wait: true }
    case 'picked':
      return goal === null || isThere ? { say: { type: 'arriveAtCustomer', as: 'rider' } } : { ride: goal }
    case 'at_customer':
      return moment.nowMs >= moment.arrivedMs + fate.handOverMs ? { say: atDoor(order, fate) } : { wait: true }
    default:
      return { wait: true }
  }
}

function atDoor(order: ActiveOrder, { fails }: Fate): ChannelOrderEvent {
  return fails === null ? { type: 'deliver', as: 'rider', ...dueOf(order) } : { type: 'fail', as: 'rider', reason: fails }
}

/** Where a rider is after so many milliseconds on the straight way to a goal; never beyond it. */
export function rideTowards(from: Point, goal: Point, ms: number, speed: number): Point {
  const km = distanceKm(from, goal)
  const reach = (kmPerHour * speed * ms) / 3_600_000
  const share = km <= reach ? 1 : reach / km
  const between = (a: number, b: number) => Math.round((a + (b - a) * share) * 1e6) / 1e6
  return { lat: between(from.lat, goal.lat), lng: between(from.lng, goal.lng) }
}

/** Whether a ready order has waited long enough for a rider to take it without being sent. */
export function awaitsRider(order: ActiveOrder, fate: Fate, nowMs: number): boolean {
  const isFree = order.orderType === 'delivery' && order.deliveryState === 'unassigned' && order.status === 'ready'
  return isFree && order.readyAt !== null && nowMs >= msOf(order.readyAt) + fate.takeOverMs
}

/**
 * Who takes what: orders in the given turn, each the nearest free rider of its branch whom it was not refused. Nobody gets two. Pure.
 */
export function assignRiders(
  orders: readonly (ActiveOrder & { branchId: string })[],
  free: readonly Rider[],
  isRefused: (orderId: string, riderId: string) => boolean,
): { order: ActiveOrder; rider: Rider }[] {
  const left = new Set(free)
  return orders.flatMap((order) => {
    const able = [...left].filter(({ id, branchId }) => branchId === order.branchId && !isRefused(order.id, id))
    const rider = able.reduce<Rider | null>((best, one) => (best && kmTo(best, order) <= kmTo(one, order) ? best : one), null)
    if (rider === null) return []
    left.delete(rider)
    return [{ order, rider }]
  })
}

function kmTo({ point }: Rider, { storePoint }: ActiveOrder): number {
  return distanceKm(point, storePoint)
}
