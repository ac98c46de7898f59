import { useLayoutEffect, useRef, useState } from 'react'
import type { BaseRow } from '../../row.ts'
import { type CellPlace, rangeBetween } from './grid.ts'

export const rowHeight = 34
/** Rows that are drawn beyond those in sight. */
const beyond = 8

/** A cell, with the record that it is of. */
type CellOf = CellPlace & { id: string | undefined }

/**
 * Where somebody is in a grid, which cells are selected and which rows are in sight. A cell is of its record, wherever that stands by now: rows
 * come and go while somebody types.
 */
export function useGridPlace(rows: readonly BaseRow[], columnCount: number) {
  const frame = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  // Rows, so that nothing is drawn for a scroll within one.
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(Math.ceil(480 / rowHeight))
  const [atCell, setAt] = useState<CellOf>({ row: 0, column: 0, id: rows[0]?.id })
  const [anchorCell, setAnchor] = useState<CellOf>(atCell)
  const rowOf = indexOf(rows)
  const placeNow = ({ row: was, column: of, id: its }: CellOf): CellPlace => ({
    row: its === undefined || rows[was]?.id === its ? was : (rowOf(its) ?? was),
    column: of,
  })
  const [at, anchor] = [placeNow(atCell), placeNow(anchorCell)]
  const cellOf = (place: CellPlace): CellOf => ({ ...place, id: rows[place.row]?.id })

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setHeight(Math.ceil(element.clientHeight / rowHeight))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  function goTo(place: CellPlace, isFurther = false): void {
    const to = {
      row: Math.min(rows.length - 1, Math.max(0, place.row)),
      column: Math.min(columnCount - 1, Math.max(0, place.column)),
    }
    setAt(cellOf(to))
    if (!isFurther) setAnchor(cellOf(to))
    const element = frame.current
    if (!element) return
    table.current?.focus({ preventScroll: true })
    const [from, end] = [to.row * rowHeight, (to.row + 2) * rowHeight]
    if (from < element.scrollTop) element.scrollTop = from
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight
    element.querySelector(`[data-head="${to.column}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  return {
    frame,
    table,
    at,
    selected: rangeBetween(anchor, at),
    /** Where the record of a cell stands; undefined where it is not among the rows. */
    rowOf,
    /** With its record gone, what was begun in a cell is typed into no other. */
    isThere: atCell.id === undefined || rows[at.row]?.id === atCell.id,
    first: Math.max(0, top - beyond),
    last: Math.min(rows.length, top + height + 1 + beyond),
    goTo,
    select: (from: CellPlace, to: CellPlace) => {
      setAnchor(cellOf(from))
      setAt(cellOf(to))
    },
    focus: () => table.current?.focus({ preventScroll: true }),
    onScroll: () => setTop(Math.floor((frame.current?.scrollTop ?? 0) / rowHeight)),
  }
}

/** What edits need of it. */
export type GridPlace = Omit<ReturnType<typeof useGridPlace>, 'frame' | 'table'>

/** Where a record stands among rows, by a table that is made once it is asked of. */
function indexOf(rows: readonly BaseRow[]): (id: string) => number | undefined {
  let made: ReadonlyMap<string, number> | null = null
  return (id) => {
    made ??= new Map(rows.map((each, index) => [each.id, index]))
    return made.get(id)
  }
}
