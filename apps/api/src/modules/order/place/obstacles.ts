import { type Instant, type ItemObstacleCode, isOpenAt, leadHoursOf, nextOpening } from '@larder/contract'
import { format } from '#kit/format.ts'
import type { SellingStore, SoldItem } from './selling.ts'

/** One thing because of which an item cannot be ordered, and when it ends by itself; null where a person has to end it. */
export interface Obstacle {
  code: ItemObstacleCode
  until: Instant | null
  /** As the store's people read it. */
  message: string
}

type Selling = Pick<SellingStore, 'time_zone' | 'vertical'>

/**
 * Everything of an item itself because of which it cannot be ordered now for a moment: as a basket is judged, and as staff are told. Pure.
 * `sellsAt`: the beginning of a slot, else now.
 */
export function obstaclesOf(store: Selling, item: SoldItem, now: Instant, sellsAt: Instant = now): Obstacle[] {
  const told = (at: Instant) => format().instant(at, 'dateTime', store.time_zone)
  const found: Obstacle[] = []
  if (!item.on_menu)
    found.push({ code: 'category-off', until: null, message: 'Its category, or the one above it, is not shown to customers.' })
  if (!item.available) found.push({ code: 'unavailable', until: null, message: 'It is set to unavailable.' })
  if (item.snoozed_until !== null && item.snoozed_until > now)
    found.push({ code: 'snoozed', until: item.snoozed_until, message: `It is snoozed until ${told(item.snoozed_until)}.` })
  if (item.stock === 0) found.push({ code: 'sold-out', until: null, message: 'Nothing of it is left in stock.' })
  for (const schedule of item.schedules.filter((hours) => !isOpenAt(hours, [], sellsAt, store.time_zone))) {
    const until = nextOpening(schedule, [], sellsAt, store.time_zone)
    found.push({ code: 'out-of-hours', until, message: `It is not served at this hour${until ? `: again from ${told(until)}` : ''}.` })
  }
  return found
}

/** The notice that an item needs where it is wanted as soon as possible, in hours; 0 without any. */
export function noticeHours({ vertical }: Selling, item: Pick<SoldItem, 'lead_hours'>): number {
  return leadHoursOf(vertical, item.lead_hours)
}
