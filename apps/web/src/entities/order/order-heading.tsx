import type { OrderRow } from '@larder/contract'
import { PlaceLink } from '#kit/access/places.tsx'
import { VerticalGlyph } from '#kit/cells/vertical-glyph.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { OrderStatusChip } from './order-status.tsx'

/** The first line of an order where there is no table: its vertical and number, and at the end its status. */
export function OrderHeading({ order }: { order: Pick<OrderRow, 'id' | 'number' | 'status' | 'vertical'> }) {
  return (
    <Row justify="space-between" isOneLine>
      <Row gap={2} isOneLine style={{ minWidth: 0 }}>
        <VerticalGlyph vertical={order.vertical} />
        <Text mono size={13} weight={600}>
          <PlaceLink entity="order" id={order.id}>
            {order.number}
          </PlaceLink>
        </Text>
      </Row>
      <OrderStatusChip status={order.status} />
    </Row>
  )
}
