import type { Format } from './format.ts'

const [minutesOfHour, gramsOfKilo] = [60, 1000]

/** A number with its unit, in those that people say: `45 min`, `1 h 53 min`, `900 g`, `40 kg`. Apart from the format: a sign-in needs none. */
export function measured(value: number, unit: string, { number }: Pick<Format, 'number'>): string {
  if (unit === 'g' && Math.abs(value) >= gramsOfKilo) return `${number(value / gramsOfKilo)} kg`
  if (unit !== 'min' || value < minutesOfHour) return `${number(value)} ${unit}`
  const rest = value % minutesOfHour
  return `${number(Math.floor(value / minutesOfHour))} h${rest > 0 ? ` ${number(rest)} min` : ''}`
}
