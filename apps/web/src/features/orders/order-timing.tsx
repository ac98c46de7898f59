import { isId, type Order, orderTypeLabels } from '@larder/contract'
import { CopyText } from '#kit/cells/copy-text.tsx'
import { When } from '#kit/cells/when.tsx'
import { useFormat } from '#kit/format.ts'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNow } from '#kit/use-now.ts'
import { slotWords } from './for-slot.ts'
import { promiseWords } from './promise.tsx'

/** The line under an order's number: kind, when it was placed, how much time is left, who handles it. */
export function OrderTiming({ order }: { order: Order }) {
  const now = useNow()
  // Drawn again when the person takes another clock.
  useFormat()
  const slot = slotWords(order)
  const promise = promiseWords(order, now)
  return (
    <Row gap={2} style={{ marginTop: 4, columnGap: 12 }}>
      <span>{orderTypeLabels[order.orderType]}</span>
      <span>
        placed <When at={order.placedAt} zone={order.timeZone} />
      </span>
      {slot && <span>{slot}</span>}
      {promise && (
        <Text size={13} weight={600} tone={promise.tone}>
          {promise.words}
        </Text>
      )}
      {order.delays > 0 && <span>delayed {order.delays === 1 ? 'once' : `${order.delays} times`}</span>}
      {order.claimedBy && <span>handled by {order.claimedBy.name}</span>}
      {order.isByPhone && <span>taken by phone</span>}
      {/* What no channel named has an id of ours, which tells nobody anything. */}
      {order.externalId && !isId(order.externalId) && <CopyText text={order.externalId} />}
    </Row>
  )
}
