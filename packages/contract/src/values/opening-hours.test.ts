import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { instantOf } from './instant.ts'
import { addDays, dayOfWeek } from './local-date.ts'
import { isOpenAt, nextOpening, OpeningHours, SpecialDay } from './opening-hours.ts'
import { describeHours } from './opening-hours-text.ts'
import { businessDay, instantAt, localDateAt, localTimeAt } from './zoned.ts'

const kolkata = 'Asia/Kolkata'
const everyDay = (opens: string, closes: string): OpeningHours => [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, opens, closes }))
const weekdays = (opens: string, closes: string) => everyDay(opens, closes).filter(({ day }) => day >= 1 && day <= 5)
// 2026-11-20 is a Friday.
const friday = '2026-11-20'
const at = (time: string, date = friday, zone = kolkata) => instantAt(date, time, zone)
const closedOn = (date: string): SpecialDay => ({ date, closed: true, note: '' })

const times = fc
  .tuple(fc.nat({ max: 23 }), fc.constantFrom('00', '15', '30', '59'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
const someHours = fc.array(fc.record({ day: fc.nat({ max: 6 }), opens: times, closes: times }), { maxLength: 10 })
const moments = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) }).map(instantOf)
const someZone = fc.constantFrom(kolkata, 'Europe/London', 'Australia/Lord_Howe', 'America/Havana')
const someSpecialDays = fc.array(
  fc.record({
    date: fc.nat({ max: 730 }).map((days) => addDays('2026-01-01', days)),
    closed: fc.boolean(),
    note: fc.constant(''),
  }),
  { maxLength: 20 },
)

describe('open', () => {
  test('from the opening minute up to the closing minute', () => {
    const hours = weekdays('09:00', '22:00')
    const open = ['08:59', '09:00', '21:59', '22:00'].map((time) => isOpenAt(hours, [], at(time), kolkata))
    expect(open).toEqual([false, true, true, false])
    expect(isOpenAt(hours, [], at('12:00', '2026-11-21'), kolkata)).toBe(false)
  })

  test('past midnight into the next day', () => {
    const hours = [{ day: 5, opens: '18:00', closes: '02:00' }]
    expect(isOpenAt(hours, [], at('01:59', '2026-11-21'), kolkata)).toBe(true)
    expect(isOpenAt(hours, [], at('02:00', '2026-11-21'), kolkata)).toBe(false)
    expect(isOpenAt(hours, [], at('01:00', friday), kolkata)).toBe(false)
  })

  test('all day from 00:00 to 00:00, also on days of 23 and 25 hours', () => {
    const hours = [{ day: 0, opens: '00:00', closes: '00:00' }]
    fc.assert(
      fc.property(moments, someZone, (moment, zone) => {
        expect(isOpenAt(hours, [], moment, zone)).toBe(dayOfWeek(localDateAt(moment, zone)) === 0)
      }),
    )
    const { from, to } = businessDay('2026-03-29', 'Europe/London')
    expect([isOpenAt(hours, [], from, 'Europe/London'), isOpenAt(hours, [], to, 'Europe/London')]).toEqual([true, false])
  })

  test('by the rules of the special day on which it opens', () => {
    const hours = everyDay('18:00', '02:00')
    const holiday = [closedOn(friday)]
    expect(isOpenAt(hours, holiday, at('19:00'), kolkata)).toBe(false)
    expect(isOpenAt(hours, holiday, at('01:00'), kolkata)).toBe(true)
    expect(isOpenAt(hours, holiday, at('01:00', '2026-11-21'), kolkata)).toBe(false)
    const short = [{ date: friday, closed: false, hours: [{ opens: '10:00', closes: '12:00' }], note: 'Short day' }]
    expect([isOpenAt(hours, short, at('11:00'), kolkata), isOpenAt(hours, short, at('19:00'), kolkata)]).toEqual([true, false])
    expect(isOpenAt(hours, [{ date: friday, closed: false, note: 'Music' }], at('19:00'), kolkata)).toBe(true)
  })
})

