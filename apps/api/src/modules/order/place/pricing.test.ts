import { addMoney, type Money, money, percentOf, zeroMoney } from '@larder/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inr, taxesOf } from '../../../../test/rupees.ts'
import { deliveryFee, gramsOf, lineAmount, lineTax, type PricedLine, totalsOf } from './pricing.ts'
import { partsOf, type TaxRules } from './tax.ts'

const rate = fc.constantFrom(0, 50_000, 125_000, 180_000, 333_333, 1_000_000)
const line = fc
  .record({
    price: fc.integer({ min: 0, max: 10_000_000 }),
    unit: fc.constantFrom('pc' as const, 'kg' as const, 'g' as const),
    quantity: fc.integer({ min: 1, max: 99 }),
    grams: fc.option(fc.integer({ min: 50, max: 50_000 }), { nil: undefined }),
    taxPpm: rate,
  })
  .map(({ price, unit, quantity, grams, taxPpm }) => {
    const amount = lineAmount(inr(price), unit, quantity, gramsOf(unit, quantity, grams))
    return { amount, discount: inr(0), taxPpm }
  })
const charge = fc.integer({ min: 0, max: 100_000 }).map(inr)
const charges = fc.record({ packing: charge, delivery: charge, tip: charge, discount: fc.constant(inr(0)) })
const taxRules: fc.Arbitrary<TaxRules> = fc
  .record({
    regime: fc.constantFrom('in-gst' as const, 'simple' as const),
    pricesIncludeTax: fc.boolean(),
    deliveryTaxPpm: rate,
    packingTaxPpm: rate,
  })
  .map((rules) => ({ ...rules, parts: partsOf(rules.regime) }))
const plain: TaxRules = { regime: 'in-gst', pricesIncludeTax: false, deliveryTaxPpm: 0, packingTaxPpm: 0, parts: 2 }
const inr0 = inr(0)
const sumOf = (amounts: readonly Money[]) => addMoney(inr0, ...amounts)

/** A basket under tax rules: its lines with their tax, and its totals. */
const basket = fc.tuple(fc.array(line, { maxLength: 40 }), charges, taxRules).map(([lines, extra, rules]) => {
  const priced: PricedLine[] = lines.map((one) => ({ ...one, tax: lineTax(one.amount, one.discount, one.taxPpm, rules) }))
  const chargesTax = sumOf([
    lineTax(extra.packing, inr0, rules.packingTaxPpm, rules),
    lineTax(extra.delivery, inr0, rules.deliveryTaxPpm, rules),
  ])
  return { lines: priced, extra, rules, chargesTax, totals: totalsOf(priced, extra, rules) }
})

