import type { ClipboardEvent } from 'react'
import { useZone } from '../../access/access.tsx'
import { cellsOf } from '../../fields/inputs/lines.ts'
import type { Option } from '../../fields/options.ts'
import { format } from '../../format.ts'
import { useNotify } from '../../notify.ts'
import type { BaseRow } from '../../row.ts'
import {
  type CellChange,
  type CellPlace,
  filledDown,
  type Given,
  type Grid,
  type GridColumn,
  isRequired,
  pasted,
  placesIn,
  valueIn,
} from './grid.ts'
import type { GridCells, TypedCell } from './use-grid-cells.ts'
import type { GridPlace } from './use-grid-place.ts'

interface Edited {
  grid: Grid
  rows: readonly BaseRow[]
  cells: GridCells
  place: GridPlace
  isOpen: (column: GridColumn) => boolean
  /** What a column refers to, of a row; null until it is read. */
  knownOf: (column: GridColumn, row: BaseRow) => readonly Option[] | null
}

/** What is done with the selected cells of a grid, as in a spreadsheet. */
export function useGridEdits({ grid, rows, cells, place, isOpen, knownOf }: Edited) {
  const { columns } = grid
  const { at, selected } = place
  const notify = useNotify()
  const zone = useZone()
  const number = (count: number) => format().number(count)

  /** Its record as it is now, or as it was known last where it is not among the rows. */
  const rowOf = (row: BaseRow) => rows[place.rowOf(row.id) ?? -1] ?? row

  const givenOf = (row: BaseRow, column: GridColumn): Given => ({
    row,
    rows,
    zone,
    currency: grid.currencyOf(row),
    known: knownOf(column, row),
  })
  const textOf = (row: BaseRow, column: GridColumn) =>
    cells.cellOf(row.id, column.key)?.text ?? column.textOf(valueIn(row, column.key), givenOf(row, column))

  function changeTo(row: BaseRow, column: GridColumn, text: string): CellChange {
    const given = givenOf(row, column)
    return { row, column, text, because: column.whyNot?.(text, given) ?? null, value: column.valueOf(text, given) }
  }

  function changeOf({ row: index, column: of }: CellPlace, text: string, from: { seen: unknown } | null = null): CellChange[] {
    const [row, column] = [rows[index], columns[of]]
    return row && column && isOpen(column) ? [{ ...changeTo(row, column, text), ...(from && { seen: from.seen }) }] : []
  }

  /** A text into every selected cell; `from`: what was seen in the one that it was typed into. */
  function fill(text: string, from: { seen: unknown } | null = null): void {
    const isAt = ({ row, column }: CellPlace) => row === at.row && column === at.column
    cells.take(placesIn(selected).flatMap((each) => changeOf(each, text, isAt(each) ? from : null)))
  }

  function fillDown(): void {
    const filled = filledDown(selected)
    const source = filled && rows[filled.from]
    if (!filled || !source) return
    cells.take(
      placesIn(filled.into).flatMap((each) => {
        const column = columns[each.column]
        return column ? changeOf(each, textOf(source, column)) : []
      }),
    )
  }

  function undo(): void {
    const steps = cells.lastStep()
    const changes = steps.flatMap(({ row, key, before }): CellChange[] => {
      const column = columns.find((one) => one.key === key)
      const now = rowOf(row)
      return column ? [{ row: now, column, value: before, text: column.textOf(before, givenOf(now, column)) }] : []
    })
    const isSent = cells.take(changes, { isUndo: true })
    if (steps.length > 0 && !isSent) notify('There is nothing to undo: it stands as it did before.', 'info')
  }

  function copy(event: ClipboardEvent): void {
    const of = columns.slice(selected.left, selected.right + 1)
    const block = rows
      .slice(selected.top, selected.bottom + 1)
      .map((row) => of.map((column) => textOf(row, column).replaceAll(/[\t\n]/g, ' ')))
    event.clipboardData.setData('text/plain', block.map((line) => line.join('\t')).join('\n'))
  }

  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain')
    const block = cellsOf(text) ?? [[text.trim()]]
    const { cells: into, past } = pasted(block, selected, { rows: rows.length, columns: columns.length })
    const shut = into.filter(({ column }) => !isOpen(columns[column] as GridColumn)).length
    const required = columns.map((column) => isRequired(grid, column))
    // As in a spreadsheet an empty cell empties another one, but where there has to be something.
    const given = into.filter((each) => each.text !== '' || !required[each.column])
    cells.take(given.flatMap((each) => changeOf(each, each.text)))
    const end = into.at(-1)
    if (end) place.select({ row: selected.top, column: selected.left }, end)
    const told = [
      past + shut > 0 && `${number(past + shut)} of the cells that were pasted have no place here.`,
      into.length > given.length &&
        `${number(into.length - given.length)} that were empty are left as they are: there has to be something.`,
    ].filter(Boolean)
    if (told.length > 0) notify(told.join(' '), 'warning')
  }

  /** Values of fields into each of some rows. */
  function set(into: readonly BaseRow[], values: Readonly<Record<string, unknown>>): void {
    cells.take(
      into.flatMap((row) =>
        columns.flatMap((column): CellChange[] => {
          const value = values[column.key]
          return value === undefined ? [] : [{ row, column, value, text: column.textOf(value, givenOf(row, column)) }]
        }),
      ),
    )
  }

  /** Saves what was refused for want of a word all the same: over what somebody else left there, or as it is meant. */
  function rescue(refused: readonly TypedCell[]): void {
    const changes = refused.flatMap(({ row, key, text, outcome }) => {
      const column = columns.find((one) => one.key === key)
      return column && (outcome === 'conflict' || outcome === 'unsaid') ? [changeTo(rowOf(row), column, text)] : []
    })
    if (changes.length > 0) cells.take(changes, { isMeant: true })
  }

  return { givenOf, textOf, changeOf, set, fill, fillDown, undo, copy, paste, rescue }
}

export type GridEdits = ReturnType<typeof useGridEdits>
