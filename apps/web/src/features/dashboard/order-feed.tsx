import { formatMoney, type OrderRow, orderContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { ListLink } from '#kit/access/places.tsx'
import { OrderHeading } from '#kit/cells/order-heading.tsx'
import { When } from '#kit/cells/when.tsx'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import { Box } from '#kit/layout/box.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useFreshRows } from '#kit/resource/use-fresh-rows.ts'

const shownOrders = 14
/** What the feed reads. */
export const feedInput = { query: { limit: shownOrders } }

/** The newest orders as they come in. */
export function OrderFeed() {
  const read = useRead(orderContract.list, feedInput)
  return (
    <Card
      title="Orders as they come"
      action={
        <Text size={13}>
          <ListLink entity="order">All</ListLink>
        </Text>
      }
      flush
    >
      <Loading read={read}>{({ rows }) => <FeedRows rows={rows} />}</Loading>
    </Card>
  )
}

function FeedRows({ rows }: { rows: readonly OrderRow[] }) {
  const fresh = useFreshRows(rows, 'feed')
  if (rows.length === 0) return <EmptyState title="No orders yet" text="They appear here the moment they are placed." />
  return (
    <Box component="ol" aria-label="Newest orders" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rows.slice(0, shownOrders).map((order) => (
        <Box
          key={order.id}
          component="li"
          className={fresh.has(order.id) ? `row-${fresh.get(order.id)}` : undefined}
          sx={{ px: 4, py: 2, borderTop: 1, borderColor: 'divider' }}
        >
          <OrderHeading order={order} />
          <Row justify="space-between" sx={{ flexWrap: 'nowrap', mt: 1 }}>
            <Text size={13} cut>
              {order.store.name}
            </Text>
            <Row gap={2} sx={{ flexWrap: 'nowrap', flexShrink: 0 }}>
              <Text size={12} tone="muted">
                <When at={order.placedAt} />
              </Text>
              <Text size={13} weight={500}>
                {formatMoney(order.total)}
              </Text>
            </Row>
          </Row>
        </Box>
      ))}
    </Box>
  )
}
