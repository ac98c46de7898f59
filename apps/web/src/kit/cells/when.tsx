import { formatInstant, type Instant, relativeTime } from '@larder/contract'
import Tooltip from '@mui/material/Tooltip'
import { useZone } from '../access/access.tsx'
import { useNow } from '../use-now.ts'

interface WhenProps {
  at: Instant | null | undefined
  /** The owner's zone; the installation's where none is given. */
  zone?: string | undefined
}

/** How long ago or until; the exact moment in the owner's zone on hover. */
export function When({ at, zone }: WhenProps) {
  const now = useNow()
  const ownZone = useZone()
  if (!at) return <>–</>
  const timeZone = zone ?? ownZone
  return (
    <Tooltip title={`${formatInstant(at, 'dateTime', timeZone)} (${timeZone})`}>
      <time dateTime={at} className="one-line">
        {relativeTime(at, now)}
      </time>
    </Tooltip>
  )
}
