import {
  addMoney,
  allocateMoney,
  currencyDecimals,
  divideHalfUp,
  type FeeTier,
  type ItemUnit,
  isZeroMoney,
  type Money,
  maxOrderMinor,
  money,
  type Order,
  type OrderLine,
  percentOf,
  percentWithin,
  subtractMoney,
  zeroMoney,
} from '@larder/contract'
import { format } from '#kit/format.ts'
import type { TaxRules } from './tax.ts'

export interface PricedLine {
  amount: Money
  discount: Money
  tax: Money
  taxPpm: number
}

export interface Charges {
  packing: Money
  delivery: Money
  discount: Money
  tip: Money
}

/** The parts of a total; `total` is exactly their sum, of which `tax` is no part where prices include it. */
export interface Totals extends Charges {
  pricesIncludeTax: boolean
  items: Money
  tax: Money
  taxes: Order['taxes']
  rounding: Money
  total: Money
}

type AmountColumns = Record<`${'items' | 'packing' | 'delivery' | 'discount' | 'tax' | 'tip' | 'rounding' | 'total'}_minor`, number> &
  Pick<Totals, 'taxes'>

const gramsPerUnit = { kg: 1000n, g: 1n } as const
const partsPerMillion = 1_000_000

/** The grams of a weighed line: what was asked for, else whole units; null for what is sold by the piece. */
export function gramsOf(unit: ItemUnit, quantity: number, grams: number | undefined): number | null {
  if (unit === 'pc') return null
  return quantity * (grams ?? Number(gramsPerUnit[unit]))
}

/** What one piece, or one unit of what is weighed, costs as it was chosen, in minor units. */
export function pieceMinorOf({ unit_price_minor, options }: { unit_price_minor: number; options: OrderLine['options'] }): number {
  return options.reduce((sum, { priceDelta }) => sum + priceDelta.minor, unit_price_minor)
}

/** A line before discount and tax: pieces times the price, or grams at the price of a unit, halves up. */
export function lineAmount(unitPrice: Money, unit: ItemUnit, quantity: number, grams: number | null): Money {
  return money(exactAmount(unitPrice.minor, unit, quantity, grams), unitPrice.currency)
}

/** Whether a line alone is more than a whole order may come to: then it has no price. */
export function isBeyondOrder(priceMinor: number, unit: ItemUnit, quantity: number, grams: number | null): boolean {
  return exactAmount(priceMinor, unit, quantity, grams) > BigInt(maxOrderMinor)
}

/** The largest order in words, to stand in a refusal: `more than ₹10,00,00,00,000.00, the most that an order may come to`. */
export function beyondOrderWords(currency: string): string {
  return `more than ${format().money(money(maxOrderMinor, currency))}, the most that an order may come to`
}

function exactAmount(priceMinor: number, unit: ItemUnit, quantity: number, grams: number | null): bigint {
  if (unit === 'pc' || grams === null) return BigInt(priceMinor) * BigInt(quantity)
  return divideHalfUp(BigInt(priceMinor) * BigInt(grams), gramsPerUnit[unit])
}

/** The tax of one line, on what is left after its discount or, where prices include tax, within it; each of its equal parts halves up. */
export function lineTax(amount: Money, discount: Money, taxPpm: number, rules: Pick<TaxRules, 'pricesIncludeTax' | 'parts'>): Money {
  const price = subtractMoney(amount, discount)
  return rules.pricesIncludeTax ? percentWithin(price, taxPpm, rules.parts) : percentOf(price, taxPpm, rules.parts)
}

/** The fee of the first tier that reaches that far, raised by the surge; null beyond the last one. */
export function deliveryFee(tiers: readonly FeeTier[], surgePpm: number, km: number): Money | null {
  const tier = tiers.find(({ maxKm }) => km <= maxKm)
  return tier ? percentOf(tier.fee, partsPerMillion + surgePpm) : null
}

/**
 * Adds up an order: tax grouped by rate, that of packing and delivery with it, and the rounding to whole units, where the regime rounds, as
 * a part of its own.
 */
export function totalsOf(lines: readonly PricedLine[], charges: Charges, rules: TaxRules): Totals {
  const { pricesIncludeTax } = rules
  const { packing, delivery, discount, tip } = charges
  const zero = zeroMoney(packing.currency)
  const taxed = [...lines, ...taxedCharge(packing, rules.packingTaxPpm, rules), ...taxedCharge(delivery, rules.deliveryTaxPpm, rules)]
  const items = addMoney(zero, ...lines.map(({ amount }) => amount))
  const tax = addMoney(zero, ...taxed.map((line) => line.tax))
  const exact = subtractMoney(addMoney(items, packing, delivery, tip, pricesIncludeTax ? zero : tax), discount)
  const rounding = rules.regime === 'in-gst' ? roundingOf(exact) : zero
  const taxes = taxesOf(taxed, rules, zero)
  return { ...charges, pricesIncludeTax, items, tax, taxes, rounding, total: addMoney(exact, rounding) }
}

// What is not charged stands under no tax.
function taxedCharge(amount: Money, taxPpm: number, rules: TaxRules): PricedLine[] {
  const discount = zeroMoney(amount.currency)
  return isZeroMoney(amount) ? [] : [{ amount, discount, tax: lineTax(amount, discount, taxPpm, rules), taxPpm }]
}

function roundingOf(exact: Money): Money {
  const unit = 10n ** BigInt(currencyDecimals(exact.currency))
  return subtractMoney(money(divideHalfUp(BigInt(exact.minor), unit) * unit, exact.currency), exact)
}

// The base is what the tax comes on top of: of a price that includes tax, what is left without it.
function taxesOf(lines: readonly PricedLine[], { regime, pricesIncludeTax }: TaxRules, zero: Money): Order['taxes'] {
  const rates = [...new Set(lines.map(({ taxPpm }) => taxPpm))].filter((ppm) => ppm > 0).sort((a, b) => a - b)
  return rates.flatMap((ratePpm) => {
    const taxed = lines.filter(({ taxPpm }) => taxPpm === ratePpm)
    const price = addMoney(zero, ...taxed.map((line) => subtractMoney(line.amount, line.discount)))
    const amount = addMoney(zero, ...taxed.map(({ tax }) => tax))
    const base = pricesIncludeTax ? subtractMoney(price, amount) : price
    return regime === 'in-gst' ? halves(ratePpm, base, amount) : [{ name: 'Tax', ratePpm, base, amount }]
  })
}

// Within one state the tax goes half to the centre and half to the state (0092); of an order of before an odd paisa is the centre's.
function halves(ratePpm: number, base: Money, amount: Money): Order['taxes'] {
  const [central, state] = allocateMoney(amount, [1, 1])
  if (!central || !state) return []
  return [
    { name: 'CGST', ratePpm: Math.round(ratePpm / 2), base, amount: central },
    { name: 'SGST', ratePpm: Math.round(ratePpm / 2), base, amount: state },
  ]
}

/** The parts of a total as an order keeps them. */
export function amountColumnsOf(totals: Totals): AmountColumns {
  return {
    items_minor: totals.items.minor,
    packing_minor: totals.packing.minor,
    delivery_minor: totals.delivery.minor,
    discount_minor: totals.discount.minor,
    tax_minor: totals.tax.minor,
    tip_minor: totals.tip.minor,
    rounding_minor: totals.rounding.minor,
    total_minor: totals.total.minor,
    taxes: totals.taxes,
  }
}
