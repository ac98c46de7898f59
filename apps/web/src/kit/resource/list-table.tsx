import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Column } from '../cells/columns.tsx'
import type { BaseRow } from './define.ts'
import type { Density } from './use-list-preferences.ts'
import '../feedback/feedback.css'
import './table.css'

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
  selection: { has: (id: string) => boolean; toggle: (id: string) => void; setAll: (isOn: boolean) => void } | null
  density: Density
  sort: string | undefined
  onSort: (sort: string) => void
  skeletonRows: number
}

/** A list as a table: sticky head, sorting, selection, skeleton rows in the real layout. */
export function ListTable<Row extends BaseRow>(props: ListRowsProps<Row>) {
  const { label, columns, rows, titleOf, selection, density, sort, onSort, skeletonRows } = props
  const isAllSelected = rows !== undefined && rows.length > 0 && rows.every(({ id }) => selection?.has(id))
  return (
    <div className="table-frame list">
      <table className={`table list ${density}`} aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {selection && (
              <th className="check">
                <Check label="Select all on this page" isOn={isAllSelected} onChange={selection.setAll} />
              </th>
            )}
            {columns.map((column) => (
              <ListHead key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={row.id} {...rowAttributes(row, props)}>
              {selection && (
                <td className="check">
                  <Check label={`Select ${titleOf(row)}`} isOn={selection.has(row.id)} onChange={() => selection.toggle(row.id)} />
                </td>
              )}
              {columns.map((column, index) => (
                <td key={column.key} className={column.align}>
                  {index === 0 ? props.link(row, column.cell(row)) : column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {rows === undefined &&
            Array.from({ length: skeletonRows }, (_, row) => (
              <tr key={row}>
                {selection && <td className="check" />}
                {columns.map((column, index) => (
                  <td key={column.key} className={column.align}>
                    <span className="bone" style={{ width: `${40 + ((row * 7 + index * 13) % 40)}%` }} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

function rowAttributes<Row extends BaseRow>({ id }: Row, { fresh, current, selection }: ListRowsProps<Row>) {
  const classes = [fresh.has(id) && `row-${fresh.get(id)}`, current === id && 'current'].filter(Boolean).join(' ')
  return { 'data-row': id, className: classes, ...(selection && { 'aria-selected': selection.has(id) }) }
}

function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return <input type="checkbox" aria-label={label} checked={isOn} onChange={(event) => onChange(event.target.checked)} />
}

function ListHead<Row>({ column, sort, onSort }: { column: Column<Row>; sort: string | undefined; onSort: (sort: string) => void }) {
  const { sort: key, label, align, width } = column
  const direction = directionOf(sort, key)
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th className={align} style={{ width }} aria-sort={direction}>
      {key ? (
        <button
          type="button"
          className={direction ? 'sort on' : 'sort'}
          onClick={() => onSort(direction === 'ascending' ? `-${key}` : key)}
        >
          {label}
          {direction && <Arrow size={14} aria-hidden />}
        </button>
      ) : (
        label
      )}
    </th>
  )
}

function directionOf(sort: string | undefined, key: string | undefined): 'ascending' | 'descending' | undefined {
  if (!key || !sort) return undefined
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}
