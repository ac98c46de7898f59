import { type Conventions, type Format, formatOf } from '@larder/contract'
import { useSyncExternalStore } from 'react'

/** What holds before anybody is signed in. */
export const initialConventions: Conventions = { numbers: 'en-US', dates: 'en-US', clock: '12-hour' }

let current = formatOf(initialConventions)
const listeners = new Set<() => void>()

/** How this page writes numbers, amounts, days and times: as its installation does, by the clock that its person prefers. */
export function format(): Format {
  return current
}

/** The same for what shows a time: drawn again when the person takes another clock. */
export function useFormat(): Format {
  return useSyncExternalStore(subscribe, format)
}

export function adoptConventions(conventions: Conventions): void {
  const next = formatOf(conventions)
  if (next === current) return
  current = next
  for (const each of listeners) each()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
