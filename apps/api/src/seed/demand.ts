import { dayOfWeek, type LocalDate, type Vertical, verticalKeys } from '@larder/contract'
import { type Random, weighted } from './random.ts'

/** How many of a day's orders a vertical gets, and how they spread over its 24 hours, of which none is without any. */
const demand: Record<Vertical, { share: number; hours: readonly number[] }> = {
  restaurant: { share: 0.64, hours: [3, 2, 2, 1, 1, 1, 2, 4, 9, 8, 5, 7, 16, 18, 9, 5, 6, 8, 10, 19, 24, 20, 12, 6] },
  grocery: { share: 0.14, hours: [1, 1, 1, 1, 1, 1, 2, 8, 12, 14, 13, 10, 7, 5, 4, 5, 8, 12, 14, 12, 8, 4, 2, 1] },
  fruits: { share: 0.07, hours: [1, 1, 1, 1, 1, 1, 2, 7, 12, 14, 12, 9, 6, 4, 4, 6, 9, 13, 13, 9, 4, 1, 1, 1] },
  fish: { share: 0.07, hours: [1, 1, 1, 2, 2, 3, 6, 14, 20, 19, 14, 10, 6, 3, 2, 4, 8, 9, 7, 3, 1, 1, 1, 1] },
  cakes: { share: 0.08, hours: [3, 2, 1, 1, 1, 1, 1, 1, 2, 6, 9, 10, 9, 7, 6, 8, 10, 12, 12, 11, 10, 9, 8, 6] },
}
// Sunday to Saturday.
const weekdays = [1.28, 0.88, 0.88, 0.92, 0.95, 1.1, 1.3]

const hourOf = (vertical: Vertical, hour: number) => {
  const { share, hours } = demand[vertical]
  return (share * (hours[hour] ?? 0)) / hours.reduce((sum, weight) => sum + weight, 0)
}
const verticalsByHour = Array.from({ length: 24 }, (_, hour) => weighted(verticalKeys, (vertical) => hourOf(vertical, hour)))

/** The share of an average day's orders that come in an hour of this date. */
export function demandOf(date: LocalDate, hour: number): number {
  return (weekdays[dayOfWeek(date)] ?? 1) * verticalKeys.reduce((sum, vertical) => sum + hourOf(vertical, hour), 0)
}

/** What somebody who orders at this hour orders. */
export function drawVertical(random: Random, hour: number): Vertical {
  return (verticalsByHour[hour] as (random: Random) => Vertical)(random)
}
