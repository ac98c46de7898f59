import {
  type Basket,
  type BasketLine,
  distanceKm,
  type FeeTier,
  type Id,
  type Instant,
  type ItemUnit,
  money,
  type OrderLine,
  type Point,
  type Quote,
  type Vertical,
  zeroMoney,
} from '@larder/contract'
import type * as z from 'zod/mini'
import { type Opening, openModeAt } from '#modules/store/store-open.service.ts'
import { chosenPrice, optionsOf } from './order.choices.ts'
import { deliveryFee, gramsOf, isBeyondOrder, lineAmount, lineTax, type PricedLine, type Totals, totalsOf } from './order.pricing.ts'
import { problemsOf } from './order.problems.ts'
import { promiseOf, travelMinutesBetween } from './order.promise.ts'
import type { TaxRules } from './order.tax.ts'

export interface SoldItem {
  id: string
  sku: string
  name: string
  unit: ItemUnit
  price_minor: number
  tax_ppm: number
  available: boolean
  snoozed_until: string | null
  lead_hours: number | null
  /** What it comes in, by group. */
  choices: Record<string, string[]>
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
  /** Ids of the orders of the last quarter of an hour that were not called off, oldest first. */
  recent_orders: Id<'order'>[]
}

export type Wanted = z.output<typeof Basket>

export interface QuotedLine extends PricedLine {
  item: SoldItem
  wanted: BasketLine
  grams: number | null
  options: OrderLine['options']
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

/** When a basket is priced, and how its tax is reckoned. */
export interface Pricing {
  now: Instant
  tax: TaxRules
}

/** Prices a basket as the store, its area and its menu are now, and says what stands in the way of ordering it. Pure. */
export function priceBasket(store: SellingStore, wanted: Wanted, { now, tax }: Pricing): Priced {
  const lines = wanted.lines.flatMap((line) => priceLine(store, line, tax))
  const km = wanted.orderType === 'delivery' && wanted.address ? distanceKm(pointOf(store), wanted.address.point) : null
  const fee = km === null ? zeroMoney(store.currency) : deliveryFee(store.fee_tiers, store.surge_ppm, km)
  const tip = wanted.tip?.currency === store.currency ? wanted.tip : zeroMoney(store.currency)
  const none = zeroMoney(store.currency)
  const packing = money(store.packing_minor, store.currency)
  const totals = totalsOf(lines, { packing, delivery: fee ?? none, discount: none, tip }, tax)
  const prepMinutes = store.prep_minutes + (openModeAt(store, now).mode === 'busy' ? store.busy_extra_minutes : 0)
  const travelMinutes = wanted.orderType === 'delivery' ? travelMinutesBetween(pointOf(store), wanted.address?.point) : null
  const promisedAt = promiseOf({ from: now, prepMinutes, travelMinutes, slotTo: wanted.slot?.to ?? null })
  const isReached = km === null || fee !== null
  const problems = problemsOf(store, wanted, { now, items: totals.items, total: totals.total, isReached })
  return { lines, totals, km, prepMinutes, travelMinutes, promisedAt, problems }
}

/** A priced basket as the contract's quote. */
export function presentQuote(store: SellingStore, { totals, km, prepMinutes, promisedAt, problems }: Priced): Quote {
  return { storeId: store.id, ...totals, deliveryKm: km === null ? null : Math.round(km * 100) / 100, prepMinutes, promisedAt, problems }
}

function pointOf({ lat, lng }: SellingStore): Point {
  return { lat, lng }
}

function priceLine(store: SellingStore, wanted: BasketLine, rules: TaxRules): QuotedLine[] {
  const item = store.items.find(({ id }) => id === wanted.itemId)
  if (!item) return []
  const grams = gramsOf(item.unit, wanted.quantity, wanted.grams)
  const price = chosenPrice(item, wanted, store.currency)
  if (isBeyondOrder(price.minor, item.unit, wanted.quantity, grams)) return []
  const amount = lineAmount(price, item.unit, wanted.quantity, grams)
  const discount = zeroMoney(store.currency)
  const options = optionsOf(item, wanted, store.currency)
  const tax = lineTax(amount, discount, item.tax_ppm, rules)
  return [{ item, wanted, grams, options, amount, discount, tax, taxPpm: item.tax_ppm }]
}
