import * as z from 'zod/mini'
import { enumOf, list } from '../values/collection.ts'
import { type Currency, currencyDecimals } from '../values/currency.ts'
import { idOf } from '../values/id.ts'
import { divideHalfUp, Money, maxPriceMinor } from '../values/money.ts'
import { whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { changeFields } from './change-field.ts'
import { Price } from './price.ts'

/** Which items a bulk change is of; what is left out cuts nothing. Amounts cut to stores of their currency. */
export const BulkFilter = z.strictObject({
  vertical: z.optional(Vertical),
  branchId: z.optional(idOf('branch')),
  areaId: z.optional(idOf('area')),
  storeIds: z.optional(list(idOf('store'), 200)),
  /** A part of the category's name, in any case. */
  category: z.optional(text({ max: 60 })),
  /** A part of the item's name or code, in any case. */
  text: z.optional(text({ max: 100 })),
  priceFrom: z.optional(Price),
  priceTo: z.optional(Price),
  available: z.optional(z.boolean()),
  taxProfileId: z.optional(idOf('tax-profile')),
})
export type BulkFilter = z.infer<typeof BulkFilter>

export const priceWayLabels = { percent: 'By percent', amount: 'By an amount', set: 'To an amount' } as const
export const roundingLabels = { none: 'As it comes', whole: 'To .00', half: 'To .50', 'just-under': 'To .99' } as const
export const PriceWay = enumOf(priceWayLabels)
export const Rounding = enumOf(roundingLabels)
export type Rounding = z.infer<typeof Rounding>

/** How a price becomes another: by parts per million, by an amount either way, or to one; then to the nearest price that ends so. */
export const PriceFormula = z
  .strictObject({
    way: PriceWay,
    /** -100 % to +1,000 %. */
    byPpm: z.optional(whole(-1_000_000, 10_000_000)),
    amount: z.optional(Money),
    rounding: Rounding,
    /** Items may come to cost nothing; without it, those that would are errors of the set. */
    free: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ way, byPpm }) => way !== 'percent' || byPpm !== undefined, { path: ['byPpm'], error: 'is required' }),
    z.refine(({ way, amount }) => way === 'percent' || amount !== undefined, { path: ['amount'], error: 'is required' }),
    z.refine(({ way, amount }) => way !== 'set' || (amount?.minor ?? 0) >= 0, { path: ['amount'], error: 'must not be negative' }),
    z.refine(({ amount }) => Math.abs(amount?.minor ?? 0) <= maxPriceMinor, { path: ['amount'], error: 'is too large an amount' }),
  )
export type PriceFormula = z.infer<typeof PriceFormula>

/** What a bulk change sets of each item; at least one. */
export const BulkChange = z
  .strictObject({
    price: z.optional(PriceFormula),
    available: z.optional(z.boolean()),
    taxProfileId: z.optional(z.nullable(idOf('tax-profile'))),
    category: z.optional(changeFields.category.schema),
    prepMinutes: z.optional(z.nullable(changeFields.prepMinutes.schema)),
    leadHours: z.optional(z.nullable(changeFields.leadHours.schema)),
  })
  .check(z.refine((change) => Object.values(change).some((value) => value !== undefined), 'must say what changes'))
export type BulkChange = z.infer<typeof BulkChange>

/** Where prices end that are rounded so, within how many minor units: 99 of 100 for `.99` of INR and JPY, 990 of 1,000 for KWD. */
function endingOf(rounding: Exclude<Rounding, 'none'>, currency: Currency): { ends: number; within: number } {
  const within = currencyDecimals(currency) === 3 ? 1000 : 100
  return { within, ends: { whole: 0, half: within / 2, 'just-under': within - within / 100 }[rounding] }
}

/** The nearest price that ends so, the higher of two, never below zero; what is below zero stays, for whoever has to see it. */
export function roundPrice(minor: number, rounding: Rounding, currency: Currency): number {
  if (rounding === 'none' || minor < 0) return minor
  const { ends, within } = endingOf(rounding, currency)
  return Math.max(0, Math.floor((minor - ends) / within + 0.5)) * within + ends
}

/**
 * The price that a formula makes of one, in minor units; it may come out below zero or beyond what a price can be, which is for its judge.
 * Null where the formula's amount is of another currency.
 */
export function formulaPrice(minor: number, { way, byPpm = 0, amount, rounding }: PriceFormula, currency: Currency): number | null {
  if (way === 'percent') {
    const raised = divideHalfUp(BigInt(minor) * BigInt(1_000_000 + byPpm), 1_000_000n)
    return roundPrice(Number(raised), rounding, currency)
  }
  if (amount?.currency !== currency) return null
  return roundPrice(way === 'set' ? amount.minor : minor + amount.minor, rounding, currency)
}

/** By how much a price moves, in parts per million of what it was; from nothing it is all of it. Rounded up, either way without sign. */
export function moveOf(before: number, after: number): number {
  const moved = Math.abs(after - before)
  if (moved === 0) return 0
  return before === 0 ? 1_000_000 : Math.ceil((moved * 1_000_000) / before)
}

/** A move as people are told it: percent, rounded up to a tenth. */
export function movePercent(ppm: number): number {
  return Math.ceil(ppm / 1000) / 10
}
