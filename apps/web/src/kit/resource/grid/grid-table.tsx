import { type KeyboardEvent, useId, useLayoutEffect, useState } from 'react'
import { useMay, useZone } from '../../access/access.tsx'
import type { Option } from '../../fields/options.ts'
import type { BaseRow } from '../../row.ts'
import { CellInput } from './cell-input.tsx'
import { type CellPlace, type Grid, type GridColumn, type Next, nextPlace, valueIn } from './grid.ts'
import { GridBar } from './grid-bar.tsx'
import { GridRow } from './grid-row.tsx'
import { GridSaid } from './grid-said.tsx'
import type { GridCells, TypedCell } from './use-grid-cells.ts'
import { useGridEdits } from './use-grid-edits.ts'
import { rowHeight, useGridPlace } from './use-grid-place.ts'
import './grid.css'

interface GridTableProps {
  /** One, many: "Item", "Items". */
  label: readonly [one: string, many: string]
  titleOf: (row: BaseRow) => string
  grid: Grid
  /** The columns that may be typed into; null: all. */
  open: readonly string[] | null
  rows: readonly BaseRow[]
  cells: GridCells
  /** What a column refers to, of a row; null until it is read. */
  knownOf: (column: GridColumn, row: BaseRow) => readonly Option[] | null
  onSight: (sight: { first: number; last: number }) => void
  /** Somebody is at a row. */
  onRow: (row: BaseRow) => void
  /** Opens a record beside the grid. */
  onOpen: (row: BaseRow) => void
}

const moves: Readonly<Record<string, Next>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [12, 0],
  PageUp: [-12, 0],
}

