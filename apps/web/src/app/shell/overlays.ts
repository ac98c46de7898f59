import { useSyncExternalStore } from 'react'

/** What may lie over the page: the command palette, the sheet of shortcuts, the theme panel. One at a time. */
export type Overlay = 'palette' | 'shortcuts' | 'theme'

let shown: Overlay | null = null
const listeners = new Set<() => void>()

function show(next: Overlay | null): void {
  shown = next
  for (const listener of listeners) listener()
}

export const openOverlay = (overlay: Overlay): void => show(overlay)
export const closeOverlay = (): void => show(null)

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
}
