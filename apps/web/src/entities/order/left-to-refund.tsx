import { orderContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { format } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'
import { leftWords } from './left-words.ts'

/** Which order money is to go back of, and what can still be refunded of it; of what is asked for already nothing is left. */
export function LeftToRefund({ orderId, isCounted }: { orderId: string; isCounted: boolean }) {
  const sees = useCan(orderContract.get.shape.permission)
  const { data } = useRead(orderContract.get, sees ? { params: { id: orderId } } : null)
  if (!data) return null
  const { number, refunding } = data
  const { money } = format()
  const isMore = refunding.givenAlone.minor > 0
  return (
    <Text as="div">
      Order{' '}
      <PlaceLink entity="order" id={orderId}>
        {number}
      </PlaceLink>
      : {leftWords(refunding)}
      {isCounted && ' This request is counted.'}
      {isMore && ` ${money(refunding.givenAlone)} was taken off or given without approval before.`}
    </Text>
  )
}
