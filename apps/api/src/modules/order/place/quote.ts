import {
  type BasketLine,
  distanceKm,
  type Instant,
  type LocalDate,
  type Money,
  money,
  type OrderLine,
  type Point,
  type Quote,
  subtractMoney,
  taxRateOn,
  zeroMoney,
} from '@larder/contract'
import { chosenPrice, optionsOf } from './choices.ts'
import { deliveryFee, gramsOf, isBeyondOrder, lineAmount, lineTax, type PricedLine, type Totals, totalsOf } from './pricing.ts'
import { problemsOf } from './problems.ts'
import { promiseOf, travelMinutesBetween } from './promise.ts'
import type { SellingStore, SoldItem, Wanted } from './selling.ts'
import type { TaxRules } from './tax.ts'

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
  /** What credits could pay, in minor units. */
  creditMinor: number
  /** Why it can't be ordered, by the input's path. */
  problems: Quote['problems']
}

/** When a basket is priced, on which day by the installation's calendar, and how its tax is reckoned. */
export interface Pricing {
  now: Instant
  day: LocalDate
  tax: TaxRules
}

/** Prices a basket as the store, its area and its menu are now, and says what stands in the way of ordering it. Pure. */
export function priceBasket(store: SellingStore, wanted: Wanted, { now, day, tax }: Pricing): Priced {
  const lines = wanted.lines.flatMap((line) => priceLine(store, line, { day, tax }))
  const km = wanted.orderType === 'delivery' && wanted.address ? distanceKm(pointOf(store), wanted.address.point) : null
  const fee = km === null ? zeroMoney(store.currency) : deliveryFee(store.fee_tiers, store.surge_ppm, km)
  const tip = wanted.tip?.currency === store.currency ? wanted.tip : zeroMoney(store.currency)
  const none = zeroMoney(store.currency)
  const packing = money(store.packing_minor, store.currency)
  const totals = totalsOf(lines, { packing, delivery: fee ?? none, discount: none, tip }, tax)
  const prepMinutes = store.prep_minutes
  const travelMinutes = wanted.orderType === 'delivery' ? travelMinutesBetween(pointOf(store), wanted.address?.point) : null
  const promisedAt = promiseOf({ from: now, prepMinutes, travelMinutes, slotTo: wanted.slot?.to ?? null })
  const isReached = km === null || fee !== null
  const problems = problemsOf(store, wanted, { now, items: totals.items, total: totals.total, isReached })
  return { lines, totals, km, prepMinutes, travelMinutes, promisedAt, creditMinor: 0, problems }
}

/** A priced basket as the contract's quote. */
export function presentQuote(store: SellingStore, { totals, km, prepMinutes, promisedAt, creditMinor, problems }: Priced): Quote {
  const paid = paidWith(totals.total, creditMinor)
  return {
    storeId: store.id,
    ...totals,
    ...paid,
    deliveryKm: km === null ? null : Math.round(km * 100) / 100,
    prepMinutes,
    promisedAt,
    problems,
  }
}

/** Who pays a total: credits as much as they have, and money for the rest. Pure. */
export function paidWith(total: Money, creditMinor: number): Pick<Quote, 'credit' | 'toPay'> {
  const credit = money(Math.min(total.minor, creditMinor), total.currency)
  return { credit, toPay: subtractMoney(total, credit) }
}

function pointOf({ lat, lng }: SellingStore): Point {
  return { lat, lng }
}

function priceLine(store: SellingStore, wanted: BasketLine, { day, tax: rules }: Pick<Pricing, 'day' | 'tax'>): QuotedLine[] {
  const item = store.items.find(({ id }) => id === wanted.itemId)
  if (!item) return []
  const grams = gramsOf(item.unit, wanted.quantity, wanted.grams)
  const price = chosenPrice(item, wanted, store.currency)
  if (isBeyondOrder(price.minor, item.unit, wanted.quantity, grams)) return []
  const amount = lineAmount(price, item.unit, wanted.quantity, grams)
  const discount = zeroMoney(store.currency)
  const options = optionsOf(item, wanted, store.currency)
  const taxPpm = taxRateOn(item.tax_rates, day)
  const tax = lineTax(amount, discount, taxPpm, rules)
  return [{ item, wanted, grams, options, amount, discount, tax, taxPpm }]
}
