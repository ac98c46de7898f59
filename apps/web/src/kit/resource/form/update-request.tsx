import { approvalContract } from '@larder/contract'
import { useWrite } from '#api/client.ts'
import { action } from '../../actions/action.ts'
import type { Values } from '../../fields/form/contract-resolver.ts'
import { soon } from '../../lazily.tsx'
import { useNotify } from '../../notify.ts'
import type { BaseRow } from '../../row.ts'
import type { ResourceFormState } from './use-resource-form.ts'

const AskDialog = soon(() => import('../../actions/ask-dialog.tsx').then((module) => module.AskDialog))

interface UpdateRequestProps {
  state: ResourceFormState
  record: BaseRow
  needed: NonNullable<ResourceFormState['needed']>
}

/** Asks another person for what a form would have changed: why, and off it goes as it was typed, to wait in their approvals. */
export function UpdateRequest({ state, record, needed: { because, body } }: UpdateRequestProps) {
  const [request, { isBusy }] = useWrite(approvalContract.create)
  const notify = useNotify()
  const act = action(state.endpoint, { label: 'Save', title: `Ask for approval: ${state.title}` })
  const send = async ({ reason }: Values) => {
    const { error } = await request({ body: { operation: state.endpoint.name, params: { id: record.id }, body, reason } } as never)
    if (!error) {
      notify('Sent for approval')
      state.requested()
    }
    return error
  }
  return <AskDialog action={act} row={record} send={send} isBusy={isBusy} onClose={state.keepTyping} needed={{ because, asked: {} }} />
}
