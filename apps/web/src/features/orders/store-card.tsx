import type { Order } from '@larder/contract'
import { PlaceLink } from '#kit/access/places.tsx'
import { PhoneText } from '#kit/cells/value-text.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** Who prepares it. */
export function StoreCard({ order }: { order: Order }) {
  return (
    <Card title="Store">
      <Stack gap={2}>
        <Text as="div" weight={500}>
          <PlaceLink entity="store" id={order.store.id}>
            {order.store.name}
          </PlaceLink>
        </Text>
        <Text as="div">
          <PhoneText phone={order.storePhone} />
        </Text>
        <Text as="div" size={13} tone="muted">
          {order.branch.name}
          {order.prepMinutes !== null && ` · ${order.prepMinutes} min preparation`}
        </Text>
      </Stack>
    </Card>
  )
}
