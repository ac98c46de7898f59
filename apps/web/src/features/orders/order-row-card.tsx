import { formatMoney, type OrderRow } from '@larder/contract'
import { PlaceLink } from '#kit/access/places.tsx'
import { OrderStatusChip } from '#kit/cells/order-status.tsx'
import { VerticalGlyph } from '#kit/cells/vertical-glyph.tsx'
import { When } from '#kit/cells/when.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { paymentWords } from './order-looks.ts'
import { PromiseCell } from './promise-cell.tsx'

/** An order of a list on a phone. */
export function OrderRowCard({ order }: { order: OrderRow }) {
  return (
    <Stack gap={1}>
      <Row justify="space-between">
        <Row gap={2}>
          <VerticalGlyph vertical={order.vertical} />
          <Text mono weight={600}>
            <PlaceLink entity="order" id={order.id}>
              {order.number}
            </PlaceLink>
          </Text>
        </Row>
        <OrderStatusChip status={order.status} />
      </Row>
      <Row justify="space-between">
        <Text>{order.store.name}</Text>
        <Text weight={600}>{formatMoney(order.total)}</Text>
      </Row>
      <Row justify="space-between">
        <Text size={13} tone="muted">
          {order.customerName}
        </Text>
        <Text size={13} tone="muted">
          <When at={order.placedAt} />
        </Text>
      </Row>
      <Row justify="space-between">
        <Text size={13} tone="muted">
          {paymentWords(order)}
        </Text>
        {order.promisedAt && (
          <Text size={13}>
            <PromiseCell order={order} />
          </Text>
        )}
      </Row>
    </Stack>
  )
}
