import { type CSSProperties, type ReactNode, useRef } from 'react'
import type { Column } from '../../cells/columns.tsx'
import { InRow } from '../../cells/when.tsx'
import type { BaseRow } from '../../row.ts'
import { usePressGuard } from '../../use-press-guard.ts'
import type { Selection } from '../selection/use-selection.ts'
import type { Density } from '../views/use-list-preferences.ts'
import { ListHead } from './list-head.tsx'
import { openPressedRow } from './open-row.ts'
import { RowCheck } from './row-check.tsx'
import '../../feedback/feedback.css'
import '../../cells/table.css'

export interface ListRowsProps<Row extends BaseRow> {
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while nothing is here yet. */
  rows: readonly Row[] | undefined
  /** The first cell, as the way into the record. */
  link: (row: Row, cell: ReactNode) => ReactNode
  titleOf: (row: Row) => string
  fresh: ReadonlyMap<string, 'new' | 'changed'>
  /** The row that the keyboard stands on. */
  current: string | null
  /** Null where nothing can be done with many rows. */
  selection: Selection | null
  /** What can be done with one row; null where nothing ever can. */
  acts: ((row: Row) => ReactNode) | null
  density: Density
  /** What a row carries beside its id, where rows are put in order by hand. */
  entry?: (index: number) => Readonly<Record<string, string | number>>
}

interface ListTableProps<Row extends BaseRow> extends ListRowsProps<Row> {
  /** Pixels, of columns that were given a width. */
  widths: Readonly<Record<string, number>>
  onWidths: (widths: Readonly<Record<string, number>>) => void
  sort: string | undefined
  onSort: (sort: string) => void
  skeletonRows: number
}

/** Pixels. */
const checkWidth = 40
const actsWidth = 44

/** A list as a table: sticky head and first column, columns that stay as wide as they are, sorting, selection, skeleton rows in the real layout. */
export function ListTable<Row extends BaseRow>(props: ListTableProps<Row>) {
  const { label, columns, rows, titleOf, selection, acts, density, widths, onWidths, sort, onSort, skeletonRows } = props
  const isAllSelected = rows !== undefined && rows.length > 0 && rows.every(({ id }) => selection?.has(id))
  const isSized = columns.some(({ key }) => key in widths)
  const forgetWidth = (key: string) => onWidths(Object.fromEntries(Object.entries(widths).filter(([each]) => each !== key)))
  const body = useRef<HTMLTableSectionElement>(null)
  const guard = usePressGuard(body, '[data-row]', { isAimed: true })
  const pressed = { ...guard, onClick: openPressedRow, onAuxClick: openPressedRow }
  return (
    <div className="table-frame list" onScroll={({ currentTarget }) => markScrolled(currentTarget)}>
      <table className={`table list ${density}${selection ? ' checked' : ''}`} aria-label={label} aria-busy={rows === undefined}>
        <colgroup>
          {selection && <col style={{ width: checkWidth }} />}
          {columns.map((column) => (
            <col key={column.key} data-column={column.key} style={{ width: widths[column.key] ?? widthOf(column, props, isSized) }} />
          ))}
          {isSized && <col />}
          {acts && <col style={{ width: actsWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th className="check held">
                <RowCheck
                  label="Select all on this page"
                  isOn={isAllSelected}
                  isPartly={!isAllSelected && selection.ids.length > 0}
                  onChange={() => selection.setAll(!isAllSelected)}
                />
              </th>
            )}
            {columns.map((column, index) => (
              <ListHead
                key={column.key}
                column={column}
                isFirst={index === 0}
                sort={sort}
                onSort={onSort}
                onWidths={onWidths}
                onOwnWidth={forgetWidth}
              />
            ))}
            {isSized && <td />}
            {acts && (
              <th className="acts">
                <span className="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <InRow value={true}>
          <tbody ref={body} {...pressed}>
            {rows?.map((row, place) => (
              <tr key={row.id} {...rowAttributes(row, props)} {...props.entry?.(place)}>
                {selection && (
                  <td className="check held">
                    <RowCheck
                      label={`Select ${titleOf(row)}`}
                      isOn={selection.has(row.id)}
                      onChange={selection.toggle}
                      onRange={selection.toggleTo}
                      id={row.id}
                    />
                  </td>
                )}
                {columns.map((column, index) => (
                  <td key={column.key} className={index === 0 ? `${column.align} held way` : column.align} data-cut="">
                    {index === 0 ? props.link(row, column.cell(row)) : column.cell(row)}
                  </td>
                ))}
                {isSized && <td />}
                {acts && <td className="acts">{acts(row)}</td>}
              </tr>
            ))}
            {rows === undefined &&
              Array.from({ length: skeletonRows }, (_, row) => (
                <tr key={row}>
                  {selection && <td className="check held" />}
                  {columns.map((column, index) => (
                    <td key={column.key} className={column.align}>
                      <span className="bone" style={{ width: `${40 + ((row * 7 + index * 13) % 40)}%` }} />
                    </td>
                  ))}
                  {isSized && <td />}
                  {acts && <td className="acts" />}
                </tr>
              ))}
          </tbody>
        </InRow>
      </table>
    </div>
  )
}

/** Its least width, and of the room that is left in the frame (`cqw`) its share; as it stands once any column was given a width. */
function widthOf<Row extends BaseRow>(
  column: Column<Row>,
  { columns, selection, acts }: ListTableProps<Row>,
  isSized: boolean,
): CSSProperties['width'] {
  if (isSized) return column.width
  const least = columns.reduce((sum, { width }) => sum + width, (selection ? checkWidth : 0) + (acts ? actsWidth : 0))
  const whole = columns.reduce((sum, each) => sum + weightOf(each), 0)
  return `calc(${column.width}px + max(0px, 100cqw - ${least}px) * ${(weightOf(column) / whole).toFixed(4)})`
}

function weightOf<Row>({ width, grows }: Column<Row>): number {
  return grows ? width * 2 : width
}

/** What stays while the rest is scrolled sideways shows an edge then. */
function markScrolled(frame: HTMLElement): void {
  frame.classList.toggle('scrolled', frame.scrollLeft > 0)
}

function rowAttributes<Row extends BaseRow>({ id }: Row, { fresh, current, selection }: ListRowsProps<Row>) {
  const classes = [fresh.has(id) && `row-${fresh.get(id)}`, current === id && 'current'].filter(Boolean).join(' ')
  return { 'data-row': id, tabIndex: -1, className: classes, ...(selection && { 'aria-selected': selection.has(id) }) }
}
