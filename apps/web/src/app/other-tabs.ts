import { leaveSession } from '#api/session.ts'
import { storedToken } from '#api/token.ts'
import { borderRadiusSet, fontFamilySet } from '#state/customization.ts'
import { clockSet, modeSet, momentsSet } from '#state/preference.ts'
import type { AppStore } from './store.ts'
import { preferencesKey, storedPreferences } from './stored-preferences.ts'

/** What one tab does concerns the others: its theme is theirs, and where one signs out nobody is signed in. Answers how to stop. */
export function followOtherTabs({ dispatch, getState }: AppStore): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === preferencesKey) {
      const { customization, preference } = storedPreferences()
      dispatch(fontFamilySet(customization.fontFamily))
      dispatch(borderRadiusSet(customization.borderRadius))
      dispatch(modeSet(preference.mode))
      dispatch(clockSet(preference.clock))
      dispatch(momentsSet(preference.moments))
    } else if (getState().logged.isLogged && storedToken() === null) leaveSession(dispatch)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}
