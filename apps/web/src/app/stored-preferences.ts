import { type Customization, defaultCustomization } from '#state/customization.ts'
import type { ColourMode } from '#state/preference.ts'

interface Preferences {
  customization: Customization
  preference: { mode: ColourMode }
}

const key = 'larder.preferences'
const modes: readonly ColourMode[] = ['light', 'dark', 'system']
let kept: Preferences | null = null

/** Theme and menu as this person left them on this device; what is missing or broken is the default. */
export function storedPreferences(): Preferences {
  const { customization, preference } = read()
  return {
    customization: { ...defaultCustomization, ...customization, isOpen: [] },
    preference: { mode: modes.find((mode) => mode === preference?.mode) ?? 'system' },
  }
}

/** Stores them when they changed. */
export function keepPreferences({ customization, preference }: Preferences): void {
  if (kept?.customization === customization && kept.preference === preference) return
  const isFirst = kept === null
  kept = { customization, preference }
  if (!isFirst) localStorage.setItem(key, JSON.stringify(kept))
}

function read(): { customization?: Partial<Customization>; preference?: { mode?: string } } {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}
  } catch {
    return {}
  }
}
