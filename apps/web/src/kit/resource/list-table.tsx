import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { ReactNode } from 'react'
import type { Column } from '../cells/columns.tsx'
import type { BaseRow } from './define.ts'
import type { Density } from './use-list-preferences.ts'

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
  const { label, columns, rows, link, titleOf, fresh, current, selection, density, sort, onSort, skeletonRows } = props
  const height = density === 'compact' ? 36 : 44
  const isAllSelected = rows !== undefined && rows.length > 0 && rows.every(({ id }) => selection?.has(id))
  return (
    <TableContainer sx={{ maxHeight: { md: 'calc(100vh - 296px)' }, minHeight: 240 }}>
      <Table stickyHeader size="small" aria-label={label} aria-busy={rows === undefined} sx={{ '& td': { height, py: 0 } }}>
        <TableHead>
          <TableRow>
            {selection && (
              <TableCell padding="checkbox">
                <Checkbox
                  size="small"
                  checked={isAllSelected}
                  onChange={(_event, isOn) => selection.setAll(isOn)}
                  slotProps={{ input: { 'aria-label': 'Select all on this page' } }}
                />
              </TableCell>
            )}
            {columns.map((column) => (
              <TableCell key={column.key} align={column.align} sx={{ width: column.width }} sortDirection={directionOf(sort, column.sort)}>
                <HeadLabel column={column} sort={sort} onSort={onSort} />
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows?.map((row) => (
            <TableRow
              key={row.id}
              data-row={row.id}
              hover
              selected={selection?.has(row.id) ?? false}
              className={fresh.has(row.id) ? `row-${fresh.get(row.id)}` : ''}
              sx={current === row.id ? { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 } : undefined}
            >
              {selection && (
                <TableCell padding="checkbox">
                  <Checkbox
                    size="small"
                    checked={selection.has(row.id)}
                    onChange={() => selection.toggle(row.id)}
                    slotProps={{ input: { 'aria-label': `Select ${titleOf(row)}` } }}
                  />
                </TableCell>
              )}
              {columns.map((column, index) => (
                <TableCell key={column.key} align={column.align}>
                  {index === 0 ? link(row, column.cell(row)) : column.cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
          {rows === undefined &&
            Array.from({ length: skeletonRows }, (_, row) => (
              <TableRow key={row}>
                {selection && <TableCell padding="checkbox" />}
                {columns.map((column, index) => (
                  <TableCell key={column.key} align={column.align}>
                    <Box sx={{ display: 'flex', justifyContent: column.align === 'right' ? 'end' : 'start' }}>
                      <Skeleton width={`${40 + ((row * 7 + index * 13) % 40)}%`} />
                    </Box>
                  </TableCell>
                ))}
              </TableRow>
            ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function HeadLabel<Row>({ column, sort, onSort }: { column: Column<Row>; sort: string | undefined; onSort: (sort: string) => void }) {
  const { sort: key, label } = column
  if (!key) return label
  const direction = directionOf(sort, key)
  return (
    <TableSortLabel
      active={direction !== false}
      direction={direction || 'asc'}
      onClick={() => onSort(direction === 'asc' ? `-${key}` : key)}
    >
      {label}
    </TableSortLabel>
  )
}

function directionOf(sort: string | undefined, key: string | undefined): 'asc' | 'desc' | false {
  if (!key || !sort) return false
  if (sort === key) return 'asc'
  return sort === `-${key}` ? 'desc' : false
}
