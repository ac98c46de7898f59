import { useEffect, useSyncExternalStore } from 'react'

let title: string | null = null
const listeners = new Set<() => void>()

function show(next: string | null): void {
  title = next
  for (const listener of listeners) listener()
}

/** Puts a record's name in front of the page title for as long as the screen is shown. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    show(name ?? null)
    return () => show(null)
  }, [name])
}

/** The name that the screen shown has given itself, for whoever writes the page title. */
export function useShownTitle(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => title,
  )
}
