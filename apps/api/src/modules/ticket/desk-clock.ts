import { addDays, dayOfWeek, type Instant, instantAt, instantOf, type LocalDate, localDateAt, msOf, type TimeZone } from '@larder/contract'

/** When the desk is staffed: from one full hour to another, on every day or on weekdays, by the clocks of a place. */
export interface DeskHours {
  zone: TimeZone
  from: number
  /** 24 is midnight. */
  to: number
  days: 'every-day' | 'weekdays'
}

const minuteMs = 60_000
/** No clock is followed further ahead. */
const mostDays = 3660

/** When the desk is staffed on a day, in milliseconds; null when it is not. A day on which the clocks change is as long as it is. */
function windowOn(date: LocalDate, { zone, from, to, days }: DeskHours): { from: number; to: number } | null {
  if (days === 'weekdays' && isWeekend(date)) return null
  const at = (hour: number) => msOf(hour === 24 ? instantAt(addDays(date, 1), '00:00', zone) : instantAt(date, hourOf(hour), zone))
  const window = { from: at(from), to: at(to) }
  // A day that a place left out has no hours.
  return window.from < window.to && localDateAt(instantOf(window.from), zone) === date ? window : null
}

function isWeekend(date: LocalDate): boolean {
  const day = dayOfWeek(date)
  return day === 0 || day === 6
}

const hourOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** The windows from a moment on, the first of them from that moment. */
function* windowsFrom(at: Instant, hours: DeskHours): Generator<{ from: number; to: number }> {
  const start = msOf(at)
  const first = addDays(localDateAt(at, hours.zone), -1)
  for (let day = 0; day < mostDays; day++) {
    const window = windowOn(addDays(first, day), hours)
    if (window && window.to > start) yield { from: Math.max(window.from, start), to: window.to }
  }
}

/** The moment at which the desk has had so many minutes since another, and milliseconds beside them. Pure. */
export function dueAfter(at: Instant, minutes: number, hours: DeskHours, ms = 0): Instant {
  let left = minutes * minuteMs + ms
  let last = msOf(at)
  for (const { from, to } of windowsFrom(at, hours)) {
    if (left <= to - from) return instantOf(from + left)
    left -= to - from
    last = to
  }
  return instantOf(last)
}

/** How many whole minutes the desk had between two moments. Pure. */
export function deskMinutesBetween(from: Instant, to: Instant, hours: DeskHours): number {
  return wholeMinutes(deskMsBetween(from, to, hours))
}

/** Whole minutes of so many milliseconds. */
export function wholeMinutes(ms: number): number {
  return Math.floor(ms / minuteMs)
}

/** How many milliseconds the desk had between two moments. Pure. */
export function deskMsBetween(from: Instant, to: Instant, hours: DeskHours): number {
  const end = msOf(to)
  let sum = 0
  for (const window of windowsFrom(from, hours)) {
    if (window.from >= end) break
    sum += Math.min(window.to, end) - window.from
  }
  return sum
}
