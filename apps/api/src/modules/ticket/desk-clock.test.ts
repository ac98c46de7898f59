import { addDays, addMinutes, instantAt, instantOf, minutesBetween, msOf } from '@larder/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DeskHours, deskMinutesBetween, dueAfter } from './desk-clock.ts'

const moments = fc
  .integer({ min: Date.UTC(2009, 0, 1) / 60_000, max: Date.UTC(2031, 0, 1) / 60_000 })
  .map((minute) => instantOf(minute * 60_000))
const someHours = fc
  .record({
    zone: fc.constantFrom('Asia/Kolkata', 'Europe/London', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/Havana'),
    from: fc.integer({ min: 0, max: 22 }),
    length: fc.integer({ min: 1, max: 24 }),
    days: fc.constantFrom('every-day' as const, 'weekdays' as const),
  })
  .map(({ from, length, ...rest }): DeskHours => ({ ...rest, from, to: Math.min(24, from + length) }))
const minutes = fc.integer({ min: 1, max: 6000 })

describe('whatever the desk keeps, and wherever clocks change', () => {
  test('until something is due the desk has had exactly its minutes', () => {
    fc.assert(
      fc.property(moments, minutes, someHours, (at, given, hours) => {
        const due = dueAfter(at, given, hours)
        expect(deskMinutesBetween(at, due, hours)).toBe(given)
        expect(msOf(due)).toBeGreaterThanOrEqual(msOf(addMinutes(at, given)))
        expect(deskMinutesBetween(at, addMinutes(due, -1), hours)).toBe(given - 1)
      }),
    )
  })

  test('two spans after one another are one', () => {
    fc.assert(
      fc.property(moments, minutes, minutes, someHours, (at, first, second, hours) => {
        expect(dueAfter(dueAfter(at, first, hours), second, hours)).toBe(dueAfter(at, first + second, hours))
        const [middle, end] = [addMinutes(at, first), addMinutes(at, first + second)]
        expect(deskMinutesBetween(at, middle, hours) + deskMinutesBetween(middle, end, hours)).toBe(deskMinutesBetween(at, end, hours))
      }),
    )
  })

  test('a desk that never closes has every minute', () => {
    fc.assert(
      fc.property(moments, minutes, someHours, (at, given, hours) => {
        const always = { ...hours, from: 0, to: 24, days: 'every-day' as const }
        expect(dueAfter(at, given, always)).toBe(addMinutes(at, given))
        expect(deskMinutesBetween(at, addMinutes(at, given), always)).toBe(given)
      }),
    )
  })
})

describe('the night in which clocks change', () => {
  const hours: DeskHours = { zone: 'Europe/London', from: 0, to: 8, days: 'every-day' }
  test.each([
    ['2026-03-29', 7],
    ['2026-10-25', 9],
    ['2026-10-26', 8],
  ])('%s has %d hours until eight', (date, long) => {
    const [from, to] = [instantAt(date, '00:00', hours.zone), instantAt(addDays(date, 1), '00:00', hours.zone)]
    expect(deskMinutesBetween(from, to, hours)).toBe(long * 60)
    expect(dueAfter(from, long * 60, hours)).toBe(instantAt(date, '08:00', hours.zone))
  })
})

test('what comes in on Friday evening is answered on Monday', () => {
  const hours: DeskHours = { zone: 'Asia/Kolkata', from: 9, to: 18, days: 'weekdays' }
  const friday = instantAt('2026-11-20', '17:50', hours.zone)
  const due = dueAfter(friday, 30, hours)
  expect(due).toBe(instantAt('2026-11-23', '09:20', hours.zone))
  expect(minutesBetween(friday, due)).toBeGreaterThan(60 * 48)
})
