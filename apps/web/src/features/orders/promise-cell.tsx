import type { OrderRow } from '@larder/contract'
import { When } from '#kit/cells/when.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNow } from '#kit/use-now.ts'
import { promiseWords } from './promise.ts'

/** How an order under way stands against its promise; when it was promised for one that is over. */
export function PromiseCell({ order }: { order: Pick<OrderRow, 'status' | 'promisedAt'> }) {
  const promise = promiseWords(order, useNow())
  if (!promise) return <When at={order.promisedAt} />
  return (
    <Text size={13} weight={promise.tone === 'default' ? 400 : 600} tone={promise.tone}>
      {promise.words}
    </Text>
  )
}
