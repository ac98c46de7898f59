import { addSeconds, type Format, type Instant, minutesBetween, relativeTime, zoneName } from '@larder/contract'
import { createContext, useContext } from 'react'
import { useSelector } from 'react-redux'
import type { Preference } from '#state/preference.ts'
import { useZone } from '../access/access.tsx'
import { useFormat } from '../format.ts'
import { Tip } from '../layout/tip.tsx'
import { nowLagSeconds, useNow } from '../use-now.ts'
import './cells.css'

interface WhenProps {
  at: Instant | null | undefined
  /** The owner's zone; the installation's where none is given. */
  zone?: string | undefined
  /** How long ago and the clock's time beside each other, where a moment is evidence: no tip, and no stop of its own. */
  isWhole?: boolean | undefined
}

/** Within a row of a list, which is what the keyboard stands on: the row's tip tells its moments, and none is a stop of its own. */
export const InRow = createContext(false)

const relativeDays = 30

/**
 * A moment: how long ago or until, or the clock's time, as the person prefers; the other is a tip, for the pointer, for the keyboard that
 * stands on it and for a finger that taps it.
 */
export function When({ at, zone, isWhole }: WhenProps) {
  const inRow = useContext(InRow)
  const now = useNow()
  const format = useFormat()
  const ownZone = useZone()
  const choice = useSelector(({ preference }: { preference?: { moments: Preference['moments'] } }) => preference?.moments ?? 'relative')
  if (!at) return <>–</>
  const { shown, other, whole } = momentWords(at, { now, zone: zone ?? ownZone, choice, format })
  if (isWhole) return <time dateTime={at}>{whole}</time>
  const time = (
    <time dateTime={at} className="one-line">
      {shown}
    </time>
  )
  return (
    <Tip text={other} byTouch>
      {inRow ? (
        time
      ) : (
        <button type="button" className="when" aria-description={other}>
          {time}
        </button>
      )}
    </Tip>
  )
}

/** The time of day of a moment, by the clock that one prefers. */
export function TimeOfDay({ at, zone }: { at: Instant; zone?: string | undefined }) {
  const format = useFormat()
  const ownZone = useZone()
  return <time dateTime={at}>{format.instant(at, 'time', zone ?? ownZone)}</time>
}

interface Given {
  now: Instant
  zone: string
  choice: Preference['moments']
  format: Format
}

/** What is shown of a moment, what its tip says, and both together: `8 min ago` and `Nov 22, 2026, 4:40 AM IST`, or the other way round; far ones by their date. */
export function momentWords(at: Instant, { now, zone, choice, format }: Given): { shown: string; other: string; whole: string } {
  const days = Math.abs(minutesBetween(at, now)) / (24 * 60)
  const exact = `${format.instant(at, 'dateTime', zone)} ${zoneName(at, zone)}`
  // What has happened since `now` was renewed is not to come.
  const isNews = at > now && at <= addSeconds(now, nowLagSeconds)
  const relative = relativeTime(at, isNews ? at : now)
  const whole = days > relativeDays ? exact : `${relative}, ${exact}`
  if (choice === 'relative') return { shown: days > relativeDays ? format.instant(at, 'mediumDate', zone) : relative, other: exact, whole }
  return { shown: format.instant(at, 'dateTime', zone), other: `${relative}, ${exact}`, whole }
}
