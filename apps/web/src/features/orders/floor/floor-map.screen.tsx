import {
  type FloorMap,
  type FloorOrder,
  floorContract,
  type Input,
  mostOnMap,
  orderContract,
  orderTrackContract,
  promisedStatuses,
} from '@larder/contract'
import { useEffect, useRef, useState } from 'react'
import { useRead } from '#api/client.ts'
import { branchFilter, verticalOptions } from '#entities/references.ts'
import { areasAround, localitiesAround } from '#entities/surroundings.ts'
import { useCan } from '#kit/access/access.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { EmptyState, Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { WithBackdrops } from '#kit/fields/backdrop.tsx'
import { optionsFrom } from '#kit/fields/options.ts'
import { FilterBar } from '#kit/filters/filter-bar.tsx'
import { oneOf } from '#kit/filters/filters.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Columns, Page } from '#kit/layout/page.tsx'
import { MapCanvas } from '#kit/map/map.tsx'
import type { MapLine } from '#kit/map/shapes.ts'
import { useNow } from '#kit/use-now.ts'
import type { Prepare } from '#kit/visit.ts'
import { whyNoRider } from '../assignable.ts'
import { AssignMeant, type Meant } from './assign-meant.tsx'
import { afterDrag, type Dragged, DragHint } from './drag-hint.tsx'
import { FloorCard } from './floor-card.tsx'
import { floorMarkers, type Pressing } from './floor-markers.ts'
import { FloorTable } from './floor-table.tsx'
import { MapLegend } from './map-legend.tsx'
import './floor-map.css'
import { isStale, linesOf, type Position, pointOf, trackSeconds, usePositions, wayOf } from './way.ts'
import '../board.css'
import { useAddress } from '#kit/use-address.ts'

const open: ReadonlySet<string> = new Set(promisedStatuses)
const openStatuses = optionsFrom(orderContract.statuses, {}, (all) =>
  all.flatMap(({ status, label }) => (open.has(status) ? [{ value: status, label }] : [])),
)
const filters = [branchFilter, oneOf('vertical', verticalOptions), oneOf('status', openStatuses)]
const keys = filters.flatMap((filter) => filter.keys)
const ground = [areasAround, localitiesAround]

/** What of an address cuts the map. */
function queryOf(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(keys.flatMap((key) => (params.get(key) ? [[key, params.get(key) ?? '']] : [])))
}
const inputOf = (params: URLSearchParams): Input<typeof floorContract.map> => ({ query: queryOf(params) })

export const prepare: Prepare = ({ address, read }) => {
  read(floorContract.map, inputOf(address.searchParams))
  read(orderContract.statuses, {})
}

/** All that is open on one map, with its riders as they move; what is chosen, and what cuts it, is in the address. */
export default function FloorMapScreen() {
  const [params, setAddress] = useAddress()
  const read = useRead(floorContract.map, inputOf(params))
  const put = (changes: Record<string, string | undefined>) => setAddress(changes, { replace: true })
  const branch = params.get('branchId')
  return (
    <Page
      title="Live map"
      subtitle="Open orders where they go, and riders where they were last seen."
      actions={<Button to={`/order/replay${branch ? `?branchId=${branch}` : ''}`}>Replay a shift</Button>}
    >
      <Stack gap={4}>
        <div className="board-filters">
          <FilterBar filters={filters} query={queryOf(params)} onChange={put} />
        </div>
        <Loading read={read} skeleton={<SkeletonCard lines={12} />}>
          {(floor) => (
            <Floor
              key={JSON.stringify(queryOf(params))}
              floor={floor}
              order={params.get('order')}
              rider={params.get('rider')}
              onChoose={put}
            />
          )}
        </Loading>
      </Stack>
    </Page>
  )
}

/** The orders that a rider can be given. */
function assignable({ orders }: FloorMap): ReadonlySet<string> {
  return new Set(orders.filter((order) => whyNoRider(order) === null).map(({ id }) => id))
}

interface FloorProps {
  floor: FloorMap
  order: string | null
  rider: string | null
  onChoose: (chosen: { order?: string; rider?: string }) => void
}

