import { chosenPreferences } from '@larder/contract'
import { keepStored } from '#api/stored.ts'
import { type Customization, defaultCustomization } from '#state/customization.ts'
import { defaultPreference, type Preference } from '#state/preference.ts'

/** The slices of which parts are `Preferences`. */
export interface WithPreferences {
  customization: Customization
  preference: Preference
}

/** Where they stand in local storage. */
export const preferencesKey = 'larder.preferences'

/** Theme, menu and clock as they were left on this device; what is missing or broken is the default. */
export function storedPreferences(): WithPreferences {
  const { customization, preference } = read()
  const { fontFamily, borderRadius, opened } = { ...defaultCustomization, ...chosenPreferences(customization) }
  const { mode, clock, moments, takeover, pinned } = { ...defaultPreference, ...chosenPreferences(preference) }
  const isVisit = (entry: unknown) => isRecord(entry) && typeof entry.path === 'string' && typeof entry.title === 'string'
  const { recent, groups, owner } = isRecord(preference) ? preference : {}
  return {
    customization: { ...defaultCustomization, fontFamily, borderRadius, opened },
    preference: {
      mode,
      clock,
      moments,
      takeover,
      pinned,
      recent: Array.isArray(recent) && recent.every(isVisit) ? recent : [],
      groups: isRecord(groups) ? (groups as Preference['groups']) : {},
      owner: typeof owner === 'string' ? owner : null,
    },
  }
}

function isRecord(kept: unknown): kept is Record<string, unknown> {
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept)
}

interface Store {
  getState: () => WithPreferences
  subscribe: (listener: () => void) => void
}

/** Stores them whenever they change. */
export function keepPreferences(store: Store): void {
  let kept = store.getState()
  store.subscribe(() => {
    const { customization, preference } = store.getState()
    if (kept.customization === customization && kept.preference === preference) return
    kept = { customization, preference }
    keepStored(localStorage, preferencesKey, JSON.stringify(kept))
  })
}

function read(): { customization?: unknown; preference?: unknown } {
  try {
    return JSON.parse(localStorage.getItem(preferencesKey) ?? '{}') ?? {}
  } catch {
    return {}
  }
}
