import { cached } from './cached.ts'
import { type Instant, minutesBetween, msOf } from './instant.ts'

const presets = {
  shortDate: { dateStyle: 'short' },
  mediumDate: { dateStyle: 'medium' },
  time12: { timeStyle: 'short', hourCycle: 'h12' },
  time24: { timeStyle: 'short', hourCycle: 'h23' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** How a moment is written: `11/20/26`, `Nov 20, 2026`, `7:11 PM`, `19:11`, `Nov 20, 2026, 7:11 PM`. */
export type InstantPreset = keyof typeof presets

const formattersOf = /* @__PURE__ */ cached((preset: InstantPreset) =>
  cached((timeZone: string) => new Intl.DateTimeFormat('en-US', { ...presets[preset], timeZone })),
)

/** A moment as the clocks of an IANA time zone show it, in American English. Throws `RangeError` for a zone that is none. */
export function formatInstant(instant: Instant, preset: InstantPreset, timeZone: string): string {
  // Some engines put a narrow no-break space before AM and PM, some a plain one.
  return formattersOf(preset)(timeZone).format(msOf(instant)).replaceAll('\u202f', ' ')
}

// English names its own zones: India's are known to the English of India alone.
const locales = ['en-US', 'en-IN', 'en-GB', 'en-AU']

/** What a zone is called at a moment: `IST`, `EST`, `CET`; `GMT+9` where English has no name for it. */
export function zoneName(instant: Instant, timeZone: string): string {
  const names = locales.map((locale) => {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(msOf(instant))
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  })
  return names.find((name) => !/\d/.test(name)) ?? names[0] ?? timeZone
}

/** How far off a moment is, in whole units: `now`, `in 5 min`, `3 min ago`, `4 h ago`, `2 d ago`. */
export function relativeTime(instant: Instant, now: Instant): string {
  const minutes = minutesBetween(now, instant)
  if (minutes === 0) return 'now'
  const span = spanOf(Math.abs(minutes))
  return minutes > 0 ? `in ${span}` : `${span} ago`
}

function spanOf(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`
}
