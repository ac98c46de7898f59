import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Conventions, numberFormatOf, weekStartOf } from './conventions.ts'
import { parseDay, parseTime } from './date-text.ts'
import { formatOf, type InstantPreset, zoneName } from './format.ts'
import { instantOf } from './instant.ts'
import { measured } from './measure.ts'
import { maxMinor, money } from './money.ts'
import { describeHours } from './opening-hours-text.ts'

const indian: Conventions = { numbers: 'en-IN', dates: 'en-US', clock: '12-hour' }
const formatWith = (changes: Partial<Conventions> = {}) => formatOf({ ...indian, ...changes })

describe('numbers', () => {
  it('are grouped as the installation groups them, with the decimals of their currency', () => {
    const [lakhs, thousands] = [formatWith(), formatWith({ numbers: 'en-US' })]
    expect([lakhs.money(money(69_945_750, 'INR')), thousands.money(money(69_945_750, 'INR'))]).toEqual(['₹6,99,457.50', '₹699,457.50'])
    expect(lakhs.money(money(maxMinor, 'INR'))).toBe('₹1,00,00,00,00,00,000.00')
    expect([thousands.money(money(-5, 'USD')), thousands.money(money(300, 'JPY'))]).toEqual(['−$0.05', '¥300'])
    expect(thousands.money(money(1, 'KWD'))).toMatch(/0\.001$/)
    expect([lakhs.number(1_234_567), thousands.number(1_234_567), lakhs.number(0.25)]).toEqual(['12,34,567', '1,234,567', '0.25'])
  })

  it('are whole in headlines', () => {
    expect(formatWith().wholeMoney(money(69_945_750, 'INR'))).toBe('₹6,99,458')
    expect(formatWith().wholeMoney(money(-49, 'INR'))).toBe('−₹0')
  })

  it('are grouped in lakhs where the currency is at home, until somebody sets it', () => {
    expect(['INR', 'NPR', 'USD', 'EUR', 'KWD'].map(numberFormatOf)).toEqual(['en-IN', 'en-IN', 'en-US', 'en-US', 'en-US'])
  })
})

describe('moments', () => {
  const moment = '2026-11-20T13:41:00.000Z'
  const presets: InstantPreset[] = ['shortDate', 'mediumDate', 'time12', 'time24', 'time', 'hour', 'dateTime']
  const written = (changes: Partial<Conventions>) => presets.map((preset) => formatWith(changes).instant(moment, preset, 'Asia/Kolkata'))

  it.each([
    [{}, ['11/20/26', 'Nov 20, 2026', '7:11 PM', '19:11', '7:11 PM', '7 PM', 'Nov 20, 2026, 7:11 PM']],
    [{ clock: '24-hour' }, ['11/20/26', 'Nov 20, 2026', '7:11 PM', '19:11', '19:11', '19', 'Nov 20, 2026, 19:11']],
    [{ dates: 'en-GB' }, ['20/11/2026', '20 Nov 2026', '7:11 PM', '19:11', '7:11 PM', '7 PM', '20 Nov 2026, 7:11 PM']],
    [{ dates: 'en-CA' }, ['2026-11-20', 'Nov 20, 2026', '7:11 PM', '19:11', '7:11 PM', '7 PM', 'Nov 20, 2026, 7:11 PM']],
  ] as const)('are written by the presets under %j', (changes, expected) => {
    expect(written(changes)).toEqual(expected)
  })

  it('are those of their zone, midnight and noon too', () => {
    const midnight = '2026-11-19T18:30:00.000Z'
    expect(formatWith().instant(midnight, 'time24', 'Asia/Kolkata')).toBe('00:00')
    expect(formatWith().instant(midnight, 'time12', 'Asia/Kolkata')).toBe('12:00 AM')
    expect(() => formatWith().instant(moment, 'time24', 'Mars/Olympus')).toThrow(RangeError)
    expect([zoneName(moment, 'Asia/Kolkata'), zoneName(moment, 'America/New_York')]).toEqual(['IST', 'EST'])
  })
})

