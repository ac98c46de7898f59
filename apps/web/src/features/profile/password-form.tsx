import { sessionContract } from '@larder/contract'
import { FormProvider } from 'react-hook-form'
import { useWrite } from '#api/client.ts'
import type { Values } from '#kit/fields/contract-resolver.ts'
import { FieldRow } from '#kit/fields/field-row.tsx'
import { passwordField } from '#kit/fields/fields.tsx'
import { useContractForm } from '#kit/fields/use-contract-form.ts'
import { Button } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { useNotify } from '#kit/notify.ts'
import { Style } from '#kit/theme/style.tsx'

const fields = [
  passwordField('current', { label: 'Current password', autoComplete: 'current-password' }),
  passwordField('next', {
    label: 'New password',
    help: 'At least 10 characters. Several words that do not belong together make a good one.',
    autoComplete: 'new-password',
  }),
  passwordField('repeat', { label: 'New password again', autoComplete: 'new-password' }),
]
const empty = { current: '', next: '', repeat: '' }
const bodyOf = ({ current, next }: Values) => ({ current: String(current), next: String(next) })

/** Another password for oneself; what is wrong stands at its field. */
export function PasswordForm() {
  const [change, { isBusy }] = useWrite(sessionContract.changePassword)
  const notify = useNotify()
  const { form, refuse } = useContractForm({
    schema: sessionContract.changePassword.shape.body,
    fields,
    initial: empty,
    complete: bodyOf,
  })
  const save = form.handleSubmit(async (values) => {
    if (values.repeat !== values.next) return form.setError('repeat', { message: 'is not the same' }, { shouldFocus: true })
    const { error } = await change({ body: bodyOf(values) })
    if (!error) {
      notify('Password changed; your other sessions have ended')
      form.reset(empty)
    } else if (refuse(error).length > 0 || Object.keys(error.fields).length === 0) notify(error.message, 'error')
  })
  return (
    <Style>
      <FormProvider {...form}>
        <form noValidate onSubmit={save} aria-label="Change password">
          <Stack gap={4}>
            {fields.map((field) => (
              <FieldRow key={field.key} field={field} />
            ))}
            <Row justify="end">
              <Button type="submit" tone="primary" busy={isBusy}>
                Change password
              </Button>
            </Row>
          </Stack>
        </form>
      </FormProvider>
    </Style>
  )
}
