import { addDays, LocalDate, monthOf } from '@larder/contract'
import { format } from '../format.ts'

/** First and last day, both included; '' where it is open. */
export interface Range {
  from: string
  to: string
}

const periods: Readonly<Record<string, { label: string; daysOf: (today: LocalDate) => Range }>> = {
  today: { label: 'Today', daysOf: (today) => ({ from: today, to: today }) },
  yesterday: { label: 'Yesterday', daysOf: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }) },
  'last-7-days': { label: 'Last 7 days', daysOf: (today) => ({ from: addDays(today, -6), to: today }) },
  'last-30-days': { label: 'Last 30 days', daysOf: (today) => ({ from: addDays(today, -29), to: today }) },
  'this-month': { label: 'This month', daysOf: monthOf },
}

/** Ranges that move with the calendar: by these words in an address and in a saved view, whose "today" stays today. */
export const periodWords = Object.keys(periods)

export function periodLabel(word: string): string | undefined {
  return Object.hasOwn(periods, word) ? periods[word]?.label : undefined
}

/** The days of a range whose `from` may be the word of a period, as the calendar stands; other ranges as they are. */
export function daysOf({ from, to }: Range, today: LocalDate): Range {
  return (Object.hasOwn(periods, from) && periods[from]?.daysOf(today)) || { from, to }
}

function words(day: string): string {
  if (!LocalDate.safeParse(day).success) return day || '…'
  return format().day(day, 'ofYear')
}

/** "Nov 3 – Nov 9", "Last 7 days". */
export function rangeWords(from: string, to: string): string {
  return periodLabel(from) ?? (from === to ? words(from) : `${words(from)} – ${words(to)}`)
}
