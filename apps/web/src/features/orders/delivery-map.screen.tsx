import {
  addMinutes,
  addSeconds,
  deliveryStateLabels,
  distanceKm,
  type Instant,
  type Order,
  type OrderTrack,
  orderContract,
  orderTrackContract,
  type Point,
  roadMinutes,
} from '@larder/contract'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { useRiderPositions } from '#api/live.ts'
import { OrderStatusChip } from '#entities/order/order-status.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { TimeOfDay, When } from '#kit/cells/when.tsx'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import { useFormat } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Figure } from '#kit/layout/figure.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Columns, Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { MapView } from '#kit/map/map.tsx'
import { usePageTitle } from '#kit/page-title.ts'
import { useNow } from '#kit/use-now.ts'
import type { Prepare } from '#kit/visit.ts'
import { actionsOf } from './order-actions.tsx'
import { isOver } from './promise.tsx'
import './delivery-map.css'

/** A rider who was heard of longer ago may be elsewhere. */
const staleSeconds = 60
/** The way so far is read anew so often while the order is under way; where the rider is now is told as they move. */
const trackSeconds = 20

export const prepare: Prepare = ({ params: { id = '' }, read }) => {
  read(orderContract.get, { params: { id } })
  read(orderContract.statuses, {})
  read(orderTrackContract.track, { params: { id } })
}

/** Where one order goes: its store, its customer, its rider as they move, and the way that they took. */
export default function DeliveryMapScreen() {
  const { id = '' } = useParams()
  const read = useRead(orderContract.get, { params: { id } })
  usePageTitle(read.data && `Map of ${read.data.number}`)
  return (
    <Page
      title={read.data ? `Map of ${read.data.number}` : 'Map'}
      badge={read.data && <OrderStatusChip status={read.data.status} />}
      actions={
        read.data && (
          <PlaceLink entity="order" id={id}>
            Order {read.data.number}
          </PlaceLink>
        )
      }
    >
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
                {way.length > 1 && <Replay way={way} at={replayed} onMove={setReplayed} zone={order.timeZone} />}
              </Stack>
            }
            side={<Facts order={order} live={live} />}
          />
        )
      }}
    </Loading>
  )
}

interface Position extends Point {
  at: Instant
}

/** Where its rider was heard of last. */
function useLivePosition({ riderDetail: rider }: Order): Position | null {
  const heard = useRiderPositions()[rider?.id ?? '']
  if (heard) return heard
  return rider?.point && rider.positionedAt ? { ...rider.point, at: rider.positionedAt } : null
}

/** The way so far, to where the rider was heard of last. */
function wayOf({ points }: OrderTrack, live: Position | null): Position[] {
  const last = points.at(-1)
  return live && last && live.at > last.at ? [...points, live] : last ? points : live ? [live] : []
}

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
  const ahead = [
    ...(at && !isOver(order) ? [at] : []),
    ...(order.pickedUpAt === null ? [order.storePoint] : []),
    ...(customer ? [customer] : []),
  ]
  return (
    <MapView
      label={`Map of ${order.number}`}
      height={460}
      markers={[
        { id: 'store', kind: 'store', point: order.storePoint, label: order.store.name },
        ...(customer ? [{ id: 'customer', kind: 'customer' as const, point: customer, label: order.customerName }] : []),
        ...(at && rider ? [{ id: 'rider#', kind: 'rider' as const, point: pointOf(at), label: rider, isStale: isOld }] : []),
      ]}
      lines={[
        ...(way.length > 1 ? [{ id: 'way#', points: way.map(pointOf), label: 'Way so far' }] : []),
        ...(ahead.length > 1 && !isOver(order) ? [{ id: 'plan#', points: ahead.map(pointOf), label: 'Way ahead', isPlanned: true }] : []),
      ]}
    />
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

/** How far it is, when it should be there, and who brings it. */
function Facts({ order, live }: { order: Order; live: Position | null }) {
  const now = useNow()
  const assign = actionsOf(order).filter(({ key }) => key === 'assignRider')
  const left = isOver(order) ? null : kmLeft(order, live)
  const { number } = useFormat()
  return (
    <Card title="Delivery">
      <Stack gap={3}>
        <Text as="div" weight={500}>
          {deliveryStateLabels[order.deliveryState]}
        </Text>
        {left !== null && (
          <Stack gap={2}>
            <Figure label="Still to go" value={`${number(Math.round(left * 10) / 10)} km`} />
            <Figure label="Estimated arrival" value={<TimeOfDay at={addMinutes(now, roadMinutes(left))} zone={order.timeZone} />} />
          </Stack>
        )}
        {order.promisedAt && (
          <Text as="div" size={13}>
            Promised for <TimeOfDay at={order.promisedAt} zone={order.timeZone} />
          </Text>
        )}
        {order.riderDetail && (
          <Text as="div" size={13} tone={live && isStale(live.at, now) && !isOver(order) ? 'warning' : 'muted'}>
            {order.riderDetail.name}
            {live ? (
              <>
                , last seen <When at={live.at} zone={order.timeZone} />
              </>
            ) : (
              ', not seen yet'
            )}
          </Text>
        )}
        {assign.map((act) => (
          <Row key={act.key}>
            <ActionButton action={act} row={order} size="small" isQuiet />
          </Row>
        ))}
      </Stack>
    </Card>
  )
}

/** Kilometres that the rider has before them: by way of the store, until they have picked it up; null where a place is not known. */
function kmLeft({ pickedUpAt, storePoint, address }: Order, rider: Position | null): number | null {
  if (!address?.point) return null
  if (pickedUpAt !== null) return rider && distanceKm(rider, address.point)
  return (rider ? distanceKm(rider, storePoint) : 0) + distanceKm(storePoint, address.point)
}

const pointOf = ({ lat, lng }: Point): Point => ({ lat, lng })
const isStale = (at: Instant, now: Instant) => addSeconds(at, staleSeconds) < now
