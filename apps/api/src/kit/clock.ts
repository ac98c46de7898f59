import { type Instant, instantOf, msOf } from '@larder/contract'

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

/** An instant as libraries take it that know dates alone. */
export function dateOf(at: Instant): Date {
  return new Date(msOf(at))
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
