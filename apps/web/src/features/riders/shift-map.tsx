import { type Instant, instantOf, msOf, type Rider, type RiderShift, riderShiftContract, type ShiftTrack } from '@larder/contract'
import { useState } from 'react'
import { useRead } from '#api/client.ts'
import { EmptyState, Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { useFormat } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { MapView } from '#kit/map/map.tsx'

const shownShifts = 10

/** One of the latest shifts of a rider, replayed on a map: where they went while they carried orders. */
export function ShiftMaps({ rider }: { rider: Rider }) {
  const read = useRead(riderShiftContract.list, { query: { riderId: rider.id, limit: shownShifts } })
  const [chosen, setChosen] = useState<string | null>(null)
  const words = useFormat()
  return (
    <Loading read={read} skeleton={<SkeletonCard lines={10} />}>
      {({ rows }) => {
        const shift = rows.find(({ id }) => id === chosen) ?? rows[0]
        if (!shift) return <EmptyState title="No shift yet" text="Once the rider has worked, their shifts are replayed here." />
        return (
          <Stack gap={4}>
            <Row gap={2} role="group" aria-label="Shift">
              {rows.map((each) => (
                <Button key={each.id} size="small" pressed={each.id === shift.id} onClick={() => setChosen(each.id)}>
                  {words.instant(each.beganAt, 'dateTime', each.timeZone)}
                </Button>
              ))}
            </Row>
            <OneShift key={shift.id} shift={shift} />
          </Stack>
        )
      }}
    </Loading>
  )
}

function OneShift({ shift }: { shift: RiderShift }) {
  const read = useRead(riderShiftContract.track, { params: { id: shift.id } })
  return (
    <Loading read={read} skeleton={<SkeletonCard lines={10} />}>
      {(track) => <Replayed shift={shift} track={track} />}
    </Loading>
  )
}

const stepMs = 10_000

function Replayed({ shift: { rider, timeZone }, track }: { shift: RiderShift; track: ShiftTrack }) {
  const { from, to, orders, points } = track
  const [at, setAt] = useState<Instant>(to)
  const words = useFormat()
  const time = (instant: Instant) => words.instant(instant, 'time', timeZone)
  if (orders.length === 0)
    return <EmptyState title="No orders in this shift" text="Where a rider was is shown while they carried orders alone." />
  const past = points.filter((point) => point.at <= at)
  const last = past.at(-1)
  const carried = orders.filter(({ givenAt, overAt }) => givenAt <= at && (overAt === null || overAt > at))
  const shown = carried.length > 0 ? carried : orders
  const ends = shown.flatMap(({ id, number, storePoint, customerPoint }) => [
    { id: `store-${id}`, kind: 'store' as const, point: storePoint, label: `Store of ${number}` },
    ...(customerPoint ? [{ id: `order-${id}`, kind: 'customer' as const, point: customerPoint, label: number }] : []),
  ])
  const here = last ? [{ id: `rider-${rider.id}`, kind: 'rider' as const, point: last, label: rider.name }] : []
  return (
    <Card title={words.instant(at, 'dateTime', timeZone)}>
      <Stack gap={3}>
        <input
          type="range"
          aria-label="Time"
          min={msOf(from)}
          max={msOf(to)}
          step={stepMs}
          value={msOf(at)}
          aria-valuetext={time(at)}
          onChange={({ target }) => setAt(instantOf(Number(target.value)))}
          style={{ width: '100%' }}
        />
        <Text size={13} tone="muted">
          {time(from)} to {time(to)}.{' '}
          {carried.length === 0 ? 'Carries no order.' : `Carries ${carried.map(({ number }) => number).join(', ')}.`}
          {points.length === 0 && ' Where they went is not kept any more.'}
        </Text>
        <MapView
          label={`Shift of ${rider.name}`}
          height={420}
          markers={[...ends, ...here.map(({ point: { lat, lng }, ...rest }) => ({ ...rest, point: { lat, lng } }))]}
          lines={past.length > 1 ? [{ id: 'way', label: 'Way so far', points: past.map(({ lat, lng }) => ({ lat, lng })) }] : []}
          frame={[
            ...orders.flatMap(({ storePoint, customerPoint }) => (customerPoint ? [storePoint, customerPoint] : [storePoint])),
            ...points.map(({ lat, lng }) => ({ lat, lng })),
          ]}
        />
      </Stack>
    </Card>
  )
}
