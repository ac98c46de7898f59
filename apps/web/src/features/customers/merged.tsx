import { type Customer, customerContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { Text } from '#kit/layout/text.tsx'

/** Into whom a record was merged. */
export function MergedInto({ customer: { mergedInto } }: { customer: Pick<Customer, 'mergedInto'> }) {
  const goesOn = useRead(customerContract.get, mergedInto ? { params: { id: mergedInto } } : null).data
  if (!mergedInto) return null
  return (
    <Text as="p">
      <PlaceLink entity="customer" id={mergedInto}>
        {goesOn?.name ?? '…'}
      </PlaceLink>{' '}
      goes on for this number too.
    </Text>
  )
}
