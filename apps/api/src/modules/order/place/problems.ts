import {
  addMinutes,
  formatWeight,
  type Instant,
  idInstant,
  leadHoursOf,
  type Money,
  maxOrderMinor,
  minutesBetween,
  type OrderProblem,
  roundUpToMinutes,
  slotBounds,
  zoneName,
} from '@larder/contract'
import { format } from '#kit/format.ts'
import { minimumOf } from '#modules/store/store-minimum.service.ts'
import { isStoreOpen, nextStoreOpening, type Opening, openModeAt } from '#modules/store/store-open.service.ts'
import { choiceProblems, chosenPrice } from './choices.ts'
import { noticeHours, type Obstacle, obstaclesOf } from './obstacles.ts'
import { beyondOrderWords, gramsOf, isBeyondOrder } from './pricing.ts'
import type { SellingStore, SoldItem, Wanted } from './selling.ts'
import { placeWindowMinutes } from './selling.ts'

const dayMinutes = 24 * 60
/** An hour that is offered can be chosen for at least so long, and is a quarter of an hour. */
const choosingMinutes = 5
const offeredMinutes = 15

/** The first moment after so many hours that can be offered. */
export function firstOffered(now: Instant, hours: number): Instant {
  return roundUpToMinutes(addMinutes(now, hours * 60 + choosingMinutes), offeredMinutes)
}

interface Moment {
  now: Instant
  /** What the items come to. */
  items: Money
  total: Money
  /** Whether the store delivers to the address. */
  isReached: boolean
}

/** Why a basket can't be ordered, by the input's path; empty when it can. */
export function problemsOf(store: SellingStore, wanted: Wanted, { now, items, total, isReached }: Moment): OrderProblem[] {
  return [
    ...storeProblems(store, wanted, now),
    ...wanted.lines.flatMap((line, at) =>
      lineProblems(store, line, { at, now, isForLater: wanted.slot !== undefined, sellsAt: wanted.slot?.from ?? now }),
    ),
    ...amountProblems(store, wanted),
    ...basketProblems(store, wanted, items, isReached),
    ...when(total.minor > maxOrderMinor, {
      code: 'above-maximum',
      field: 'lines',
      message: `The order comes to ${beyondOrderWords(store.currency)}.`,
    }),
    ...slotProblems(store, wanted, now),
  ]
}

function when(isWrong: boolean, problem: OrderProblem): OrderProblem[] {
  return isWrong ? [problem] : []
}

/** Why a store takes no orders now, or none for now. */
export function storeProblems(store: SellingStore, { slot }: Pick<Wanted, 'slot'>, now: Instant): OrderProblem[] {
  const name = store.display_name
  if (store.status !== 'live') return [{ code: 'store-not-selling', field: 'storeId', message: `${name} is not taking orders at present.` }]
  return [
    ...(slot ? [] : [...shutProblems(store, now), ...fullProblems(store)]),
    ...when(!store.area_active, {
      code: 'area-not-served',
      field: 'storeId',
      message: `${name} lies in an area that is not served at present.`,
    }),
  ]
}

function shutProblems(store: SellingStore, now: Instant): OrderProblem[] {
  if (isStoreOpen(store, now)) return []
  const opensAt = nextStoreOpening(store, now)
  const code = openModeAt(store, now).mode === 'paused' ? 'store-paused' : 'store-closed'
  return [{ code, field: 'storeId', message: shutSentence(store.display_name, store, now), ...(opensAt && { opensAt }) }]
}

/** A store that takes no orders now: `Fish Cove is closed. Opens Nov 21, 2026, 8:00 AM IST.` */
export function shutSentence(name: string, store: Opening, now: Instant): string {
  const opening = nextStoreOpening(store, now)
  const how = openModeAt(store, now).mode === 'paused' ? 'paused' : 'closed'
  return `${name} is ${how}.${opening === null ? '' : ` Opens ${momentWords(opening, store.time_zone)}.`}`
}

