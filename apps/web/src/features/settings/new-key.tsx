import {
  type ChannelKind,
  type ChannelReach,
  channelKeyContract,
  channelKindLabels,
  channelReaches,
  channelReachLabels,
  scopesOfKind,
} from '@larder/contract'
import { useState } from 'react'
import { useWrite } from '#api/client.ts'
import { references } from '#entities/references.ts'
import { useAskHost } from '#kit/actions/host.ts'
import { Alert } from '#kit/feedback/alert.tsx'
import { checksField, referencesField } from '#kit/fields/choice-fields.tsx'
import { numberField, textField } from '#kit/fields/fields.tsx'
import type { Values } from '#kit/fields/form/contract-resolver.ts'
import { FormFields } from '#kit/fields/form/form-fields.tsx'
import { useContractForm } from '#kit/fields/form/use-contract-form.ts'
import { RadioList } from '#kit/fields/inputs/radio-list.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { Button } from '#kit/layout/button.tsx'
import { Dialog } from '#kit/layout/dialog.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { scopeOptions } from './channel-keys.resource.tsx'
import { secretOf } from './key-secret.ts'

const schema = channelKeyContract.create.shape.body

const kindHints: Record<ChannelKind, string> = {
  'customer-app': 'Sells in the whole marketplace; has the orders and carts that came in by it',
  'store-app': 'A tablet in the store: has its orders, whichever app they came in by',
  till: 'A till with its printer: has the orders of its stores, whichever app they came in by',
  'rider-app': 'Has the deliveries of its branches, and tells where their riders are',
  simulator: 'Plays customers, stores and riders, for trying out',
}
const reachHints: Record<ChannelReach, string> = {
  own: 'Nothing else is there for it',
  store: 'Those that you choose',
  branch: 'All stores of the branches that you choose, new ones too',
}
const kinds = optionsOf(channelKindLabels).map((option) => ({ ...option, hint: kindHints[option.value] }))
const of = {
  own: [],
  store: [referencesField('placeIds', { label: 'Stores', ...references.store })],
  branch: [referencesField('placeIds', { label: 'Branches', ...references.branch })],
} as const

/** A new channel: its kind decides what it may speak for and do. Its secret is shown once, when it is made. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<ChannelKind>('till')
  const [reach, setReach] = useState<ChannelReach>('store')
  const [refusal, setRefusal] = useState<string[]>([])
  const { tell } = useAskHost()
  const [write, { isBusy, reset }] = useWrite(channelKeyContract.create)
  const fields = [
    textField('name', { help: 'Orders and their timelines name the program by it' }),
    ...of[reach],
    checksField('scopes', { label: 'May', options: scopeOptions(scopesOfKind(kind)) }),
    numberField('perMinute', { label: 'Requests', unit: 'a minute', help: 'Leave empty for as many as every key may make' }),
  ]
  const complete = (values: Values) => ({ ...values, kind, reach })
  const { form, refuse, handleSubmit } = useContractForm({
    schema,
    fields,
    initial: { name: '', placeIds: [], scopes: scopesOfKind('till'), perMinute: null },
    complete,
  })
  const choose = (next: ChannelKind, how: ChannelReach = channelReaches[next][0]) => {
    setKind(next)
    setReach(how)
    form.setValue('placeIds', [])
    form.setValue('scopes', scopesOfKind(next))
    form.clearErrors()
  }
  const send = handleSubmit(async (values) => {
    const { data, error } = await write({ body: complete(values) } as never)
    if (error) return setRefusal(Object.keys(error.fields).length === 0 ? [error.message] : refuse(error))
    tell(secretOf(data))
    // It stays in its dialog alone, not in the cache of what was sent.
    reset()
    onClose()
  })
  const reaches: readonly ChannelReach[] = channelReaches[kind]
  return (
    <Dialog
      title="Add channel key"
      open
      // Typed text is not lost to a click beside the dialog.
      onClose={form.formState.isDirty ? () => {} : onClose}
      width={640}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" busy={isBusy}>
            Add
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {refusal.length > 0 && <Alert tone="error">{refusal.join(' ')}</Alert>}
        <Stack gap={1}>
          <Text as="div" size={13} weight={500}>
            Kind
          </Text>
          <RadioList name="kind" label="Kind" choices={kinds} value={kind} onChange={(next) => choose(next as ChannelKind)} />
        </Stack>
        {reaches.length > 1 && (
          <Stack gap={1}>
            <Text as="div" size={13} weight={500}>
              Speaks for
            </Text>
            <RadioList
              name="reach"
              label="Speaks for"
              choices={reaches.map((value) => ({ value, label: channelReachLabels[value], hint: reachHints[value] }))}
              value={reach}
              onChange={(next) => choose(kind, next as ChannelReach)}
            />
          </Stack>
        )}
        <FormFields key={reach} form={form} fields={fields} schema={schema} />
      </Stack>
    </Dialog>
  )
}
