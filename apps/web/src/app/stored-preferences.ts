import { type Customization, defaultCustomization } from '#state/customization.ts'
import type { ColourMode } from '#state/preference.ts'

interface Preferences {
  customization: Customization
  preference: { mode: ColourMode }
}

/** Where they stand in local storage. */
export const preferencesKey = 'larder.preferences'
const modes: readonly ColourMode[] = ['light', 'dark', 'system']

/** Theme and menu as this person left them on this device; what is missing or broken is the default. */
export function storedPreferences(): Preferences {
  const { customization, preference } = read()
  return {
    customization: { ...defaultCustomization, ...customization, isOpen: [] },
    preference: { mode: modes.find((mode) => mode === preference?.mode) ?? 'system' },
  }
}

interface WithPreferences {
  getState: () => Preferences
  subscribe: (listener: () => void) => void
}

/** Stores them whenever they change. */
export function keepPreferences(store: WithPreferences): void {
  let kept = store.getState()
  store.subscribe(() => {
    const { customization, preference } = store.getState()
    if (kept.customization === customization && kept.preference === preference) return
    kept = { customization, preference }
    localStorage.setItem(preferencesKey, JSON.stringify(kept))
  })
}

function read(): { customization?: Partial<Customization>; preference?: { mode?: string } } {
  try {
    return JSON.parse(localStorage.getItem(preferencesKey) ?? '{}') ?? {}
  } catch {
    return {}
  }
}
