import { type CustomerFlag, customerFlagLabels } from '@larder/contract'
import { PlaceLink } from '#kit/access/places.tsx'
import { PhoneText } from '#kit/cells/value-text.tsx'
import { Text } from '#kit/layout/text.tsx'
import type { PhoneOrderState } from './use-phone-order.ts'

/** Who calls, as far as somebody with the number is known. */
export function CallerLine({ order: { caller } }: { order: PhoneOrderState }) {
  if (caller === undefined) return null
  return (
    <div aria-live="polite">
      {caller === null ? (
        <Text as="p" size={13} tone="muted">
          No customer that you can find has this number: the order makes one.
        </Text>
      ) : (
        <Text as="p" size={13}>
          <PlaceLink entity="customer" id={caller.id}>
            {caller.name}
          </PlaceLink>
          {', '}
          <PhoneText phone={caller.phone} />
          {`, ${caller.orders === 1 ? '1 order' : `${caller.orders} orders`}`}
          {caller.flags.length > 0 && (
            <Text weight={600} tone="warning">
              {` · ${caller.flags.map((flag) => customerFlagLabels[flag as CustomerFlag]).join(', ')}`}
            </Text>
          )}
          {caller.isToBeErased && (
            <Text weight={600} tone="warning">
              {' · Erasure asked: an order delays it'}
            </Text>
          )}
        </Text>
      )}
    </div>
  )
}
