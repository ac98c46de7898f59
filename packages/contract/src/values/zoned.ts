import { cached } from './cached.ts'
import { type Instant, instantOf, msOf } from './instant.ts'
import { addDays, type LocalDate, type LocalTime, type TimeZone } from './local-date.ts'

const dayMs = 86_400_000
const clockOf = /* @__PURE__ */ cached((zone: TimeZone) => {
  const two = '2-digit'
  const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
  return new Intl.DateTimeFormat('en-US', { ...fields, timeZone: zone, hourCycle: 'h23', calendar: 'gregory' })
})

/** The date that a zone's calendars show at a moment. */
export function localDateAt(instant: Instant, zone: TimeZone): LocalDate {
  return instantOf(wallAt(msOf(instant), zone)).slice(0, 10)
}

/** The time that a zone's clocks show at a moment, seconds cut. */
export function localTimeAt(instant: Instant, zone: TimeZone): LocalTime {
  return instantOf(wallAt(msOf(instant), zone)).slice(11, 16)
}

/** What a zone's calendars and clocks show at a moment, as programs and sheets read it, so that it sorts as text: `2026-11-22 13:05:00`. */
export function wallClockAt(instant: Instant, zone: TimeZone): string {
  return instantOf(wallAt(msOf(instant), zone))
    .slice(0, 19)
    .replace('T', ' ')
}

/**
 * The moment at which a zone's clocks show a date and time. A time that comes twice (clocks go back) is its first; one that is skipped
 * (clocks go forward) moves on by what was skipped: 02:30 becomes 03:30.
 */
export function instantAt(date: LocalDate, time: LocalTime, zone: TimeZone): Instant {
  const wall = wallMs(date, time)
  return instantOf(momentsOf(wall, zone)[0] ?? wall - offsetAt(wall - dayMs, zone))
}

/**
 * A day's business in a zone: from its first moment up to the next day's first, which is not part of it. 23 or 25 hours where clocks change;
 * days tile time without gap or overlap, also where midnight is skipped.
 */
export function businessDay(date: LocalDate, zone: TimeZone): { from: Instant; to: Instant } {
  return { from: startOfDay(date, zone), to: startOfDay(addDays(date, 1), zone) }
}

function startOfDay(date: LocalDate, zone: TimeZone): Instant {
  const wall = wallMs(date, '00:00')
  return instantOf(momentsOf(wall, zone)[0] ?? changeAround(wall, zone))
}

/** The moments at which clocks show this wall time: one as a rule, two when clocks go back over it, none when they skip it. */
function momentsOf(wall: number, zone: TimeZone): number[] {
  const before = offsetAt(wall - dayMs, zone)
  const after = offsetAt(wall + dayMs, zone)
  if (before === after) return [wall - before]
  return [before, after].filter((offset) => offsetAt(wall - offset, zone) === offset).map((offset) => wall - offset)
}

/** The moment at which the zone's clocks jump over a wall time, found by halving. */
function changeAround(wall: number, zone: TimeZone): number {
  let unchanged = wall - dayMs
  let changed = wall + dayMs
  const before = offsetAt(unchanged, zone)
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2)
    if (offsetAt(middle, zone) === before) unchanged = middle
    else changed = middle
  }
  return changed
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(ms: number, zone: TimeZone): number {
  return wallAt(ms, zone) - Math.floor(ms / 1000) * 1000
}

function wallMs(date: LocalDate, time: LocalTime): number {
  return msOf(`${date}T${time}:00.000Z`)
}

/** What the zone's clocks show at a moment, to the second, counted as if they showed UTC. */
function wallAt(ms: number, zone: TimeZone): number {
  // Reading the one text takes half of the time that `formatToParts` does, and every list of stores asks for hundreds.
  const [month = 0, day = 0, year = 0, hour, minute, second] = clockOf(zone).format(ms).split(/\D+/).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}
