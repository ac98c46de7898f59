import { type ReactNode, useState } from 'react'
import { useWrite } from '#api/client.ts'
import type { LooseInput } from '#api/request-url.ts'
import { useCan } from '../access/access.tsx'
import { lazily } from '../lazily.tsx'
import { useNotify } from '../notify.ts'
import type { BaseRow } from '../resource/define.ts'
import type { Action } from './action.ts'

const AskDialog = lazily(() => import('./ask-dialog.tsx').then((module) => module.AskDialog))

export interface ActionState {
  /** False where the role never may, or the server doesn't name it for this row. */
  isVisible: boolean
  /** Why the state forbids it now. */
  because: string | null
  isBusy: boolean
  run: () => void
  /** To be rendered once, anywhere near. */
  dialog: ReactNode
}

/** An act on a row: whether it may be done, and doing it (asking first where it asks). */
export function useAction<R extends BaseRow>(action: Action<R>, row: R): ActionState {
  const [isOpen, setOpen] = useState(false)
  const isPermitted = useCan(action.endpoint.shape.permission)
  const [write, { isBusy }] = useWrite(action.endpoint)
  const notify = useNotify()
  const entry = row.allowed?.find((each) => each.action === action.key)

  const send = async (asked: Record<string, unknown>) => {
    const input: LooseInput = { params: { id: row.id }, body: { version: row.version, ...action.body(row), ...asked } }
    const { error } = await write(input as never)
    if (!error) notify(action.done(row))
    return error
  }
  const runAtOnce = async () => {
    const error = await send({})
    if (error) notify(error.message, 'error', 8000)
  }
  const asksFirst = action.question !== undefined || action.asks.length > 0
  return {
    isVisible: isPermitted && (row.allowed === undefined || entry !== undefined),
    because: entry?.because ?? null,
    isBusy,
    run: () => (asksFirst ? setOpen(true) : void runAtOnce()),
    dialog: isOpen && <AskDialog action={action} row={row} send={send} isBusy={isBusy} onClose={() => setOpen(false)} />,
  }
}
