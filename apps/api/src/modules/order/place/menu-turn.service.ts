import { type Instant, nextEdge } from '@larder/contract'
import { schedulesOf } from '#modules/menu-category/menu-hours.service.ts'
import { isSold, type OnMenu } from './menu.service.ts'

// Hours that never make a difference, such as those of the whole day, are not followed for ever.
const mostEdges = 24

/**
 * The next moment at which one of these items is sold, or ceases to be, by the clock alone: a snooze ends, its hours or those of its category
 * begin or end. Until then what is told of them stays as it is; null: for ever. Pure.
 */
export function nextTurn(items: readonly OnMenu[], zone: string, now: Instant): Instant | null {
  const timed = items.filter(
    (item) => item.available && item.stock !== 0 && ((item.snoozed_until ?? now) > now || schedulesOf(item).length > 0),
  )
  const different = new Map(timed.map((item) => [JSON.stringify([item.snoozed_until, schedulesOf(item)]), item]))
  const turns = [...different.values()].flatMap((item) => turnOf(item, zone, now) ?? [])
  return turns.sort()[0] ?? null
}

function turnOf(item: OnMenu, zone: string, now: Instant): Instant | null {
  const isSoldNow = isSold(item, { time_zone: zone }, now)
  let at = now
  for (let edges = 0; edges < mostEdges; edges++) {
    const snoozed = item.snoozed_until !== null && item.snoozed_until > at ? [item.snoozed_until] : []
    const [next] = [...snoozed, ...schedulesOf(item).flatMap((hours) => nextEdge(hours, at, zone) ?? [])].sort()
    if (next === undefined) return null
    if (isSold(item, { time_zone: zone }, next) !== isSoldNow) return next
    at = next
  }
  return at
}