/** The rows and columns of a grid: gone through, selected, typed into, copied and pasted by keyboard, as in a spreadsheet. */
export function GridTable(props: GridTableProps) {
  const { label, titleOf, grid, open, rows, cells, knownOf, onSight, onRow, onOpen } = props
  const { columns } = grid
  const id = useId()
  const may = useMay()
  const zone = useZone()
  const { frame, table, ...place } = useGridPlace(rows, columns.length)
  const { at, selected, first, last } = place
  const [begun, setTyping] = useState<{ text: string; seen: unknown } | null>(null)
  const typing = place.isThere ? begun : null
  const isOpen = ({ key, source }: GridColumn) => (open === null || open.includes(key)) && (!source || may(source.list.shape.permission))
  const edits = useGridEdits({ grid, rows, cells, place, isOpen, knownOf })
  const row = rows[at.row]
  const column = columns[at.column]
  const refused = [...cells.cells.values()].filter(({ because }) => because !== null)
  const placeOf = ({ row: { id: its }, key }: TypedCell): CellPlace | null => {
    const index = place.rowOf(its)
    return index === undefined ? null : { row: index, column: columns.findIndex((each) => each.key === key) }
  }
  const typedHere = row && column && cells.cellOf(row.id, column.key)
  // What is of a record that is not among the rows any more is told wherever somebody is.
  const told = typedHere?.because ? typedHere : refused.find((each) => placeOf(each) === null)
  const selectedRows = rows.slice(selected.top, selected.bottom + 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: told as it changes
  useLayoutEffect(() => onSight({ first, last }), [first, last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told as it changes
  useLayoutEffect(() => {
    if (row) onRow(row)
  }, [row?.id])

  function goTo(to: CellPlace, isFurther = false): void {
    setTyping(null)
    place.goTo(to, isFurther)
  }

  /** A switch is turned, anything else typed into. */
  function begin(of: GridColumn, text: string): void {
    if (of.isSwitch) edits.fill(text === 'Yes' ? 'No' : 'Yes')
    else setTyping({ text, seen: row && valueIn(row, of.key) })
  }

  function commit(text: string, [down, across]: Next): void {
    setTyping(null)
    cells.take(edits.changeOf(at, text, typing))
    goTo({ row: at.row + down, column: at.column + across })
  }

  function goToRefused(): void {
    const next = nextPlace(
      refused.flatMap((each) => placeOf(each) ?? []),
      at,
    )
    if (next) goTo(next)
  }

  const isSelected = (each: TypedCell) => {
    const its = placeOf(each)
    return (
      its !== null && its.row >= selected.top && its.row <= selected.bottom && its.column >= selected.left && its.column <= selected.right
    )
  }
  const rescueSelected = () => edits.rescue(refused.filter(isSelected))

  function actOf(
    { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
    here: { row: BaseRow; column: GridColumn },
  ): (() => void) | null {
    const isMod = ctrlKey || metaKey
    const move = moves[key]
    if (key === 'F8') return goToRefused
    if (altKey) return key === 'Enter' ? () => onOpen(here.row) : null
    if (isMod) {
      if (key === 'Home') return () => goTo({ row: 0, column: 0 }, shiftKey)
      if (key === 'End') return () => goTo({ row: rows.length - 1, column: columns.length - 1 }, shiftKey)
      return { z: edits.undo, d: edits.fillDown, s: rescueSelected }[key.toLowerCase()] ?? null
    }
    if (move) return () => goTo({ row: at.row + move[0], column: at.column + move[1] }, shiftKey)
    if (key === 'Home') return () => goTo({ ...at, column: 0 }, shiftKey)
    if (key === 'End') return () => goTo({ ...at, column: columns.length - 1 }, shiftKey)
    if (!isOpen(here.column)) return null
    const { isSwitch } = here.column
    if (key === 'Enter' || key === 'F2' || (key === ' ' && isSwitch)) return () => begin(here.column, edits.textOf(here.row, here.column))
    if ((key === 'Delete' || key === 'Backspace') && !isSwitch) return () => edits.fill('')
    return key.length === 1 && !isSwitch ? () => begin(here.column, key) : null
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (typing || !row || !column) return
    const act = actOf(event, { row, column })
    if (!act) return
    event.preventDefault()
    act()
  }

  const input = row && column && typing && (
    <CellInput
      label={`${column.label} of ${titleOf(row)}`}
      text={typing.text}
      isNumber={column.align === 'right'}
      options={column.choices?.(edits.givenOf(row, column)) ?? null}
      onCommit={commit}
      onFill={(text) => {
        setTyping(null)
        edits.fill(text, typing)
        place.focus()
      }}
      onLeave={(left) => {
        setTyping(null)
        cells.take(edits.changeOf(at, left, typing))
      }}
      onCancel={() => goTo(at)}
    />
  )

  /** The cell that was pressed, but where it is typed into. */
  function pressedAt({ target }: { target: EventTarget }): CellPlace | null {
    if (!(target instanceof HTMLElement)) return null
    const line = target.closest('tr[aria-rowindex]')
    const of = Number(target.closest('td')?.getAttribute('aria-colindex')) - 1
    const pressed = { row: Number(line?.getAttribute('aria-rowindex')) - 2, column: of }
    const isTyped = typing && pressed.row === at.row && pressed.column === at.column
    return !line || of < 0 || isTyped ? null : pressed
  }

  const typedIn = Map.groupBy(cells.cells.values(), (each) => each.row.id)
  const typedOf = (each: BaseRow) => {
    const typed = typedIn.get(each.id)
    return typed && new Map(typed.map((one) => [one.key, one]))
  }

  return (
    <>
      <GridBar
        grid={grid}
        label={label}
        titleOf={titleOf}
        rows={selectedRows}
        refused={refused.length}
        cells={cells}
        edits={edits}
        onRefused={goToRefused}
      />
      <div role="status" className="grid-said">
        {told && (
          <GridSaid
            grid={grid}
            titleOf={titleOf}
            typed={told}
            row={rows[place.rowOf(told.row.id) ?? -1] ?? null}
            edits={edits}
            onRescue={() => edits.rescue([told])}
            onDrop={() => cells.drop(told.row.id, told.key)}
          />
        )}
      </div>
      <div ref={frame} className="grid-frame" onScroll={place.onScroll}>
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is gone through by keys is a grid
          role="grid"
          aria-label={label[1]}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          aria-multiselectable
          aria-activedescendant={row ? `${id}-${at.row}-${at.column}` : undefined}
          tabIndex={0}
          style={{ width: columns.reduce((sum, each) => sum + each.width, 0) }}
          onKeyDown={onKeyDown}
          onCopy={(event) => {
            if (typing) return
            event.preventDefault()
            edits.copy(event)
          }}
          onPaste={(event) => {
            if (typing) return
            event.preventDefault()
            edits.paste(event)
          }}
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
          <tbody
            onPointerDown={(event) => {
              const pressed = pressedAt(event)
              if (!pressed) return
              event.preventDefault()
              goTo(pressed, event.shiftKey)
            }}
            onDoubleClick={(event) => {
              if (pressedAt(event) && row && column && isOpen(column)) begin(column, edits.textOf(row, column))
            }}
          >
            {/* Of twenty thousand rows those in sight are drawn: these stand for the rest. */}
            <tr aria-hidden style={{ height: first * rowHeight }} />
            {rows.slice(first, last).map((each, offset) => {
              const index = first + offset
              const isIn = index >= selected.top && index <= selected.bottom
              return (
                <GridRow
                  key={each.id}
                  grid={grid}
                  row={each}
                  index={index}
                  id={id}
                  zone={zone}
                  knownOf={knownOf}
                  isOpen={isOpen}
                  typed={typedOf(each)}
                  left={isIn ? selected.left : -1}
                  right={isIn ? selected.right : -1}
                  at={index === at.row ? at.column : -1}
                  input={index === at.row ? input : null}
                />
              )
            })}
            <tr aria-hidden style={{ height: (rows.length - last) * rowHeight }} />
          </tbody>
        </table>
      </div>
    </>
  )
}
