import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMinutes, instantOf, minutesBetween } from './instant.ts'
import { addDays, type LocalDate } from './local-date.ts'
import { businessDay, instantAt, localDateAt, localTimeAt } from './zoned.ts'

const zones = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/London',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Havana',
]
const someZone = fc.constantFrom(...zones)
const moments = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) }).map(instantOf)
const hoursOf = (date: LocalDate, zone: string) => {
  const { from, to } = businessDay(date, zone)
  return minutesBetween(from, to) / 60
}

test('every moment lies in the business day of its local date, and in that alone', () => {
  fc.assert(
    fc.property(moments, someZone, (moment, zone) => {
      const date = localDateAt(moment, zone)
      const { from, to } = businessDay(date, zone)
      expect(from <= moment && moment < to).toBe(true)
      expect(businessDay(addDays(date, -1), zone).to).toBe(from)
      expect(businessDay(addDays(date, 1), zone).from).toBe(to)
    }),
    { numRuns: 1000 },
  )
})

test('what the clocks show leads back to the minute, or to its first time when it comes twice', () => {
  fc.assert(
    fc.property(moments, someZone, (moment, zone) => {
      const [date, time] = [localDateAt(moment, zone), localTimeAt(moment, zone)]
      const back = instantAt(date, time, zone)
      expect([localDateAt(back, zone), localTimeAt(back, zone)]).toEqual([date, time])
      expect(back <= moment).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('the days of a month add up to the month, and each order is counted in one, also when its hour comes twice', () => {
  const twice = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']
  expect(twice.map((moment) => localTimeAt(moment, 'Europe/London'))).toEqual(['01:30', '01:30'])
  for (const moment of twice) {
    const { from, to } = businessDay('2026-10-25', 'Europe/London')
    expect(from <= moment && moment < to).toBe(true)
  }
  for (const zone of zones) {
    const days = Array.from({ length: 31 }, (_, index) => hoursOf(addDays('2026-10-01', index), zone))
    const month = minutesBetween(businessDay('2026-10-01', zone).from, businessDay('2026-10-31', zone).to) / 60
    expect(days.reduce((sum, hours) => sum + hours, 0)).toBe(month)
  }
})

describe('the length of a day', () => {
  test.each([
    ['2026-03-29', 'Europe/London', 23],
    ['2026-10-25', 'Europe/London', 25],
    ['2026-10-04', 'Australia/Lord_Howe', 23.5],
    ['2018-11-04', 'America/Sao_Paulo', 23],
    ['2018-02-17', 'America/Sao_Paulo', 25],
    ['2011-12-30', 'Pacific/Apia', 0],
    ['2026-11-20', 'Asia/Kathmandu', 24],
  ])('%s in %s is %d hours', (date, zone, hours) => {
    expect(hoursOf(date, zone)).toBe(hours)
  })

  test('begins where the clocks jump to, when they jump over midnight', () => {
    expect(localTimeAt(businessDay('2018-11-04', 'America/Sao_Paulo').from, 'America/Sao_Paulo')).toBe('01:00')
    const { from } = businessDay('1919-03-31', 'America/Toronto')
    expect([localTimeAt(from, 'America/Toronto'), localTimeAt(addMinutes(from, -1), 'America/Toronto')]).toEqual(['00:30', '23:29'])
  })
})

test('a time that is skipped moves on by what was skipped; one that comes twice is its first', () => {
  expect(instantAt('2026-03-29', '01:30', 'Europe/London')).toBe('2026-03-29T01:30:00.000Z')
  expect(localTimeAt('2026-03-29T01:30:00.000Z', 'Europe/London')).toBe('02:30')
  expect(instantAt('2026-10-25', '01:30', 'Europe/London')).toBe('2026-10-25T00:30:00.000Z')
  expect(instantAt('2026-11-20', '09:30', 'Asia/Kolkata')).toBe('2026-11-20T04:00:00.000Z')
})
