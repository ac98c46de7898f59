import { PlaceLink } from '#kit/access/places.tsx'
import { custom } from '#kit/cells/columns.tsx'
import { Text } from '#kit/layout/text.tsx'

/** An order's number, which leads to it, in lists that tell something else of orders than the orders. */
export const orderNumber = custom<{ id: string; number: string }>(
  'number',
  'Number',
  ({ id, number }) => (
    <PlaceLink entity="order" id={id}>
      <Text mono size={13} weight={500}>
        {number}
      </Text>
    </PlaceLink>
  ),
  { width: 100, text: ({ number }) => number },
)
