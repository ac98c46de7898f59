import { cached } from './cached.ts'
import type { Clock, Conventions, DateFormat, NumberFormat } from './conventions.ts'
import { type Currency, currencyDecimals } from './currency.ts'
import { type Instant, msOf } from './instant.ts'
import type { LocalDate, LocalTime } from './local-date.ts'
import { type Money, moneyDecimal } from './money.ts'

/** How much of a moment is written: `11/20/26`, `Nov 20, 2026`, `7:11 PM`, `19:11`, `7 PM`, `Nov 20, 2026, 7:11 PM`; `time` and `hour` are by the clock that one prefers. */
export type InstantPreset = 'shortDate' | 'mediumDate' | 'time12' | 'time24' | 'time' | 'hour' | 'dateTime'

/** How much of a day is written: `11/20/26`, `Nov 20, 2026`, `Nov 20`, `Fri, Nov 20`, `Friday`. */
export type DayPreset = 'short' | 'medium' | 'ofYear' | 'ofWeek' | 'weekday'

/** Everything that is written for people, in one installation's conventions. The one place of locales, beside what only reckons with them. */
export interface Format {
  conventions: Conventions
  /** `₹6,99,457.50`, `−$0.05`, `¥300`. */
  money: (amount: Money) => string
  /** The same to the whole unit, for headlines: `₹6,99,458`. */
  wholeMoney: (amount: Money) => string
  /** `6,99,457`, at most three decimals. */
  number: (value: number) => string
  day: (day: LocalDate, preset?: DayPreset) => string
  /** A moment as the clocks of an IANA zone show it. Throws `RangeError` for a zone that is none. */
  instant: (at: Instant, preset: InstantPreset, timeZone: string) => string
  /** A time on the wall: `9:00 AM`. */
  time: (time: LocalTime) => string
}

const formats = /* @__PURE__ */ cached((numbers: NumberFormat) =>
  cached((dates: DateFormat) => cached((clock: Clock) => makeFormat({ numbers, dates, clock }))),
)

/** The same conventions give the same object, so that it can be compared. */
export function formatOf({ numbers, dates, clock }: Conventions): Format {
  return formats(numbers)(dates)(clock)
}

const numbersOf = /* @__PURE__ */ cached((locale: NumberFormat) => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }))
const amountsOf = /* @__PURE__ */ cached((locale: NumberFormat) =>
  cached((currency: Currency) => {
    const decimals = currencyDecimals(currency)
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
  }),
)
const wholeAmountsOf = /* @__PURE__ */ cached((locale: NumberFormat) =>
  cached((currency: Currency) => new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 })),
)

const days = {
  short: { dateStyle: 'short' },
  medium: { dateStyle: 'medium' },
  ofYear: { month: 'short', day: 'numeric' },
  ofWeek: { weekday: 'short', month: 'short', day: 'numeric' },
  weekday: { weekday: 'long' },
} as const satisfies Record<DayPreset, Intl.DateTimeFormatOptions>
const daysOf = /* @__PURE__ */ cached((locale: DateFormat) =>
  cached((preset: DayPreset) => cached((timeZone: string) => new Intl.DateTimeFormat(locale, { ...days[preset], timeZone }))),
)

const clocks = {
  '12-hour': { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' },
  '24-hour': { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<Clock, Intl.DateTimeFormatOptions>
// AM and PM are written alike in every convention.
const timesOf = /* @__PURE__ */ cached((clock: Clock) =>
  cached((timeZone: string) => new Intl.DateTimeFormat('en-US', { ...clocks[clock], timeZone })),
)
const hoursOf = /* @__PURE__ */ cached((clock: Clock) =>
  cached((timeZone: string) => new Intl.DateTimeFormat('en-US', { ...clocks[clock], minute: undefined, timeZone })),
)

/** A minus is as wide as a digit and stands at its height; a hyphen is neither. */
function withMinus(text: string): string {
  return text.replace('-', '−')
}

function makeFormat(conventions: Conventions): Format {
  const { numbers, dates, clock } = conventions
  const dateAt = (at: Instant, preset: DayPreset, zone: string) => daysOf(dates)(preset)(zone).format(msOf(at))
  // Some engines put a narrow no-break space before AM and PM, some a plain one.
  const clockAt = (at: Instant, by: Intl.DateTimeFormat) => by.format(msOf(at)).replaceAll('\u202f', ' ')
  const timeAt = (at: Instant, by: Clock, zone: string) => clockAt(at, timesOf(by)(zone))
  const presets: Record<InstantPreset, (at: Instant, zone: string) => string> = {
    shortDate: (at, zone) => dateAt(at, 'short', zone),
    mediumDate: (at, zone) => dateAt(at, 'medium', zone),
    time12: (at, zone) => timeAt(at, '12-hour', zone),
    time24: (at, zone) => timeAt(at, '24-hour', zone),
    time: (at, zone) => timeAt(at, clock, zone),
    hour: (at, zone) => clockAt(at, hoursOf(clock)(zone)),
    dateTime: (at, zone) => `${dateAt(at, 'medium', zone)}, ${timeAt(at, clock, zone)}`,
  }
  const time = (at: LocalTime) => timeAt(`1970-01-01T${at}:00.000Z`, clock, 'UTC')
  return {
    conventions,
    money: (amount) => withMinus(amountsOf(numbers)(amount.currency).format(moneyDecimal(amount))),
    wholeMoney: (amount) => withMinus(wholeAmountsOf(numbers)(amount.currency).format(moneyDecimal(amount))),
    number: (value) => withMinus(numbersOf(numbers).format(value)),
    day: (day, preset = 'medium') => dateAt(`${day}T00:00:00.000Z`, preset, 'UTC'),
    instant: (at, preset, zone) => presets[preset](at, zone),
    time,
  }
}

/** For whoever runs the product or builds on it, whatever the installation's conventions: the terminal, the description of the API. */
export const plainFormat = /* @__PURE__ */ formatOf({ numbers: 'en-US', dates: 'en-US', clock: '24-hour' })

/** The marks that stand beside a currency's amounts: its code, and the symbols that conventions know for it. */
export function currencyMarks(currency: Currency): string[] {
  const parts = (['en-US', 'en-IN'] as const).flatMap((locale) => amountsOf(locale)(currency).formatToParts(0))
  return [...parts.filter(({ type }) => type === 'currency').map(({ value }) => value), currency]
}

/** What a currency is called: `Indian Rupee`. */
export function currencyName(currency: Currency): string {
  return new Intl.DisplayNames('en', { type: 'currency' }).of(currency) ?? currency
}

// English names its own zones: India's are known to the English of India alone.
const namingLocales = ['en-US', 'en-IN', 'en-GB', 'en-AU']
const namersOf = /* @__PURE__ */ cached((timeZone: string) =>
  namingLocales.map((locale) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })),
)

/** What a zone is called at a moment: `IST`, `EST`, `CET`; `GMT+9` where English has no name for it. */
export function zoneName(instant: Instant, timeZone: string): string {
  const names = namersOf(timeZone).map((namer) => {
    return namer.formatToParts(msOf(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  })
  return names.find((name) => !/\d/.test(name)) ?? names[0] ?? timeZone
}
