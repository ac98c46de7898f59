import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { LinkOrText } from '../access/places.tsx'
import type { Column } from '../cells/columns.tsx'

interface RowsTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  pathOf?: (row: Row) => string | null
}

/** A plain table of a few rows, with the same columns as a list. */
export function RowsTable<Row>({ label, columns, rows, keyOf, pathOf }: RowsTableProps<Row>) {
  return (
    <TableContainer>
      <Table size="small" aria-label={label} sx={{ '& td': { height: 36, py: 0 } }}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.key} align={column.align}>
                {column.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)}>
              {columns.map((column, index) => (
                <TableCell key={column.key} align={column.align}>
                  {index === 0 ? <LinkOrText to={pathOf?.(row) ?? null}>{column.cell(row)}</LinkOrText> : column.cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
