import type { Dashboard } from '@larder/contract'
import { ListLink } from '#kit/access/places.tsx'
import { colourOf } from '#kit/cells/look.ts'
import { useOrderStatusLooks } from '#kit/cells/order-status.tsx'
import { Box } from '#kit/layout/box.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** Today's orders by where they stand: one bar, and the words for it. */
export function StatusFigures({ dashboard }: { dashboard: Dashboard }) {
  const lookOf = useOrderStatusLooks()
  const counted = dashboard.byStatus.filter(({ orders }) => orders > 0)
  if (counted.length === 0) return null
  return (
    <Card title="Today's orders by state">
      <Stack gap={3}>
        <Box aria-hidden sx={{ display: 'flex', gap: '2px', height: 8, borderRadius: 0.5, overflow: 'hidden' }}>
          {counted.map(({ status, orders }) => (
            <Box key={status} sx={{ flexGrow: orders, minWidth: 2, bgcolor: colourOf(lookOf(status)), transition: 'flex-grow 400ms' }} />
          ))}
        </Box>
        <Row component="ul" gap={4} sx={{ listStyle: 'none', m: 0, p: 0, rowGap: 1 }}>
          {counted.map(({ status, orders }) => (
            <Row key={status} component="li" gap={1.5}>
              <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: colourOf(lookOf(status)) }} />
              <Text size={13}>
                <ListLink entity="order" query={{ from: dashboard.day, to: dashboard.day, status }}>
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
