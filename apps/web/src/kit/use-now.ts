import { currentInstant, type Instant, type LocalDate, localDateAt } from '@larder/contract'
import { useSyncExternalStore } from 'react'

/** Seconds that `useNow` may be behind. */
export const nowLagSeconds = 10

/** One timer for the whole page, while something shows its moment. */
function ticking(seconds: number) {
  const listeners = new Set<() => void>()
  let now: Instant = currentInstant()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = currentInstant()
    for (const each of listeners) each()
  }
  return {
    read: () => now,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (timer === undefined) {
        now = currentInstant()
        timer = setInterval(tick, 1000 * seconds)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

const slow = ticking(nowLagSeconds)
const bySecond = ticking(1)

/** The current instant, renewed every ten seconds by one timer for the whole page. */
export function useNow(): Instant {
  return useSyncExternalStore(slow.subscribe, slow.read)
}

/** The same, renewed every second: for what counts down. */
export function useSecond(): Instant {
  return useSyncExternalStore(bySecond.subscribe, bySecond.read)
}

/** The day in a zone; what shows it is drawn again at midnight only. */
export function useToday(zone: string): LocalDate {
  return useSyncExternalStore(slow.subscribe, () => localDateAt(currentInstant(), zone))
}
