import { lazy, Suspense } from 'react'
import { isTyping } from '#kit/resource/use-list-keys.ts'
import { useKeyDown } from '#kit/use-key-down.ts'
import { RouteProgress } from '../root.tsx'
import { closeOverlay, openOverlay, useOverlay } from './overlays.ts'

const overlays = {
  palette: lazy(() => import('./palette.screen.tsx')),
  shortcuts: lazy(() => import('./shortcuts.screen.tsx')),
  theme: lazy(() => import('./theme-panel.screen.tsx')),
}

/** Ctrl or Cmd-K opens the palette, `?` the sheet of shortcuts, from anywhere; shows what is open. */
export function ShellKeys() {
  const overlay = useOverlay()
  useKeyDown((event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      openOverlay('palette')
    } else if (event.key === '?' && !isTyping(event.target)) openOverlay('shortcuts')
  })
  if (!overlay) return null
  const Shown = overlays[overlay]
  return (
    <Suspense fallback={<RouteProgress />}>
      <Shown onClose={closeOverlay} />
    </Suspense>
  )
}
