import { type FloorReplay, type Instant, instantOf, isInstant, marksOf, msOf, type ReplayMark } from '@larder/contract'
import { useEffect, useEffectEvent, useState } from 'react'

/** So many times as fast as it was. */
export const replaySpeeds = [30, 60, 300] as const
export type ReplaySpeed = (typeof replaySpeeds)[number]

const tickMs = 250

export interface ReplayState {
  at: Instant
  isPlaying: boolean
  speed: ReplaySpeed
  marks: readonly ReplayMark[]
  /** Goes to an instant, and rests there. */
  goTo: (at: Instant) => void
  setSpeed: (speed: ReplaySpeed) => void
  toggle: () => void
}

/** The clock of a replay: at the instant that the address names, else at its beginning. While it plays nothing is written into the address. */
export function useReplay(replay: FloorReplay, linked: string | null, onRest: (at: Instant) => void): ReplayState {
  const [first, last] = [msOf(replay.from), msOf(replay.to)]
  const within = (ms: number) => Math.min(last, Math.max(first, ms))
  const [ms, setMs] = useState(() => within(linked && isInstant(linked) ? msOf(linked as Instant) : first))
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<ReplaySpeed>(60)
  const rest = (next: number) => {
    setPlaying(false)
    setMs(next)
    onRest(instantOf(next))
  }
  const tick = useEffectEvent(() => {
    const next = within(ms + tickMs * speed)
    if (next === last) rest(next)
    else setMs(next)
  })
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [isPlaying])
  return {
    at: instantOf(ms),
    isPlaying,
    speed,
    marks: marksOf(replay),
    goTo: (at) => rest(within(msOf(at))),
    setSpeed,
    toggle: () => {
      if (isPlaying) return rest(ms)
      if (ms === last) setMs(first)
      setPlaying(true)
    },
  }
}
