import type { DateFormat } from './conventions.ts'
import { LocalDate, type LocalTime } from './local-date.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads what a person typed as a day: `11/20/26`, `11/20/2026` (the day first where dates are British), `Nov 20, 2026`, `20 November 2026`,
 * `2026-11-20`. Null when it is none.
 */
export function parseDay(text: string, dates: DateFormat): LocalDate | null {
  const plain = text.trim().toLowerCase()
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain) ?? []
  if (isoYear) return dayOf(isoYear, isoMonth, isoDay)
  const [, first, second, year] = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})$/.exec(plain) ?? []
  if (year) return dates === 'en-GB' ? dayOf(year, second, first) : dayOf(year, first, second)
  const [, before, name = '', after, named] = /^(\d{1,2})? ?([a-z]{3,9})\.?,? ?(\d{1,2})?,? (\d{4}|\d{2})$/.exec(plain) ?? []
  if (!named || (before === undefined) === (after === undefined)) return null
  return dayOf(named, String(months.indexOf(name.slice(0, 3)) + 1), before ?? after)
}

function dayOf(year: string, month = '', day = ''): LocalDate | null {
  const full = year.length === 2 ? `20${year}` : year
  const parsed = LocalDate.safeParse(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  return parsed.success ? parsed.data : null
}

/** Reads what a person typed as a time on the wall, whatever clock it is by: `9`, `9:30`, `930`, `9.30 pm`, `21:30`. Null when it is none. */
export function parseTime(text: string): LocalTime | null {
  const [, hours = '', minutes = '00', half] = /^(\d{1,2})(?:[:. ]?(\d{2}))? ?(?:([ap])\.?m?\.?)?$/i.exec(text.trim()) ?? []
  if (hours === '') return null
  const hour = half === undefined ? Number(hours) : halfDay(Number(hours), half.toLowerCase() === 'p')
  if (hour === null || hour > 23 || Number(minutes) > 59) return null
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

/** The hour of a 12-hour clock, 1 to 12, as one of 24. */
function halfDay(hour: number, isAfternoon: boolean): number | null {
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (isAfternoon ? 12 : 0)
}
