import * as z from 'zod/mini'
import { enumOf } from './collection.ts'
import type { Currency } from './currency.ts'

/** How digits are grouped, by a locale whose numbers show it; every one has a point before its decimals. */
export const numberFormatLabels = { 'en-US': '1,234,567.89', 'en-IN': '12,34,567.89' } as const
export const NumberFormat = enumOf(numberFormatLabels)
export type NumberFormat = z.infer<typeof NumberFormat>

/** Whose English dates are written in, and with which day their weeks start. */
export const dateFormatLabels = {
  'en-US': 'English (US): 11/20/26, Nov 20, 2026; week from Sunday',
  'en-GB': 'English (UK): 20/11/2026, 20 Nov 2026; week from Monday',
  'en-CA': 'English (Canada): 2026-11-20, Nov 20, 2026; week from Sunday',
} as const
export const DateFormat = enumOf(dateFormatLabels)
export type DateFormat = z.infer<typeof DateFormat>

export const clockLabels = { '12-hour': '12-hour: 7:11 PM', '24-hour': '24-hour: 19:11' } as const
export const Clock = enumOf(clockLabels)
export type Clock = z.infer<typeof Clock>

/** How an installation writes numbers, days and times of day; a person may prefer another clock. */
export const Conventions = z.strictObject({ numbers: NumberFormat, dates: DateFormat, clock: Clock })
export type Conventions = z.infer<typeof Conventions>

const countedInLakhs: readonly Currency[] = ['INR', 'NPR', 'PKR', 'BDT', 'BTN', 'LKR']

/** How numbers are grouped where a currency is at home: in lakhs and crores for the rupee. */
export function numberFormatOf(currency: Currency): NumberFormat {
  return countedInLakhs.includes(currency) ? 'en-IN' : 'en-US'
}

/** The day that a calendar's weeks start with: 0 for Sunday, 1 for Monday. */
export function weekStartOf(dates: DateFormat): 0 | 1 {
  return dates === 'en-GB' ? 1 : 0
}
