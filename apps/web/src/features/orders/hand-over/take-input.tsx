import { durationText, type HandedOver, handOverContract, minutesBetween, orderStatusWords, promisedStatuses } from '@larder/contract'
import { use } from 'react'
import { useRead } from '#api/client.ts'
import { useMe } from '#kit/access/access.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useProposal } from '#kit/fields/form/use-proposal.ts'
import { ChecksInput } from '#kit/fields/inputs/checks-input.tsx'
import { FormRecord } from '#kit/fields/reference.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNow } from '#kit/use-now.ts'
import { slotWords } from '../for-slot.ts'

/** Which orders of a shift its next person handles from now on: all claims that it hands over, unless they choose otherwise. */
export function TakeInput(props: FieldInputProps) {
  const id = use(FormRecord)?.id ?? ''
  const read = useRead(handOverContract.orders, id ? { params: { id } } : null)
  const me = useMe().id
  const open = read.data?.filter((order) => isFree(order, me))
  useProposal(
    props,
    open?.filter(({ isClaimHanded }) => isClaimHanded).map(({ orderId }) => orderId),
  )
  return <Loading read={read}>{() => <Choices {...props} orders={open ?? []} />}</Loading>
}

/** What still runs, that nobody else handles, and that is not theirs already. */
function isFree({ now, claimedBy, isClaimHanded }: HandedOver, me: string): boolean {
  if (now === null || !promisedStatuses.some((status) => status === now.status) || now.claimedBy?.id === me) return false
  return now.claimedBy === null || (isClaimHanded && now.claimedBy.id === claimedBy?.id)
}

function Choices({ orders, ...props }: FieldInputProps & { orders: readonly HandedOver[] }) {
  const now = useNow()
  if (orders.length === 0) return <Text tone="muted">None of them is open and free any more.</Text>
  const options = orders.map(({ orderId, number, store, now: stands, promisedAt, note, ...slot }) => ({
    value: orderId,
    label: `${number}, ${store}`,
    hint: [
      stands && orderStatusWords[stands.status],
      slotWords(slot, now),
      promisedAt !== null && promisedAt < now && `${durationText(minutesBetween(promisedAt, now))} late`,
      note,
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return <ChecksInput {...props} options={options} />
}
