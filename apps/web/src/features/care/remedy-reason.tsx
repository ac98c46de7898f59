import { orderContract, proposedRemedyReason, type Ticket } from '@larder/contract'
import { use } from 'react'
import { useRead } from '#api/client.ts'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useProposal } from '#kit/fields/form/use-proposal.ts'
import { SelectInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { FormRecord } from '#kit/fields/reference.tsx'
import { remedyReasons } from './remedy-reasons.ts'

/** What happened: what the ticket's topic says, where the list has that, until somebody says otherwise. */
export function RemedyReason(props: FieldInputProps) {
  const { topicCode } = use(FormRecord) as Ticket
  const { data } = useRead(orderContract.reasons, {})
  const fitting = proposedRemedyReason(topicCode)
  useProposal(props, data?.find(({ kind, code }) => kind === 'refund' && code === fitting)?.code)
  return <SelectInput {...props} options={remedyReasons} />
}
