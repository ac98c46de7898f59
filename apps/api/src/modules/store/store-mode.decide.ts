import { type Instant, minutesBetween, type OpenMode } from '@larder/contract'
import { invalid } from '#kit/errors.ts'

const longestDays = 90

interface ModeRequest {
  mode: OpenMode
  until?: Instant | null | undefined
  reason?: string | undefined
}

/**
 * The columns of a new open mode. Busy and paused say when they end, or null for "until someone reopens it"; open and closed have
 * no end. An end that is missing, past, or further away than 90 days is 422 on `body.until`.
 */
export function decideOpenMode({ mode, until, reason }: ModeRequest, now: Instant) {
  if (mode === 'busy' || mode === 'paused') checkEnd(until, now)
  else if (until) invalid({ 'body.until': `does not go with ${mode}: only busy and paused end by themselves` })
  return { open_mode: mode, open_mode_until: until ?? null, open_mode_reason: reason || null }
}

function checkEnd(until: Instant | null | undefined, now: Instant): void {
  if (until === null) return
  if (until === undefined) invalid({ 'body.until': 'is required: an end, or null for "until someone reopens it"' })
  if (until <= now) invalid({ 'body.until': 'lies in the past' })
  if (minutesBetween(now, until) > longestDays * 24 * 60) invalid({ 'body.until': `is more than ${longestDays} days away` })
}
