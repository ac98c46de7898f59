import { type FloorReplay, type Instant, instantOf, msOf, replayMarkLabels, type TimeZone } from '@larder/contract'
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react'
import { PlaceLink } from '#kit/access/places.tsx'
import { custom } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { useFormat } from '#kit/format.ts'
import { useKey } from '#kit/keys.ts'
import { Button, IconButton } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { type ReplayState, replaySpeeds } from './use-replay.ts'

interface ReplayClockProps {
  replay: FloorReplay
  clock: ReplayState
  zone: TimeZone
}

/** How far an arrow moves the slider, and how far one moves the clock wherever on the page. */
const stepMs = 10_000
const keyMs = 60_000

/** Where the replay stands, played or moved by hand, and the ways to what went wrong. */
export function ReplayClock({ replay, clock, zone }: ReplayClockProps) {
  const { at, marks, goTo } = clock
  const format = useFormat()
  const words = (instant: Instant) => format.instant(instant, 'time', zone)
  const [first, last] = [msOf(replay.from), msOf(replay.to)]
  const before = marks.findLast((mark) => mark.at < at)
  const next = marks.find((mark) => mark.at > at)
  useKey('play', clock.toggle)
  useKey('back', () => goTo(instantOf(msOf(at) - keyMs)))
  useKey('ahead', () => goTo(instantOf(msOf(at) + keyMs)))
  return (
    <Card title={format.instant(at, 'dateTime', zone)}>
      <Stack gap={3}>
        <div className="replay-line">
          <input
            type="range"
            aria-label="Time"
            min={first}
            max={last}
            step={stepMs}
            value={msOf(at)}
            aria-valuetext={words(at)}
            onChange={({ target }) => goTo(instantOf(Number(target.value)))}
          />
          <div className="replay-marks" aria-hidden>
            {marks.map(({ at: on, kind, order }) => (
              <span
                key={`${on} ${kind} ${order.id}`}
                className={kind}
                style={{ left: `${(100 * (msOf(on) - first)) / (last - first)}%` }}
              />
            ))}
          </div>
        </div>
        <Row justify="space-between">
          <Row gap={2}>
            <IconButton label="Previous mark" icon={IconPlayerSkipBack} disabled={!before} onClick={() => before && goTo(before.at)} />
            <Button tone="primary" icon={clock.isPlaying ? IconPlayerPause : IconPlayerPlay} onClick={clock.toggle}>
              {clock.isPlaying ? 'Pause' : 'Play'}
            </Button>
            <IconButton label="Next mark" icon={IconPlayerSkipForward} disabled={!next} onClick={() => next && goTo(next.at)} />
          </Row>
          <Row gap={2}>
            {replaySpeeds.map((speed) => (
              <Button key={speed} size="small" pressed={speed === clock.speed} onClick={() => clock.setSpeed(speed)}>
                {`${speed}×`}
              </Button>
            ))}
          </Row>
          <Text size={13} tone="muted">
            {words(replay.from)} to {words(replay.to)}
          </Text>
        </Row>
        {marks.length > 0 && <Marks clock={clock} words={words} />}
      </Stack>
    </Card>
  )
}

type Mark = ReplayState['marks'][number]

function Marks({ clock: { marks, goTo }, words }: { clock: ReplayState; words: (at: Instant) => string }) {
  const columns = [
    custom<Mark>('at', 'When', ({ at, order, kind }) => (
      <Button size="small" name={`${words(at)}: ${order.number}, ${replayMarkLabels[kind]}`} onClick={() => goTo(at)}>
        {words(at)}
      </Button>
    )),
    custom<Mark>('kind', 'What', ({ kind }) => replayMarkLabels[kind]),
    custom<Mark>('order', 'Order', ({ order }) => (
      <PlaceLink entity="order" id={order.id}>
        {order.number}
      </PlaceLink>
    )),
  ]
  return (
    <details className="replay-list">
      <summary>{marks.length === 1 ? '1 mark' : `${marks.length} marks`}</summary>
      <RowsTable label="Marks" columns={columns} rows={marks} keyOf={({ at, kind, order }) => `${at} ${kind} ${order.id}`} />
    </details>
  )
}
