import { activeStatuses, type Dashboard, type OrderStatus } from '@larder/contract'
import { useOrderStatusStyles } from '#entities/order/order-status.tsx'
import { ListLink } from '#kit/access/places.tsx'
import { colourOf } from '#kit/cells/status-style.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { type Asked, cutOf, dayOrders, isToday } from './asked.ts'
import './dashboard.css'

const isActive = (status: OrderStatus) => activeStatuses.some((active) => active === status)

/** Orders by where they stand: now the living ones of any day and those of today that have ended, else those of the day. One bar, and the words for it. */
export function StatusFigures({ dashboard, asked }: { dashboard: Dashboard; asked: Asked }) {
  const styleOf = useOrderStatusStyles()
  const counted = dashboard.byStatus.filter(({ orders }) => orders > 0)
  if (counted.length === 0) return null
  const isNow = isToday(dashboard)
  const listOf = (status: OrderStatus) => (isNow && isActive(status) ? cutOf(asked) : dayOrders(dashboard, asked))
  return (
    <Card title={isNow ? 'In progress now, and today’s closed orders' : 'Orders of the day by status'}>
      <Stack gap={3}>
        <div aria-hidden className="status-bar">
          {counted.map(({ status, orders }) => (
            <span key={status} style={{ flexGrow: orders, background: colourOf(styleOf(status)) }} />
          ))}
        </div>
        <Row as="ul" gap={4} style={{ listStyle: 'none', margin: 0, padding: 0, rowGap: 4 }}>
          {counted.map(({ status, orders }) => (
            <Row key={status} as="li" gap={1.5}>
              <span aria-hidden className="status-dot" style={{ background: colourOf(styleOf(status)) }} />
              <Text size={13}>
                <ListLink entity="order" query={{ ...listOf(status), status }}>
                  {styleOf(status).label}
                </ListLink>
              </Text>
              <Text size={13} weight={600}>
                {orders}
              </Text>
            </Row>
          ))}
        </Row>
      </Stack>
    </Card>
  )
}
