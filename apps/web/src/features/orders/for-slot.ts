import type { Instant, OrderCard } from '@larder/contract'
import { format } from '#kit/format.ts'

/** For when an order is that has a slot, by its branch's clock: `for Nov 30, 2026, 5:30 PM to 6:30 PM`, without the day where that is `now`'s; null without one. */
export function slotWords(
  { slotFrom, slotTo, timeZone }: Pick<OrderCard, 'slotFrom' | 'slotTo' | 'timeZone'>,
  now?: Instant,
): string | null {
  if (!slotFrom || !slotTo) return null
  const { instant } = format()
  const isToday = now && instant(now, 'shortDate', timeZone) === instant(slotFrom, 'shortDate', timeZone)
  return `for ${instant(slotFrom, isToday ? 'time' : 'dateTime', timeZone)} to ${instant(slotTo, 'time', timeZone)}`
}
