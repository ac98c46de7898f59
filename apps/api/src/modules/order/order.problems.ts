import {
  addMinutes,
  formatInstant,
  formatMoney,
  type Instant,
  leadHoursOf,
  type Money,
  maxOrderMinor,
  minutesBetween,
  money,
  type Quote,
} from '@larder/contract'
import { isStoreOpen, nextStoreOpening, type Opening, openModeAt } from '#modules/store/store-open.service.ts'
import { beyondOrderWords, gramsOf, isBeyondOrder } from './order.pricing.ts'
import type { SellingStore, SoldItem, Wanted } from './order.quote.ts'

const mostMinutesAhead = 14 * 24 * 60

type Problem = Quote['problems'][number]
const problemIf = (isWrong: boolean, field: string, message: string): Problem[] => (isWrong ? [{ field, message }] : [])

interface Moment {
  now: Instant
  /** What the items come to. */
  items: Money
  total: Money
  /** Whether the store delivers to the address. */
  isReached: boolean
}

/** Why a basket can't be ordered, by the input's path; empty when it can. */
export function problemsOf(store: SellingStore, wanted: Wanted, { now, items, total, isReached }: Moment): Problem[] {
  return [
    ...storeProblems(store, wanted, now),
    ...itemProblems(store, wanted, now),
    ...basketProblems(store, wanted, items, isReached),
    ...problemIf(total.minor > maxOrderMinor, 'lines', `come to ${beyondOrderWords(store.currency)}`),
    ...slotProblems(store, wanted, now),
  ]
}

function storeProblems(store: SellingStore, { slot }: Wanted, now: Instant): Problem[] {
  if (store.status !== 'live') return [{ field: 'storeId', message: 'does not sell at present' }]
  const limit = store.max_orders_per_quarter_hour
  const isFull = limit !== null && store.recent_orders >= limit && !slot
  return [
    ...problemIf(!slot && !isStoreOpen(store, now), 'storeId', shutWords(store, now)),
    ...problemIf(isFull, 'storeId', 'has more orders than it can take; try again in some minutes'),
    ...problemIf(!store.area_active, 'storeId', 'lies in an area that is not served at present'),
  ]
}

/** A store that takes no orders now, inside a sentence: `is closed until Nov 21, 2026, 8:00 AM`. */
export function shutWords(store: Opening, now: Instant): string {
  const opening = nextStoreOpening(store, now)
  const how = openModeAt(store, now).mode === 'paused' ? 'is paused' : 'is closed'
  return opening === null ? how : `${how} until ${formatInstant(opening, 'dateTime', store.time_zone)}`
}

function itemProblems(store: SellingStore, { lines, slot }: Wanted, now: Instant): Problem[] {
  return lines.flatMap((line, at) => {
    const item = store.items.find(({ id }) => id === line.itemId)
    if (!item) return [{ field: `lines.${at}.itemId`, message: 'is not on the menu of this store' }]
    const leadHours = slot ? 0 : leadHoursOf(store.vertical, item.lead_hours)
    const isBeyond = isBeyondOrder(item.price_minor, item.unit, line.quantity, gramsOf(item.unit, line.quantity, line.grams))
    const isSnoozed = item.snoozed_until !== null && item.snoozed_until > now
    return [
      ...problemIf(!item.available || isSnoozed, `lines.${at}.itemId`, `${item.name} is sold out`),
      ...problemIf(item.unit === 'pc' && line.grams !== undefined, `lines.${at}.grams`, `${item.name} is sold by the piece`),
      ...problemIf(
        item.unit === 'g' && line.grams === undefined,
        `lines.${at}.grams`,
        `${item.name} is sold by weight: say how many grams`,
      ),
      ...problemIf(isBeyond, `lines.${at}.quantity`, `comes to ${beyondOrderWords(store.currency)}`),
      ...problemIf(leadHours > 0, `lines.${at}.itemId`, noticeWords(store, item, leadHours, now)),
    ]
  })
}

function basketProblems(store: SellingStore, wanted: Wanted, items: Money, isReached: boolean): Problem[] {
  const isDelivery = wanted.orderType === 'delivery'
  const fewest = Math.max(store.min_order_minor, isDelivery ? store.min_basket_minor : 0)
  const tip = wanted.tip
  return [
    ...problemIf(items.minor < fewest, 'lines', `come to less than the minimum of ${formatMoney(money(fewest, store.currency))}`),
    ...problemIf(isDelivery && !wanted.address, 'address', 'is needed for a delivery'),
    ...problemIf(!isReached, 'address.point', `is outside the area that ${store.display_name} delivers to`),
    ...problemIf(tip !== undefined && tip.currency !== store.currency, 'tip.currency', `must be ${store.currency}`),
  ]
}

/** `Black Forest needs 4 hours: Nov 20, 2026, 6:00 PM at the earliest`. */
function noticeWords(store: SellingStore, { name }: SoldItem, hours: number, now: Instant): string {
  const ready = addMinutes(now, hours * 60)
  const earliest = nextStoreOpening(reopened(store), ready) ?? ready
  return `${name} needs ${hours} hours: ${formatInstant(earliest, 'dateTime', store.time_zone)} at the earliest`
}

/** The store by its hours alone: what is paused now says nothing of later. */
function reopened(store: SellingStore): SellingStore {
  return { ...store, open_mode: 'open', open_mode_until: null }
}

/** The item of a basket that needs the longest notice. */
function slowestOf({ items, vertical }: SellingStore, { lines }: Wanted): { item: SoldItem; hours: number } | null {
  const wanted = items.filter(({ id }) => lines.some(({ itemId }) => itemId === id))
  const slow = wanted.map((item) => ({ item, hours: leadHoursOf(vertical, item.lead_hours) })).filter(({ hours }) => hours > 0)
  return slow.sort((a, b) => b.hours - a.hours)[0] ?? null
}

function slotProblems(store: SellingStore, wanted: Wanted, now: Instant): Problem[] {
  const { slot } = wanted
  if (!slot) return []
  const slowest = slowestOf(store, wanted)
  const minutes = minutesBetween(now, slot.from)
  return [
    ...problemIf(slot.to <= slot.from, 'slot.to', 'must be after the beginning of the slot'),
    ...problemIf(slot.from <= now, 'slot.from', 'lies in the past'),
    ...(slowest && minutes >= 0 && minutes < slowest.hours * 60
      ? [{ field: 'slot.from', message: `is too early: ${noticeWords(store, slowest.item, slowest.hours, now)}` }]
      : []),
    ...problemIf(minutes > mostMinutesAhead, 'slot.from', 'must be within the next 14 days'),
    ...problemIf(!isStoreOpen(reopened(store), slot.from), 'slot.from', 'falls into a time when the store is closed'),
  ]
}