function fullProblems(store: SellingStore): OrderProblem[] {
  const { max_orders_per_quarter_hour: limit, recent_orders: recent, display_name: name } = store
  if (limit === null || recent.length < limit) return []
  const leaving = recent[recent.length - limit]
  const placedAt = leaving === undefined ? null : idInstant(leaving)
  const retryAt = placedAt && addMinutes(placedAt, placeWindowMinutes)
  const message = `${name} is at capacity.${retryAt ? ` Try again at ${momentWords(retryAt, store.time_zone)}.` : ''}`
  return [{ code: 'store-full', field: 'storeId', message, ...(retryAt && { retryAt }) }]
}

interface Place {
  at: number
  now: Instant
  isForLater: boolean
  /** The beginning of its slot, else now. */
  sellsAt?: Instant
}

/** What is wrong with one line of a basket, by the menu as it is. */
export function lineProblems(
  store: SellingStore,
  line: Wanted['lines'][number],
  { at, now, isForLater, sellsAt = now }: Place,
): OrderProblem[] {
  const item = store.items.find(({ id }) => id === line.itemId)
  const field = `lines.${at}.itemId`
  if (!item) return [{ code: 'not-on-menu', field, message: `This is not on the menu of ${store.display_name}.` }]
  const leadHours = isForLater ? 0 : noticeHours(store, item)
  return [
    ...obstacleProblems(store, item, field, obstaclesOf(store, item, now, sellsAt)),
    ...when(item.unit === 'pc' && line.grams !== undefined, {
      code: 'sold-by-piece',
      field: `lines.${at}.grams`,
      message: `${item.name} is sold by the piece.`,
    }),
    ...when(item.unit === 'g' && line.grams === undefined, {
      code: 'grams-needed',
      field: `lines.${at}.grams`,
      message: `${item.name} is sold by weight: say how many grams.`,
    }),
    ...choiceProblems(item, line, at),
    ...when(
      isBeyondOrder(chosenPrice(item, line, store.currency).minor, item.unit, line.quantity, gramsOf(item.unit, line.quantity, line.grams)),
      {
        code: 'above-maximum',
        field: `lines.${at}.quantity`,
        message: `${item.name} comes to ${beyondOrderWords(store.currency)}.`,
      },
    ),
    ...(leadHours > 0 ? [{ code: 'needs-notice' as const, field, ...noticeOf(store, item, leadHours, now) }] : []),
  ]
}

/** What stands in the way of an item, as its customer reads it: once where several obstacles come to the same. */
function obstacleProblems(store: SellingStore, { name }: SoldItem, field: string, obstacles: readonly Obstacle[]): OrderProblem[] {
  const problems = obstacles.map(({ code, until }): OrderProblem => {
    if (code === 'category-off')
      return { code: 'not-on-menu', field, message: `${name} is not on the menu of ${store.display_name} at present.` }
    if (code !== 'out-of-hours') return { code: 'sold-out', field, message: `${name} is sold out.` }
    const again = until ? ` It is again from ${momentWords(until, store.time_zone)}.` : ''
    return { code: 'not-served-now', field, message: `${name} is not served at this hour.${again}`, ...(until && { opensAt: until }) }
  })
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()]
}

/** What all lines of an item come to, against what is left of it and what one order may have. */
function amountProblems({ items }: SellingStore, { lines }: Wanted): OrderProblem[] {
  return items.flatMap((item): OrderProblem[] => {
    const own = lines.filter(({ itemId }) => itemId === item.id)
    const field = `lines.${lines.findIndex(({ itemId }) => itemId === item.id)}.quantity`
    const pieces = own.reduce((sum, { quantity }) => sum + quantity, 0)
    const amount = own.reduce((sum, { quantity, grams }) => sum + (gramsOf(item.unit, quantity, grams) ?? quantity), 0)
    const left = item.stock ?? amount
    const most = item.max_per_order ?? pieces
    const words = item.unit === 'pc' ? String(left) : formatWeight(left)
    return [
      ...when(left > 0 && amount > left, {
        code: 'too-few-left',
        field,
        message: `Only ${words} of ${item.name} ${left === 1 ? 'is' : 'are'} left.`,
      }),
      ...when(pieces > most, { code: 'too-many', field, message: `An order has at most ${most} of ${item.name}.` }),
    ]
  })
}

