import { minutesBetween, relativeTime } from '@larder/contract'
import { useEffect, useState } from 'react'
import { useLive } from '#api/live.ts'
import { Alert } from '#kit/feedback/alert.tsx'
import { useNow } from '#kit/use-now.ts'
import './shell.css'

/** Milliseconds that a connection may be away without a word: most come back at once. */
const patienceMs = 2000

/** While the live connection is away: since when what is on screen is no longer renewed. Gone by itself. */
export function OfflineBanner() {
  const { lostAt } = useLive()
  return lostAt && <Lost key={lostAt} lostAt={lostAt} />
}

function Lost({ lostAt }: { lostAt: string }) {
  const [isShown, setShown] = useState(false)
  const now = useNow()
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div className="offline">
      <Alert tone="warning">
        Connection lost. Showing data from {minutesBetween(lostAt, now) < 1 ? 'less than a minute ago' : relativeTime(lostAt, now)}; it is
        renewed when the connection is back.
      </Alert>
    </div>
  )
}
