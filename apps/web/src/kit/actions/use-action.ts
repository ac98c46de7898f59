import { useCan, useLacking } from '../access/access.tsx'
import type { BaseRow } from '../row.ts'
import { type Action, approversOf, becauseOf } from './action.ts'
import { useAskHost } from './host.ts'
import { useSend } from './use-send.ts'

export interface ActionState {
  /** False where the role never may, or the server doesn't name it for this row; who sees the product as another sees it all the same, with what is lacking. */
  isVisible: boolean
  /** Why the state forbids it now. */
  because: string | null
  /** For whom the product is seen as, where they may not. */
  isLacking: boolean
  isBusy: boolean
  run: () => void
}

/** An act on a row: whether it may be done, and doing it (asking first where it asks). */
export function useAction<R extends BaseRow>(action: Action<R>, row: R): ActionState {
  const isPermitted = useCan(action.endpoint.shape.permission)
  const lacking = useLacking()(action.endpoint.shape.permission)
  const { sendAndTell, isBusy } = useSend(action)
  const { ask } = useAskHost()
  return {
    isVisible: lacking !== null || (isPermitted && (row.allowed === undefined || row.allowed.some((each) => each.action === action.key))),
    because: lacking ?? becauseOf(action, row),
    isLacking: lacking !== null,
    isBusy,
    run: () => ((action.question && action.question(row) !== null) || approversOf(action, row) ? ask(action, row) : sendAndTell(row, {})),
  }
}
