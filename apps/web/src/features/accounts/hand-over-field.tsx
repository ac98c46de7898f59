import { staffContract } from '@larder/contract'
import { use } from 'react'
import { useRead } from '#api/client.ts'
import { Loading } from '#kit/feedback/feedback.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { customField } from '#kit/fields/fields.tsx'
import { SelectInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { FormRecord } from '#kit/fields/reference.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { ordersInWords, tasksInWords } from './open-work.tsx'

/** Who takes over what a person handles; nobody gives it back to whoever claims it. */
export const handOverField = customField<'handOverTo', string>('handOverTo', {
  label: 'Open work',
  input: (props) => <HandOverInput {...props} />,
  isFleeting: true,
})

function HandOverInput(props: FieldInputProps) {
  const id = use(FormRecord)?.id ?? ''
  const read = useRead(staffContract.openWork, id ? { params: { id } } : null)
  return (
    <Loading read={read}>
      {({ orders, tasks, heirs }) => (
        <Stack gap={2}>
          <Text as="p">{[ordersInWords(orders), tasksInWords(tasks)].filter(Boolean).join(' ')}</Text>
          {orders.length > 0 && (
            <SelectInput
              {...props}
              value={props.value ?? ''}
              onChange={(heir) => props.onChange(heir || null)}
              options={heirs.map(({ id: value, name, roleName }) => ({ value, label: name, hint: roleName }))}
              none="Nobody: anyone may claim them"
            />
          )}
        </Stack>
      )}
    </Loading>
  )
}
