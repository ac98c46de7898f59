import { type Instant, instantOf } from '@larder/contract'

/** The one place where the API reads time; tests bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  ms(): number
  instant(): Instant
}

export const systemClock: Clock = {
  ms: () => Date.now(),
  instant: () => instantOf(Date.now()),
}

/** A clock that stands still until it is moved, for tests of timers. */
export function movableClock(startMs: number): Clock & { forward(minutes: number): void } {
  let now = startMs
  return {
    ms: () => now,
    instant: () => instantOf(now),
    forward: (minutes) => {
      now += minutes * 60_000
    },
  }
}