describe('a total', () => {
  test('is never negative and exactly the sum of its parts, none negative, in both regimes, tax added or included', () => {
    fc.assert(
      fc.property(basket, ({ lines, totals, rules }) => {
        const { items, packing, delivery, discount, tax, tip, rounding, total, pricesIncludeTax } = totals
        const added = pricesIncludeTax ? 0 : tax.minor
        expect(pricesIncludeTax).toBe(rules.pricesIncludeTax)
        expect(total.minor).toBe(items.minor + packing.minor + delivery.minor - discount.minor + added + tip.minor + rounding.minor)
        expect(Math.min(...[items, packing, delivery, tax, tip, total].map(({ minor }) => minor))).toBeGreaterThanOrEqual(0)
        expect(items).toEqual(sumOf(lines.map(({ amount }) => amount)))
      }),
      { numRuns: 2000 },
    )
  })

  test('names every tax once by rate; the taxes add up to that of lines, packing and delivery, and a tip bears none', () => {
    fc.assert(
      fc.property(basket, ({ lines, extra, rules, chargesTax, totals: { tax, taxes } }) => {
        expect(sumOf(taxes.map(({ amount }) => amount))).toEqual(tax)
        expect(tax).toEqual(sumOf([chargesTax, ...lines.map((one) => one.tax)]))
        expect(new Set(taxes.map(({ name, ratePpm }) => `${name} ${ratePpm}`)).size).toBe(taxes.length)
        expect(totalsOf(lines, { ...extra, tip: inr0 }, rules).taxes).toEqual(taxes)
      }),
    )
  })

  test('under GST has central and state tax of every rate equal to the minor unit, as the law levies both at half the rate on the same value', () => {
    fc.assert(
      fc.property(basket, ({ lines, extra, rules }) => {
        const gst: TaxRules = { ...rules, regime: 'in-gst', parts: 2 }
        const priced = lines.map((one) => ({ ...one, tax: lineTax(one.amount, one.discount, one.taxPpm, gst) }))
        const { taxes, tax } = totalsOf(priced, extra, gst)
        const [central, state] = ['CGST', 'SGST'].map((of) => taxes.filter(({ name }) => name === of).map(({ name: _, ...rest }) => rest))
        expect(central).toEqual(state)
        expect(sumOf(taxes.map(({ amount }) => amount))).toEqual(tax)
        for (const { amount, taxPpm, tax: whole } of priced) {
          const below = BigInt(1_000_000 + (gst.pricesIncludeTax ? taxPpm : 0))
          const off = BigInt(whole.minor) * below - BigInt(amount.minor) * BigInt(taxPpm)
          expect(off <= below && off >= -below, 'each half is within half a paisa of the exact one').toBe(true)
        }
      }),
    )
  })

  test('has taxes whose base and amount, of each rate, are the prices that bear it', () => {
    fc.assert(
      fc.property(basket, ({ lines, extra, rules, totals }) => {
        const { taxes } = totalsOf(lines, extra, { ...rules, regime: 'simple' })
        const borne = [
          ...lines,
          { amount: extra.packing, taxPpm: rules.packingTaxPpm },
          { amount: extra.delivery, taxPpm: rules.deliveryTaxPpm },
        ].filter(({ taxPpm }) => taxPpm > 0)
        const shown = sumOf(borne.map(({ amount }) => amount))
        const told = taxes.map(({ base, amount }) => (rules.pricesIncludeTax ? addMoney(base, amount) : base))
        expect(sumOf(told)).toEqual(shown)
        expect(sumOf(taxes.map(({ amount }) => amount))).toEqual(totals.tax)
      }),
    )
  })

  test('is in whole rupees, at most half a rupee away', () => {
    fc.assert(
      fc.property(basket, ({ lines, extra, rules }) => {
        const { rounding, total } = totalsOf(lines, extra, { ...rules, regime: 'in-gst' })
        expect(total.minor % 100).toBe(0)
        expect(Math.abs(rounding.minor)).toBeLessThanOrEqual(50)
      }),
    )
    const none = zeroMoney('EUR')
    const euro = { amount: money(333, 'EUR'), discount: none, tax: none, taxPpm: 0 }
    const rules: TaxRules = { ...plain, regime: 'simple', parts: 1 }
    expect(totalsOf([euro], { packing: none, delivery: none, discount: none, tip: none }, rules).total.minor).toBe(333)
  })

  test('with tax in the prices is what the customer was shown, whatever the rates', () => {
    fc.assert(
      fc.property(basket, ({ lines, extra, rules }) => {
        const { items, packing, delivery, tip, total } = totalsOf(lines, extra, { ...rules, regime: 'simple', pricesIncludeTax: true })
        expect(total).toEqual(addMoney(items, packing, delivery, tip))
      }),
    )
  })

  test('bears the tax of packing and delivery with that of the items, by rate', () => {
    const rules: TaxRules = { ...plain, deliveryTaxPpm: 180_000, packingTaxPpm: 50_000 }
    const priced = { amount: inr(10_000), discount: inr0, tax: inr(500), taxPpm: 50_000 }
    const extra = { packing: inr(1000), delivery: inr(3000), discount: inr0, tip: inr(2000) }
    // 5 % of 110.00 is 5.50, 18 % of 30.00 is 5.40: 160.00 with the tip and 10.90 of tax, rounded to 171.00.
    expect(totalsOf([priced], extra, rules)).toMatchObject({
      tax: inr(1090),
      taxes: taxesOf(
        ['CGST', 25_000, 11_000, 275],
        ['SGST', 25_000, 11_000, 275],
        ['CGST', 90_000, 3000, 270],
        ['SGST', 90_000, 3000, 270],
      ),
      rounding: inr(10),
      total: inr(17_100),
    })
    expect(totalsOf([priced], { ...extra, delivery: inr0 }, rules).taxes).toHaveLength(2)
  })
})

describe('tax within a price', () => {
  const included = { pricesIncludeTax: true, parts: 1 }

  test('is the price without what is left of it at the rate, halves up', () => {
    // 105.00 at 5 % is 100.00 and 5.00; 100.00 at 18 % is 84.75 and 15.25 (15.254...).
    expect(lineTax(inr(10_500), inr0, 50_000, included)).toEqual(inr(500))
    expect(lineTax(inr(10_000), inr0, 180_000, included)).toEqual(inr(1525))
    expect(lineTax(inr(11_000), inr(500), 50_000, included)).toEqual(inr(500))
    expect(lineTax(inr(1), inr0, 1_000_000, included)).toEqual(inr(1))
    // Each half by itself: 1071.4 within 449.99 at 5 %, where the whole of it is 2142.8.
    expect(lineTax(inr(44_999), inr0, 50_000, included)).toEqual(inr(2143))
    expect(lineTax(inr(44_999), inr0, 50_000, { ...included, parts: 2 })).toEqual(inr(2142))
  })

  test('and tax that is added to what is left of the price differ by a minor unit a line at most', () => {
    fc.assert(
      fc.property(line, ({ amount, taxPpm }) => {
        const added = percentOf(amount, taxPpm)
        const within = lineTax(addMoney(amount, added), inr0, taxPpm, included)
        expect(Math.abs(within.minor - added.minor)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 2000 },
    )
  })
})

test('a line by weight costs grams at the price of a kilogram, halves up', () => {
  expect(lineAmount(inr(45_000), 'kg', 1, 333)).toEqual(inr(14_985))
  expect(lineAmount(inr(101), 'kg', 1, 500)).toEqual(inr(51))
  expect(gramsOf('kg', 2, undefined)).toBe(2000)
  expect(gramsOf('kg', 2, 750)).toBe(1500)
  expect(gramsOf('g', 2, undefined)).toBe(2)
  expect(gramsOf('pc', 2, undefined)).toBeNull()
})

test('a delivery costs the tier that reaches, raised by the surge, and nothing reaches beyond the last', () => {
  const tiers = [
    { maxKm: 2, fee: inr(2000) },
    { maxKm: 5, fee: inr(3500) },
  ]
  expect(deliveryFee(tiers, 0, 2)).toEqual(inr(2000))
  expect(deliveryFee(tiers, 200_000, 2.01)).toEqual(inr(4200))
  expect(deliveryFee(tiers, 0, 5.01)).toBeNull()
})
