import { deliveryStateLabels, type Order } from '@larder/contract'
import { useRiderPositions } from '#api/live.ts'
import { useCan } from '#kit/access/access.tsx'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { PhoneText } from '#kit/cells/value-text.tsx'
import { When } from '#kit/cells/when.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { actionsOf } from './order-actions.tsx'
import { mapPathOf } from './order-path.ts'
import { isOver } from './promise.tsx'

const states = styleStatuses(deliveryStateLabels, {
  unassigned: 'warning',
  offered: 'info',
  assigned: 'info',
  at_store: 'info',
  picked: 'info',
  at_customer: 'info',
  done: 'good',
  failed: 'bad',
})

/** Who carries it, and how to change that; nothing for an order that the customer collects. */
export function RiderCard({ order }: { order: Order }) {
  const positions = useRiderPositions()
  const seesMap = useCan('delivery.view')
  if (order.orderType === 'pickup') return null
  const rider = order.riderDetail
  const positionedAt = rider && (positions[rider.id]?.at ?? rider.positionedAt)
  const acts = actionsOf(order).filter(({ key }) => key === 'assignRider' || key === 'unassignRider')
  return (
    <Card title="Rider" action={(rider || !isOver(order)) && <StatusChip style={states[order.deliveryState]} />}>
      <Stack gap={2}>
        {rider ? (
          <>
            <Text as="div" weight={500}>
              {rider.name}
            </Text>
            <Text as="div">
              <PhoneText phone={rider.phone} />
            </Text>
            <Text as="div" size={13} tone="muted">
              {rider.vehicle}
              {positionedAt && (
                <>
                  {' · last seen '}
                  <When at={positionedAt} zone={order.timeZone} />
                </>
              )}
            </Text>
          </>
        ) : (
          <Text tone="muted">{isOver(order) ? 'No rider was assigned.' : 'No rider assigned.'}</Text>
        )}
        {(seesMap || !isOver(order)) && (
          <Row>
            {seesMap && (
              <Button size="small" to={mapPathOf(order)}>
                Map
              </Button>
            )}
            {acts
              .filter(({ key }) => !isOver(order) && (key === 'assignRider' || rider !== null))
              .map((act) => (
                <ActionButton key={act.key} action={act} row={order} size="small" isQuiet />
              ))}
          </Row>
        )}
      </Stack>
    </Card>
  )
}
