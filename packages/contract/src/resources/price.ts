import * as z from 'zod/mini'
import { amount, Money, maxOrderMinor, maxPriceMinor } from '../values/money.ts'

/** An amount that somebody sets or gives: a price, a fee, a deposit, a tip. */
export const Price = amount({ max: maxPriceMinor })

/** What a whole order comes to, as the customer saw it or as it was collected. */
export const OrderTotal = amount({ max: maxOrderMinor })

/**
 * What the total of a basket or an order is made of, and what its tax is made of. Where prices include tax, items, packing and delivery
 * contain it and `tax` adds nothing to the total; a tax's `base` is always without it.
 */
export const priceParts = {
  pricesIncludeTax: z.boolean(),
  items: Money,
  packing: Money,
  delivery: Money,
  discount: Money,
  tax: Money,
  tip: Money,
  rounding: Money,
  taxes: z.array(z.strictObject({ name: z.string(), ratePpm: z.int(), base: Money, amount: Money })),
}

/** Who pays a total: the customer's credits, and money for the rest. */
export const creditParts = {
  /** What credits pay of the total: nothing while nobody wishes for it, nor where it is not told whose they would be. */
  credit: Money,
  /** What is left to pay beside them. */
  toPay: Money,
}
