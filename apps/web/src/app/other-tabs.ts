import { leaveSession } from '#api/session.ts'
import { storedToken } from '#api/token.ts'
import type { AppStore } from './store.ts'

/** Where one signs out in one tab, nobody is signed in in the others. Answers how to stop. */
export function followOtherTabs({ dispatch, getState }: AppStore): () => void {
  const follow = () => {
    if (getState().logged.isLogged && storedToken() === null) leaveSession(dispatch)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}
