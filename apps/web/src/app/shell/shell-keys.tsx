import { lazy, Suspense } from 'react'
import { useKey } from '#kit/keys.ts'
import { RouteProgress } from '../root.tsx'
import { closeOverlay, openOverlay, useOverlay } from './overlays.ts'
import { useGoKeys } from './use-go-keys.ts'

const overlays = {
  palette: lazy(() => import('./palette.screen.tsx')),
  shortcuts: lazy(() => import('./shortcuts.screen.tsx')),
  theme: lazy(() => import('./theme-panel.screen.tsx')),
}

/** The keys of the shell, heard from anywhere; shows what they open. */
export function ShellKeys() {
  const overlay = useOverlay()
  useKey('palette', () => openOverlay('palette'))
  useKey('shortcuts', () => openOverlay('shortcuts'))
  useGoKeys()
  if (!overlay) return null
  const Shown = overlays[overlay]
  return (
    <Suspense fallback={<RouteProgress />}>
      <Shown onClose={closeOverlay} />
    </Suspense>
  )
}
