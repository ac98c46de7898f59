import type { LocalTime } from './local-date.ts'
import type { OpeningHours } from './opening-hours.ts'

/** The days of a week by their number in opening hours. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
/** Monday first, so that a weekend is one run of days. */
const order = [1, 2, 3, 4, 5, 6, 0]

/** A week's hours in one line: `Mon–Fri 09:00–14:00, 18:00–22:00; Sat 24 hours`, `Every day 09:00–22:00`, `Closed`; `write` says how a time is written. */
export function describeHours(hours: OpeningHours, write: (time: LocalTime) => string): string {
  const runs: { days: number[]; times: string }[] = []
  for (const day of order) {
    const times = timesOn(day, hours, write)
    const last = runs.at(-1)
    if (last?.times === times) last.days.push(day)
    else runs.push({ days: [day], times })
  }
  const open = runs.filter((run) => run.times !== '')
  return open.length === 0 ? 'Closed' : open.map((run) => `${describeDays(run.days)} ${run.times}`).join('; ')
}

function timesOn(day: number, hours: OpeningHours, write: (time: LocalTime) => string): string {
  const windows = hours.filter((entry) => entry.day === day).toSorted((a, b) => (a.opens < b.opens ? -1 : 1))
  const words = windows.map(({ opens, closes }) =>
    opens === '00:00' && closes === '00:00' ? '24 hours' : `${write(opens)}–${write(closes)}`,
  )
  return [...new Set(words)].join(', ')
}

function describeDays(days: readonly number[]): string {
  if (days.length === 7) return 'Every day'
  const [first, last] = [days[0], days.at(-1)].map((day) => weekdays[day ?? 0]?.slice(0, 3))
  return days.length === 1 ? `${first}` : `${first}–${last}`
}
