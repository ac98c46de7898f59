import type { Money, Quote } from '@larder/contract'

/** An amount in paise. */
export const inr = (minor: number): Money => ({ minor, currency: 'INR' })

/** The taxes of a total: name, rate in ppm, the paise that bear it and the paise that it is. */
export function taxesOf(...rows: readonly [name: string, ratePpm: number, base: number, amount: number][]): Quote['taxes'] {
  return rows.map(([name, ratePpm, base, amount]) => ({ name, ratePpm, base: inr(base), amount: inr(amount) }))
}
