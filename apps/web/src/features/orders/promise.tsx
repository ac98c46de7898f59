import { durationText, type Instant, minutesBetween, type OrderRow } from '@larder/contract'
import { TimeOfDay } from '#kit/cells/when.tsx'
import { Text, type TextTone } from '#kit/layout/text.tsx'
import { useNow } from '#kit/use-now.ts'

const ended = new Set<OrderRow['status']>(['delivered', 'rejected', 'cancelled', 'failed'])
/** Minutes before its promise at which an order is close to being late. */
export const closeMinutes = 5

/** Nothing more happens to it. */
export function isOver({ status }: Pick<OrderRow, 'status'>): boolean {
  return ended.has(status)
}

/** How far a deadline is, in one whole unit and a direction: 3, `min left`; `<1`, `min left`; 25, `min late`; 2, `h late`. */
export function timeLeft(deadline: Instant, now: Instant): { figure: string; direction: string; minutes: number; isLate: boolean } {
  const minutes = minutesBetween(now, deadline)
  const isLate = deadline < now
  const [figure = '', unit = ''] = durationText(Math.abs(minutes)).split(' ')
  return { figure, direction: `${unit} ${isLate ? 'late' : 'left'}`, minutes, isLate }
}

interface PromiseWords {
  words: string
  tone: TextTone
}

type Due = Pick<OrderRow, 'status' | 'promisedAt'> & { rejectsAt?: Instant | null }

/** How an order under way stands against its promise, a pending one against its auto-reject where that is known; null when it has neither, or is over. */
export function promiseWords(order: Due, now: Instant): PromiseWords | null {
  const waitsUntil = order.status === 'pending' ? order.rejectsAt : null
  const deadline = waitsUntil ?? order.promisedAt
  if (!deadline || isOver(order)) return null
  const { figure, direction, minutes, isLate } = timeLeft(deadline, now)
  const words = `${figure} ${direction}${waitsUntil && !isLate ? ' to accept' : ''}`
  return { words, tone: isLate ? 'bad' : minutes <= closeMinutes ? 'warning' : 'default' }
}

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
