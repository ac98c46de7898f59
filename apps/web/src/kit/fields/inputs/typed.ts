/** A value as it stands in a line of text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The stored value of what was typed: a number, null for nothing, the text itself where it is no number. */
export function numberOf(typed: string, factor: number): number | string | null {
  const plain = typed.replaceAll(',', '').trim()
  if (plain === '') return null
  const parsed = Number(plain)
  return Number.isFinite(parsed) ? Math.round(parsed * factor * 1e6) / 1e6 : typed
}
