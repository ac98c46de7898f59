import { type Instant, minutesBetween, type OrderRow, relativeTime } from '@larder/contract'
import type { TextTone } from '#kit/layout/text.tsx'

const ended = new Set<OrderRow['status']>(['delivered', 'rejected', 'cancelled', 'failed'])
/** Minutes before its promise at which an order is close to being late. */
export const closeMinutes = 5

/** Nothing more happens to it. */
export function isOver({ status }: Pick<OrderRow, 'status'>): boolean {
  return ended.has(status)
}

export interface PromiseWords {
  words: string
  tone: TextTone
}

/** How an order under way stands against its promise; null when it has none, or is over. */
export function promiseWords(order: Pick<OrderRow, 'status' | 'promisedAt'>, now: Instant): PromiseWords | null {
  if (!order.promisedAt || isOver(order)) return null
  const left = minutesBetween(now, order.promisedAt)
  if (left < 0) return { words: relativeTime(order.promisedAt, now).replace('ago', 'late'), tone: 'bad' }
  return { words: `due ${relativeTime(order.promisedAt, now)}`, tone: left <= closeMinutes ? 'warning' : 'default' }
}
