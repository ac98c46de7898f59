import { type Instant, minutesBetween } from './instant.ts'

/** How far off a moment is, in whole units: `just now`, `in under a minute`, `in 5 min`, `3 min ago`, `4 h ago`, `2 d ago`. */
export function relativeTime(instant: Instant, now: Instant): string {
  const minutes = minutesBetween(now, instant)
  if (minutes === 0) return instant > now ? 'in under a minute' : 'just now'
  const span = durationText(Math.abs(minutes))
  return minutes > 0 ? `in ${span}` : `${span} ago`
}

/** A number of minutes in one whole unit, cut: `<1 min`, `5 min`, `4 h`, `2 d`. */
export function durationText(minutes: number): string {
  if (minutes < 1) return '<1 min'
  if (minutes < 60) return `${minutes} min`
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`
}
