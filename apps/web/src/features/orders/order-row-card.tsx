import type { OrderRow } from '@larder/contract'
import { OrderHeading } from '#entities/order/order-heading.tsx'
import { When } from '#kit/cells/when.tsx'
import { format } from '#kit/format.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { paymentWords } from './order-words.ts'
import { PromiseCell } from './promise.tsx'

/** An order of a list on a phone. */
export function OrderRowCard({ order }: { order: OrderRow }) {
  return (
    <Stack gap={1}>
      <OrderHeading order={order} />
      <Row justify="space-between">
        <Text>{order.store.name}</Text>
        <Text weight={600}>{format().money(order.total)}</Text>
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
