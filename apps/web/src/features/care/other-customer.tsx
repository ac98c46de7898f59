import { type Ticket, ticketContract } from '@larder/contract'
import { use, useEffect, useEffectEvent } from 'react'
import { useRead } from '#api/client.ts'
import { Alert } from '#kit/feedback/alert.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useFormValues } from '#kit/fields/form/use-form-values.ts'
import { SwitchInput } from '#kit/fields/inputs/switch-input.tsx'
import { FormRecord } from '#kit/fields/reference.tsx'
import { Stack } from '#kit/layout/flow.tsx'

/** Where the ticket that goes on is of another customer: whose either is, and that it is right. */
export function OtherCustomer(props: FieldInputProps) {
  const from = use(FormRecord) as Ticket | null
  const intoId = String(useFormValues().intoId ?? '')
  // What was said of one ticket is not said of another.
  const forget = useEffectEvent(() => void props.onChange(null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each ticket is asked about anew
  useEffect(() => void forget(), [intoId])
  const read = useRead(ticketContract.get, intoId ? { params: { id: intoId as Ticket['id'] } } : null).data
  const into = read?.id === intoId ? read : undefined
  if (!from?.customer || !into?.customer || from.customer.id === into.customer.id) return null
  return (
    <Stack gap={2}>
      <Alert tone="warning">
        {from.number} is of {from.customer.name}, {into.number} of {into.customer.name}.
      </Alert>
      <SwitchInput {...props} label="They belong together all the same" />
    </Stack>
  )
}
