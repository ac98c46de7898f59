import type { Input, NamedEndpoint, Page } from '@larder/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '#api/client.ts'
import { useMay } from '../../access/access.tsx'
import { Alert } from '../../feedback/alert.tsx'
import { ErrorState, SkeletonCard } from '../../feedback/feedback.tsx'
import type { ReferenceSource } from '../../fields/reference.tsx'
import { format } from '../../format.ts'
import { Button } from '../../layout/button.tsx'
import { Text } from '../../layout/text.tsx'
import { useNotify } from '../../notify.ts'
import type { BaseRow, QueryText } from '../../row.ts'
import type { AnyResource } from '../define.ts'
import { LeaveGuard } from '../form/leave-guard.tsx'
import { useOpenRow } from '../list/use-open-row.ts'
import { gridRows as pageRows } from '../rows/use-rows.ts'
import { type Grid, type GridLater, undoneWords } from './grid.ts'
import { GridKnown, useGridKnown } from './grid-known.tsx'
import { GridTable } from './grid-table.tsx'
import { useGridCells } from './use-grid-cells.ts'

interface GridListProps {
  resource: AnyResource
  grid: GridLater
  /** What the list asks for: filters, search, sort. */
  asked: QueryText
}

/** A list typed into as a spreadsheet: its rows as far as they were scrolled to, kept fresh where they are in sight. */
export function GridList({ resource, grid: later, asked }: GridListProps) {
  const [grid, setGrid] = useState<Grid | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    later.load().then((loaded) => setGrid(loaded as never), setError)
  }, [later])
  if (error) throw error
  // Another question is another grid.
  return grid ? <AskedGrid key={JSON.stringify(asked)} resource={resource} grid={grid} asked={asked} /> : <SkeletonCard lines={8} />
}

interface KnownPage {
  cursor: string | null
  rows: readonly BaseRow[]
  next: string | null
}

function AskedGrid({ resource, grid, asked }: Omit<GridListProps, 'grid'> & { grid: Grid }) {
  const may = useMay()
  const notify = useNotify()
  const navigate = useNavigate()
  const opener = useOpenRow(resource)
  const titleOf = resource.title as (row: BaseRow) => string
  const known = useGridKnown()
  const [nearId, setNear] = useState('')
  const [pages, setPages] = useState<readonly KnownPage[]>([])
  // The pages of the rows in sight, and of those that come next.
  const [from, setFrom] = useState(0)
  const [to, setTo] = useState(0)
  const rows = pages.flatMap((page) => page.rows)
  const cells = useGridCells(grid, {
    onRows: (changed) => setPages((before) => withRows(before, changed)),
    onUndone: (undone) => notify(`Undid ${undoneWords(undone, grid, { label: resource.label, titleOf })}`, 'info'),
  })
  const { lost, retry } = cells
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once the connection is back
  useEffect(() => {
    if (lost === null) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [lost])
  const isWhole = may(resource.contract.update?.shape.permission ?? '')
  const cursors = [null, ...pages.map(({ next }) => next)]
  const wanted = cursors.flatMap((cursor, at) => (at >= from && at <= to && (at === 0 || cursor !== null) ? [{ cursor, at }] : []))
  const near = rows.find(({ id }) => id === nearId)
  const sources = grid.columns.flatMap(({ source }): ReferenceSource[] => (source && may(source.list.shape.permission) ? [source] : []))
  const refused = [...cells.cells.values()].filter(({ because }) => because !== null).length
  const { number } = format()
  return (
    <>
      {wanted.map(({ cursor, at }) => (
        <PageReader
          key={`${at} ${cursor}`}
          list={resource.contract.list}
          query={{ ...asked, limit: pageRows, ...(cursor && { cursor }) }}
          isFirst={at === 0}
          onPage={(page) => setPages((before) => withPage(before, at, cursor, page))}
        />
      ))}
      {cells.lost && (
        <Alert tone="error" action={<Button onClick={cells.retry}>Try again</Button>}>
          {cells.lost}
        </Alert>
      )}
      {pages.length > 0 && (
        <GridTable
          label={resource.label}
          titleOf={titleOf}
          grid={grid}
          open={isWhole ? null : grid.operated}
          rows={rows}
          cells={cells}
          knownOf={known.knownOf}
          onSight={({ first, last }) => {
            setFrom(Math.floor(first / pageRows))
            setTo(Math.floor((last + pageRows / 2) / pageRows))
          }}
          onRow={({ id }) => setNear(id)}
          onOpen={({ id }) => {
            const path = opener.pathTo(id)
            if (path) navigate(path)
          }}
        />
      )}
      {near && <GridKnown sources={sources} row={near} known={known.known} onPage={known.onPage} />}
      <div className="grid-foot">
        <Text size={13} tone="muted">
          {number(rows.length)} {pages.at(-1)?.next ? 'rows so far: scroll on for more' : 'rows'}
        </Text>
        {refused > 0 && (
          <Button size="small" onClick={cells.dropAll}>
            Drop {number(refused)} that {refused === 1 ? 'was' : 'were'} not taken
          </Button>
        )}
      </div>
      <LeaveGuard isOfSearch isDirty={cells.cells.size > 0} onDiscard={cells.dropAll} />
    </>
  )
}

interface PageReaderProps {
  list: NamedEndpoint
  query: Readonly<Record<string, unknown>>
  isFirst: boolean
  onPage: (page: Page<BaseRow>) => void
}

/** Reads a page for as long as it is wanted, and again when something of it changes. */
function PageReader({ list, query, isFirst, onPage }: PageReaderProps) {
  const read = useRead(list, { query } as Input<NamedEndpoint>)
  const page = read.data as Page<BaseRow> | undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told is the page alone
  useEffect(() => {
    if (page) onPage(page)
  }, [page])
  if (page) return null
  if (read.error) return <ErrorState error={read.error} retry={read.refetch} />
  return isFirst ? <SkeletonCard lines={8} /> : null
}

/**
 * Pages with one as it is now; those behind it are read anew where it ends elsewhere. What was read before a record was written, and came after,
 * does not take it back.
 */
function withPage(known: readonly KnownPage[], at: number, cursor: string | null, { rows, next }: Page<BaseRow>): readonly KnownPage[] {
  if (at > known.length) return known
  const newest = new Map(known.flatMap((page) => page.rows).map((row) => [row.id, row]))
  const latest = rows.map((row) => {
    const before = newest.get(row.id)
    return before && before.version > row.version ? before : row
  })
  return known.toSpliced(at, 1, { cursor, rows: latest, next })
}

/** Pages with records as they are now. */
function withRows(known: readonly KnownPage[], changed: readonly BaseRow[]): readonly KnownPage[] {
  const byId = new Map(changed.map((row) => [row.id, row]))
  const isIn = (row: BaseRow) => byId.has(row.id)
  return known.map((page) => (page.rows.some(isIn) ? { ...page, rows: page.rows.map((row) => ({ ...row, ...byId.get(row.id) })) } : page))
}