test('a time on the wall is written by the clock, and hours with it', () => {
  const hours = [1, 2, 3, 4, 5].flatMap((day) => [
    { day, opens: '09:00', closes: '14:00' },
    { day, opens: '18:00', closes: '22:30' },
  ])
  expect(describeHours(hours, formatWith().time)).toBe('Mon–Fri 9:00 AM–2:00 PM, 6:00 PM–10:30 PM')
  expect(describeHours([...hours, { day: 6, opens: '00:00', closes: '00:00' }], formatWith({ clock: '24-hour' }).time)).toBe(
    'Mon–Fri 09:00–14:00, 18:00–22:30; Sat 24 hours',
  )
})

test('a day is written short, whole, in its year and in its week', () => {
  const { day } = formatWith()
  expect([day('2026-11-20', 'short'), day('2026-11-20'), day('2026-11-20', 'ofYear'), day('2026-11-20', 'ofWeek')]).toEqual([
    '11/20/26',
    'Nov 20, 2026',
    'Nov 20',
    'Fri, Nov 20',
  ])
  expect(day('2026-11-22', 'weekday')).toBe('Sunday')
  expect([weekStartOf('en-US'), weekStartOf('en-GB')]).toEqual([0, 1])
})

const conventions = fc.record({
  numbers: fc.constantFrom('en-US', 'en-IN'),
  dates: fc.constantFrom('en-US', 'en-GB', 'en-CA'),
  clock: fc.constantFrom('12-hour', '24-hour'),
}) as fc.Arbitrary<Conventions>

test('what is written of a day or a time can be read back', () => {
  const inCentury = fc.integer({ min: Date.UTC(2000, 0, 1) / 86_400_000, max: Date.UTC(2099, 11, 31) / 86_400_000 })
  fc.assert(
    fc.property(conventions, inCentury, (given, days) => {
      const day = instantOf(days * 86_400_000).slice(0, 10)
      const format = formatOf(given)
      for (const preset of ['short', 'medium'] as const) expect(parseDay(format.day(day, preset), given.dates)).toBe(day)
    }),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(conventions, fc.integer({ min: 0, max: 1439 }), (given, minutes) => {
      const time = instantOf(minutes * 60_000).slice(11, 16)
      expect(parseTime(formatOf(given).time(time))).toBe(time)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['11/20/2026', 'en-US', '2026-11-20'],
  ['11/20/26', 'en-US', '2026-11-20'],
  ['3/4/2026', 'en-US', '2026-03-04'],
  ['3/4/2026', 'en-GB', '2026-04-03'],
  ['nov 3 2026', 'en-GB', '2026-11-03'],
  ['3 November 2026', 'en-US', '2026-11-03'],
  ['2026-11-3', 'en-GB', '2026-11-03'],
  ['13/13/2026', 'en-US', null],
  ['Feb 30, 2026', 'en-US', null],
  ['3 Nov 4 2026', 'en-US', null],
  ['soon', 'en-US', null],
  ['', 'en-US', null],
] as const)('reads %j as a day under %s', (text, dates, day) => {
  expect(parseDay(text, dates)).toBe(day)
})

test.each([
  ['9', '09:00'],
  ['9:30', '09:30'],
  ['930', '09:30'],
  ['9.30 pm', '21:30'],
  ['9p', '21:00'],
  ['12 am', '00:00'],
  ['12:15 PM', '12:15'],
  ['21:30', '21:30'],
  ['24:00', null],
  ['13 pm', null],
  ['9:60', null],
  ['noon', null],
  ['', null],
])('reads %j as a time', (text, time) => {
  expect(parseTime(text)).toBe(time)
})

test('reading never throws, whatever is typed', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void [parseDay(text, 'en-US'), parseTime(text)]))
})

test.each([
  [45, 'min', '45 min'],
  [60, 'min', '1 h'],
  [113, 'min', '1 h 53 min'],
  [61_000, 'min', '1,016 h 40 min'],
  [900, 'g', '900 g'],
  [1_250, 'g', '1.25 kg'],
  [40_000, 'g', '40 kg'],
  [1_500, 'm', '1,500 m'],
] as const)('%i %s is said as %s', (value, unit, words) => {
  expect(measured(value, unit, formatOf({ numbers: 'en-US', dates: 'en-US', clock: '12-hour' }))).toBe(words)
})
