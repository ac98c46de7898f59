import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { cellsOf } from '../../fields/inputs/lines.ts'
import { format } from '../../format.ts'
import { Button } from '../../layout/button.tsx'
import { Text } from '../../layout/text.tsx'
import { useNotify } from '../../notify.ts'
import type { BaseRow } from '../../row.ts'
import { CellInput } from './cell-input.tsx'
import { type CellChange, type CellPlace, type Grid, type GridColumn, pasted, rangeBetween } from './grid.ts'
import { type GridCells, valueIn } from './use-grid-cells.ts'
import './grid.css'

const rowHeight = 34
/** Rows that are drawn beyond those in sight. */
const beyond = 8

interface GridTableProps {
  label: string
  titleOf: (row: BaseRow) => string
  grid: Grid
  /** The columns that may be typed into; null: all. */
  open: readonly string[] | null
  rows: readonly BaseRow[]
  cells: GridCells
  onSight: (sight: { first: number; last: number }) => void
}

const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [12, 0],
  PageUp: [-12, 0],
}

/** A cell, with the record that it is of. */
type CellOf = CellPlace & { id: string | undefined }

/** The rows and columns of a grid: gone through, selected, typed into, copied and pasted by keyboard, as in a spreadsheet. */
export function GridTable({ label, titleOf, grid, open, rows, cells, onSight }: GridTableProps) {
  const { columns } = grid
  const id = useId()
  const notify = useNotify()
  const frame = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(480)
  const [atCell, setAt] = useState<CellOf>({ row: 0, column: 0, id: rows[0]?.id })
  const [anchorCell, setAnchor] = useState<CellOf>(atCell)
  const [begun, setTyping] = useState<{ text: string; seen: unknown } | null>(null)
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond)
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + beyond)
  // A cell is of its record, wherever that stands by now: rows come and go while somebody types.
  const rowOf = new Map(rows.map((each, index) => [each.id, index]))
  const placeNow = ({ row: was, column: of, id: its }: CellOf): CellPlace => ({ row: rowOf.get(its ?? '') ?? was, column: of })
  const [at, anchor] = [placeNow(atCell), placeNow(anchorCell)]
  // With its record gone, what was begun there is typed into no other.
  const typing = atCell.id === undefined || rowOf.has(atCell.id) ? begun : null
  const cellOf = (place: CellPlace): CellOf => ({ ...place, id: rows[place.row]?.id })
  const selected = rangeBetween(anchor, at)
  const isOpen = (column: GridColumn) => open === null || open.includes(column.key)
  const row = rows[at.row]
  const column = columns[at.column]
  const cell = row && column && cells.cellOf(row.id, column.key)

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setHeight(element.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told as it changes
  useLayoutEffect(() => onSight({ first, last }), [first, last])

  const textOf = (each: BaseRow, of: GridColumn) => cells.cellOf(each.id, of.key)?.text ?? of.textOf(valueIn(each, of.key))

  function goTo(place: CellPlace, isFurther = false): void {
    const to = {
      row: Math.min(rows.length - 1, Math.max(0, place.row)),
      column: Math.min(columns.length - 1, Math.max(0, place.column)),
    }
    setAt(cellOf(to))
    if (!isFurther) setAnchor(cellOf(to))
    setTyping(null)
    const element = frame.current
    if (!element) return
    table.current?.focus({ preventScroll: true })
    const [from, end] = [to.row * rowHeight, (to.row + 2) * rowHeight]
    if (from < element.scrollTop) element.scrollTop = from
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight
    element.querySelector(`[data-head="${to.column}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  function changeOf(place: CellPlace, text: string, from: { seen: unknown } | null = null): CellChange[] {
    const [each, of] = [rows[place.row], columns[place.column]]
    if (!each || !of || !isOpen(of)) return []
    return [{ row: each, column: of, text, value: of.valueOf(text, grid.currencyOf(each)), ...(from && { seen: from.seen }) }]
  }

  function fill(text: string): void {
    const changes: CellChange[] = []
    for (let r = selected.top; r <= selected.bottom; r++)
      for (let c = selected.left; c <= selected.right; c++) changes.push(...changeOf({ row: r, column: c }, text))
    cells.take(changes)
  }

  const seenAt = (of: GridColumn) => row && valueIn(row, of.key)

  /** A switch is turned, anything else typed into. */
  function begin(of: GridColumn, text: string): void {
    if (of.isSwitch) fill(text === 'Yes' ? 'No' : 'Yes')
    else setTyping({ text, seen: seenAt(of) })
  }

  function commit(text: string, [down, across]: readonly [number, number]): void {
    setTyping(null)
    cells.take(changeOf(at, text, typing))
    goTo({ row: at.row + down, column: at.column + across })
  }

  function undo(): void {
    const byId = new Map(rows.map((each) => [each.id, each]))
    const changes = cells.lastStep().flatMap(({ id: rowId, key, before }): CellChange[] => {
      const [each, of] = [byId.get(rowId), columns.find((one) => one.key === key)]
      return each && of ? [{ row: each, column: of, value: before, text: of.textOf(before) }] : []
    })
    cells.take(changes, { isUndo: true })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (typing || !row || !column) return
    const isMod = event.ctrlKey || event.metaKey
    const move = moves[event.key]
    const act = (): (() => void) | null => {
      if (isMod && event.key.toLowerCase() === 'z') return undo
      if (isMod && event.key === 'Home') return () => goTo({ row: 0, column: 0 }, event.shiftKey)
      if (isMod && event.key === 'End') return () => goTo({ row: rows.length - 1, column: columns.length - 1 }, event.shiftKey)
      if (event.altKey || isMod) return null
      if (move) return () => goTo({ row: at.row + move[0], column: at.column + move[1] }, event.shiftKey)
      if (event.key === 'Home') return () => goTo({ ...at, column: 0 }, event.shiftKey)
      if (event.key === 'End') return () => goTo({ ...at, column: columns.length - 1 }, event.shiftKey)
      if (!isOpen(column)) return null
      if (event.key === 'Enter' || event.key === 'F2' || (event.key === ' ' && column.isSwitch))
        return () => begin(column, textOf(row, column))
      if ((event.key === 'Delete' || event.key === 'Backspace') && !column.isSwitch) return () => fill('')
      return event.key.length === 1 && !column.options && !column.isSwitch
        ? () => setTyping({ text: event.key, seen: seenAt(column) })
        : null
    }
    const todo = act()
    if (!todo) return
    event.preventDefault()
    todo()
  }

  function onCopy(event: ClipboardEvent): void {
    if (typing) return
    event.preventDefault()
    const block = rows
      .slice(selected.top, selected.bottom + 1)
      .map((each) => columns.slice(selected.left, selected.right + 1).map((of) => textOf(each, of).replaceAll(/[\t\n]/g, ' ')))
    event.clipboardData.setData('text/plain', block.map((line) => line.join('\t')).join('\n'))
  }

  function onPaste(event: ClipboardEvent): void {
    if (typing) return
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain')
    const block = cellsOf(text) ?? [[text.trim()]]
    const { cells: into, past } = pasted(block, selected, { rows: rows.length, columns: columns.length })
    const shut = into.filter((place) => !isOpen(columns[place.column] as GridColumn)).length
    cells.take(into.flatMap((place) => changeOf(place, place.text)))
    const end = into.at(-1)
    if (end) setAt(cellOf({ row: end.row, column: end.column }))
    setAnchor(cellOf({ row: selected.top, column: selected.left }))
    if (past + shut > 0) notify(`${format().number(past + shut)} of the cells that were pasted have no place here.`, 'warning')
  }

  function cellAt(each: BaseRow, of: GridColumn, place: CellPlace): ReactNode {
    const isAt = place.row === at.row && place.column === at.column
    const typed = cells.cellOf(each.id, of.key)
    const { top: above, bottom, left, right } = selected
    const isIn = place.row >= above && place.row <= bottom && place.column >= left && place.column <= right
    const text = textOf(each, of)
    return (
      // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid it is a gridcell
      <td
        key={of.key}
        id={`${id}-${place.row}-${place.column}`}
        aria-colindex={place.column + 1}
        aria-selected={isIn}
        aria-readonly={!isOpen(of)}
        aria-invalid={Boolean(typed?.because)}
        className={[of.align, isAt && 'at', typed && (typed.because === null ? 'saving' : 'refused')].filter(Boolean).join(' ')}
        onPointerDown={(event) => {
          if (isAt && typing) return
          event.preventDefault()
          goTo(place, event.shiftKey)
        }}
        onDoubleClick={() => {
          if (isOpen(of)) begin(of, text)
        }}
      >
        {isAt && typing ? (
          <CellInput
            label={`${of.label} of ${titleOf(each)}`}
            text={typing.text}
            column={of}
            onCommit={commit}
            onLeave={(left) => {
              setTyping(null)
              cells.take(changeOf(place, left, typing))
            }}
            onCancel={() => goTo(at)}
          />
        ) : (
          text
        )}
      </td>
    )
  }

  const width = columns.reduce((sum, each) => sum + each.width, 0)
  return (
    <>
      <div className="grid-bar">
        <Button size="small" disabled={!cells.canUndo} onClick={undo}>
          Undo
        </Button>
        <Text size={13} tone="muted">
          {cells.cells.size > 0 && !cells.lost && [...cells.cells.values()].some(({ because }) => because === null)
            ? 'Saving…'
            : 'What is typed is saved at once. Shift selects, Space turns a switch, Ctrl C and Ctrl V copy and paste, Ctrl Z undoes.'}
        </Text>
      </div>
      <div role="status" className="grid-said">
        {row && column && cell?.because && (
          <>
            <Text size={13} tone="bad">
              {column.label} of {titleOf(row)}: {cell.because.replace(/\.?$/, '.')} It is{' '}
              {column.textOf(valueIn(row, column.key)) || 'empty'}; you typed “{cell.text}”.
            </Text>
            <Button size="small" onClick={() => cells.take(changeOf(at, cell.text), { isMine: true })}>
              Save mine
            </Button>
            <Button size="small" onClick={() => cells.drop(row.id, column.key)}>
              Drop mine
            </Button>
          </>
        )}
      </div>
      <div ref={frame} className="grid-frame" onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is gone through by keys is a grid
          role="grid"
          aria-label={label}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          aria-multiselectable
          aria-activedescendant={row ? `${id}-${at.row}-${at.column}` : undefined}
          tabIndex={0}
          style={{ width }}
          onKeyDown={onKeyDown}
          onCopy={onCopy}
          onPaste={onPaste}
        >
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((of, index) => (
                <th key={of.key} data-head={index} className={of.align} style={{ width: of.width }}>
                  {of.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {/* Of twenty thousand rows those in sight are drawn: these stand for the rest. */}
            <tr aria-hidden style={{ height: first * rowHeight }} />
            {rows.slice(first, last).map((each, index) => (
              <tr key={each.id} aria-rowindex={first + index + 2}>
                {columns.map((of, c) => cellAt(each, of, { row: first + index, column: c }))}
              </tr>
            ))}
            <tr aria-hidden style={{ height: (rows.length - last) * rowHeight }} />
          </tbody>
        </table>
      </div>
    </>
  )
}
