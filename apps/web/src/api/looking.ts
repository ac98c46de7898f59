import { lookingSeconds } from '@larder/contract'

type Say = (place: string | null) => unknown

let place: string | null = null
const listeners = new Set<() => void>()

/** Where this tab looks from now on; null where that is nothing that others could look at too. */
export function look(at: string | null): void {
  if (place === at) return
  place = at
  for (const each of listeners) each()
}

/** Says where the tab looks, whenever that changes and again and again; a hidden tab looks nowhere. `again` says it at once. */
export function sayWhere(say: Say): { again: () => void; stop: () => void } {
  let said: string | null = null
  const now = () => {
    const at = document.hidden ? null : place
    if (at === null && said === null) return
    said = at
    say(at)
  }
  const timer = setInterval(now, lookingSeconds.every * 1000)
  listeners.add(now)
  document.addEventListener('visibilitychange', now)
  return {
    again: now,
    stop() {
      clearInterval(timer)
      listeners.delete(now)
      document.removeEventListener('visibilitychange', now)
    },
  }
}
