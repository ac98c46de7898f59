import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Held, partsOf, sumHeld, takenOf } from './cash-held.ts'

const stores = ['a', 'b', 'c']
const held = fc
  .array(
    fc.record({ store_id: fc.constantFrom(...stores), minor: fc.integer({ min: -5_000, max: 1_000_000 }).filter((minor) => minor !== 0) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((rows): Held[] => rows.map((row, at) => ({ ...row, order_id: String(at), branch_id: 'b', since: '2026-11-20T08:00:00.000Z' })))
  .filter((rows) => sumHeld(rows) > 0)
const currency = fc.constantFrom('JPY', 'INR', 'BHD')
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
const moved = (parts: ReturnType<typeof partsOf>, account: string) =>
  sumOf(parts.map(({ moved: by }) => by[account as keyof typeof by] ?? 0))

test('all that is held is taken whatever was counted, what lacks is a difference, and every entry balances', () => {
  fc.assert(
    fc.property(held, fc.nat(2_000_000), currency, (rows, counted, of) => {
      const taken = takenOf(rows, counted, true)
      const parts = partsOf(taken, counted, 'rider', of)
      expect(moved(parts, 'rider-cash')).toBe(-sumHeld(rows))
      expect(moved(parts, 'cash-office')).toBe(counted)
      expect(moved(parts, 'cash-differences')).toBe(sumHeld(rows) - counted)
      for (const part of parts) expect(sumOf(Object.values(part.moved))).toBe(0)
      for (const part of parts)
        expect(part.moved['rider-cash'] ?? 0).toBe(-sumHeld(taken.filter((each) => each.store_id === part.store_id)) + 0)
    }),
    { numRuns: 500 },
  )
})

test('a part takes what was taken first, to the last unit, and makes no difference', () => {
  fc.assert(
    fc.property(held, fc.double({ min: 0, max: 1, noNaN: true }), currency, (rows, share, of) => {
      const counted = Math.max(1, Math.floor(sumHeld(rows) * share))
      const taken = takenOf(rows, counted, false)
      expect(sumHeld(taken)).toBe(counted)
      const parts = partsOf(taken, counted, 'store', of)
      expect([moved(parts, 'store-cash'), moved(parts, 'cash-office'), moved(parts, 'cash-differences')]).toEqual([-counted, counted, 0])
      const whole = taken.slice(0, -1).map(({ order_id, minor }) => [order_id, minor])
      expect(whole).toEqual(
        rows
          .filter(({ minor }) => minor > 0)
          .slice(0, whole.length)
          .map(({ order_id, minor }) => [order_id, minor]),
      )
    }),
    { numRuns: 500 },
  )
})
