import { type OrderRow, orderContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { OrderHeading } from '#entities/order/order-heading.tsx'
import { useCan } from '#kit/access/access.tsx'
import { ListLink } from '#kit/access/places.tsx'
import { When } from '#kit/cells/when.tsx'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useFreshRows } from '#kit/resource/list/use-fresh-rows.ts'
import './dashboard.css'

const shownOrders = 14
/** What the feed reads. */
export function feedInput(query: Record<string, string>) {
  return { query: { ...query, limit: shownOrders } }
}

interface FeedProps {
  query: Record<string, string>
}

/** The newest orders as they come in, of a branch or a day where `query` says so; for whoever may see orders. */
export function OrderFeed({ query }: FeedProps) {
  return useCan(orderContract.list.shape.permission) && <Feed query={query} />
}

function Feed({ query }: FeedProps) {
  const read = useRead(orderContract.list, feedInput(query))
  return (
    <Card
      title="Latest orders"
      action={
        <Text size={13}>
          <ListLink entity="order" query={query}>
            All
          </ListLink>
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
    <ol aria-label="Newest orders" className="lines">
      {rows.slice(0, shownOrders).map((order) => (
        <li key={order.id} className={fresh.has(order.id) ? `feed-row row-${fresh.get(order.id)}` : 'feed-row'}>
          <OrderHeading order={order} />
          <Row justify="space-between" isOneLine style={{ marginTop: 4 }}>
            <Text size={13} cut>
              {order.store.name}
            </Text>
            <Row gap={2} isOneLine style={{ flexShrink: 0 }}>
              <Text size={12} tone="muted">
                <When at={order.placedAt} />
              </Text>
              <Text size={13} weight={500}>
                {format().money(order.total)}
              </Text>
            </Row>
          </Row>
        </li>
      ))}
    </ol>
  )
}
