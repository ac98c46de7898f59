import { useEffect, useSyncExternalStore } from 'react'

interface Named {
  title: string | null
  /** Of the record that the page is about, where it stands below that record's own. */
  above: string | null
}

const nobody: Named = { title: null, above: null }
let named = nobody
const listeners = new Set<() => void>()

function show(next: Named): void {
  named = next
  for (const listener of listeners) listener()
}

/** Puts a record's name in front of the page title for as long as the screen is shown; `above` names the record below whose page it stands. */
export function usePageTitle(name: string | undefined, above?: string): void {
  useEffect(() => {
    show({ title: name ?? null, above: above ?? null })
    return () => show(nobody)
  }, [name, above])
}

/** The names that the screen shown has given itself and the page above it, for whoever writes titles. */
export function useShownNames(): Named {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => named,
  )
}
