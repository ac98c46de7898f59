import { useKey } from '#kit/keys.ts'
import { lazily, soon } from '#kit/lazily.tsx'
import { RouteProgress } from '../root.tsx'
import { EarlyInput } from './early-input.tsx'
import { closeOverlay, openOverlay, useOverlay } from './overlays.ts'
import { useGoKeys } from './use-go-keys.ts'

const overlays = {
  // It is opened by those who type at once.
  palette: soon(() => import('./palette.screen.tsx').then((module) => module.default), <EarlyInput />),
  shortcuts: lazily(() => import('./shortcuts.screen.tsx').then((module) => module.default), <RouteProgress />),
  theme: lazily(() => import('./theme-panel.screen.tsx').then((module) => module.default), <RouteProgress />),
}

/** The keys of the shell, heard from anywhere; shows what they open. */
export function ShellKeys() {
  const overlay = useOverlay()
  useKey('palette', () => openOverlay('palette'))
  useKey('shortcuts', () => openOverlay('shortcuts'))
  useGoKeys()
  if (!overlay) return null
  const Shown = overlays[overlay]
  return <Shown onClose={closeOverlay} />
}
