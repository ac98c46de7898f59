import { addMinutes, arrivalOf, deliveryStateLabels, distanceKm, type Instant, type Order, roadMinutes } from '@larder/contract'
import type { ReactNode } from 'react'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { TimeOfDay, When } from '#kit/cells/when.tsx'
import { useFormat } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Figure } from '#kit/layout/figure.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNow } from '#kit/use-now.ts'
import { actionsOf } from '../order-actions.tsx'
import { isOver } from '../promise.tsx'
import { isStale, kmLeft, type Position } from './way.ts'

interface DeliveryCardProps {
  order: Order
  /** Where its rider was heard of last. */
  live: Position | null
  title?: string
  children?: ReactNode
}

/** How far it is, when it should be there, and who brings it. */
export function DeliveryCard({ order, live, title = 'Delivery', children }: DeliveryCardProps) {
  const now = useNow()
  const assign = order.orderType === 'pickup' ? [] : actionsOf(order).filter(({ key }) => key === 'assignRider')
  const left = isOver(order) ? null : kmLeft(order.pickedUpAt, order.storePoint, order.address?.point, live)
  const { number } = useFormat()
  return (
    <Card title={title}>
      <Stack gap={3}>
        {children}
        {order.orderType === 'delivery' && (
          <Text as="div" weight={500}>
            {deliveryStateLabels[order.deliveryState]}
          </Text>
        )}
        {left !== null && (
          <Stack gap={2}>
            <Figure label="Still to go" value={`${number(Math.round(left * 10) / 10)} km`} />
            <Figure label="Estimated arrival" value={<TimeOfDay at={arrivalFrom(order, live, left, now)} zone={order.timeZone} />} />
          </Stack>
        )}
        {order.promisedAt && (
          <Text as="div" size={13}>
            Promised for <TimeOfDay at={order.promisedAt} zone={order.timeZone} />
          </Text>
        )}
        {order.riderDetail && (
          <Text as="div" size={13} tone={live && isStale(live.at, now) && !isOver(order) ? 'warning' : 'muted'}>
            {order.riderDetail.name}
            {live ? (
              <>
                , last seen <When at={live.at} zone={order.timeZone} />
              </>
            ) : (
              ', not seen yet'
            )}
          </Text>
        )}
        {assign.map((act) => (
          <Row key={act.key}>
            <ActionButton action={act} row={order} size="small" isQuiet />
          </Row>
        ))}
      </Stack>
    </Card>
  )
}

/** As whoever assigns a rider is told it: they wait at the store until it is ready. Of whom nobody knows where they are, it is the way alone. */
function arrivalFrom(order: Order, rider: Position | null, kmLeft: number, now: Instant): Instant {
  const { pickedUpAt, acceptedAt, storePoint, address } = order
  if (pickedUpAt !== null || !rider || !address) return addMinutes(now, roadMinutes(kmLeft))
  const readyAt = order.readyAt ?? addMinutes(acceptedAt ?? now, order.prepMinutes ?? order.storePrepMinutes)
  const travelMinutes = roadMinutes(distanceKm(storePoint, address.point))
  const arrival = arrivalOf({ now, toStore: roadMinutes(distanceKm(rider, storePoint)), readyAt, travelMinutes })
  return arrival ?? addMinutes(now, roadMinutes(kmLeft))
}
