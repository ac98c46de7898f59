import { Fragment, type ReactNode } from 'react'
import { SkeletonCard } from '../feedback/feedback.tsx'
import { Text } from '../layout/text.tsx'
import type { BaseRow } from './define.ts'
import type { ListRowsProps } from './list-table.tsx'
import '../layout/surface.css'
import './list.css'

type ListCardsProps<Row extends BaseRow> = Pick<ListRowsProps<Row>, 'label' | 'columns' | 'rows' | 'link' | 'fresh'> & {
  card: ((row: Row) => ReactNode) | undefined
}

/** The same rows on a phone: one card each. */
export function ListCards<Row extends BaseRow>({ label, columns, rows, link, fresh, card }: ListCardsProps<Row>) {
  if (rows === undefined) return <SkeletonCard lines={8} />
  return (
    <ul aria-label={label} className="list-cards">
      {rows.map((row) => (
        <li key={row.id} className={fresh.has(row.id) ? `surface row-${fresh.get(row.id)}` : 'surface'}>
          {card ? card(row) : <CardLines columns={columns} row={row} link={link} />}
        </li>
      ))}
    </ul>
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
      <dl className="card-lines">
        {others.map((column) => (
          <Fragment key={column.key}>
            <dt>{column.label}</dt>
            <dd>{column.cell(row)}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
