import {
  type Basket,
  type BasketLine,
  distanceKm,
  type FeeTier,
  formatInstant,
  formatMoney,
  type Instant,
  type Money,
  minutesBetween,
  money,
  type Point,
  type Quote,
  type Vertical,
  verticals,
  zeroMoney,
} from '@larder/contract'
import type * as z from 'zod/mini'
import { isStoreOpen, nextStoreOpening, type Opening, openModeAt } from '#modules/store/store-open.service.ts'
import {
  deliveryFee,
  gramsOf,
  lineAmount,
  lineTax,
  type PricedLine,
  type Totals,
  taxRegimeOf,
  totalsOf,
  type Unit,
} from './order.pricing.ts'
import { promiseOf, travelMinutesBetween } from './order.promise.ts'

export interface SoldItem {
  id: string
  sku: string
  name: string
  unit: Unit
  price_minor: number
  tax_ppm: number
  available: boolean
  snoozed_until: string | null
}

/** A store as a basket meets it. */
export interface SellingStore extends Opening {
  id: string
  branch_id: string
  area_id: string
  vertical: Vertical
  display_name: string
  lat: number
  lng: number
  currency: string
  prep_minutes: number
  busy_extra_minutes: number
  max_orders_per_quarter_hour: number | null
  min_order_minor: number
  packing_minor: number
  auto_accept: boolean
  branch_code: string
  branch_name: string
  branch_time_zone: string
  area_name: string
  area_active: boolean
  fee_tiers: FeeTier[]
  min_basket_minor: number
  surge_ppm: number
  items: SoldItem[]
  /** Orders of the last quarter of an hour. */
  recent_orders: number
}

export interface Slot {
  from: Instant
  to: Instant
}

export type Wanted = z.output<typeof Basket> & { slot?: Slot | undefined }

export interface QuotedLine extends PricedLine {
  item: SoldItem
  wanted: BasketLine
  grams: number | null
}

export interface Priced {
  lines: QuotedLine[]
  totals: Totals
  km: number | null
  prepMinutes: number
  travelMinutes: number | null
  promisedAt: Instant
  /** Why it can't be ordered, by the input's path. */
  problems: Quote['problems']
}

const mostMinutesAhead = 14 * 24 * 60

/** Prices a basket as the store, its area and its menu are now, and says what stands in the way of ordering it. Pure. */
export function priceBasket(store: SellingStore, wanted: Wanted, now: Instant): Priced {
  const lines = wanted.lines.flatMap((line) => priceLine(store, line))
  const km = wanted.orderType === 'delivery' && wanted.address ? distanceKm(pointOf(store), wanted.address.point) : null
  const fee = km === null ? zeroMoney(store.currency) : deliveryFee(store.fee_tiers, store.surge_ppm, km)
  const tip = wanted.tip?.currency === store.currency ? wanted.tip : zeroMoney(store.currency)
  const none = zeroMoney(store.currency)
  const packing = money(store.packing_minor, store.currency)
  const totals = totalsOf(lines, { packing, delivery: fee ?? none, discount: none, tip }, taxRegimeOf(store.currency))
  const prepMinutes = store.prep_minutes + (openModeAt(store, now).mode === 'busy' ? store.busy_extra_minutes : 0)
  const travelMinutes = wanted.orderType === 'delivery' ? travelMinutesBetween(pointOf(store), wanted.address?.point) : null
  const promisedAt = promiseOf({ from: now, prepMinutes, travelMinutes, slotTo: wanted.slot?.to ?? null })
  const isReached = km === null || fee !== null
  const problems = [
    ...storeProblems(store, wanted, now),
    ...itemProblems(store, wanted, now),
    ...basketProblems(store, wanted, totals.items, isReached),
  ]
  return { lines, totals, km, prepMinutes, travelMinutes, promisedAt, problems: [...problems, ...slotProblems(store, wanted.slot, now)] }
}

/** A priced basket as the contract's quote. */
export function presentQuote(store: SellingStore, { totals, km, prepMinutes, promisedAt, problems }: Priced): Quote {
  return { storeId: store.id, ...totals, deliveryKm: km === null ? null : Math.round(km * 100) / 100, prepMinutes, promisedAt, problems }
}

function pointOf({ lat, lng }: SellingStore): Point {
  return { lat, lng }
}

function priceLine(store: SellingStore, wanted: BasketLine): QuotedLine[] {
  const item = store.items.find(({ id }) => id === wanted.itemId)
  if (!item) return []
  const grams = gramsOf(item.unit, wanted.quantity, wanted.grams)
  const amount = lineAmount(money(item.price_minor, store.currency), item.unit, wanted.quantity, grams)
  const discount = zeroMoney(store.currency)
  return [{ item, wanted, grams, amount, discount, tax: lineTax(amount, discount, item.tax_ppm), taxPpm: item.tax_ppm }]
}

type Problem = Quote['problems'][number]
const problemIf = (isWrong: boolean, field: string, message: string): Problem[] => (isWrong ? [{ field, message }] : [])

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

function shutWords(store: SellingStore, now: Instant): string {
  const opening = nextStoreOpening(store, now)
  return opening === null ? 'is closed' : `is closed until ${formatInstant(opening, 'dateTime', store.time_zone)}`
}

function itemProblems(store: SellingStore, { lines }: Wanted, now: Instant): Problem[] {
  return lines.flatMap((line, at) => {
    const item = store.items.find(({ id }) => id === line.itemId)
    if (!item) return [{ field: `lines.${at}.itemId`, message: 'is not on the menu of this store' }]
    const isSnoozed = item.snoozed_until !== null && item.snoozed_until > now
    return [
      ...problemIf(!item.available || isSnoozed, `lines.${at}.itemId`, `${item.name} is sold out`),
      ...problemIf(item.unit === 'pc' && line.grams !== undefined, `lines.${at}.grams`, `${item.name} is sold by the piece`),
      ...problemIf(
        item.unit === 'g' && line.grams === undefined,
        `lines.${at}.grams`,
        `${item.name} is sold by weight: say how many grams`,
      ),
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
    ...problemIf(tip !== undefined && tip.minor < 0, 'tip.minor', 'must not be negative'),
  ]
}

function slotProblems(store: SellingStore, slot: Slot | undefined, now: Instant): Problem[] {
  if (!slot) return []
  const { leadHours } = verticals[store.vertical]
  const minutes = minutesBetween(now, slot.from)
  return [
    ...problemIf(slot.to <= slot.from, 'slot.to', 'must be after the beginning of the slot'),
    ...problemIf(slot.from <= now, 'slot.from', 'lies in the past'),
    ...problemIf(minutes >= 0 && minutes < leadHours * 60, 'slot.from', `must be at least ${leadHours} hours ahead`),
    ...problemIf(minutes > mostMinutesAhead, 'slot.from', 'must be within the next 14 days'),
    ...problemIf(
      !isStoreOpen({ ...store, open_mode: 'open', open_mode_until: null }, slot.from),
      'slot.from',
      'falls into a time when the store is closed',
    ),
  ]
}
