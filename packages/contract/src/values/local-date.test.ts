import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addDays, dayOfWeek, knownTimeZones, LocalDate, LocalTime, monthOf, TimeZone, weekOf } from './local-date.ts'

const dates = fc.integer({ min: 0, max: 400_000 }).map((days) => addDays('1900-01-01', days))

test.each(['2026-02-30', '2100-02-29', '2026-00-10', '2026-1-1', '20261120', '0001-01-01', '3000-01-01', '2026-11-20\n', ''])(
  '%j is no date',
  (text) => {
    expect(z.safeParse(LocalDate, text).success).toBe(false)
  },
)

test.each(['24:00', '9:00', '09:60', '09:00:00', '09.00', ''])('%j is no time of day', (text) => {
  expect(z.safeParse(LocalTime, text).success).toBe(false)
})

test.each(['Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC', 'America/Port-au-Prince', 'Etc/GMT+5'])('%j is a time zone', (text) => {
  expect(z.parse(TimeZone, text)).toBe(text)
})

test.each(['+05:30', 'IST', 'Asia/Nowhere', 'Asia', 'local', '', 'Asia/Kolkata\u0000', `A/${'a'.repeat(100)}`])(
  '%j is no time zone',
  (text) => {
    expect(z.safeParse(TimeZone, text).success).toBe(false)
  },
)

test('days are added over months, leap years and centuries, and back again', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  fc.assert(
    fc.property(dates, fc.integer({ min: -40_000, max: 40_000 }), (date, days) => {
      expect(addDays(addDays(date, days), -days)).toBe(date)
      expect(dayOfWeek(addDays(date, days))).toBe((((dayOfWeek(date) + days) % 7) + 7) % 7)
    }),
    { numRuns: 1000 },
  )
})

test('a week runs from Sunday to Saturday and holds its date', () => {
  expect(weekOf('2026-11-20')).toEqual({ from: '2026-11-15', to: '2026-11-21' })
  expect(weekOf('2026-11-15').from).toBe('2026-11-15')
  fc.assert(
    fc.property(dates, (date) => {
      const { from, to } = weekOf(date)
      expect([dayOfWeek(from), dayOfWeek(to), from <= date && date <= to]).toEqual([0, 6, true])
    }),
  )
})

test('a month runs from its first to its last day', () => {
  expect(monthOf('2024-02-10')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(monthOf('2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  fc.assert(
    fc.property(dates, (date) => {
      const { from, to } = monthOf(date)
      expect([from.slice(0, 7), to.slice(0, 7), from.slice(8), addDays(to, 1).slice(8)]).toEqual([
        date.slice(0, 7),
        date.slice(0, 7),
        '01',
        '01',
      ])
    }),
  )
})

test('the zones that are offered have the names of today, each once, and each is taken', () => {
  const zones = knownTimeZones()
  expect(zones).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires']))
  expect(zones).not.toContain('Asia/Calcutta')
  expect(new Set(zones).size).toBe(zones.length)
  for (const zone of zones) expect(z.parse(TimeZone, zone)).toBe(zone)
  expect(['asia/kolkata', 'UTC'].map((zone) => z.safeParse(TimeZone, zone).data)).toEqual(['Asia/Kolkata', 'UTC'])
})
