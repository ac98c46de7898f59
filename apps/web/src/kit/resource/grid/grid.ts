import { type NamedEndpoint, type Permission, refusalOf, type Schema } from '@larder/contract'
import type { Action } from '../../actions/action.ts'
import type { Option } from '../../fields/options.ts'
import type { ReferenceSource } from '../../fields/reference.tsx'
import { format } from '../../format.ts'
import type { BaseRow } from '../../row.ts'

/** What a cell's text and value are read by, besides each other. */
export interface Given {
  row: BaseRow
  /** All that the grid has read. */
  rows: readonly BaseRow[]
  /** Of its amounts. */
  currency: string
  zone: string
  /** What its column refers to, of its record; null until it is read. */
  known: readonly Option[] | null
}

/** A column whose cells are typed into as in a spreadsheet. */
export interface GridColumn<K extends string = string> {
  key: K
  label: string
  width: number
  align?: 'right'
  /** What stands in a cell, as a spreadsheet would take it. */
  textOf: (value: unknown, given: Given) => string
  /** The value of what was typed; the text itself where it is none, which the contract then refuses. */
  valueOf: (text: string, given: Given) => unknown
  /** Why a text is none of its values, in words that say more than the contract's. */
  whyNot?: (text: string, given: Given) => string | null
  /** One of a few, found by typing. */
  choices?: (given: Given) => readonly Option[]
  /** Where these are read from. */
  source?: ReferenceSource
  /** Yes or no, turned by one key. */
  isSwitch?: true
  /** A value that is taken once somebody says that it is meant: by a button of that label, which sends this along. */
  unsaid?: { label: string; says: string }
  /** A picture before the text, by its id. */
  picture?: (row: never) => string | null
}

/** An act over selected rows that is written into their cells, and undone and refused as what is typed there. */
interface GridAct<Row extends BaseRow, K extends string> {
  act: Action<Row>
  sets: (asked: Readonly<Record<string, unknown>>) => Partial<Record<K, unknown>>
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
  acts?: readonly GridAct<Row, K>[]
  /** Of the amounts of a row. */
  currencyOf: (row: Row) => string
}

/** The same, fetched once somebody types into the list, and who may. */
export interface GridLater<Row extends BaseRow = BaseRow> {
  permission: Permission
  load: () => Promise<Grid<Row, keyof Row & string>>
}

export type CellOutcome = 'written' | 'same' | 'conflict' | 'unsaid' | 'refused'

/** What it answers: of each record how it stands, and what became of each field. */
export interface GridAnswer {
  items: { id: string; item: BaseRow | null; cells: { field: string; outcome: CellOutcome; because: string | null }[] }[]
}

/** A cell with what is to stand there. */
export interface CellChange {
  row: BaseRow
  column: GridColumn
  value: unknown
  text: string
  /** Why it is none of the column's values. */
  because?: string | null
  /** What stood there as it was begun to be typed, where that is not now. */
  seen?: unknown
}

/** What a grid sends for one record: what is typed, and what was seen there. */
export interface GridWrite {
  id: string
  fields: Readonly<Record<string, unknown>>
  seen: Readonly<Record<string, unknown>>
}

export const valueIn = (row: BaseRow, key: string): unknown => (row as unknown as Record<string, unknown>)[key] ?? null

/** Whether a cell may not be empty. */
export const isRequired = ({ fields }: Grid, { key }: GridColumn): boolean => refusalOf(fields, key, null) !== null

/** The cells around which a selection lies: from one that was gone to, to another. */
export interface CellPlace {
  row: number
  column: number
}

/** How far it is to the cell that is gone to. */
export type Next = readonly [rows: number, columns: number]

/** The cells between two, both included. */
export function rangeBetween(one: CellPlace, other: CellPlace) {
  const [top, bottom] = [Math.min(one.row, other.row), Math.max(one.row, other.row)]
  const [left, right] = [Math.min(one.column, other.column), Math.max(one.column, other.column)]
  return { top, bottom, left, right }
}

export type CellRange = ReturnType<typeof rangeBetween>

/** The cells of a range, row by row. */
export function placesIn({ top, bottom, left, right }: CellRange): CellPlace[] {
  const columns = Array.from({ length: right - left + 1 }, (_, at) => left + at)
  return Array.from({ length: bottom - top + 1 }, (_, at) => top + at).flatMap((row) => columns.map((column) => ({ row, column })))
}

/** Which cell goes into which when a selection is filled down: its first row into the others, and the row above into a single one. */
export function filledDown(selected: CellRange): { from: number; into: CellRange } | null {
  const { top, bottom } = selected
  if (bottom > top) return { from: top, into: { ...selected, top: top + 1 } }
  return top > 0 ? { from: top - 1, into: selected } : null
}

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

/** The next of some places after one, row by row, and the first of them behind the last. */
export function nextPlace(places: readonly CellPlace[], after: CellPlace): CellPlace | null {
  const inOrder = places.toSorted((one, other) => one.row - other.row || one.column - other.column)
  return inOrder.find(({ row, column }) => row > after.row || (row === after.row && column > after.column)) ?? inOrder[0] ?? null
}

/** What was taken back, by its record's name or how many: "price of Appam", "price of 12 items", "24 cells". */
export function undoneWords(
  undone: readonly { row: BaseRow; key: string }[],
  { columns }: Pick<Grid, 'columns'>,
  { label, titleOf }: { label: readonly [one: string, many: string]; titleOf: (row: BaseRow) => string },
): string {
  const [first] = undone
  const { number } = format()
  const column = columns.find(({ key }) => key === first?.key)
  if (!first || !column || undone.some(({ key }) => key !== first.key)) return `${number(undone.length)} cells`
  const what = column.label === column.label.toUpperCase() ? column.label : column.label.toLowerCase()
  return `${what} of ${undone.length === 1 ? titleOf(first.row) : `${number(undone.length)} ${label[1].toLowerCase()}`}`
}