describe('the next opening', () => {
  test('is now when open, else the nearest start', () => {
    const hours = weekdays('09:00', '22:00')
    expect(nextOpening(hours, [], at('10:00'), kolkata)).toBe(at('10:00'))
    expect(nextOpening(hours, [], at('08:00'), kolkata)).toBe(at('09:00'))
    expect(nextOpening(hours, [], at('22:00'), kolkata)).toBe(at('09:00', '2026-11-23'))
    expect(nextOpening(hours, [closedOn('2026-11-23')], at('22:00'), kolkata)).toBe(at('09:00', '2026-11-24'))
  })

  test('lies behind weeks of closed days, or on a special day in a year; never when there is none', () => {
    const weeks = Array.from({ length: 30 }, (_, days) => closedOn(addDays(friday, days)))
    expect(nextOpening(everyDay('09:00', '10:00'), weeks, at('08:00'), kolkata)).toBe(at('09:00', addDays(friday, 30)))
    const fair = { date: '2027-11-01', closed: false, hours: [{ opens: '10:00', closes: '12:00' }], note: '' }
    expect(nextOpening([], [fair], at('08:00'), kolkata)).toBe(at('10:00', '2027-11-01'))
    expect(nextOpening([], weeks, at('08:00'), kolkata)).toBeNull()
  })

  test('is open, and no quarter of an hour before it is', () => {
    fc.assert(
      fc.property(someHours, someSpecialDays, moments, someZone, (hours, specialDays, moment, zone) => {
        const next = nextOpening(hours, specialDays, moment, zone)
        const end = Math.min(next === null ? Number.POSITIVE_INFINITY : Date.parse(next), Date.parse(moment) + 3 * 86_400_000)
        if (next !== null) expect(isOpenAt(hours, specialDays, next, zone)).toBe(true)
        for (let ms = Date.parse(moment); ms < end; ms += 900_000) {
          if (isOpenAt(hours, specialDays, instantOf(ms), zone)) throw new Error(`open at ${instantOf(ms)}, before ${next}`)
        }
      }),
      { numRuns: 60 },
    )
  })
})

test('the schemas refuse what is no day, no time, too many, or closed with hours', () => {
  expect(z.safeParse(OpeningHours, [{ day: 7, opens: '09:00', closes: '10:00' }]).success).toBe(false)
  expect(z.safeParse(OpeningHours, [{ day: 1, opens: '09:00', closes: '24:00' }]).success).toBe(false)
  expect(z.safeParse(OpeningHours, Array(43).fill({ day: 1, opens: '09:00', closes: '10:00' })).success).toBe(false)
  const contradiction = { ...closedOn(friday), hours: [{ opens: '09:00', closes: '10:00' }] }
  expect(z.safeParse(SpecialDay, contradiction).error?.issues).toMatchObject([{ path: ['hours'], message: 'is closed and has hours' }])
})

test('hours are told in one line, days with the same times together', () => {
  const words = (hours: OpeningHours) => describeHours(hours, (time) => time)
  expect(words([])).toBe('Closed')
  expect(words(everyDay('09:00', '22:00'))).toBe('Every day 09:00–22:00')
  expect(words(weekdays('09:00', '22:00'))).toBe('Mon–Fri 09:00–22:00')
  const twice = [...weekdays('18:00', '22:00'), ...weekdays('09:00', '14:00'), { day: 6, opens: '00:00', closes: '00:00' }]
  expect(words(twice)).toBe('Mon–Fri 09:00–14:00, 18:00–22:00; Sat 24 hours')
  const split = weekdays('09:00', '22:00').filter(({ day }) => day !== 3)
  expect(words(split)).toBe('Mon–Tue 09:00–22:00; Thu–Fri 09:00–22:00')
})

test('local time is what decides, not the machine', () => {
  const moment = '2026-11-20T03:30:00.000Z'
  expect(localTimeAt(moment, kolkata)).toBe('09:00')
  expect(isOpenAt(weekdays('09:00', '22:00'), [], moment, kolkata)).toBe(true)
  expect(isOpenAt(weekdays('09:00', '22:00'), [], moment, 'UTC')).toBe(false)
})
