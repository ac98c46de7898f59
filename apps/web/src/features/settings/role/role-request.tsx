import { approvalContract, type Role, roleContract } from '@larder/contract'
import { useWrite } from '#api/client.ts'
import { confirmAction } from '#kit/actions/action.ts'
import { soon } from '#kit/lazily.tsx'
import { useNotify } from '#kit/notify.ts'

const AskDialog = soon(() => import('#kit/actions/ask-dialog.tsx').then((module) => module.AskDialog))

interface RoleRequestProps {
  role: Role
  /** What would be sent, were it not for the approval. */
  body: object
  because: string
  onSent: () => void
  onClose: () => void
}

/** Asks another person for a change that widens a role that somebody has; it waits in their approvals. */
export function RoleRequest({ role, body, because, onSent, onClose }: RoleRequestProps) {
  const [request, { isBusy }] = useWrite(approvalContract.create)
  const notify = useNotify()
  const act = confirmAction(roleContract.update, { label: 'Save', title: `Ask for approval: ${role.name}`, question: () => because })
  const row = { ...role, allowed: [{ action: act.key, because: null, approval: { by: ['another person'] } }] }
  const send = async ({ reason }: Record<string, unknown>) => {
    const { error } = await request({ body: { operation: roleContract.update.name, params: { id: role.id }, body, reason } } as never)
    if (!error) {
      notify('Sent for approval')
      onSent()
    }
    return error
  }
  return <AskDialog action={act} row={row} send={send} isBusy={isBusy} onClose={onClose} />
}
