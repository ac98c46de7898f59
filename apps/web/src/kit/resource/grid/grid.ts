import { type Money, moneyDecimal, type NamedEndpoint, parseMoney, type Schema } from '@larder/contract'
import type { Option } from '../../fields/options.ts'
import type { BaseRow } from '../../row.ts'
import { wordsOf } from '../../words.ts'

/** A column whose cells are typed into as in a spreadsheet. */
export interface GridColumn<K extends string = string> {
  key: K
  label: string
  width: number
  align?: 'right'
  /** What stands in a cell, as a spreadsheet would take it. */
  textOf: (value: unknown) => string
  /** The value of what was typed; the text itself where it is none, which the contract then refuses. `currency`: of an amount. */
  valueOf: (text: string, currency: string) => unknown
  /** One of a few, chosen and not typed. */
  options?: readonly Option[]
  /** Yes or no, turned by one key. */
  isSwitch?: true
}

/** How a list's records are typed into as in a spreadsheet. */
export interface Grid<Row extends BaseRow = BaseRow, K extends string = string> {
  /** Takes many fields of many records at once, and answers for each. */
  write: NamedEndpoint
  /** The most records that it takes at once. */
  most: number
  /** What a field may be. */
  fields: Schema
  columns: readonly GridColumn<K>[]
  /** The columns that are open to whoever may not edit a record as a whole. */
  operated: readonly K[]
  /** Of the amounts of a row. */
  currencyOf: (row: Row) => string
}

/** What it answers: of each record how it stands, and what became of each field. */
export interface GridAnswer {
  items: { id: string; item: BaseRow | null; cells: { field: string; outcome: string; because: string | null }[] }[]
}

/** A cell with what is to stand there. */
export interface CellChange {
  row: BaseRow
  column: GridColumn
  value: unknown
  text: string
  /** What stood there as it was begun to be typed, where that is not now. */
  seen?: unknown
}

/** What a grid sends for one record: what is typed, and what was seen there. */
export interface GridWrite {
  id: string
  fields: Readonly<Record<string, unknown>>
  seen: Readonly<Record<string, unknown>>
}

/** The cells around which a selection lies: from one that was gone to, to another. */
export interface CellPlace {
  row: number
  column: number
}

interface ColumnOptions {
  label?: string
  width?: number
}

const plain = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const tidy = (text: string) => text.trim()

export const gridText = <K extends string>(key: K, { label = wordsOf(key), width = 160 }: ColumnOptions = {}): GridColumn<K> => ({
  key,
  label,
  width,
  textOf: plain,
  valueOf: (text) => tidy(text) || null,
})

export const gridAmount = <K extends string>(key: K, { label = wordsOf(key), width = 112 }: ColumnOptions = {}): GridColumn<K> => ({
  key,
  label,
  width,
  align: 'right',
  textOf: (value) => (value ? moneyDecimal(value as Money) : ''),
  valueOf: (text, currency) => (tidy(text) === '' ? null : (parseMoney(text, currency) ?? tidy(text))),
})

export const gridNumber = <K extends string>(key: K, { label = wordsOf(key), width = 88 }: ColumnOptions = {}): GridColumn<K> => ({
  key,
  label,
  width,
  align: 'right',
  textOf: plain,
  valueOf: (text) => {
    const digits = text.replaceAll(/[,\s]/g, '')
    return digits === '' ? null : Number.isFinite(Number(digits)) ? Number(digits) : tidy(text)
  },
})

const [yes, no] = ['Yes', 'No']
const switched = new Map([
  ...['yes', 'y', 'true', '1', 'on'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0', 'off', ''].map((word) => [word, false] as const),
])

export const gridSwitch = <K extends string>(key: K, { label = wordsOf(key), width = 88 }: ColumnOptions = {}): GridColumn<K> => ({
  key,
  label,
  width,
  textOf: (value) => (value ? yes : no),
  valueOf: (text) => switched.get(tidy(text).toLowerCase()) ?? tidy(text),
  isSwitch: true,
})

/** One of a few; `none` is the word of none of them, where there may be none. */
export const gridChoice = <K extends string>(
  key: K,
  { options, none, label = wordsOf(key), width = 112 }: ColumnOptions & { options: readonly Option[]; none?: string },
): GridColumn<K> => ({
  key,
  label,
  width,
  textOf: (value) => options.find((option) => option.value === (value ?? ''))?.label ?? (value ? String(value) : ''),
  valueOf: (text) => {
    const typed = tidy(text).toLowerCase()
    if (typed === '' || typed === none?.toLowerCase()) return none === undefined ? tidy(text) : null
    return options.find(({ value, label: word }) => word.toLowerCase() === typed || value === typed)?.value ?? tidy(text)
  },
  options: none === undefined ? options : [{ value: '', label: none }, ...options],
})

/** The cells between two, both included. */
export function rangeBetween(one: CellPlace, other: CellPlace) {
  const [top, bottom] = [Math.min(one.row, other.row), Math.max(one.row, other.row)]
  const [left, right] = [Math.min(one.column, other.column), Math.max(one.column, other.column)]
  return { top, bottom, left, right }
}

export type CellRange = ReturnType<typeof rangeBetween>

/**
 * Which text goes into which cell when a block is pasted: from the selection's first cell on; one alone into all that are selected, and a block
 * again and again where the selection is a multiple of it, as spreadsheets do. `past` counts what has no cell.
 */
export function pasted(block: readonly (readonly string[])[], into: CellRange, size: { rows: number; columns: number }) {
  const [height, width] = [block.length, Math.max(...block.map((row) => row.length))]
  const [rows, columns] = [into.bottom - into.top + 1, into.right - into.left + 1]
  const isRepeated = rows % height === 0 && columns % width === 0
  const [down, across] = isRepeated ? [rows, columns] : [height, width]
  const cells: (CellPlace & { text: string })[] = []
  let past = 0
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++) {
      const text = block[row % height]?.[column % width]
      if (text === undefined) continue
      const place = { row: into.top + row, column: into.left + column }
      if (place.row < size.rows && place.column < size.columns) cells.push({ ...place, text })
      else past++
    }
  return { cells, past }
}
