import * as z from 'zod/mini'
import { Money } from '../values/money.ts'

/** An amount that somebody pays: zero or more. */
export const Price = Money.check(z.refine(({ minor }) => minor >= 0, { error: 'must not be negative', path: ['minor'] }))

/** What the total of a basket or an order is made of, and what its tax is made of. */
export const priceParts = {
  items: Money,
  packing: Money,
  delivery: Money,
  discount: Money,
  tax: Money,
  tip: Money,
  rounding: Money,
  taxes: z.array(z.strictObject({ name: z.string(), ratePpm: z.int(), base: Money, amount: Money })),
}
