import type { Order } from '@larder/contract'
import { When } from '#kit/cells/when.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { paysWords } from './order-words.ts'

/** Why an order ended before it was delivered, and who bears it; nothing for any other order. */
export function OrderEnding({ order }: { order: Order }) {
  if (!order.endReason) return null
  return (
    <Card title="Why it ended">
      <Stack gap={1}>
        <Text weight={500}>{order.endReasonLabel ?? order.endReason}</Text>
        {order.endNote && <Text>{order.endNote}</Text>}
        <Text size={13} tone="muted">
          {order.endParty && `${paysWords(order.endParty)}. `}
          <When at={order.endedAt} zone={order.timeZone} />
        </Text>
      </Stack>
    </Card>
  )
}
