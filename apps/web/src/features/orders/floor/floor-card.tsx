import { type FloorMap, type FloorOrder, type FloorRider, type Order, orderContract, shiftStateLabels } from '@larder/contract'
import type { ReactNode } from 'react'
import { useRead } from '#api/client.ts'
import { OrderStatusChip } from '#entities/order/order-status.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { When } from '#kit/cells/when.tsx'
import { EmptyState, Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNow } from '#kit/use-now.ts'
import { PromiseCell } from '../promise.tsx'
import { DeliveryCard } from './delivery-card.tsx'
import { isStale, type Position, usePositions } from './way.ts'

interface FloorCardProps {
  floor: FloorMap
  order: string | null
  rider: string | null
  onOrder: (id: string) => void
  onClose: () => void
}

/** What is pressed on the map, with what is done about it. */
export function FloorCard({ floor, order, rider, onOrder, onClose }: FloorCardProps) {
  const position = usePositions()
  const chosen = floor.riders.find(({ id }) => id === rider)
  if (order) return <OrderOnFloor key={order} id={order} onClose={onClose} />
  if (chosen)
    return (
      <RiderOnFloor
        rider={chosen}
        heard={position(chosen)}
        orders={floor.orders.filter(({ riderId }) => riderId === chosen.id)}
        onOrder={onOrder}
        onClose={onClose}
      />
    )
  return (
    <Card title="Nothing chosen">
      <EmptyState title="Choose an order or a rider" text="Choose one on the map or in the tables below to see it and act on it." />
    </Card>
  )
}

function OrderOnFloor({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(orderContract.get, { params: { id: id as Order['id'] } })
  const position = usePositions()
  return (
    <Loading read={read} skeleton={<SkeletonCard lines={6} />}>
      {(order) => (
        <DeliveryCard title={order.number} order={order} live={position(order.riderDetail)}>
          <Row gap={2}>
            <OrderStatusChip status={order.status} />
            <PromiseCell order={order} />
          </Row>
          <Text as="div" size={13}>
            {order.store.name} to {order.orderType === 'pickup' ? `${order.customerName}, who collects it` : order.customerName}
          </Text>
          <Links onClose={onClose}>
            <PlaceLink entity="order" id={order.id}>
              Open order
            </PlaceLink>
          </Links>
        </DeliveryCard>
      )}
    </Loading>
  )
}

interface RiderOnFloorProps {
  rider: FloorRider
  heard: Position | null
  orders: readonly FloorOrder[]
  onOrder: (id: string) => void
  onClose: () => void
}

function RiderOnFloor({ rider, heard, orders, onOrder, onClose }: RiderOnFloorProps) {
  const now = useNow()
  return (
    <Card title={rider.name}>
      <Stack gap={3}>
        <Text as="div" weight={500}>
          {shiftStateLabels[rider.shiftState]}
        </Text>
        <Text as="div" size={13} tone={heard && isStale(heard.at, now) ? 'warning' : 'muted'}>
          {heard ? (
            <>
              Last seen <When at={heard.at} />
              {isStale(heard.at, now) && ', may be elsewhere'}
            </>
          ) : (
            'Not seen yet'
          )}
        </Text>
        {orders.length === 0 && (
          <Text as="div" size={13} tone="muted">
            Carries none of the orders shown.
          </Text>
        )}
        {orders.map(({ id, number, status }) => (
          <Row key={id} gap={2}>
            <Button size="small" onClick={() => onOrder(id)}>
              {number}
            </Button>
            <OrderStatusChip status={status} />
          </Row>
        ))}
        <Links onClose={onClose}>
          <PlaceLink entity="rider" id={rider.id}>
            Open rider
          </PlaceLink>
        </Links>
      </Stack>
    </Card>
  )
}

function Links({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <Row gap={3}>
      {children}
      <Button size="small" onClick={onClose}>
        Clear
      </Button>
    </Row>
  )
}
