import { LocalDate } from '@larder/contract'
import { periodLabel } from './period.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

function words(day: string): string {
  if (!LocalDate.safeParse(day).success) return day || '…'
  return dayFormat.format(Date.parse(`${day}T00:00:00Z`))
}

/** "Nov 3 – Nov 9", "Last 7 days". */
export function rangeWords(from: string, to: string): string {
  return periodLabel(from) ?? (from === to ? words(from) : `${words(from)} – ${words(to)}`)
}
