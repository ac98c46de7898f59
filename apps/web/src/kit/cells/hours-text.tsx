import { describeHours, type OpeningHours, type SpecialDay } from '@larder/contract'
import { format, useFormat } from '../format.ts'

/** A week's hours, by the clock that one prefers. */
export function OpeningHoursText({ hours }: { hours: OpeningHours }) {
  return <>{describeHours(hours, useFormat().time)}</>
}

export function SpecialDaysText({ days }: { days: readonly SpecialDay[] }) {
  useFormat()
  return <>{specialDaysWords(days)}</>
}

/** "Dec 25, 2026 closed (Christmas), Dec 31, 2026 9:00 AM–2:00 PM". */
export function specialDaysWords(days: readonly SpecialDay[]): string {
  const { day, time } = format()
  const hoursOf = ({ closed, hours }: SpecialDay) =>
    closed ? ' closed' : (hours ?? []).map(({ opens, closes }) => ` ${time(opens)}–${time(closes)}`).join(',')
  return days.map((special) => `${day(special.date)}${hoursOf(special)}${special.note && ` (${special.note})`}`).join(', ') || 'none'
}
