import type { Permission } from '@larder/contract'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCan, useLacking, useMay } from '../../access/access.tsx'
import { LinkOrText } from '../../access/places.tsx'
import type { Column } from '../../cells/columns.tsx'
import { ErrorState, OfflineNote, SkeletonCard } from '../../feedback/feedback.tsx'
import { FilterBar } from '../../filters/filter-bar.tsx'
import { useKey } from '../../keys.ts'
import { late } from '../../late.tsx'
import { Button, IconButton } from '../../layout/button.tsx'
import { Row, Stack } from '../../layout/flow.tsx'
import { Page } from '../../layout/page.tsx'
import { type Height, Room } from '../../layout/room.tsx'
import { Text } from '../../layout/text.tsx'
import { lazily, soon } from '../../lazily.tsx'
import type { BaseRow, QueryText } from '../../row.ts'
import { useAddress } from '../../use-address.ts'
import { useMedia } from '../../use-media.ts'
import { anyResource, type Resource } from '../define.ts'
import { withoutFields } from '../form/draft.ts'
import { filtersOf, useRows, useTotal } from '../rows/use-rows.ts'
import { useSelection } from '../selection/use-selection.ts'
import { arranged } from '../views/list-columns.ts'
import { ListViewMenu } from '../views/list-view-menu.tsx'
import { ListViews } from '../views/list-views.tsx'
import { useListPreferences } from '../views/use-list-preferences.ts'
import { countText, ListFooter, totalOf } from './list-footer.tsx'
import { ListTable } from './list-table.tsx'
import type { Placed } from './placed-rows.tsx'
import { RowActs, useHasActs } from './row-acts.tsx'
import { useDrawnRows } from './use-drawn-rows.ts'
import { useFreshRows } from './use-fresh-rows.ts'
import { useListKeys } from './use-list-keys.ts'
import { useOpenRow } from './use-open-row.ts'
import '../../layout/surface.css'

const bones = <SkeletonCard lines={8} />
const ExportMenu = late(() => import('./export-menu.tsx').then((module) => module.ExportMenu), ExportPlace)
const KeptDrafts = late(() => import('../wizard/kept-drafts.tsx').then((module) => module.KeptDrafts))
// What a phone shows is fetched beside its rows, and by no other screen.
const ListCards = lazily(() => import('./list-cards.tsx').then((module) => module.ListCards), bones)
const ListEmpty = soon(() => import('./list-empty.tsx').then((module) => module.ListEmpty))
const ImportButton = soon(() => import('../import/import-button.tsx').then((module) => module.ImportButton))
const SelectionBar = soon(() => import('../selection/selection-bar.tsx').then((module) => module.SelectionBar))
const PlacedRows = lazily(() => import('./placed-rows.tsx').then((module) => module.PlacedRows), bones)
const GridButton = soon(() => import('../grid/grid-button.tsx').then((module) => module.GridButton))
const GridList = lazily(() => import('../grid/grid-list.tsx').then((module) => module.GridList), bones)
const FormDialog = lazily(() => import('../form/form-dialog.tsx').then((module) => module.FormDialog))

const none: Height = [0, 0]

interface ListScreenProps<Row extends BaseRow, One extends BaseRow, Draft, FilterKey extends string> {
  resource: Resource<Row, One, Draft, FilterKey>
  /** Part of the query that this screen is about: a vertical, a store. */
  fixed?: QueryText<FilterKey>
  /** What a new one starts with here, beyond the resource's `blank`. */
  blank?: Partial<Draft>
  /** Fields of a new one that nobody is asked for: the page around says them. */
  given?: readonly string[]
  /** What is said of one that begins like another: of its steps, in the place of "Add …". */
  begins?: { title: string; words: string }
  title?: string
  columns?: readonly Column<Row>[]
  /** How a new one is made where the resource's own form cannot: it stands in the address as that one does. */
  adding?: { permission: Permission; form: (onClose: () => void) => ReactNode }
  /** Beside the title, before "Add". */
  toolbar?: ReactNode
  /** Between the title and the list: figures, a chart, of what the API is asked for the rows. */
  children?: ReactNode | ((asked: QueryText) => ReactNode)
  /** How high that is, where it takes more than a line or comes later than the list. */
  room?: Height
  /** It is a part of a record's page: without a heading of its own. */
  isPart?: boolean
  /** An address without a query is another view here than the one of everything, which then says so: `?view=all`. */
  marksAll?: boolean
}

