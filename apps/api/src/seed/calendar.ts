import { addDays, businessDay, dayOfWeek, type Instant, type LocalDate, localDateAt, msOf, type TimeZone } from '@larder/contract'
import { demandOf } from './demand.ts'
import type { Random } from './random.ts'

/** When an order is placed, in milliseconds and as clocks and calendars of the city show it. */
export interface Placing {
  ms: number
  day: LocalDate
  hour: number
  /** Quarters of an hour since Sunday 00:00. */
  quarter: number
}

export const historyDays = 60
export const quarterMs = 900_000
const hourMs = 3_600_000

/** So many placings from 60 days ago up to a moment, in order, spread as demand goes by hour and weekday. */
export function* placingsUntil(until: Instant, count: number, zone: TimeZone, random: Random): Generator<Placing> {
  const hours = hoursUntil(until, zone)
  const total = hours.reduce((sum, { weight }) => sum + weight, 0)
  let [passed, placed] = [0, 0]
  for (const { from, lengthMs, day, hour, weight } of hours) {
    passed += weight
    const due = Math.round((passed / total) * count) - placed
    const moments = Array.from({ length: due }, () => Math.floor(random.next() * lengthMs)).sort((a, b) => a - b)
    for (const offset of moments) yield { ms: from + offset, day, hour, quarter: quarterOf(day, hour * hourMs + offset) }
    placed += due
  }
}

/** The placing of a moment. */
export function placingAt(instant: Instant, zone: TimeZone): Placing {
  const day = localDateAt(instant, zone)
  const sinceMidnight = msOf(instant) - msOf(businessDay(day, zone).from)
  return { ms: msOf(instant), day, hour: Math.floor(sinceMidnight / hourMs), quarter: quarterOf(day, sinceMidnight) }
}

function hoursUntil(until: Instant, zone: TimeZone) {
  const today = localDateAt(until, zone)
  const end = msOf(until)
  return Array.from({ length: historyDays + 1 }, (_, index) => addDays(today, index - historyDays)).flatMap((day) => {
    const start = msOf(businessDay(day, zone).from)
    return Array.from({ length: 24 }, (_, hour) => {
      const from = start + hour * hourMs
      const lengthMs = Math.min(hourMs, end - from)
      return { from, lengthMs, day, hour, weight: (demandOf(day, hour) * lengthMs) / hourMs }
    }).filter(({ lengthMs }) => lengthMs > 0)
  })
}

function quarterOf(day: LocalDate, sinceMidnightMs: number): number {
  return dayOfWeek(day) * 96 + Math.floor(sinceMidnightMs / quarterMs)
}
