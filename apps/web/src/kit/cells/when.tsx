import { formatInstant, type Instant, minutesBetween, relativeTime } from '@larder/contract'
import { useZone } from '../access/access.tsx'
import { useNow } from '../use-now.ts'

interface WhenProps {
  at: Instant | null | undefined
  /** The owner's zone; the installation's where none is given. */
  zone?: string | undefined
}

const relativeDays = 30

/** How long ago or until, the date when that is long; the exact moment in the owner's zone on hover. */
export function When({ at, zone }: WhenProps) {
  const now = useNow()
  const ownZone = useZone()
  if (!at) return <>–</>
  const timeZone = zone ?? ownZone
  const isFar = Math.abs(minutesBetween(at, now)) > relativeDays * 24 * 60
  return (
    <time dateTime={at} className="one-line" title={`${formatInstant(at, 'dateTime', timeZone)} (${timeZone})`}>
      {isFar ? formatInstant(at, 'mediumDate', timeZone) : relativeTime(at, now)}
    </time>
  )
}
