import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addMinutes, addSeconds, Instant, instantOf, isInstant, minutesBetween, msOf } from './instant.ts'
import { durationText, relativeTime } from './instant-text.ts'

const start = Date.UTC(1900, 0, 1)
const end = Date.UTC(2999, 11, 31)
const moments = fc.integer({ min: start, max: end })

test.each([
  '2026-02-30T00:00:00.000Z',
  '2025-02-29T00:00:00.000Z',
  '2026-13-01T00:00:00.000Z',
  '2026-11-20T24:00:00.000Z',
  '2026-11-20T13:60:00.000Z',
  '2026-11-20T23:59:60.000Z',
  '2026-11-20T13:41:00.000+05:30',
  '2026-11-20T13:41:00.000',
  '2026-11-20 13:41:00.000Z',
  '2026-11-20',
  '0000-01-01T00:00:00.000Z',
  '+012026-11-20T13:41:00.000Z',
  ' 2026-11-20T13:41:00.000Z',
  '2026-11-20T13:41:00.000Z\n',
  '',
])('%j is no instant', (text) => {
  expect(z.safeParse(Instant, text).success).toBe(false)
  expect(isInstant(text)).toBe(false)
})

test.each([
  ['2026-11-20T13:41:00Z', '2026-11-20T13:41:00.000Z'],
  ['2026-11-20T13:41:00.5Z', '2026-11-20T13:41:00.500Z'],
  ['2026-11-20T13:41:00.123999Z', '2026-11-20T13:41:00.123Z'],
  ['2024-02-29T00:00:00.000Z', '2024-02-29T00:00:00.000Z'],
])('%j is kept as %j', (text, kept) => {
  expect(z.parse(Instant, text)).toBe(kept)
})

test('milliseconds go there and back, parse as themselves, and text sorts as time does', () => {
  fc.assert(
    fc.property(moments, moments, (a, b) => {
      const [first, second] = [instantOf(a), instantOf(b)]
      expect(msOf(first)).toBe(a)
      expect(z.parse(Instant, first)).toBe(first)
      expect(first < second).toBe(a < b)
    }),
    { numRuns: 1000 },
  )
})

test('instants that cannot be told throw', () => {
  expect(() => instantOf(Number.NaN)).toThrow(RangeError)
  expect(() => instantOf(Date.UTC(10_000, 0, 1))).toThrow(RangeError)
  expect(() => msOf('yesterday')).toThrow(RangeError)
})

test('minutes and seconds are added and counted in whole ones', () => {
  const noon = '2026-11-20T12:00:00.000Z'
  expect(addMinutes(noon, -721)).toBe('2026-11-19T23:59:00.000Z')
  expect(addSeconds(noon, 90)).toBe('2026-11-20T12:01:30.000Z')
  expect(minutesBetween(noon, addSeconds(noon, 119))).toBe(1)
  expect(minutesBetween(addSeconds(noon, 119), noon)).toBe(-1)
  expect(Object.is(minutesBetween(addSeconds(noon, 1), noon), 0)).toBe(true)
})

test.each([
  [0, 'just now'],
  [59, 'in under a minute'],
  [-59, 'just now'],
  [300, 'in 5 min'],
  [-180, '3 min ago'],
  [-3599, '59 min ago'],
  [3600, 'in 1 h'],
  [-86_399, '23 h ago'],
  [-2 * 86_400, '2 d ago'],
])('%i seconds from now is %j', (seconds, expected) => {
  const now = '2026-11-20T12:00:00.000Z'
  expect(relativeTime(addSeconds(now, seconds), now)).toBe(expected)
})

test('how long something takes is never nothing', () => {
  expect([0, 1, 90, 3000].map(durationText)).toEqual(['<1 min', '1 min', '1 h', '2 d'])
})
