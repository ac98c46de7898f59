import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../access/access.tsx'
import { LinkOrText } from '../access/places.tsx'
import type { Column } from '../cells/columns.tsx'
import { ErrorState, OfflineNote } from '../feedback/feedback.tsx'
import { FilterBar } from '../filters/filter-bar.tsx'
import { Button } from '../layout/button.tsx'
import { Page } from '../layout/page.tsx'
import { Text } from '../layout/text.tsx'
import { lazily } from '../lazily.tsx'
import { useMedia } from '../use-media.ts'
import type { BaseRow, QueryText, Resource } from './define.ts'
import { ListCards } from './list-cards.tsx'
import { ListEmpty } from './list-empty.tsx'
import { countText, ListFooter, totalOf } from './list-footer.tsx'
import { ListTable } from './list-table.tsx'
import { ListViewMenu } from './list-view-menu.tsx'
import { ListViews } from './list-views.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useFreshRows } from './use-fresh-rows.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListPreferences } from './use-list-preferences.ts'
import { useOpenRow } from './use-open-row.ts'
import { filtersOf, useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'
import '../layout/surface.css'

const FormDialog = lazily(() => import('./form-dialog.tsx').then((module) => module.FormDialog))

interface ListScreenProps<Row extends BaseRow, One extends BaseRow, Draft, FilterKey extends string> {
  resource: Resource<Row, One, Draft, FilterKey>
  /** Part of the query that this screen is about: a vertical, a store. */
  fixed?: QueryText<FilterKey>
  /** What a new one starts with here, beyond the resource's `blank`. */
  blank?: Partial<Draft>
  title?: string
  columns?: readonly Column<Row>[]
  /** Beside the title, before "Add". */
  toolbar?: ReactNode
  /** Between the title and the list: figures, a chart. */
  children?: ReactNode
  defaultSort?: string
}

/** A resource's list: views, filters, table or cards, pages; adding and editing where it has a form and no screen of its own. */
export function ListScreen<Row extends BaseRow, One extends BaseRow, Draft, FilterKey extends string>(
  props: ListScreenProps<Row, One, Draft, FilterKey>,
) {
  const { resource, fixed = {}, toolbar, children, defaultSort } = props
  const navigate = useNavigate()
  const isPhone = useMedia('(max-width: 599px)')
  const preferences = useListPreferences(resource.entity)
  const filters = filtersOf(resource, fixed)
  const { list, read, page } = useRows(resource, fixed, filters)
  const rows = page?.rows
  const fresh = useFreshRows(rows, JSON.stringify([list.query, list.cursor, list.limit]))
  const selection = useSelection(rows ?? [])
  const opener = useOpenRow(resource)
  const open = (id: string) => {
    const path = opener.pathTo(id)
    if (path) navigate(path)
  }
  const current = useListKeys({ rows: rows ?? [], open, toggle: selection.toggle })
  const mayAdd = useCan(resource.contract.create?.shape.permission ?? 'signed-in') && resource.contract.create && resource.form
  const allColumns = props.columns ?? resource.columns
  const columns = allColumns.filter(({ key }) => !preferences.hidden.includes(key))
  const hasBulk = (resource.bulk?.length ?? 0) > 0
  const next = page?.next ?? null
  const total = totalOf(page, (list.page - 1) * list.limit)
  const link = (row: Row, cell: ReactNode) => <LinkOrText to={opener.pathTo(row.id)}>{cell}</LinkOrText>
  const [one, many] = resource.label

  return (
    <Page
      title={props.title ?? many}
      badge={total && <Text tone="muted">{countText(total)}</Text>}
      actions={
        <>
          {toolbar}
          {mayAdd && (
            <Button tone="primary" icon={IconPlus} onClick={() => opener.openNew()}>
              Add {one.toLowerCase()}
            </Button>
          )}
        </>
      }
    >
      {children}
      <div className="surface">
        <ListViews resource={resource} list={list} keys={filters.flatMap(({ keys }) => [...keys])} />
        <FilterBar filters={filters} query={list.query} onChange={list.set}>
          {!isPhone && (
            <ListViewMenu
              columns={allColumns}
              hidden={preferences.hidden}
              onToggle={preferences.toggleColumn}
              density={preferences.density}
              onDensity={preferences.setDensity}
              limit={list.limit}
              onLimit={list.setLimit}
            />
          )}
        </FilterBar>
        {read.error && rows && <OfflineNote error={read.error} retry={read.refetch} />}
        {read.error && !rows ? (
          <ErrorState error={read.error} retry={read.refetch} />
        ) : rows?.length === 0 ? (
          <ListEmpty resource={resource} list={list} {...(mayAdd && { onAdd: opener.openNew })} />
        ) : isPhone ? (
          <ListCards label={many} columns={columns} rows={rows} link={link} fresh={fresh} card={resource.card} />
        ) : (
          <ListTable
            label={many}
            columns={columns}
            rows={rows}
            link={link}
            titleOf={resource.title}
            fresh={fresh}
            current={current}
            selection={hasBulk ? selection : null}
            density={preferences.density}
            sort={list.query.sort ?? defaultSort}
            onSort={(sort) => list.set({ sort })}
            skeletonRows={Math.min(list.limit, 12)}
          />
        )}
        {rows && (rows.length > 0 || list.page > 1) && (
          <ListFooter
            page={list.page}
            total={total}
            onCount={list.askCount}
            onPrevious={list.previous}
            onNext={next === null ? null : () => list.next(next)}
          />
        )}
      </div>
      <SelectionBar resource={resource} rows={(rows ?? []).filter(({ id }) => selection.has(id))} onClear={() => selection.setAll(false)} />
      {opener.openId !== null && (
        <FormDialog resource={resource} id={opener.openId} {...(props.blank && { blank: props.blank })} onClose={opener.close} />
      )}
    </Page>
  )
}
