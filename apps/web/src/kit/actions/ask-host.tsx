import { createContext, type ReactNode, useContext, useState } from 'react'
import { useLocation } from 'react-router'
import { soon } from '../lazily.tsx'
import { type BaseRow, isRecord } from '../resource/define.ts'
import type { Action } from './action.ts'
import { useSend } from './use-send.ts'

const AskDialog = soon(() => import('./ask-dialog.tsx').then((module) => module.AskDialog))

type Ask = <R extends BaseRow>(action: Action<R>, row: R) => void
const AskContext = createContext<Ask>(() => {})

/** Opens the dialog of an act that asks first. */
export function useAsk(): Ask {
  return useContext(AskContext)
}

interface Asked {
  action: Action<BaseRow>
  row: BaseRow
}

/**
 * Shows the dialog of an act apart from the button that opened it: a live change may move or remove that button, and what is typed
 * stays. Leaving the page closes it.
 */
export function AskHost({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<(Asked & { on: string }) | null>(null)
  const { pathname } = useLocation()
  if (asked && asked.on !== pathname) setAsked(null)
  const ask: Ask = (action, row) => setAsked({ action: action as unknown as Action<BaseRow>, row, on: pathname })
  return (
    <AskContext value={ask}>
      {children}
      {asked && <Question action={asked.action} row={asked.row} onClose={() => setAsked(null)} />}
    </AskContext>
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
