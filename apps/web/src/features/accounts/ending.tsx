import { type Instant, minutesBetween, relativeTime } from '@larder/contract'
import type { ReactNode } from 'react'
import { StatusChip } from '#kit/cells/status-style.tsx'
import { When } from '#kit/cells/when.tsx'
import { useNow } from '#kit/use-now.ts'

const minutesOfDay = 24 * 60
/** Days before its end from which on an account stands out. */
const soonDays = 14

/** When an account ends by itself: what is near stands out. */
export function Ending({ at }: { at: Instant | null }) {
  return useEndsSoon(at) ?? <When at={at} />
}

/** The same where it is worth a word only when it is near. */
export function EndsSoon({ at }: { at: Instant | null }) {
  return useEndsSoon(at)
}

function useEndsSoon(at: Instant | null): ReactNode {
  const now = useNow()
  if (!at) return null
  if (at <= now) return <StatusChip style={{ label: 'Ended', tone: 'bad' }} />
  const days = Math.ceil(minutesBetween(now, at) / minutesOfDay)
  if (days > soonDays) return null
  return <StatusChip style={{ label: days > 1 ? `Ends in ${days} days` : `Ends ${relativeTime(at, now)}`, tone: 'warning' }} />
}
