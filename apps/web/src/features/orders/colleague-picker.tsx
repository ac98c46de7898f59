import { orderClaimContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { ColleagueChoice } from '#entities/colleague-choice.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'

/** Who else handles orders and sees this one; who was here last comes first. */
export function ColleaguePicker({ orderId, ...props }: FieldInputProps & { orderId: string }) {
  const read = useRead(orderClaimContract.colleagues, { params: { id: orderId } })
  return <ColleagueChoice {...props} read={read} empty="Colleagues who handle orders and see this one appear here." />
}
