import { describeHours, type OpeningHours, type SpecialDay } from '@larder/contract'
import { format, useFormat } from '../format.ts'

/** A week's hours, by the clock that one prefers; `none` is what it means that there are none. */
export function OpeningHoursText({ hours, none }: { hours: OpeningHours | null; none?: string }) {
  return <>{hoursWords(hours, none, useFormat().time)}</>
}

export function hoursWords(hours: OpeningHours | null, none = 'Closed', write = format().time): string {
  return hours && hours.length > 0 ? describeHours(hours, write) : none
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
