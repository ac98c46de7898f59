import {
  addMinutes,
  boardStages,
  type OrderCard,
  type OrderStatus,
  type OrderStatusFacts,
  plainDetails,
  verticalKeys,
} from '@larder/contract'
import { OrderStatusAs } from '#entities/order/order-status.tsx'
import { useMe } from '#kit/access/access.tsx'
import { colourOf, StatusChip, type StatusStyle } from '#kit/cells/status-style.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNow } from '#kit/use-now.ts'
import { BoardCard } from './board-card.tsx'
import './board.css'

const stages = new Set<OrderStatus>(Object.values(boardStages))

/** A status as staff and customers will see it: its chip, its stage of the board with an order that is a minute over the target, the customer's words. */
export function OrderStatusPreview({ status: facts }: { status: Partial<OrderStatusFacts> }) {
  const { status = 'pending', label = '', colour, targetMinutes = null, customerText = '' } = facts
  const style = { label: label || '–', targetMinutes, ...(colour && { colour }) }
  return (
    <Stack gap={3}>
      <Row gap={3}>
        <StatusChip style={style} />
        <Text size={13} tone="muted">
          {customerText && `Customers read: “${customerText}”`}
        </Text>
      </Row>
      {stages.has(status) && (
        <OrderStatusAs status={status} style={style}>
          <SampleStage status={status} style={style} />
        </OrderStatusAs>
      )}
    </Stack>
  )
}

function SampleStage({ status, style }: { status: OrderStatus; style: StatusStyle & { targetMinutes: number | null } }) {
  const card = useSample(status, style.targetMinutes)
  return (
    // Nothing in it leads anywhere.
    <section className="stage shown sample" inert aria-label={`An order on the board, ${style.label}`}>
      <div className="stage-head">
        <span aria-hidden style={{ background: colourOf(style) }} />
        <Text size={14} weight={600}>
          {style.label}
        </Text>
        <Text size={13} tone="muted">
          1
        </Text>
      </div>
      <ul>
        <BoardCard card={card} limits={{ warnMinutes: 5 }} isCurrent={false} isNew={false} />
      </ul>
    </section>
  )
}

function useSample(status: OrderStatus, targetMinutes: number | null): OrderCard {
  const { currency } = useMe()
  const now = useNow()
  const since = addMinutes(now, -((targetMinutes ?? 1) + 1))
  return {
    id: 'sample',
    number: 'KCH-10001',
    isByPhone: false,
    vertical: verticalKeys[1],
    status,
    orderType: 'delivery',
    store: { id: 'sample', name: 'Marine Drive Stores' },
    customerName: 'Meera Thomas',
    itemCount: 2,
    total: { minor: 54_000, currency },
    due: { minor: 0, currency },
    paymentMethod: 'online',
    paymentState: 'captured',
    riderName: null,
    claimedBy: null,
    placedAt: since,
    promisedAt: addMinutes(now, 20),
    version: 1,
    branchId: 'sample',
    itemSummary: '2 × Rice 5 kg, 1 × Coconut oil',
    note: null,
    pendingAt: since,
    acceptedAt: since,
    preparingAt: since,
    readyAt: since,
    pickedUpAt: since,
    rejectsAt: null,
    prepMinutes: 20,
    storePrepMinutes: 20,
    deliveryState: 'unassigned',
    areaName: 'Ernakulam',
    rider: null,
    slotFrom: null,
    slotTo: null,
    timeZone: 'UTC',
    leadHours: 0,
    details: plainDetails[verticalKeys[1]],
    allowed: [],
  }
}