function Floor({ floor, order, rider, onChoose }: FloorProps) {
  const [meant, setMeant] = useState<Meant | null>(null)
  const [looked, setLooked] = useState<Looked | null>(null)
  const mayAssign = useCan(orderContract.assignRider.shape.permission)
  const card = useRef<HTMLElement>(null)
  // What is chosen in the table by key is acted on by key: the card stands behind all other rows.
  useEffect(() => {
    if (document.activeElement?.matches('td :focus-visible')) card.current?.focus({ preventScroll: true })
    // Where it does not stand beside the tables it is looked at by whoever chose there.
    if (order || rider) card.current?.scrollIntoView({ block: 'nearest' })
  }, [order, rider])
  if (floor.orders.length === 0 && floor.riders.length === 0)
    return <EmptyState title="Nothing is open" text="No order is under way here, and nobody is on shift. Both appear by themselves." />
  const choose = (chosen: { order?: string; rider?: string }, asked = 0) => {
    const id = chosen.order ?? chosen.rider
    setLooked(asked > 0 && id ? { id, asked } : null)
    onChoose({ order: '', rider: '', ...chosen })
  }
  const pressingFrom = (asked: number) => ({
    chosen: order ?? rider,
    onOrder: (id: string) => choose({ order: id }, asked),
    onRider: (id: string) => choose({ rider: id }, asked),
    assign: mayAssign
      ? { orders: assignable(floor), begin: (orderId: string, riderId: string) => setMeant({ orderId, riderId }) }
      : undefined,
  })
  // Where it is on the map is asked beside the map alone.
  const listed = pressingFrom((looked?.asked ?? 0) + 1)
  return (
    <Stack gap={4}>
      {floor.isCut && (
        <Alert tone="warning">
          {`There is more than a map can show at once: these are the ${mostOnMap} oldest orders and at most as many riders. Choose a branch or a vertical.`}
        </Alert>
      )}
      <div className="floor-map">
        <Columns
          main={
            <>
              <Drawn floor={floor} order={order} pressing={pressingFrom(0)} looked={looked} />
              <FloorTable floor={floor} pressing={listed} />
            </>
          }
          side={
            <section ref={card} tabIndex={-1} aria-label="What is chosen" className="floor-chosen">
              <FloorCard floor={floor} order={order} rider={rider} onOrder={listed.onOrder} onClose={() => choose({})} />
            </section>
          }
          isInSight
        />
      </div>
      {meant && <AssignMeant key={`${meant.orderId} ${meant.riderId}`} meant={meant} onAsked={() => setMeant(null)} />}
    </Stack>
  )
}

/** What was chosen beside the map, and how often it was by now: the map is centred on it each time. */
interface Looked {
  id: string
  asked: number
}

interface DrawnProps {
  floor: FloorMap
  order: string | null
  pressing: Pressing
  looked: Looked | null
}

/** The floor with the way of the chosen order. */
function Drawn({ floor, order: chosen, pressing, looked }: DrawnProps) {
  const now = useNow()
  const [dragged, setDragged] = useState<Dragged>(null)
  const positionOf = usePositions()
  const heard = floor.riders.flatMap((rider) => {
    const position = positionOf(rider)
    return position ? [{ id: rider.id, name: rider.name, position, isStale: isStale(position.at, now) }] : []
  })
  const order = floor.orders.find(({ id }) => id === chosen)
  const lines = useLines(floor, order, heard.find(({ id }) => id === order?.riderId)?.position ?? null)
  const frame = [...floor.stores, ...heard.map(({ position }) => ({ point: pointOf(position) }))].map(({ point }) => point)
  const known = order?.customerPoint ?? heard.find(({ id }) => id === pressing.chosen)?.position
  const sight = (known && pointOf(known)) ?? floor.stores.find(({ id }) => id === order?.storeId)?.point
  return (
    <WithBackdrops backdrops={ground}>
      {({ areas, dots }) => (
        <Stack gap={2}>
          <MapCanvas
            label="Live map"
            height={520}
            markers={floorMarkers({ orders: floor.orders, stores: floor.stores, riders: heard }, now, pressing)}
            polygons={areas}
            dots={dots}
            lines={lines}
            frame={[...frame, ...floor.orders.flatMap(({ customerPoint }) => customerPoint ?? [])]}
            sight={sight}
            centre={sight && looked?.id === pressing.chosen ? { point: sight, asked: looked.asked } : undefined}
            onDrag={(drag) => setDragged((before) => afterDrag(before, drag))}
            isClustered
          />
          <MapLegend />
          {pressing.assign && <DragHint floor={floor} dragged={dragged} />}
        </Stack>
      )}
    </WithBackdrops>
  )
}

function useLines({ stores }: FloorMap, order: FloorOrder | undefined, live: Position | null): MapLine[] {
  const seesWays = useCan(orderTrackContract.track.shape.permission)
  const { data } = useRead(orderTrackContract.track, order && seesWays ? { params: { id: order.id } } : null, { pollSeconds: trackSeconds })
  const store = stores.find(({ id }) => id === order?.storeId)
  if (!order || !store) return []
  const way = data ? wayOf(data, live) : []
  return linesOf({ ...order, storePoint: store.point }, way, way.at(-1))
}
