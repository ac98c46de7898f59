import * as z from 'zod/mini'
import { missingOr } from './text.ts'

/** A moment in UTC with milliseconds: `2026-11-20T13:41:00.000Z`. As text, instants sort in time. */
export type Instant = string & { readonly __kind?: 'instant' }

/** `2026-11-20T13:41:00.123456789Z` */
const longest = 30
const shape = /^(?:19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/

/** Whether the text is a real moment in UTC of the years 1900 to 2999; 30 February is none. Milliseconds may be missing. */
export function isInstant(text: string): boolean {
  const ms = shape.test(text) ? Date.parse(text) : Number.NaN
  return Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 19) === text.slice(0, 19)
}

/** Text of such a moment, with or without a fraction of the second; whatever is finer than a millisecond is cut. */
export const Instant: z.ZodMiniType<Instant, string> = z.string(missingOr('must be a moment in UTC')).check(
  z.maxLength(longest, { error: 'must be a moment in UTC such as 2026-11-20T13:41:00.000Z', abort: true }),
  z.regex(shape, { error: 'must be a moment in UTC such as 2026-11-20T13:41:00.000Z', abort: true }),
  z.refine(isInstant, { error: 'is not a date of the calendar', abort: true }),
  z.overwrite((text) => instantOf(msOf(text))),
)

/** The moment of milliseconds since the epoch or of a Date. Throws `RangeError` outside of the years 0 to 9999. */
export function instantOf(at: number | Date): Instant {
  const text = new Date(at).toISOString()
  if (text.length !== 24) throw new RangeError(`${text} is outside of the years that an instant can tell`)
  return text
}

/** Milliseconds since the epoch. Throws `RangeError` for text that is no moment. */
export function msOf(instant: Instant): number {
  const ms = Date.parse(instant)
  if (Number.isNaN(ms)) throw new RangeError(`"${instant}" is not a moment`)
  return ms
}

/** Now. Beside the API's clock the one place that reads time. */
export function currentInstant(): Instant {
  return instantOf(Date.now())
}

export function addMinutes(instant: Instant, minutes: number): Instant {
  return instantOf(msOf(instant) + minutes * 60_000)
}

export function addSeconds(instant: Instant, seconds: number): Instant {
  return instantOf(msOf(instant) + seconds * 1000)
}

/** The first moment not before this one that is a whole multiple of so many minutes: 15 gives the quarters of an hour. */
export function roundUpToMinutes(instant: Instant, minutes: number): Instant {
  const step = minutes * 60_000
  return instantOf(Math.ceil(msOf(instant) / step) * step)
}

/** Whole minutes from one moment to another, cut towards zero; negative when `to` is earlier. */
export function minutesBetween(from: Instant, to: Instant): number {
  return Math.trunc((msOf(to) - msOf(from)) / 60_000) + 0
}
