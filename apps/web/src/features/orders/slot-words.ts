import { instantOf } from '@larder/contract'
import { format } from '#kit/format.ts'

/** The hours of a day, as the clock counts them. */
export const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** An hour of the day by the clock that one prefers: `6:00 PM`, or `6 PM` where there is little room; after the last comes the first again. */
export function hourWords(hour: number, preset: 'time' | 'hour' = 'time'): string {
  return format().instant(instantOf((hour % 24) * 3_600_000), preset, 'UTC')
}
