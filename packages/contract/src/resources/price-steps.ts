import type * as z from 'zod/mini'
import type { Format } from '../values/format.ts'
import { isZeroMoney, type Money, negateMoney } from '../values/money.ts'
import type { Order } from './order-shapes.ts'
import type { priceParts } from './price.ts'

/** One step on the way to a total; what is `included` is in the prices already and adds nothing. */
export interface PriceStep {
  kind: 'charge' | 'discount' | 'tax' | 'included' | 'rest'
  label: string
  /** What it is of: `on ₹400.00`. */
  hint?: string
  amount: Money
}

type Priced = { readonly [K in keyof typeof priceParts]: z.infer<(typeof priceParts)[K]> } & Pick<Order, 'discounts'>

/**
 * How a total comes about: every charge, every discount, every tax; one that prices include stands last. All amounts but the included ones
 * add up to the total.
 */
export function priceStepsOf(priced: Priced, format: Format): PriceStep[] {
  const { pricesIncludeTax } = priced
  const inclusive = pricesIncludeTax && { hint: 'incl. tax' }
  const charges: PriceStep[] = [
    { kind: 'charge', label: 'Items', ...inclusive, amount: priced.items },
    { kind: 'charge', label: 'Packing', ...inclusive, amount: priced.packing },
    { kind: 'charge', label: 'Delivery', ...inclusive, amount: priced.delivery },
  ]
  const discounts = priced.discounts.map(
    ({ name, code, amount, funders }): PriceStep => ({
      kind: 'discount',
      label: code ? `${name} (${code})` : name,
      hint: `paid by ${funders.map((funder) => `${funder.party} ${format.money(funder.amount)}`).join(', ')}`,
      amount: negateMoney(amount),
    }),
  )
  const taxes = priced.taxes.map(
    ({ name, ratePpm, base, amount }): PriceStep => ({
      kind: pricesIncludeTax ? 'included' : 'tax',
      label: `${name} ${ratePpm / 10_000} %${pricesIncludeTax ? ' (included)' : ''}`,
      hint: `on ${format.money(base)}`,
      amount,
    }),
  )
  const rest: PriceStep[] = [
    { kind: 'rest', label: 'Tip', amount: priced.tip },
    { kind: 'rest', label: 'Rounding', amount: priced.rounding },
  ]
  return [
    ...charges.filter((step, index) => index === 0 || !isZeroMoney(step.amount)),
    ...discounts,
    ...(pricesIncludeTax ? [] : taxes),
    ...rest.filter(({ amount }) => !isZeroMoney(amount)),
    ...(pricesIncludeTax ? taxes : []),
  ]
}
