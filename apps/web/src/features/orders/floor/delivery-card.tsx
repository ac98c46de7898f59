import { deliveryStateLabels, type Order } from '@larder/contract'
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
import { arrivalFrom, isStale, kmLeft, type Position } from './way.ts'

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
  const bound = { ...order, prepMinutes: order.prepMinutes ?? order.storePrepMinutes, customerPoint: order.address?.point ?? null }
  const left = isOver(order) ? null : kmLeft(bound, live)
  const arrival = isOver(order) ? null : arrivalFrom(bound, live, now)
  const { number } = useFormat()
  return (
    <Card title={title}>
      <Stack gap={3}>
        {children}
        {order.orderType === 'delivery' && (
          <Text as="div" weight={500}>
            {isOver(order) && !order.riderDetail ? 'No rider was assigned' : deliveryStateLabels[order.deliveryState]}
          </Text>
        )}
        {left !== null && arrival !== null && (
          <Stack gap={2}>
            <Figure label="Still to go" value={`${number(Math.round(left * 10) / 10)} km`} />
            <Figure label="Estimated arrival" value={<TimeOfDay at={arrival} zone={order.timeZone} />} />
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
