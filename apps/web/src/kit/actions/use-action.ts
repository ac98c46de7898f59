import { useCan } from '../access/access.tsx'
import { useNotify } from '../notify.ts'
import type { BaseRow } from '../resource/define.ts'
import type { Action } from './action.ts'
import { useAsk } from './ask-host.tsx'
import { useSend } from './use-send.ts'

export interface ActionState {
  /** False where the role never may, or the server doesn't name it for this row. */
  isVisible: boolean
  /** Why the state forbids it now. */
  because: string | null
  isBusy: boolean
  run: () => void
}

/** An act on a row: whether it may be done, and doing it (asking first where it asks). */
export function useAction<R extends BaseRow>(action: Action<R>, row: R): ActionState {
  const isPermitted = useCan(action.endpoint.shape.permission)
  const { send, isBusy } = useSend(action)
  const ask = useAsk()
  const notify = useNotify()
  const entry = row.allowed?.find((each) => each.action === action.key)

  const runAtOnce = async () => {
    const error = await send(row, {})
    if (error) notify(error.message, 'error', 8000)
  }
  return {
    isVisible: isPermitted && (row.allowed === undefined || entry !== undefined),
    because: entry?.because ?? null,
    isBusy,
    run: () => (action.question ? ask(action, row) : void runAtOnce()),
  }
}
