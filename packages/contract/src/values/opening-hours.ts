import * as z from 'zod/mini'
import { type Instant, msOf } from './instant.ts'
import { addDays, dayOfWeek, LocalDate, LocalTime, type TimeZone } from './local-date.ts'
import { whole } from './number.ts'
import { text } from './text.ts'
import { instantAt, localDateAt } from './zoned.ts'

const Window = z.strictObject({ opens: LocalTime, closes: LocalTime })
/** Open from one wall time to another; closing at or before the opening means on the next day, so `00:00` to `00:00` is the whole day. */
export type OpeningWindow = z.infer<typeof Window>

/** A week's openings; `day` is 0 for Sunday to 6 for Saturday, and is the day on which the window opens. */
export const OpeningHours = z
  .array(z.strictObject({ day: whole(0, 6), opens: LocalTime, closes: LocalTime }))
  .check(z.maxLength(42, 'has too many entries: at most 42'))
export type OpeningHours = z.infer<typeof OpeningHours>

/** A date that differs from its weekday: closed, or with hours of its own; with neither, only the note is special. */
export const SpecialDay = z
  .strictObject({
    date: LocalDate,
    closed: z.boolean(),
    hours: z.optional(z.array(Window).check(z.minLength(1, 'needs at least one entry'), z.maxLength(6, 'has too many entries: at most 6'))),
    note: text({ min: 0, max: 80 }),
  })
  .check(z.refine((day) => !(day.closed && day.hours), { error: 'is closed and has hours', path: ['hours'] }))
export type SpecialDay = z.infer<typeof SpecialDay>

/** Whether a window is open at a moment; the closing minute is already closed. A special day's rules hold for what opens on that date. */
export function isOpenAt(hours: OpeningHours, specialDays: readonly SpecialDay[], instant: Instant, zone: TimeZone): boolean {
  const today = localDateAt(instant, zone)
  return [addDays(today, -1), today].some((date) =>
    windowsOn(date, hours, specialDays).some((window) => {
      const span = spanOf(date, window, zone)
      return span.from <= instant && instant < span.to
    }),
  )
}

/** The next moment at which a window of a week opens or closes; null of a week without any. */
export function nextEdge(hours: OpeningHours, instant: Instant, zone: TimeZone): Instant | null {
  const today = localDateAt(instant, zone)
  const dates = Array.from({ length: 10 }, (_, days) => addDays(today, days - 1))
  const edges = dates.flatMap((date) => windowsOn(date, hours, []).flatMap((window) => Object.values(spanOf(date, window, zone))))
  return edges.filter((edge) => edge > instant).sort()[0] ?? null
}

/** The first moment, from `instant` on, that is open: `instant` itself when it is open, null when it never opens again. */
export function nextOpening(hours: OpeningHours, specialDays: readonly SpecialDay[], instant: Instant, zone: TimeZone): Instant | null {
  if (isOpenAt(hours, specialDays, instant, zone)) return instant
  for (const date of datesToSearch(localDateAt(instant, zone), specialDays)) {
    const openings = windowsOn(date, hours, specialDays).map((window) => spanOf(date, window, zone))
    const next = openings.filter(({ from, to }) => from >= instant && from < to).sort((a, b) => msOf(a.from) - msOf(b.from))[0]
    if (next) return next.from
  }
  return null
}

function windowsOn(date: LocalDate, hours: OpeningHours, specialDays: readonly SpecialDay[]): readonly OpeningWindow[] {
  const special = specialDays.find((day) => day.date === date)
  if (special?.closed) return []
  return special?.hours ?? hours.filter((entry) => entry.day === dayOfWeek(date))
}

function spanOf(date: LocalDate, { opens, closes }: OpeningWindow, zone: TimeZone): { from: Instant; to: Instant } {
  const closesOn = closes <= opens ? addDays(date, 1) : date
  return { from: instantAt(date, opens, zone), to: instantAt(closesOn, closes, zone) }
}

/** The coming week, as much longer as special days can close it, then later special days, in order. */
function datesToSearch(today: LocalDate, specialDays: readonly SpecialDay[]): LocalDate[] {
  const coming = Array.from({ length: 9 + specialDays.length }, (_, days) => addDays(today, days))
  const later = specialDays.map((day) => day.date).filter((date) => date > today)
  return [...new Set([...coming, ...later])].sort()
}
