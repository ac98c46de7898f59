import { type Customization, defaultCustomization } from '#state/customization.ts'
import { clockChoices, colourModes, defaultPreference, momentChoices, type Preference } from '#state/preference.ts'

interface Preferences {
  customization: Customization
  preference: Preference
}

/** Where they stand in local storage. */
export const preferencesKey = 'larder.preferences'

/** Theme, menu and clock as this person left them on this device; what is missing or broken is the default. */
export function storedPreferences(): Preferences {
  const { customization, preference } = read()
  return {
    customization: { ...defaultCustomization, ...customization, isOpen: [] },
    preference: {
      mode: oneOf(colourModes, preference?.mode) ?? defaultPreference.mode,
      clock: oneOf(clockChoices, preference?.clock) ?? defaultPreference.clock,
      moments: oneOf(momentChoices, preference?.moments) ?? defaultPreference.moments,
      pinned: listOf(preference?.pinned, (entry) => typeof entry === 'string'),
      recent: listOf(preference?.recent, (entry) => isRecord(entry) && typeof entry.path === 'string' && typeof entry.title === 'string'),
      groups: isRecord(preference?.groups) ? (preference.groups as Preference['groups']) : {},
    },
  }
}

function oneOf<T>(choices: readonly T[], kept: unknown): T | undefined {
  return choices.find((choice) => choice === kept)
}

function listOf<T>(kept: unknown, isOne: (entry: unknown) => boolean): T[] {
  return Array.isArray(kept) && kept.every(isOne) ? kept : []
}

function isRecord(kept: unknown): kept is Record<string, unknown> {
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept)
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

function read(): { customization?: Partial<Customization>; preference?: Partial<Record<keyof Preference, unknown>> } {
  try {
    return JSON.parse(localStorage.getItem(preferencesKey) ?? '{}') ?? {}
  } catch {
    return {}
  }
}
