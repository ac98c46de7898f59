import { currentInstant, type Instant, type LocalDate, localDateAt } from '@larder/contract'
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now: Instant = currentInstant()
let timer: ReturnType<typeof setInterval> | undefined
/** Seconds that `useNow` may be behind. */
export const nowLagSeconds = 10

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function start() {
  now = currentInstant()
  return setInterval(() => {
    now = currentInstant()
    for (const each of listeners) each()
  }, 1000 * nowLagSeconds)
}

/** The current instant, renewed every ten seconds by one timer for the whole page. */
export function useNow(): Instant {
  return useSyncExternalStore(subscribe, () => now)
}

/** The day in a zone; what shows it is drawn again at midnight only. */
export function useToday(zone: string): LocalDate {
  return useSyncExternalStore(subscribe, () => localDateAt(currentInstant(), zone))
}
