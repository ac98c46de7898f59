import { addSeconds, boardAt, type FloorReplay, type Instant, keysOf, positionAt } from '@larder/contract'
import { Card } from '#kit/layout/card.tsx'
import { MapView } from '#kit/map/map.tsx'
import { floorMarkers } from './floor-markers.ts'
import { MapLegend } from './map-legend.tsx'
import { isStale, pointOf } from './way.ts'

/** Of whom nothing was heard for so long nobody knows where they were. */
const lostSeconds = 900

/** Stores of open orders, customers whose orders were on the way, and riders where they were heard of last, at an instant. */
export function ReplayMap({ replay, at }: { replay: FloorReplay; at: Instant }) {
  const board = boardAt(replay.orders, at)
  const open = new Set(keysOf(board).flatMap((stage) => board[stage].map(({ order }) => order.storeId)))
  const riders = replay.riders.flatMap((rider) => {
    const position = positionAt(rider, at)
    if (!position || addSeconds(position.at, lostSeconds) < at) return []
    // Of a long window a position stands for as long as it takes until the next one that was read.
    return [{ id: rider.id, name: rider.name, position, isStale: isStale(addSeconds(position.at, replay.everySeconds), at) }]
  })
  const floor = {
    orders: board.out.map(({ order }) => order),
    stores: replay.stores.filter(({ id }) => open.has(id)),
    riders,
  }
  const frame = [
    ...replay.stores.map(({ point }) => point),
    ...replay.orders.flatMap(({ customerPoint }) => (customerPoint ? [pointOf(customerPoint)] : [])),
  ]
  return (
    <Card title="Map">
      <MapView label="Map of the shift" height={420} markers={floorMarkers(floor, at)} frame={frame} isClustered />
      <MapLegend />
    </Card>
  )
}
