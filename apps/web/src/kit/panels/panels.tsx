import type { Input, NamedEndpoint, Output, Permission } from '@larder/contract'
import { IconPencil } from '@tabler/icons-react'
import { createContext, Fragment, type ReactNode, useContext } from 'react'
import { useRead } from '#api/client.ts'
import { usePlaces } from '../access/places.tsx'
import type { Column } from '../cells/columns.tsx'
import { RowsTable } from '../cells/rows-table.tsx'
import { Loading } from '../feedback/feedback.tsx'
import { IconButton } from '../layout/button.tsx'
import { Text } from '../layout/text.tsx'
import type { BaseRow } from '../row.ts'
import './panels.css'

/** Which facts of the record that is shown can be changed in its form, and how one gets there. */
export interface EditAt {
  keys: ReadonlySet<string>
  edit: (key: string) => void
}

export const EditAtContext = createContext<EditAt | null>(null)

/** A card of a record's screen; `main` is the work, `side` the context. */
export interface Panel<in R> {
  title: string
  side: 'main' | 'side'
  /** Content goes up to the card's edges. */
  flush?: true
  /** Of some records alone. */
  isOf?: (record: R) => boolean
  /** Whoever may not do this has no such card. */
  permission?: Permission
  render: (record: R) => ReactNode
}

/** A card whose content is the screen's own. */
export function panel<R>(
  title: string,
  render: (record: R) => ReactNode,
  side: 'main' | 'side' = 'main',
  permission?: Permission,
): Panel<R> {
  return { title, side, render, ...(permission && { permission }) }
}

/** A card that only some records have. */
export function onlyOf<R>(isOf: (record: R) => boolean, ...panels: readonly Panel<R>[]): Panel<R>[] {
  return panels.map((each) => ({ ...each, isOf }))
}

/** Facts of the record: the columns' labels and cells below one another. */
export function facts<R>(title: string, columns: readonly Column<R>[], side: 'main' | 'side' = 'side'): Panel<R> {
  return { title, side, render: (record) => <FactList record={record} columns={columns} /> }
}

/** Label and value, line by line; what the record's form can change leads to its field there. */
export function FactList<R>({ record, columns }: { record: R; columns: readonly Column<R>[] }) {
  const at = useContext(EditAtContext)
  return (
    <dl className="facts">
      {columns.map((column) => (
        <Fragment key={column.key}>
          <Text as="dt" tone="muted" size={13}>
            {column.label}
          </Text>
          <Text as="dd">
            {column.cell(record)}
            {at?.keys.has(column.key) && (
              <span className="fact-edit">
                <IconButton label={`Edit ${column.label}`} icon={IconPencil} size="small" onClick={() => at.edit(column.key)} />
              </span>
            )}
          </Text>
        </Fragment>
      ))}
    </dl>
  )
}

type QueryOf<E extends NamedEndpoint> = Input<E> extends { query: infer Q } ? Q : never
type RowOf<E extends NamedEndpoint> = Output<E> extends { rows: (infer R extends BaseRow)[] } ? R : never

/** The newest rows of another entity that belong to this record, and the way to all of them. */
export function related<E extends NamedEndpoint, R extends BaseRow>(
  title: string,
  endpoint: E,
  queryOf: (record: R) => QueryOf<E>,
  columns: readonly Column<RowOf<E>>[],
): Panel<R> {
  return {
    title,
    side: 'main',
    flush: true,
    render: (record) => <RelatedRows title={title} endpoint={endpoint} query={queryOf(record)} columns={columns} />,
  }
}

const shownRows = 5
/** So many have room beside one another on a phone. */
const narrowColumns = 4

function RelatedRows<E extends NamedEndpoint>(props: {
  title: string
  endpoint: E
  query: QueryOf<E>
  columns: readonly Column<RowOf<E>>[]
}) {
  const { title, endpoint, query, columns } = props
  const places = usePlaces()
  const read = useRead(endpoint, { query: { ...(query as object), limit: shownRows } } as Input<E>)
  return (
    <Loading read={read}>
      {(page) => {
        const { rows } = page as { rows: RowOf<E>[] }
        if (rows.length === 0)
          return (
            <div className="no-related">
              <Text tone="muted">None yet.</Text>
            </div>
          )
        return (
          <RowsTable
            label={title}
            columns={columns}
            rows={rows}
            keyOf={(row) => row.id}
            pathOf={(row) => places.recordPath(endpoint.entity, row.id)}
            isWide={columns.length > narrowColumns}
          />
        )
      }}
    </Loading>
  )
}
