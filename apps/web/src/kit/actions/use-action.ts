import { useCan } from '../access/access.tsx'
import type { BaseRow } from '../row.ts'
import { type Action, approversOf, becauseOf } from './action.ts'
import { useAskHost } from './ask-host.tsx'
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
  const { sendAndTell, isBusy } = useSend(action)
  const { ask } = useAskHost()
  return {
    isVisible: isPermitted && (row.allowed === undefined || row.allowed.some((each) => each.action === action.key)),
    because: becauseOf(action, row),
    isBusy,
    run: () => (action.question || approversOf(action, row) ? ask(action, row) : sendAndTell(row, {})),
  }
}
