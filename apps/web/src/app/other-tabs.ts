import { leaveSession, leftElsewhereKey } from '#api/session.ts'
import { keepStored } from '#api/stored.ts'
import { isTokenGone, storedToken } from '#api/token.ts'
import type { AppStore } from './store.ts'

/** Where one signs out in one tab, nobody is signed in in the others, nothing that was typed is left in them, and the sign-in there says why. Answers how to stop. */
export function followOtherTabs({ dispatch, getState }: AppStore): () => void {
  const follow = (told: StorageEvent) => {
    // A tab that signs out takes other things along before the token, and what is told of them finds it gone already.
    if (told.key !== null && !isTokenGone(told)) return
    if (isTokenGone(told)) sessionStorage.clear()
    if (!getState().logged.isLogged || storedToken() !== null) return
    keepStored(sessionStorage, leftElsewhereKey, 'yes')
    leaveSession(dispatch)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}
