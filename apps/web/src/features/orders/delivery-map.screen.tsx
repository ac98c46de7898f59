import { type Order, orderContract, orderTrackContract } from '@larder/contract'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { OrderStatusChip } from '#entities/order/order-status.tsx'
import { areasAround, localitiesAround } from '#entities/surroundings.ts'
import { TimeOfDay } from '#kit/cells/when.tsx'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import { WithBackdrops } from '#kit/fields/backdrop.tsx'
import { useFormat } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Columns, Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { MapView } from '#kit/map/map.tsx'
import { usePageTitle } from '#kit/page-title.ts'
import { useNow } from '#kit/use-now.ts'
import type { Prepare } from '#kit/visit.ts'
import { DeliveryCard } from './floor/delivery-card.tsx'
import { MapLegend } from './floor/map-legend.tsx'
import { isStale, linesOf, type Position, pointOf, trackSeconds, useLivePosition, wayOf } from './floor/way.ts'
import { isOver } from './promise.tsx'
import './delivery-map.css'

export const prepare: Prepare = ({ params: { id = '' }, read }) => {
  read(orderContract.get, { params: { id } })
  read(orderContract.statuses, {})
  read(orderTrackContract.track, { params: { id } })
}

/** Where one order goes: its store, its customer, its rider as they move, and the way that they took. */
export default function DeliveryMapScreen() {
  const { id = '' } = useParams()
  const read = useRead(orderContract.get, { params: { id } })
  usePageTitle(read.data && `Map of ${read.data.number}`, read.data?.number)
  return (
    <Page title={read.data ? `Map of ${read.data.number}` : 'Map'} badge={read.data && <OrderStatusChip status={read.data.status} />}>
      <Loading read={read}>{(order) => <Delivery key={order.id} order={order} />}</Loading>
    </Page>
  )
}

function Delivery({ order }: { order: Order }) {
  const read = useRead(orderTrackContract.track, { params: { id: order.id } }, isOver(order) ? {} : { pollSeconds: trackSeconds })
  const [replayed, setReplayed] = useState<number | null>(null)
  const live = useLivePosition(order)
  if (order.orderType === 'pickup')
    return <EmptyState title="Nobody brings this order" text={`${order.customerName} collects it at ${order.store.name}.`} />
  return (
    <Loading read={read}>
      {(track) => {
        const way = wayOf(track, live)
        const shown = way[replayed ?? way.length - 1]
        return (
          <Columns
            main={
              <Stack gap={3}>
                <Plan
                  order={order}
                  way={way.slice(0, (replayed ?? way.length) + 1)}
                  rider={track.rider?.name}
                  at={shown}
                  isLive={replayed === null}
                />
                <MapLegend without={['late', 'cluster']} />
                {way.length > 1 && <Replay way={way} at={replayed} onMove={setReplayed} zone={order.timeZone} />}
              </Stack>
            }
            side={<DeliveryCard order={order} live={live} />}
          />
        )
      }}
    </Loading>
  )
}

const ground = [areasAround, localitiesAround]

interface PlanProps {
  order: Order
  /** As far as it is shown. */
  way: readonly Position[]
  rider: string | undefined
  at: Position | undefined
  isLive: boolean
}

function Plan({ order, way, rider, at, isLive }: PlanProps) {
  const now = useNow()
  const customer = order.address?.point ?? null
  const isOld = isLive && at !== undefined && isStale(at.at, now) && !isOver(order)
  return (
    <WithBackdrops backdrops={ground}>
      {({ areas, dots }) => (
        <MapView
          label={`Map of ${order.number}`}
          height={460}
          polygons={areas}
          dots={dots}
          markers={[
            { id: 'store', kind: 'store', point: order.storePoint, label: order.store.name },
            ...(customer ? [{ id: 'customer', kind: 'customer' as const, point: customer, label: order.customerName }] : []),
            ...(at && rider ? [{ id: 'rider#', kind: 'rider' as const, point: pointOf(at), label: rider, isStale: isOld }] : []),
          ]}
          lines={linesOf({ ...order, customerPoint: customer }, way, at)}
        />
      )}
    </WithBackdrops>
  )
}

interface ReplayProps {
  way: readonly Position[]
  /** Null: as it is now. */
  at: number | null
  onMove: (at: number | null) => void
  zone: string
}

/** Goes back along the way. */
function Replay({ way, at, onMove, zone }: ReplayProps) {
  const last = way.length - 1
  const shown = way[at ?? last]
  const format = useFormat()
  const words = shown ? format.instant(shown.at, 'time', zone) : ''
  return (
    <div className="replay">
      <label htmlFor="replay">Replay</label>
      <input
        id="replay"
        type="range"
        min={0}
        max={last}
        value={at ?? last}
        aria-valuetext={words}
        onChange={({ target }) => onMove(Number(target.value) === last ? null : Number(target.value))}
      />
      <Text size={13}>{shown && <TimeOfDay at={shown.at} zone={zone} />}</Text>
      <Button size="small" disabled={at === null} onClick={() => onMove(null)}>
        Now
      </Button>
    </div>
  )
}
