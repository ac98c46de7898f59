import { addMinutes } from '@larder/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demandAt, drawGapMs } from './demand.ts'
import { createRandom } from './random.ts'

const midnight = '2026-11-19T18:30:00.000Z'
const zone = 'Asia/Kolkata'

test('over a day the demand is 1 on average, with dinner above lunch and both above the night', () => {
  const minutes = Array.from({ length: 1440 }, (_, minute) => demandAt(addMinutes(midnight, minute), zone))
  expect(minutes.reduce((sum, demand) => sum + demand, 0) / 1440).toBeCloseTo(1, 6)
  // Two orders a minute and more at the usual five: whoever looks on at night sees the next one soon.
  expect(Math.min(...minutes)).toBeGreaterThan(0.4)
  const at = (hour: number) => demandAt(addMinutes(midnight, hour * 60), zone)
  expect(at(20)).toBeGreaterThan(at(13))
  expect(at(13)).toBeGreaterThan(3 * at(3))
})

test('gaps are positive and give the wanted number a minute', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 600 }), (seed, perMinute) => {
      const random = createRandom(seed)
      const gaps = Array.from({ length: 4000 }, () => drawGapMs(random, perMinute))
      expect(gaps.every((gap) => gap >= 0 && Number.isFinite(gap))).toBe(true)
      const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
      expect(mean * perMinute).toBeGreaterThan(60_000 * 0.9)
      expect(mean * perMinute).toBeLessThan(60_000 * 1.1)
    }),
    { numRuns: 30 },
  )
})
