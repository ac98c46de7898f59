import { activeStatuses, type Dashboard, type OrderStatus } from '@larder/contract'
import { ListLink } from '#kit/access/places.tsx'
import { colourOf } from '#kit/cells/look.ts'
import { useOrderStatusLooks } from '#kit/cells/order-status.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import './dashboard.css'

const isActive = (status: OrderStatus) => activeStatuses.some((active) => active === status)

/** Orders by where they stand, the living ones of any day and those of today that have ended: one bar, and the words for it. */
export function StatusFigures({ dashboard }: { dashboard: Dashboard }) {
  const lookOf = useOrderStatusLooks()
  const counted = dashboard.byStatus.filter(({ orders }) => orders > 0)
  if (counted.length === 0) return null
  const today = { from: dashboard.day, to: dashboard.day }
  return (
    <Card title="In progress now, closed today">
      <Stack gap={3}>
        <div aria-hidden className="status-bar">
          {counted.map(({ status, orders }) => (
            <span key={status} style={{ flexGrow: orders, background: colourOf(lookOf(status)) }} />
          ))}
        </div>
        <Row as="ul" gap={4} style={{ listStyle: 'none', margin: 0, padding: 0, rowGap: 4 }}>
          {counted.map(({ status, orders }) => (
            <Row key={status} as="li" gap={1.5}>
              <span aria-hidden className="status-dot" style={{ background: colourOf(lookOf(status)) }} />
              <Text size={13}>
                <ListLink entity="order" query={isActive(status) ? { status } : { ...today, status }}>
                  {lookOf(status).label}
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
