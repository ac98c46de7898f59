import { type Passkey, passkeyContract } from '@larder/contract'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { api, useRead, useWrite, type WriteDispatch } from '#api/client.ts'
import { canUsePasskeys, makePasskey } from '#api/passkey.ts'
import { When } from '#kit/cells/when.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { textField } from '#kit/fields/fields.tsx'
import { FieldsDialog } from '#kit/fields/form/fields-dialog.tsx'
import { useContractForm } from '#kit/fields/form/use-contract-form.ts'
import { Button } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'

/** Devices that sign one in by themselves: added, and removed when they are lost or sold. */
export function Passkeys() {
  const read = useRead(passkeyContract.list, {})
  const [isAdding, setAdding] = useState(false)
  return (
    <Loading read={read}>
      {(passkeys) => (
        <Stack gap={4}>
          <Text as="p">A phone, a computer or a security key signs you in by itself, without password and code.</Text>
          {passkeys.length > 0 && (
            <Stack gap={4} role="list">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </Stack>
          )}
          <Row justify="end">
            <Button because={canUsePasskeys() ? null : 'This browser has no passkeys.'} onClick={() => setAdding(true)}>
              Add passkey
            </Button>
          </Row>
          {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
        </Stack>
      )}
    </Loading>
  )
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const [remove, { isBusy }] = useWrite(passkeyContract.remove)
  const notify = useNotify()
  const drop = async () => {
    const { error } = await remove({ params: { id } })
    notify(error ? error.message : `${name} no longer signs you in`, error ? 'error' : 'success')
  }
  return (
    <Row role="listitem" justify="space-between" isOneLine>
      <Stack gap={0}>
        <Text weight={500}>{name}</Text>
        <Text size={13} tone="muted">
          Added <When at={createdAt} />, {lastUsedAt ? 'last used ' : 'never used'}
          {lastUsedAt && <When at={lastUsedAt} />}
        </Text>
      </Stack>
      <Button size="small" busy={isBusy} onClick={drop}>
        Remove<span className="unseen"> {name}</span>
      </Button>
    </Row>
  )
}

const fields = [textField('name', { help: 'To tell it from your other devices: My phone, Key at work' })]
const schema = passkeyContract.create.shape.body

function AddPasskey({ onClose }: { onClose: () => void }) {
  const dispatch = useDispatch<WriteDispatch>()
  const notify = useNotify()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const nothing = { id: '-', clientDataJSON: '-', attestationObject: '-', transports: [] }
  const complete = ({ name }: Record<string, unknown>) => ({ name, credential: nothing })
  const { form, handleSubmit } = useContractForm({ schema, fields, initial: { name: '' }, complete })
  const send = handleSubmit(async ({ name }) => {
    setBusy(true)
    const made = await makePasskey(String(name))
    setBusy(false)
    if ('kind' in made) return setRefusal(made.message)
    dispatch(api.util.invalidateTags(['entity']))
    notify(`${made.name} signs you in from now on`)
    onClose()
  })
  return (
    <FieldsDialog
      title="Add passkey"
      form={form}
      fields={fields}
      schema={schema}
      refusal={refusal}
      label="Continue"
      isBusy={isBusy}
      onSubmit={send}
      onClose={onClose}
    />
  )
}
