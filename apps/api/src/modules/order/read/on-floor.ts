import type { FloorMap, FloorOrder, Instant, Point, ReplayOrder } from '@larder/contract'
import { expression } from '#db/packed.ts'

/** An order where its store and its customer are, as `onFloor` selects it. */
export interface OnFloor {
  id: string
  number: string
  vertical: FloorOrder['vertical']
  order_type: FloorOrder['orderType']
  store_id: string
  store_name: string
  lat: number
  lng: number
  customer_point: Point | null
  promised_at: Instant | null
  rider_id: string | null
}

/** The columns of `OnFloor`, of orders with their stores. */
export const onFloor =
  expression(`orders.id, orders.number, orders.vertical, orders.order_type, orders.store_id, store.display_name as store_name,
  store.lat, store.lng, orders.address -> 'point' as customer_point, orders.promised_at, orders.rider_id`)

/** What a map says of an order, open now or then. */
export function presentOnFloor(row: OnFloor): Omit<ReplayOrder, 'steps' | 'riderId' | 'carriedFrom'> {
  return {
    id: row.id as ReplayOrder['id'],
    number: row.number,
    vertical: row.vertical,
    orderType: row.order_type,
    storeId: row.store_id,
    customerPoint: row.customer_point,
    promisedAt: row.promised_at,
  }
}

/** The stores of orders, each once. */
export function storesOf(rows: readonly OnFloor[]): FloorMap['stores'] {
  const stores = new Map(
    rows.map(({ store_id, store_name, lat, lng }) => [store_id, { id: store_id, name: store_name, point: { lat, lng } }]),
  )
  return [...stores.values()]
}
