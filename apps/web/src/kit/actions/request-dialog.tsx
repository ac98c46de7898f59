import { approvalContract } from '@larder/contract'
import { useWrite } from '#api/client.ts'
import type { CallError } from '#api/transport.ts'
import type { Values } from '../fields/form/contract-resolver.ts'
import { useNotify } from '../notify.ts'
import { orWords } from '../or-words.ts'
import type { BaseRow } from '../row.ts'
import { type Action, approversOf, bodyOf, ownOf } from './action.ts'
import { AskDialog, chosenReasonOf } from './ask-dialog.tsx'
import type { Needed } from './host.ts'

/** The longest reason of a request. */
const mostWords = 200

interface RequestDialogProps<R extends BaseRow> {
  action: Action<R>
  row: R
  needed: Needed | undefined
  onRefusal: (error: CallError) => void
  onClose: () => void
}

/** The dialog of an act that another person has to approve: what was asked is sent as a request, and done by whoever approves it. */
export function RequestDialog<R extends BaseRow>({ action, row, needed, onRefusal, onClose }: RequestDialogProps<R>) {
  const [request, { isBusy }] = useWrite(approvalContract.create)
  const notify = useNotify()
  const send = async (asked: Values) => {
    const { name, shape } = action.endpoint
    // What is made has no id yet.
    const change = { operation: name, ...(shape.params && { params: { id: row.id } }), body: bodyOf(action, row, ownOf(action, asked)) }
    const chosen = chosenReasonOf(action)
    const reason = chosen ? String(asked.note || chosen.show(asked.reason)).slice(0, mostWords) : asked.reason
    const { error } = await request({ body: { ...change, reason } } as never)
    if (error) onRefusal(error)
    else notify(['Sent for approval', orWords(approversOf(action, row) ?? [])].filter(Boolean).join(' to '))
    return error
  }
  return <AskDialog action={action} row={row} send={send} isBusy={isBusy} onClose={onClose} needed={needed} />
}
