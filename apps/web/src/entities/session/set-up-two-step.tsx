import { type AuthenticatorKey, secondFactorContract } from '@larder/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useWrite } from '#api/client.ts'
import { CopyText } from '#kit/cells/copy-text.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { codeField } from '#kit/fields/fields.tsx'
import { FieldsForm } from '#kit/fields/form/fields-form.tsx'
import { useContractForm } from '#kit/fields/form/use-contract-form.ts'
import { Button } from '#kit/layout/button.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { lazily } from '#kit/lazily.tsx'

const QrCode = lazily(() => import('./qr-code.tsx').then((module) => module.QrCode))

const fields = [codeField('code', { label: 'Code', help: 'The six digits that the app shows now' })]
const schema = secondFactorContract.confirm.shape.body

/** Takes an authenticator app into use: scan its key, tell a code of it. `onOn` gets the recovery codes, which are told this once. */
export function SetUpTwoStep({ onOn, onCancel }: { onOn: (recoveryCodes: readonly string[]) => void; onCancel?: () => void }) {
  const [begin, { error, reset: forgetKey }] = useWrite(secondFactorContract.begin)
  const [confirm, { isBusy, reset }] = useWrite(secondFactorContract.confirm)
  const [made, setMade] = useState<AuthenticatorKey | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { form, refuse, handleSubmit } = useContractForm({ schema, fields, initial: { code: '' }, complete: (values) => values })
  const start = async () => {
    const { data } = await begin({})
    if (!data) return
    setMade(data)
    // It stays here alone, not in the cache of what was sent.
    forgetKey()
  }
  const startOnce = useEffectEvent(start)
  useEffect(() => void startOnce(), [])
  const send = handleSubmit(async ({ code }) => {
    const { data, error } = await confirm({ body: { code: String(code) } })
    if (error) return setRefusal(Object.keys(error.fields).length === 0 ? error.message : (refuse(error)[0] ?? null))
    reset()
    onOn(data.recoveryCodes)
  })
  if (error) {
    return (
      <Alert tone="error" action={<Button onClick={start}>Try again</Button>}>
        {error.message}
      </Alert>
    )
  }
  if (!made) return null
  return (
    <Stack gap={4}>
      <Text as="p">Scan this with an authenticator app on your phone, such as Google Authenticator, Aegis or 1Password.</Text>
      <QrCode text={made.address} name="QR code of the key" />
      <Text as="p" size={13} tone="muted">
        Or type the key into the app: <CopyText text={made.key} shown={grouped(made.key)} said="The key was copied" />
      </Text>
      {refusal && <Alert tone="error">{refusal}</Alert>}
      <FieldsForm
        label="Turn on"
        form={form}
        fields={fields}
        schema={schema}
        onSubmit={send}
        isBusy={isBusy}
        {...(onCancel && { onCancel })}
      />
    </Stack>
  )
}

const grouped = (key: string) => key.replace(/.{4}(?=.)/g, '$& ')
