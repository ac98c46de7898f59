import { type Instant, localTimeAt, type TimeZone } from '@larder/contract'
import type { Random } from './random.ts'

// From midnight on: nights that are quiet and never dead, lunch at one, dinner at eight.
const hours = [10, 9, 8, 7, 7, 8, 9, 12, 18, 17, 14, 16, 27, 29, 17, 13, 14, 17, 21, 31, 36, 29, 17, 9]
const mean = hours.reduce((sum, weight) => sum + weight, 0) / hours.length

/** How busy a moment is beside the day's mean, which is 1; runs smoothly from hour to hour. */
export function demandAt(instant: Instant, zone: TimeZone): number {
  const [hour = 0, minute = 0] = localTimeAt(instant, zone).split(':').map(Number)
  const [now = 0, next = 0] = [hours[hour], hours[(hour + 1) % 24]]
  return (now + ((next - now) * minute) / 60) / mean
}

/** Milliseconds until the next customer comes, at so many a minute: one after the other by chance, as people do. */
export function drawGapMs(random: Random, perMinute: number): number {
  return (-Math.log(1 - random.next()) / perMinute) * 60_000
}
