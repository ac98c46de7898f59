import { parseNumber } from '@larder/contract'

/** A value as it stands in a line of text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The stored value of what was typed: a number, null for nothing, the text itself where it is no number. */
export function numberOf(typed: string, factor: number): number | string | null {
  if (typed.trim() === '') return null
  const parsed = parseNumber(typed)
  return parsed === null ? typed : Math.round(parsed * factor * 1e6) / 1e6
}