/** A resource's list: views, filters, table or cards, pages; adding and editing where it has a form and no screen of its own. */
export function ListScreen<Row extends BaseRow, One extends BaseRow, Draft, FilterKey extends string>(
  props: ListScreenProps<Row, One, Draft, FilterKey>,
) {
  const { resource, fixed = {}, adding, toolbar, children, room = none, isPart = false, marksAll = false } = props
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isPhone = useMedia('(max-width: 599px)')
  const [params] = useAddress()
  const [preferences, setPreferences] = useListPreferences(resource.entity)
  const filters = filtersOf(resource, fixed)
  const may = useMay()
  const grid = resource.grid && !isPhone && may(resource.grid.permission) ? resource.grid : null
  const isGrid = grid !== null && params.has('grid')
  const begun = isGrid ? grid : null
  // What it is comes with its code, not after it; that it could not be loaded is told by the grid.
  useEffect(() => void begun?.load().catch(() => null), [begun])
  const { list, read, page, asked } = useRows(resource, fixed, filters, { marksAll, isGrid })
  const rows = page?.rows
  const cut = JSON.stringify([list.query, list.cursor, list.limit])
  const fresh = useFreshRows(rows, cut)
  const selection = useSelection<Row>(rows ?? [], cut)
  const bulk = (resource.bulk ?? []).filter(({ act }) => may(act.endpoint.shape.permission))
  const canSelect = bulk.length > 0 || resource.bulkLater?.permissions.some(may)
  const hasActs = useHasActs(resource)
  const opener = useOpenRow(resource)
  const open = (id: string) => {
    const path = opener.pathTo(id)
    if (path) navigate(path)
  }
  const current = useListKeys({ rows: rows ?? [], open, toggle: canSelect ? selection.toggle : null })
  const toAdd = adding?.permission ?? resource.contract.create?.shape.permission ?? 'signed-in'
  const mayAdd = useCan(toAdd) && (adding || (resource.contract.create && resource.form))
  const lacking = useLacking()(toAdd)
  useKey('add', mayAdd ? () => opener.openNew() : null)
  const allColumns = arranged(props.columns ?? resource.columns, preferences.order)
  const columns = allColumns.filter(({ key }, index) => index === 0 || !preferences.hidden.includes(key))
  const next = page?.next ?? null
  const before = (list.page - 1) * list.limit
  const counted = useTotal(resource.contract.list, asked)
  const total = totalOf(page, before) ?? counted.total
  const sort = list.query.sort ?? resource.sort
  const onSort = (chosen: string) => list.set({ sort: chosen === resource.sort ? '' : chosen })
  const [one, many] = resource.label
  const shown = {
    label: many,
    columns,
    rows: useDrawnRows(rows, preferences.density),
    link: (row: Row, cell: ReactNode) => <LinkOrText to={opener.pathTo(row.id)}>{cell}</LinkOrText>,
    titleOf: resource.title,
    fresh,
    selection: canSelect ? selection : null,
    acts: hasActs ? (row: Row) => <RowActs resource={resource} row={row} /> : null,
    density: preferences.density,
  }

  const drawRows = (placed?: Placed<Row>) => {
    const drawn = { ...shown, ...placed }
    return isPhone ? (
      <ListCards {...drawn} card={resource.card} />
    ) : (
      <ListTable
        {...drawn}
        current={current}
        widths={preferences.widths}
        onWidths={(widths) => setPreferences({ widths })}
        sort={sort}
        onSort={onSort}
        skeletonRows={Math.min(list.limit, 12)}
      />
    )
  }

  const listed = () => (
    <>
      {read.error && rows && <OfflineNote error={read.error} retry={read.refetch} />}
      {read.error?.fields['query.cursor'] ? (
        <ListEmpty resource={resource} list={list} isLost />
      ) : read.error && !rows ? (
        <ErrorState error={read.error} retry={read.refetch} />
      ) : read.error && rows?.length === 0 ? null : rows?.length === 0 ? (
        <ListEmpty resource={resource} list={list} {...(mayAdd && { onAdd: opener.openNew })} />
      ) : resource.placing && rows ? (
        <PlacedRows
          resource={anyResource(resource)}
          rows={rows}
          cut={{ ...asked, sort, page: list.page }}
          fixed={fixed}
          link={shown.link as never}
        >
          {drawRows as never}
        </PlacedRows>
      ) : (
        drawRows()
      )}
      {rows && (rows.length > 0 || list.page > 1) && (
        <ListFooter
          before={before}
          shown={rows.length}
          total={total}
          onTotal={counted.ask}
          onPrevious={list.page > 1 ? list.previous : null}
          onNext={next === null ? null : () => list.next(next)}
        />
      )}
    </>
  )

  const Frame = isPart ? Part : Page
  return (
    <Frame
      title={props.title ?? many}
      badge={total && <Text tone="muted">{countText(total)}</Text>}
      actions={
        <>
          {toolbar}
          {(!isPart || resource.importsAsPart) && resource.contract.import && (
            <ImportButton resource={anyResource(resource)} fixed={fixed} />
          )}
          {grid && <GridButton isOn={isGrid} />}
          <ExportMenu resource={resource} asked={{ ...(sort && { sort }), ...asked }} />
          {(mayAdd || (lacking && (adding || resource.form))) && (
            <Button tone="primary" icon={IconPlus} keys="add" because={lacking} onClick={() => opener.openNew()}>
              Add {one.toLowerCase()}
            </Button>
          )}
        </>
      }
    >
      {children && (
        <Room key={pathname} name={pathname} first={room}>
          {typeof children === 'function' ? children(asked) : children}
        </Room>
      )}
      <div className="surface">
        <ListViews resource={resource} list={list} keys={filters.flatMap(({ keys }) => [...keys])} />
        <FilterBar filters={filters} query={list.query} onChange={list.set}>
          <ListViewMenu
            columns={allColumns}
            preferences={preferences}
            onPreferences={setPreferences}
            limit={list.limit}
            onLimit={list.setLimit}
            sort={sort}
            onSort={onSort}
          />
        </FilterBar>
        {isGrid ? <GridList resource={anyResource(resource)} grid={grid as never} asked={{ ...(sort && { sort }), ...asked }} /> : listed()}
      </div>
      {mayAdd && resource.steps && !isPart && (isGrid || rows || read.error) && (
        <KeptDrafts entity={resource.entity} steps={resource.steps.length + 1} onOpen={opener.openDraft} />
      )}
      {canSelect && !isGrid && selection.rows.length > 0 && (
        <SelectionBar
          acts={bulk}
          later={resource.bulkLater}
          rows={selection.rows}
          away={selection.rows.length - selection.ids.length}
          label={resource.label}
          titleOf={resource.title}
          onClear={() => selection.setAll(false)}
          onDone={selection.keep}
          onPage={isPhone && selection.ids.length < (rows?.length ?? 0) ? () => selection.setAll(true) : null}
          all={
            selection.isAll || (selection.rows.length >= (rows?.length ?? 0) && (next !== null || list.page > 1))
              ? {
                  query: { ...(sort && { sort }), ...asked },
                  total,
                  count: counted.ask,
                  isChosen: selection.isAll,
                  choose: selection.chooseAll,
                }
              : null
          }
        />
      )}
      {opener.openId === 'new' && adding
        ? mayAdd && adding.form(opener.close)
        : opener.openId !== null && (
            <FormDialog
              resource={opener.openId === 'new' ? withoutFields(resource, props.given) : resource}
              id={opener.openId}
              {...(props.blank && { blank: props.blank })}
              {...(props.begins && { begins: props.begins })}
              onClose={opener.close}
            />
          )}
    </Frame>
  )
}

/** A list inside a page: what can be done with all of it, then the list. */
function Part({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <Stack>
      <Row justify="end">{actions}</Row>
      {children}
    </Stack>
  )
}

/** Where the list's export will be, so that nothing moves when it comes. */
function ExportPlace<Row extends BaseRow, One extends BaseRow, Draft, K extends string>({
  resource: { contract, label },
}: {
  resource: Resource<Row, One, Draft, K>
}) {
  const may = useCan(contract.export?.shape.permission ?? 'signed-in')
  return contract.export && may ? <IconButton label={`Export ${label[1].toLowerCase()}`} icon={IconDownload} disabled /> : null
}
