import { passkeyContract, secondFactorContract, sessionContract } from '@larder/contract'
import { useState } from 'react'
import { useRead, useWrite } from '#api/client.ts'
import { canUsePasskeys, signWithPasskey } from '#api/passkey.ts'
import { codeField, passwordField } from '#kit/fields/fields.tsx'
import type { Values } from '#kit/fields/form/contract-resolver.ts'
import { FieldsDialog } from '#kit/fields/form/fields-dialog.tsx'
import { useContractForm } from '#kit/fields/form/use-contract-form.ts'
import { Button } from '#kit/layout/button.tsx'

const ways = {
  password: [passwordField('password', { label: 'Password', autoComplete: 'current-password' })],
  code: [codeField('code', { label: 'Code', help: 'From your authenticator app, or one of your recovery codes' })],
} as const
type Way = keyof typeof ways

const schema = sessionContract.prove.shape.body

/** The password again, a code where there is two-step sign-in, or a passkey. */
export function ProofDialog({ onClose }: { onClose: (isProved: boolean) => void }) {
  const [way, setWay] = useState<Way>('password')
  const [refusal, setRefusal] = useState<string | null>(null)
  const { data: twoStep } = useRead(secondFactorContract.get, {})
  const { data: passkeys } = useRead(passkeyContract.list, {})
  const [prove, { isBusy }] = useWrite(sessionContract.prove)
  const fields = ways[way]
  const complete = ({ password, code }: Values) => (way === 'code' ? { code: String(code) } : { password: String(password) })
  const { form, refuse, handleSubmit } = useContractForm({ schema, fields, initial: { password: '', code: '' }, complete })
  const send = handleSubmit(async (values) => {
    const { error } = await prove({ body: complete(values) })
    if (!error) return onClose(true)
    setRefusal(Object.keys(error.fields).length === 0 ? error.message : (refuse(error)[0] ?? null))
  })
  const other: Way = way === 'password' ? 'code' : 'password'
  const byPasskey = async () => {
    const { signature, error: unsigned } = await signWithPasskey()
    const error = unsigned ?? (await prove({ body: { passkey: signature } })).error
    if (error) setRefusal(error.message)
    else onClose(true)
  }
  const turn = () => {
    setWay(other)
    setRefusal(null)
    form.reset()
  }
  return (
    <FieldsDialog
      title="Confirm that it is you"
      words="What moves money, or changes access or settings, asks for it. It goes on as soon as you have confirmed."
      form={form}
      fields={fields}
      schema={schema}
      refusal={refusal}
      label="Confirm"
      isBusy={isBusy}
      others={
        <>
          {passkeys && passkeys.length > 0 && canUsePasskeys() && <Button onClick={byPasskey}>Use a passkey</Button>}
          {twoStep?.since && <Button onClick={turn}>{other === 'code' ? 'Use a code' : 'Use the password'}</Button>}
        </>
      }
      onSubmit={send}
      onClose={() => onClose(false)}
    />
  )
}
