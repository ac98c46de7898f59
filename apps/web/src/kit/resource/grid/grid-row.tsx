import { memo, type ReactNode, useEffect, useState } from 'react'
import { SmallPicture } from '../../cells/small-picture.tsx'
import type { Option } from '../../fields/options.ts'
import type { BaseRow } from '../../row.ts'
import { type Grid, type GridColumn, valueIn } from './grid.ts'
import type { TypedCell } from './use-grid-cells.ts'

/** Pixels. */
const pictureSize = 24
/** A row that is scrolled past fetches no pictures. */
const lingersMs = 150
const none: readonly BaseRow[] = []

interface GridRowProps {
  grid: Grid
  row: BaseRow
  index: number
  id: string
  zone: string
  knownOf: (column: GridColumn, row: BaseRow) => readonly Option[] | null
  isOpen: (column: GridColumn) => boolean
  /** What was typed into it and is not saved. */
  typed: ReadonlyMap<string, TypedCell> | undefined
  /** Its selected columns; -1 and -1 of a row that is not selected. */
  left: number
  right: number
  /** The column that somebody is at; -1 in other rows. */
  at: number
  /** What that cell is typed into with, while it is. */
  input: ReactNode
}

/** A row of a grid: what stands in its cells, what was typed and is not saved yet, and what was refused. Drawn anew for what changes of it alone. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { grid, row, index, id, zone, knownOf, isOpen, typed, left, right, at, input } = props
  const [lingers, setLingers] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLingers(true), lingersMs)
    return () => clearTimeout(timer)
  }, [])
  const currency = grid.currencyOf(row)
  return (
    <tr aria-rowindex={index + 2}>
      {grid.columns.map((column, place) => {
        const cell = typed?.get(column.key)
        const text = cell?.text ?? column.textOf(valueIn(row, column.key), { row, rows: none, zone, currency, known: knownOf(column, row) })
        const className = [column.align, place === at && 'at', cell && (cell.because === null ? 'saving' : 'refused')]
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid it is a gridcell
          <td
            key={column.key}
            id={`${id}-${index}-${place}`}
            aria-colindex={place + 1}
            aria-selected={place >= left && place <= right}
            aria-readonly={!isOpen(column)}
            aria-invalid={Boolean(cell?.because)}
            className={className.filter(Boolean).join(' ')}
          >
            {place === at && input ? (
              input
            ) : (
              <>
                {column.picture && <SmallPicture id={lingers ? column.picture(row as never) : null} size={pictureSize} />}
                {text}
              </>
            )}
          </td>
        )
      })}
    </tr>
  )
})
