import { type Instant, minutesBetween, type OpenMode } from '@larder/contract'

const longestDays = 90

interface ModeRequest {
  mode: OpenMode
  until?: Instant | null | undefined
  reason?: string | undefined
}

/**
 * What is wrong with the end of a new open mode. Busy and paused say when they end, or null for "until someone reopens it"; open and closed
 * have no end.
 */
export function problemsOfMode({ mode, until }: ModeRequest, now: Instant): { until: string } | null {
  const problem =
    mode === 'busy' || mode === 'paused'
      ? problemOfEnd(until, now)
      : until && `does not go with ${mode}: only busy and paused end by themselves`
  return problem ? { until: problem } : null
}

function problemOfEnd(until: Instant | null | undefined, now: Instant): string | null {
  if (until === null) return null
  if (until === undefined) return 'is required: an end, or null for "until someone reopens it"'
  if (until <= now) return 'lies in the past'
  return minutesBetween(now, until) > longestDays * 24 * 60 ? `is more than ${longestDays} days away` : null
}

export function columnsOfMode({ mode, until, reason }: ModeRequest) {
  return { open_mode: mode, open_mode_until: until ?? null, open_mode_reason: reason || null }
}
