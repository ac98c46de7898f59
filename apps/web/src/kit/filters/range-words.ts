import { LocalDate } from '@larder/contract'
import { format } from '../format.ts'
import { periodLabel } from './period.ts'

function words(day: string): string {
  if (!LocalDate.safeParse(day).success) return day || '…'
  return format().day(day, 'ofYear')
}

/** "Nov 3 – Nov 9", "Last 7 days". */
export function rangeWords(from: string, to: string): string {
  return periodLabel(from) ?? (from === to ? words(from) : `${words(from)} – ${words(to)}`)
}
