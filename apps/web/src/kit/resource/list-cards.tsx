import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { SkeletonCard } from '../feedback/feedback.tsx'
import { Text } from '../layout/text.tsx'
import type { BaseRow } from './define.ts'
import type { ListRowsProps } from './list-table.tsx'

type ListCardsProps<Row extends BaseRow> = Pick<ListRowsProps<Row>, 'label' | 'columns' | 'rows' | 'link' | 'fresh'> & {
  card: ((row: Row) => ReactNode) | undefined
}

/** The same rows on a phone: one card each. */
export function ListCards<Row extends BaseRow>({ label, columns, rows, link, fresh, card }: ListCardsProps<Row>) {
  if (rows === undefined) return <SkeletonCard lines={8} />
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 2, display: 'grid', gap: 2 }}>
      {rows.map((row) => (
        <Paper key={row.id} component="li" variant="outlined" sx={{ p: 3 }} className={fresh.has(row.id) ? `row-${fresh.get(row.id)}` : ''}>
          {card ? card(row) : <CardLines columns={columns} row={row} link={link} />}
        </Paper>
      ))}
    </Box>
  )
}

function CardLines<Row extends BaseRow>({ columns, row, link }: Pick<ListRowsProps<Row>, 'columns' | 'link'> & { row: Row }) {
  const [first, ...others] = columns
  return (
    <>
      {first && (
        <Text as="div" size={16} weight={600}>
          {link(row, first.cell(row))}
        </Text>
      )}
      <Box component="dl" sx={{ m: 0, mt: 2, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 3, rowGap: 1 }}>
        {others.map((column) => (
          <Box key={column.key} sx={{ display: 'contents' }}>
            <Text as="dt" size={13} tone="muted">
              {column.label}
            </Text>
            <Box
              component="dd"
              sx={{ m: 0, fontSize: 13, textAlign: 'right', overflowWrap: 'anywhere', '&& > *': { justifyContent: 'end' } }}
            >
              {column.cell(row)}
            </Box>
          </Box>
        ))}
      </Box>
    </>
  )
}
