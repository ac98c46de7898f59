import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMoney, MoneyError, money, negateMoney, subtractMoney, zeroMoney } from './money.ts'
import { allocateMoney, allocateRemaining } from './money-shares.ts'

const inr = (minor: number) => money(minor, 'INR')
const sum = (parts: readonly { minor: number }[]) => parts.reduce((all, part) => all + part.minor, 0)
const totals = fc.integer({ min: -1e15, max: 1e15 }).map(inr)
const weights = fc.array(fc.nat({ max: 1e9 }), { minLength: 1, maxLength: 40 }).filter((list) => list.some((weight) => weight > 0))

test('shares go by largest remainder, ties to the lowest index', () => {
  expect(allocateMoney(inr(100), [1, 1, 1]).map((part) => part.minor)).toEqual([34, 33, 33])
  expect(allocateMoney(inr(21), [4, 28, 1]).map((part) => part.minor)).toEqual([2, 18, 1])
  expect(allocateMoney(inr(-100), [1, 1, 1]).map((part) => part.minor)).toEqual([-34, -33, -33])
})

test('shares add up, are less than one unit off, mirror their sign, and give nothing to no weight', () => {
  fc.assert(
    fc.property(totals, weights, (total, list) => {
      const shares = allocateMoney(total, list)
      const all = list.reduce((whole, weight) => whole + BigInt(weight), 0n)
      expect(sum(shares)).toBe(total.minor)
      expect(allocateMoney(negateMoney(total), list)).toEqual(shares.map(negateMoney))
      shares.forEach((share, index) => {
        const off = BigInt(share.minor) * all - BigInt(total.minor) * BigInt(list[index] ?? 0)
        expect(off < all && off > -all).toBe(true)
        if (list[index] === 0) expect(share.minor).toBe(0)
      })
    }),
    { numRuns: 2000 },
  )
})

test('a heavier weight never gets less', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e12 }).map(inr), weights, (total, list) => {
      const ordered = [...list].sort((a, b) => b - a)
      const shares = allocateMoney(total, ordered).map((share) => share.minor)
      expect(shares).toEqual([...shares].sort((a, b) => b - a))
    }),
    { numRuns: 1000 },
  )
})

test('a zero total needs no weight; what cannot be shared throws', () => {
  expect(allocateMoney(inr(0), [0, 0])).toEqual([inr(0), inr(0)])
  expect(allocateMoney(inr(0), [])).toEqual([])
  for (const list of [[], [0, 0], [-1, 2], [0.5], [Number.NaN], [2 ** 53]]) expect(() => allocateMoney(inr(1), list)).toThrow(MoneyError)
})

test('partial refunds in any sizes stay within what remains, and the last leaves exactly zero everywhere', () => {
  const parts = fc.array(fc.nat({ max: 1e9 }).map(inr), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(parts, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (components, portions) => {
      let remaining = components
      for (const portion of [...portions, 1]) {
        const amount = inr(Math.floor(sum(remaining) * portion))
        const shares = allocateRemaining(amount, remaining)
        expect(sum(shares)).toBe(amount.minor)
        remaining = remaining.map((left, index) => subtractMoney(left, shares[index] ?? zeroMoney('INR')))
        expect(remaining.every((left) => left.minor >= 0)).toBe(true)
        expect(shares.every((share) => share.minor >= 0)).toBe(true)
      }
      expect(remaining.every((left) => left.minor === 0)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('a refund of more than remains, below zero or in another currency throws', () => {
  const remaining = [inr(5), inr(7)]
  for (const amount of [inr(13), inr(-1), money(1, 'USD')]) expect(() => allocateRemaining(amount, remaining)).toThrow(MoneyError)
  expect(() => allocateRemaining(inr(1), [inr(-1), inr(5)])).toThrow(MoneyError)
  expect(addMoney(zeroMoney('INR'), ...allocateRemaining(inr(12), remaining))).toEqual(inr(12))
})
