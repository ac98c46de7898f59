import {
  addMinutes,
  currentInstant,
  type FloorReplay,
  floorContract,
  type Input,
  type Instant,
  instantOf,
  msOf,
  replayedHoursUnasked,
} from '@larder/contract'
import { useState } from 'react'
import { useRead } from '#api/client.ts'
import { branchFilter } from '#entities/references.ts'
import { useZone } from '#kit/access/access.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { EmptyState, Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { FilterChoice } from '#kit/filters/filter-choice.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { lazily } from '#kit/lazily.tsx'
import type { Prepare } from '#kit/visit.ts'
import { ReplayBoard } from './replay-board.tsx'
import { ReplayClock } from './replay-clock.tsx'
import { useReplay } from './use-replay.ts'
import './replay.css'
import { useAddress } from '#kit/use-address.ts'

const WindowChoice = lazily(() => import('./replay-window.tsx').then((module) => module.WindowChoice))
const ReplayMap = lazily(() => import('./replay-map.tsx').then((module) => module.ReplayMap), <SkeletonCard lines={8} />)

interface ReplayWindow {
  from: Instant
  to: Instant
}

const minuteMs = 60_000

/** What is shown unless an address asks for other hours: it stays what it was when the screen was opened, to the minute. */
function untilNow(): ReplayWindow {
  const to = instantOf(Math.floor(msOf(currentInstant()) / minuteMs) * minuteMs)
  return { from: addMinutes(to, -replayedHoursUnasked * 60), to }
}

/** What an address asks for. */
function inputOf(params: URLSearchParams, unasked: ReplayWindow): Input<typeof floorContract.replay> {
  const isAsked = params.get('from') || params.get('to')
  const asked = ['branchId', 'from', 'to'].flatMap((key) => (params.get(key) ? [[key, params.get(key)]] : []))
  return { query: { ...(!isAsked && unasked), ...Object.fromEntries(asked) } }
}

export const prepare: Prepare = ({ address, read }) => read(floorContract.replay, inputOf(address.searchParams, untilNow()))

/** A past shift on one clock: the board and the map as they stood at any instant, which is in the address. */
export default function ReplayScreen() {
  const [params, setAddress] = useAddress()
  const [unasked] = useState(untilNow)
  const input = inputOf(params, unasked)
  const read = useRead(floorContract.replay, input)
  const { from = null, to = null } = input.query
  const put = (changes: Record<string, string>) => setAddress(changes, { replace: true })
  return (
    <Page
      title="Floor replay"
      subtitle="A past shift as it stood: board and map on one clock."
      actions={
        <FilterChoice
          filter={branchFilter}
          none="All branches"
          query={{ branchId: params.get('branchId') ?? '' }}
          onChange={({ branchId }) => put({ branchId: branchId ?? '' })}
        />
      }
    >
      <Stack gap={4}>
        <Row>
          <WindowChoice from={from ?? unasked.from} to={to} onChange={(chosen) => put({ ...chosen, at: '' })} />
        </Row>
        <Loading read={read} skeleton={<SkeletonCard lines={10} />}>
          {(replay) =>
            replay.orders.length === 0 ? (
              <EmptyState title="Nothing was on the board" text="No order was open in these hours. Choose others." />
            ) : (
              // Of what is asked for: one that ends ahead of now grows with each answer, and plays on.
              <Shift
                key={`${from} ${to}`}
                replay={replay}
                at={params.get('at')}
                onRest={(at) => put({ from: replay.from, to: to ?? replay.to, at })}
              />
            )
          }
        </Loading>
      </Stack>
    </Page>
  )
}

interface ShiftProps {
  replay: FloorReplay
  at: string | null
  /** The clock rests at an instant: a link to it leads there. */
  onRest: (at: Instant) => void
}

function Shift({ replay, at: linked, onRest }: ShiftProps) {
  const clock = useReplay(replay, linked, onRest)
  const zone = useZone()
  return (
    <Stack gap={4}>
      {replay.isCut && (
        <Alert tone="warning">
          There were more orders than can be replayed at once: these are the newest 2,000. Choose a branch or fewer hours.
        </Alert>
      )}
      <ReplayClock replay={replay} clock={clock} zone={zone} />
      <ReplayBoard replay={replay} at={clock.at} />
      <ReplayMap replay={replay} at={clock.at} />
    </Stack>
  )
}
