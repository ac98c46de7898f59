/** What a person changed in the columns of a list, by their keys. The first column is the way into the record: it stays, and stays first. */
export interface ColumnChoices {
  hidden: readonly string[]
  /** Columns in their order; those that are not named follow as declared. */
  order: readonly string[]
  /** Pixels, of columns that were given a width. */
  widths: Readonly<Record<string, number>>
}

/** Pixels. */
export const narrowestColumn = 56
export const widestColumn = 640

interface Keyed {
  key: string
}

/** All columns in the order that was chosen. */
export function arranged<C extends Keyed>(columns: readonly C[], order: readonly string[]): C[] {
  const [first, ...others] = columns
  if (!first) return []
  const placeOf = ({ key }: C) => (order.includes(key) ? order.indexOf(key) : order.length)
  return [first, ...others.toSorted((a, b) => placeOf(a) - placeOf(b))]
}

/** A width that can be worked with, in whole pixels. */
export function boundedWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, narrowestColumn), widestColumn))
}
