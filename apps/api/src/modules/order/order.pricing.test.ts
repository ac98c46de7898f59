import { addMoney, money, zeroMoney } from '@larder/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deliveryFee, gramsOf, lineAmount, lineTax, totalsOf } from './order.pricing.ts'

const inr = (minor: number) => money(minor, 'INR')
const line = fc
  .record({
    price: fc.integer({ min: 0, max: 10_000_000 }),
    unit: fc.constantFrom('pc' as const, 'kg' as const, 'g' as const),
    quantity: fc.integer({ min: 1, max: 99 }),
    grams: fc.option(fc.integer({ min: 50, max: 50_000 }), { nil: undefined }),
    taxPpm: fc.constantFrom(0, 50_000, 125_000, 180_000, 333_333),
  })
  .map(({ price, unit, quantity, grams, taxPpm }) => {
    const amount = lineAmount(inr(price), unit, quantity, gramsOf(unit, quantity, grams))
    return { amount, discount: inr(0), tax: lineTax(amount, inr(0), taxPpm), taxPpm }
  })
const charge = fc.integer({ min: 0, max: 100_000 }).map(inr)
const charges = fc.record({ packing: charge, delivery: charge, tip: charge, discount: fc.constant(inr(0)) })

describe('a total', () => {
  test('is never negative and exactly the sum of its parts, in both regimes', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 40 }),
        charges,
        fc.constantFrom('in-gst' as const, 'simple' as const),
        (lines, extra, regime) => {
          const { items, packing, delivery, discount, tax, tip, rounding, total } = totalsOf(lines, extra, regime)
          expect(total.minor).toBe(items.minor + packing.minor + delivery.minor - discount.minor + tax.minor + tip.minor + rounding.minor)
          expect(total.minor).toBeGreaterThanOrEqual(0)
          expect(items).toEqual(addMoney(inr(0), ...lines.map(({ amount }) => amount)))
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('names every tax once by rate, and the taxes add up to the tax', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), charges, (lines, extra) => {
        const { tax, taxes } = totalsOf(lines, extra, 'in-gst')
        expect(addMoney(inr(0), ...taxes.map(({ amount }) => amount))).toEqual(tax)
        expect(new Set(taxes.map(({ name, ratePpm }) => `${name} ${ratePpm}`)).size).toBe(taxes.length)
      }),
    )
  })

  test('is in whole rupees, at most half a rupee away', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), charges, (lines, extra) => {
        const { rounding, total } = totalsOf(lines, extra, 'in-gst')
        expect(total.minor % 100).toBe(0)
        expect(Math.abs(rounding.minor)).toBeLessThanOrEqual(50)
      }),
    )
    const none = zeroMoney('EUR')
    const euro = { amount: money(333, 'EUR'), discount: none, tax: none, taxPpm: 0 }
    expect(totalsOf([euro], { packing: none, delivery: none, discount: none, tip: none }, 'simple').total.minor).toBe(333)
  })
})

test('a line by weight costs grams at the price of a kilogram, halves up', () => {
  expect(lineAmount(inr(45_000), 'kg', 1, 333)).toEqual(inr(14_985))
  expect(lineAmount(inr(101), 'kg', 1, 500)).toEqual(inr(51))
  expect(gramsOf('kg', 2, undefined)).toBe(2000)
  expect(gramsOf('kg', 2, 750)).toBe(1500)
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
