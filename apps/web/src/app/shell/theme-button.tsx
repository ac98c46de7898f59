import { IconPalette } from '@tabler/icons-react'
import { IconButton } from '#kit/layout/button.tsx'
import { openOverlay } from './overlays.ts'

export function ThemeButton() {
  return <IconButton label="Theme" icon={IconPalette} onClick={() => openOverlay('theme')} />
}
