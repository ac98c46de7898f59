import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withMoved } from './use-moving.ts'

test('an entry that is moved stays among the others, and no other is lost or changes its order', () => {
  const place = fc.integer({ min: -3, max: 12 })
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 9 }), fc.nat(), place, (lines, at, to) => {
      const from = at % lines.length
      const moved = withMoved(lines, from, to)
      expect(moved.indexOf(lines[from] ?? -1)).toBe(Math.min(Math.max(to, 0), lines.length - 1))
      expect(moved.filter((line) => line !== lines[from])).toEqual(lines.toSpliced(from, 1))
    }),
  )
})
