import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Currency, currencyDecimals } from './currency.ts'
import {
  addMoney,
  amount,
  compareMoney,
  divideHalfUp,
  Money,
  MoneyError,
  MoneySum,
  maxMinor,
  maxPriceMinor,
  maxSumMinor,
  money,
  moneySum,
  multiplyMoney,
  negateMoney,
  percentOf,
  subtractMoney,
} from './money.ts'

const inr = (minor: number) => money(minor, 'INR')
const amounts = fc.integer({ min: -1e13, max: 1e13 }).map(inr)

describe('the schema', () => {
  test.each([
    [{ minor: 0.5, currency: 'INR' }],
    [{ minor: '5', currency: 'INR' }],
    [{ minor: maxMinor + 1, currency: 'INR' }],
    [{ minor: Number.POSITIVE_INFINITY, currency: 'INR' }],
    [{ minor: 5, currency: 'inr' }],
    [{ minor: 5, currency: 'ABC' }],
    [{ minor: 5, currency: 'DAL' }],
    [{ minor: 5 }],
    [{ minor: 5, currency: 'INR', note: '' }],
  ])('refuses %j', (value) => {
    expect(z.safeParse(Money, value).success).toBe(false)
  })

  test('turns the -0 of JSON into 0', () => {
    expect(Object.is(z.parse(Money, JSON.parse('{"minor":-0,"currency":"INR"}')).minor, 0)).toBe(true)
  })

  test('knows currencies and their decimals whatever the engine says', () => {
    expect(['INR', 'JPY', 'KWD', 'IQD', 'XOF'].map((code) => currencyDecimals(z.parse(Currency, code)))).toEqual([2, 0, 3, 3, 0])
  })
})

describe('arithmetic', () => {
  test('is refused across currencies, for fractions, beyond the bound and for unknown currencies', () => {
    const dollars = money(1, 'USD')
    for (const attempt of [
      () => addMoney(inr(1), dollars),
      () => subtractMoney(inr(1), dollars),
      () => compareMoney(inr(1), dollars),
      () => inr(0.1),
      () => inr(Number.NaN),
      () => multiplyMoney(inr(1), 1.5),
      () => percentOf(inr(1), 0.5),
      () => addMoney(inr(maxMinor), inr(1)),
      () => money(1, 'ZZZ'),
    ]) {
      expect(attempt).toThrow(MoneyError)
    }
  })

  test('adds, subtracts, negates and compares as whole numbers do', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        expect(addMoney(a, b).minor).toBe(a.minor + b.minor)
        expect(subtractMoney(a, b)).toEqual(addMoney(a, negateMoney(b)))
        expect(subtractMoney(addMoney(a, b), b)).toEqual(a)
        expect(Math.sign(compareMoney(a, b))).toBe(Math.sign(a.minor - b.minor))
      }),
      { numRuns: 1000 },
    )
  })

  test('never makes a -0', () => {
    expect([negateMoney(inr(0)), multiplyMoney(inr(-5), 0), percentOf(inr(-1), 1)].map((amount) => Object.is(amount.minor, 0))).toEqual([
      true,
      true,
      true,
    ])
  })
})

describe('a sum', () => {
  test.each([
    [5, 5],
    [-5n, -5],
    [10n ** 30n, maxSumMinor],
    [-(10n ** 30n), -maxSumMinor],
    [Number.POSITIVE_INFINITY, maxSumMinor],
    [2 ** 60, maxSumMinor],
    [Number.NaN, 0],
    [0.9, 0],
  ])('of %s is told as %i', (minor, told) => {
    expect(moneySum(minor, 'INR')).toEqual({ minor: told, currency: 'INR' })
    expect(z.safeParse(MoneySum, moneySum(minor, 'INR')).success).toBe(true)
  })
})

describe('an amount that is entered', () => {
  test.each([
    [0, true],
    [maxPriceMinor, true],
    [-1, false],
    [maxPriceMinor + 1, false],
  ])('of %i: %s', (minor, isTaken) => {
    expect(z.safeParse(amount({ max: maxPriceMinor }), { minor, currency: 'INR' }).success).toBe(isTaken)
  })

  test('leaves room: sixty lines of ninety-nine pieces, taxed in full, with every fee, are an amount', () => {
    expect(2 * 60 * 99 * maxPriceMinor + 10 * maxPriceMinor).toBeLessThan(maxMinor)
  })
})

describe('a rate', () => {
  test.each([
    [50, 50_000, 3],
    [-50, 50_000, -3],
    [50, -50_000, -3],
    [49, 50_000, 2],
    [10_000, 181_818, 1818],
    [maxMinor, 1_000_000, maxMinor],
  ])('of %i at %i ppm is %i', (minor, ppm, expected) => {
    expect(percentOf(inr(minor), ppm).minor).toBe(expected)
  })

  test('is the nearest whole number to the exact product, halves away from zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.bigInt({ min: 1n, max: 10n ** 7n }), (dividend, divisor) => {
        const twiceOff = 2n * (dividend - divideHalfUp(dividend, divisor) * divisor)
        // Away from zero: what is left over may be half against the sign of the dividend, never half along it.
        expect(dividend >= 0n ? -divisor <= twiceOff && twiceOff < divisor : -divisor < twiceOff && twiceOff <= divisor).toBe(true)
        expect(divideHalfUp(dividend, -divisor)).toBe(-divideHalfUp(dividend, divisor))
      }),
      { numRuns: 2000 },
    )
  })
})
