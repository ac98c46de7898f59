import { createContext, useContext } from 'react'
import type { BaseRow } from '../row.ts'
import type { Action } from './action.ts'
import type { Told } from './told-once.tsx'
import type { Refused } from './why-not.tsx'

/** What turned out to need another person's approval only once it was sent: why, and what was asked. */
export interface Needed {
  because: string
  asked: Record<string, unknown>
}

/** Where what an act asks or tells is shown, apart from its button. */
export interface Host {
  /** Opens the dialog of an act that asks first; with `needed` that of a request for it. */
  ask: <R extends BaseRow>(action: Action<R>, row: R, needed?: Needed) => void
  /** Says why acts can't be done now. */
  explain: (refused: readonly Refused[]) => void
  /** Shows what an act brought, this once: a password, a link. */
  tell: (told: Told) => void
}

export const HostContext = createContext<Host>({ ask: () => {}, explain: () => {}, tell: () => {} })

export function useAskHost(): Host {
  return useContext(HostContext)
}
