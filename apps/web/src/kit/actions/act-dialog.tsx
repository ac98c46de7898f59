import { approvalContract } from '@larder/contract'
import { useWrite } from '#api/client.ts'
import type { CallError } from '#api/transport.ts'
import type { Values } from '../fields/form/contract-resolver.ts'
import { useNotify } from '../notify.ts'
import { orWords } from '../or-words.ts'
import type { BaseRow } from '../row.ts'
import { type Action, approversOf, bodyOf, chosenReasonOf, ownOf } from './action.ts'
import { AskDialog } from './ask-dialog.tsx'
import type { Needed } from './host.ts'

/** The longest reason of a request. */
const mostWords = 200

interface ActDialogProps<R extends BaseRow> {
  action: Action<R>
  row: R
  send: (asked: Values) => Promise<CallError | undefined>
  isBusy: boolean
  needed: Needed | undefined
  onRefusal: (error: CallError) => void
  onClose: () => void
}

/** The dialog of an act. What another person has to approve is sent as a request, and done by whoever approves it. */
export function ActDialog<R extends BaseRow>({ action, row, send, isBusy, needed, onRefusal, onClose }: ActDialogProps<R>) {
  const [write, { isBusy: isRequesting }] = useWrite(approvalContract.create)
  const notify = useNotify()
  const request = async (asked: Values): Promise<CallError | undefined> => {
    const { name, shape } = action.endpoint
    // What is made has no id yet.
    const change = { operation: name, ...(shape.params && { params: { id: row.id } }), body: bodyOf(action, row, ownOf(action, asked)) }
    const chosen = chosenReasonOf(action)
    const reason = chosen ? String(asked.note || chosen.show(asked.reason)).slice(0, mostWords) : asked.reason
    const { error } = await write({ body: { ...change, reason } } as never)
    if (error) onRefusal(error)
    else notify(['Sent for approval', orWords(approversOf(action, row) ?? [])].filter(Boolean).join(' to '))
    return error
  }
  const isRequest = needed !== undefined || approversOf(action, row) !== null
  const asks = { action, row, needed, onClose, isBusy: isBusy || isRequesting }
  return isRequest ? <AskDialog key="request" {...asks} send={request} /> : <AskDialog key="act" {...asks} send={send} request={request} />
}