function basketProblems(store: SellingStore, wanted: Wanted, items: Money, isReached: boolean): OrderProblem[] {
  const isDelivery = wanted.orderType === 'delivery'
  const minimum = minimumOf(store, wanted.orderType)
  return [
    ...when(items.minor < minimum.minor, {
      code: 'below-minimum',
      field: 'lines',
      message: `The items come to less than the minimum of ${format().money(minimum)}.`,
      minimum,
    }),
    ...when(isDelivery && !wanted.address, { code: 'address-needed', field: 'address', message: 'A delivery needs an address.' }),
    ...when(!isReached, {
      code: 'out-of-reach',
      field: 'address.point',
      message: `${store.display_name} does not deliver to this address.`,
    }),
    ...when(wanted.tip !== undefined && wanted.tip.currency !== store.currency, {
      code: 'wrong-currency',
      field: 'tip.currency',
      message: `The tip must be in ${store.currency}.`,
    }),
  ]
}

/** `Black Forest needs 4 hours: Nov 20, 2026, 6:00 PM IST at the earliest.` */
function noticeOf(store: SellingStore, { name }: SoldItem, hours: number, now: Instant): { message: string; earliestAt: Instant } {
  const ready = firstOffered(now, hours)
  const earliestAt = nextStoreOpening(reopened(store), ready) ?? ready
  return { message: `${name} needs ${hours} hours: ${momentWords(earliestAt, store.time_zone)} at the earliest.`, earliestAt }
}

/** The store by its hours alone: what is paused now says nothing of later. */
function reopened(store: SellingStore): SellingStore {
  return { ...store, open_mode: 'open', open_mode_until: null }
}

/** The item of a basket that needs the longest notice. */
export function slowestOf({ items, vertical }: SellingStore, { lines }: Slotted): { item: SoldItem; hours: number } | null {
  const wanted = items.filter(({ id }) => lines.some(({ itemId }) => itemId === id))
  const slow = wanted.map((item) => ({ item, hours: leadHoursOf(vertical, item.lead_hours) })).filter(({ hours }) => hours > 0)
  return slow.sort((a, b) => b.hours - a.hours)[0] ?? null
}

/** A slot, and what is to be ready for it. */
interface Slotted extends Pick<Wanted, 'slot'> {
  lines: readonly { itemId: string }[]
}

/** What is wrong with the slot of a basket. */
export function slotProblems(store: SellingStore, wanted: Slotted, now: Instant): OrderProblem[] {
  const { slot } = wanted
  if (!slot) return []
  const slowest = slowestOf(store, wanted)
  const minutes = minutesBetween(now, slot.from)
  const length = minutesBetween(slot.from, slot.to)
  const { least, most, daysAhead } = slotBounds
  return [
    ...when(slot.to <= slot.from || length < least || length > most, {
      code: 'slot-length',
      field: 'slot.to',
      message: `A slot lasts ${least} minutes to ${most / 60} hours.`,
    }),
    ...when(slot.from <= now, { code: 'slot-past', field: 'slot.from', message: 'The slot has begun already.' }),
    ...(slowest && minutes >= 0 && minutes < slowest.hours * 60
      ? [{ code: 'slot-too-early' as const, field: 'slot.from', ...noticeOf(store, slowest.item, slowest.hours, now) }]
      : []),
    ...when(minutes > daysAhead * dayMinutes, {
      code: 'slot-too-far',
      field: 'slot.from',
      message: `Orders are taken for the next ${daysAhead} days.`,
    }),
    ...when(!isStoreOpen(reopened(store), slot.from), {
      code: 'slot-closed',
      field: 'slot.from',
      message: `${store.display_name} is closed at ${momentWords(slot.from, store.time_zone)}.`,
    }),
    ...when(store.max_orders_per_quarter_hour !== null && store.planned_orders >= store.max_orders_per_quarter_hour * quartersOf(length), {
      code: 'slot-full',
      field: 'slot.from',
      message: `${store.display_name} has all the orders that it takes for this slot.`,
    }),
  ]
}

/** Of a slot shorter than a quarter of an hour, one. */
function quartersOf(minutes: number): number {
  return Math.max(1, Math.floor(minutes / placeWindowMinutes))
}

function momentWords(at: Instant, zone: string): string {
  return `${format().instant(at, 'dateTime', zone)} ${zoneName(at, zone)}`
}
