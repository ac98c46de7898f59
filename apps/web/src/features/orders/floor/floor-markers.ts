import type { FloorReplay, Instant, Point } from '@larder/contract'
import type { MapMarker } from '#kit/map/shapes.ts'
import { timeLeft } from '../promise.tsx'
import { type Position, pointOf } from './way.ts'

/** An order where it goes. */
export interface BoundOrder {
  id: string
  number: string
  customerPoint: Point | null
  promisedAt: Instant | null
}

/** A rider where they were heard of last. */
export interface HeardRider {
  id: string
  name: string
  position: Position
  isStale: boolean
}

interface Floor {
  orders: readonly BoundOrder[]
  stores: FloorReplay['stores']
  riders: readonly HeardRider[]
}

/** What is pressed on the floor, and what is chosen. */
export interface Pressing {
  chosen: string | null
  onOrder: (id: string) => void
  onRider: (id: string) => void
  /** What one dragged onto the other means, for whoever may assign. */
  assign?: Assigning | undefined
}

interface Assigning {
  /** Orders that a rider can be given. */
  orders: ReadonlySet<string>
  /** An order is meant for a rider. */
  begin: (orderId: string, riderId: string) => void
}

/** What the floor looks like at an instant, now or then: stores, orders where they go, riders where they were heard of last; what is late says so. */
export function floorMarkers({ orders, stores, riders }: Floor, at: Instant, pressing?: Pressing): MapMarker[] {
  return [
    ...stores.map(({ id, name, point }) => ({ id: `store-${id}`, kind: 'store' as const, point, label: name })),
    ...orders.flatMap(({ id, number, customerPoint, promisedAt }) => {
      if (!customerPoint) return []
      const late = lateWords(promisedAt, at)
      const pressed = pressing && {
        isChosen: pressing.chosen === id,
        onPress: () => pressing.onOrder(id),
        ...dropped(pressing, 'order', id),
      }
      const label = late ? `${number}, ${late}` : number
      return [{ id: `order-${id}`, kind: 'customer' as const, point: customerPoint, label, isLate: late !== null, ...pressed }]
    }),
    ...riders.map(({ id, name, position, isStale }) => {
      const pressed = pressing && {
        isChosen: pressing.chosen === id,
        onPress: () => pressing.onRider(id),
        ...dropped(pressing, 'rider', id),
      }
      return { id: `rider-${id}`, kind: 'rider' as const, point: pointOf(position), label: name, isStale, ...pressed }
    }),
  ]
}

/** An order dragged onto a rider is meant for them, and a rider onto an order as well; nothing else takes either. */
function dropped({ assign }: Pressing, kind: 'order' | 'rider', id: string): Pick<MapMarker, 'drop'> {
  if (!assign || (kind === 'order' && !assign.orders.has(id))) return {}
  const other = kind === 'order' ? 'rider' : 'order'
  return {
    drop: {
      takenBy: (onto) => kindOf(onto) === other && (other === 'rider' || assign.orders.has(recordOf(onto))),
      done: (onto) => (kind === 'order' ? assign.begin(id, recordOf(onto)) : assign.begin(recordOf(onto), id)),
    },
  }
}

/** Of a marker's id: what it is of, and which record. */
export const kindOf = (marker: string): string => marker.slice(0, marker.indexOf('-'))
export const recordOf = (marker: string): string => marker.slice(marker.indexOf('-') + 1)

/** By how much something promised is late at an instant; null of what is not. */
export function lateWords(promisedAt: Instant | null, at: Instant): string | null {
  if (!promisedAt) return null
  const { figure, direction, isLate } = timeLeft(promisedAt, at)
  return isLate ? `${figure} ${direction}` : null
}
