import { passwordLength, sessionContract } from '@larder/contract'
import { useWrite } from '#api/client.ts'
import { passwordField } from '#kit/fields/fields.tsx'
import type { Values } from '#kit/fields/form/contract-resolver.ts'
import { FieldsForm } from '#kit/fields/form/fields-form.tsx'
import { useContractForm } from '#kit/fields/form/use-contract-form.ts'
import { useNotify } from '#kit/notify.ts'

const fields = [
  passwordField('current', { label: 'Current password', autoComplete: 'current-password' }),
  passwordField('next', {
    label: 'New password',
    help: `At least ${passwordLength.least} characters. Several unrelated words make a strong one.`,
    autoComplete: 'new-password',
  }),
  passwordField('repeat', { label: 'Confirm new password', autoComplete: 'new-password' }),
]
const schema = sessionContract.changePassword.shape.body
const empty = { current: '', next: '', repeat: '' }
const bodyOf = ({ current, next }: Values) => ({ current: String(current), next: String(next) })

/** Another password for oneself; what is wrong stands at its field. */
export function PasswordForm() {
  const [change, { isBusy }] = useWrite(sessionContract.changePassword)
  const notify = useNotify()
  const { form, refuse, handleSubmit } = useContractForm({
    schema,
    fields,
    initial: empty,
    complete: bodyOf,
  })
  const save = handleSubmit(async (values) => {
    if (values.repeat !== values.next) return form.setError('repeat', { message: 'does not match' }, { shouldFocus: true })
    const { error } = await change({ body: bodyOf(values) })
    if (!error) {
      notify('Password changed; you are signed out on your other devices')
      form.reset(empty)
    } else if (refuse(error).length > 0 || Object.keys(error.fields).length === 0) notify(error.message, 'error')
  })
  return <FieldsForm label="Change password" form={form} fields={fields} schema={schema} onSubmit={save} isBusy={isBusy} />
}
