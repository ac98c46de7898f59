import { LinkOrText } from '../access/places.tsx'
import type { Column } from './columns.tsx'
import './table.css'

interface RowsTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  pathOf?: (row: Row) => string | null
  /** It has more columns than a phone has room for: the keyboard scrolls it too. */
  isWide?: boolean
}

/** A plain table of a few rows, with the same columns as a list. */
export function RowsTable<Row>({ label, columns, rows, keyOf, pathOf, isWide = false }: RowsTableProps<Row>) {
  return (
    <section className="table-frame" {...(isWide && { tabIndex: 0 })}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} className={column.align}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => (
                <td key={column.key} className={column.align}>
                  {index === 0 ? <LinkOrText to={pathOf?.(row) ?? null}>{column.cell(row)}</LinkOrText> : column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
