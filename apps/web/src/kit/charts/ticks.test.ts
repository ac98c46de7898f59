import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticksUpTo } from './ticks.ts'

test('an axis has few round figures, from 0 to no less than the highest bar', () => {
  expect([ticksUpTo(1), ticksUpTo(7), ticksUpTo(93), ticksUpTo(146)]).toEqual([
    [0, 1],
    [0, 2, 4, 6, 8],
    [0, 25, 50, 75, 100],
    [0, 50, 100, 150],
  ])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e15 }), (most) => {
      const ticks = ticksUpTo(most)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
      expect(ticks.at(-2)).toBeLessThan(most)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.every(Number.isInteger)).toBe(true)
    }),
  )
})
