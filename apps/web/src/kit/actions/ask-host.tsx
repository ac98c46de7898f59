import { createContext, type ReactNode, useContext, useState } from 'react'
import { useLocation } from 'react-router'
import { soon } from '../lazily.tsx'
import { type BaseRow, isRecord } from '../row.ts'
import type { Action } from './action.ts'
import { useSend } from './use-send.ts'
import type { Refused } from './why-not.tsx'

const AskDialog = soon(() => import('./ask-dialog.tsx').then((module) => module.AskDialog))

const WhyNot = soon(() => import('./why-not.tsx').then((module) => module.WhyNot))

interface Host {
  /** Opens the dialog of an act that asks first. */
  ask: <R extends BaseRow>(action: Action<R>, row: R) => void
  /** Says why acts can't be done now. */
  explain: (refused: readonly Refused[]) => void
}

const HostContext = createContext<Host>({ ask: () => {}, explain: () => {} })

export function useAskHost(): Host {
  return useContext(HostContext)
}

interface Asked {
  action: Action<BaseRow>
  row: BaseRow
}

/**
 * Shows the dialog of an act apart from the button or menu that opened it: a live change may move or remove that, and what is typed
 * stays. Leaving the page closes it.
 */
export function AskHost({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<(Asked & { on: string }) | null>(null)
  const [refused, setRefused] = useState<{ acts: readonly Refused[]; on: string } | null>(null)
  const { pathname } = useLocation()
  if (asked && asked.on !== pathname) setAsked(null)
  if (refused && refused.on !== pathname) setRefused(null)
  const ask: Host['ask'] = (action, row) => setAsked({ action: action as unknown as Action<BaseRow>, row, on: pathname })
  const explain: Host['explain'] = (acts) => setRefused({ acts, on: pathname })
  return (
    <HostContext value={{ ask, explain }}>
      {children}
      {asked && <Question action={asked.action} row={asked.row} onClose={() => setAsked(null)} />}
      {refused && <WhyNot refused={refused.acts} onClose={() => setRefused(null)} />}
    </HostContext>
  )
}

/** Starts from the record as it was when the act was chosen; a refusal for being overtaken brings the newer one. */
function Question({ action, row, onClose }: Asked & { onClose: () => void }) {
  const [newest, setNewest] = useState(row)
  const { send, isBusy } = useSend(action)
  const sendNewest = async (values: Record<string, unknown>) => {
    const error = await send(newest, values)
    if (error?.kind === 'stale' && isRecord<BaseRow>(error.current)) setNewest(error.current)
    return error
  }
  return <AskDialog action={action} row={newest} send={sendNewest} isBusy={isBusy} onClose={onClose} />
}
