import type { OrderRow } from '@larder/contract'
import { TimeOfDay } from '#kit/cells/when.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNow } from '#kit/use-now.ts'
import { promiseWords } from './promise.ts'

/** How an order under way stands against its promise; of one that is over the promised time of day, which no longer comes or goes. */
export function PromiseCell({ order }: { order: Pick<OrderRow, 'status' | 'promisedAt'> }) {
  const promise = promiseWords(order, useNow())
  if (!order.promisedAt) return <>–</>
  if (!promise) return <TimeOfDay at={order.promisedAt} />
  return (
    <Text size={13} weight={promise.tone === 'default' ? 400 : 600} tone={promise.tone}>
      {promise.words}
    </Text>
  )
}
