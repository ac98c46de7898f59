import type { Column } from '../../cells/columns.tsx'
import { RowsTable } from '../../cells/rows-table.tsx'
import { SkeletonCard } from '../../feedback/feedback.tsx'
import { lazily } from '../../lazily.tsx'
import { useMedia } from '../../use-media.ts'

const ListCards = lazily(() => import('./list-cards.tsx').then((module) => module.ListCards), <SkeletonCard lines={8} />)

interface FewRowsProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** What a card is of, in words. */
  titleOf: (row: Row) => string
}

/** A few rows with more columns than a phone has room for: a table, and on a phone a card for each. */
export function FewRows<Row extends object>({ label, columns, rows, keyOf, titleOf }: FewRowsProps<Row>) {
  const isPhone = useMedia('(max-width: 599px)')
  if (!isPhone) return <RowsTable label={label} columns={columns} rows={rows} keyOf={keyOf} isWide />
  return (
    <ListCards
      label={label}
      columns={columns}
      rows={rows.map((row) => ({ ...row, id: keyOf(row), version: 0 }))}
      link={(_, cell) => cell}
      titleOf={titleOf}
      fresh={new Map()}
      selection={null}
      acts={null}
      density="comfortable"
      card={undefined}
    />
  )
}
