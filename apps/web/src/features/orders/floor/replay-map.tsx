import { addSeconds, boardAt, type FloorReplay, type Instant, keysOf, positionAt } from '@larder/contract'
import { EmptyState } from '#kit/feedback/feedback.tsx'
import { Card } from '#kit/layout/card.tsx'
import { MapView } from '#kit/map/map.tsx'

/** A rider who was heard of longer ago may have been elsewhere. */
const staleSeconds = 60
/** And so long ago, nobody knows. */
const lostSeconds = 900

/** Stores of open orders, customers whose orders were on the way, and riders where they were heard of last, at an instant. */
export function ReplayMap({ replay, at }: { replay: FloorReplay; at: Instant }) {
  const board = boardAt(replay.orders, at)
  const open = keysOf(board).flatMap((stage) => board[stage].map(({ order }) => order))
  const stores = new Set(open.map(({ storeId }) => storeId))
  const heard = replay.riders.flatMap((rider) => {
    const position = positionAt(rider, at)
    return position && addSeconds(position.at, lostSeconds) >= at ? [{ rider, position }] : []
  })
  const markers = [
    ...replay.stores
      .filter(({ id }) => stores.has(id))
      .map(({ id, name, point }) => ({ id: `store-${id}`, kind: 'store' as const, point, label: name })),
    ...board.out.flatMap(({ order: { id, number, customerPoint } }) =>
      customerPoint ? [{ id: `order-${id}`, kind: 'customer' as const, point: customerPoint, label: number }] : [],
    ),
    ...heard.map(({ rider, position: { lat, lng, at: on } }) => ({
      id: `rider-${rider.id}`,
      kind: 'rider' as const,
      point: { lat, lng },
      label: rider.name,
      isStale: addSeconds(on, Math.max(staleSeconds, replay.everySeconds)) < at,
    })),
  ]
  return (
    <Card title="Map">
      {markers.length === 0 ? (
        <EmptyState title="Nothing to show" text="No order was open at this instant." />
      ) : (
        <MapView label="Map of the shift" height={420} markers={markers} />
      )}
    </Card>
  )
}
