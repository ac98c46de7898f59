import { orderClaimContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { RadioList } from '#kit/fields/inputs/radio-list.tsx'

/** Who else handles orders and sees this one; who was here last comes first. */
export function ColleaguePicker({ orderId, ...props }: FieldInputProps & { orderId: string }) {
  const read = useRead(orderClaimContract.colleagues, { params: { id: orderId } })
  return (
    <Loading read={read}>
      {(colleagues) =>
        colleagues.length === 0 ? (
          <EmptyState title="Nobody else" text="Colleagues who handle orders and see this one appear here." />
        ) : (
          <RadioList {...props} choices={colleagues.map(({ id, name, roleName }) => ({ value: id, label: name, hint: roleName }))} />
        )
      }
    </Loading>
  )
}
