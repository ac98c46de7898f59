import type { Input, NamedEndpoint, Page } from '@larder/contract'
import { useEffect, useState } from 'react'
import { useRead } from '#api/client.ts'
import type { Option } from '../../fields/options.ts'
import { optionOf, type ReferenceSource } from '../../fields/reference.tsx'
import type { BaseRow } from '../../row.ts'
import type { GridColumn } from './grid.ts'

const pageRows = 100

interface KnownOf {
  pages: readonly Page<BaseRow>[]
  /** Null until the last page is read. */
  options: readonly Option[] | null
}
type Known = ReadonlyMap<string, KnownOf>

const queryOf = ({ query, queryOf: of }: ReferenceSource, row: BaseRow) => ({ ...query, ...of?.(row as never) })
const keyOf = (source: ReferenceSource, row: BaseRow) => `${source.list.name} ${JSON.stringify(queryOf(source, row))}`

/** What the columns of a grid refer to: read whole, for one row after the other that is gone to, which are mostly of one place. */
export function useGridKnown() {
  const [known, setKnown] = useState<Known>(new Map())
  return {
    known,
    onPage: (source: ReferenceSource, row: BaseRow, at: number, page: Page<BaseRow>) =>
      setKnown((now) => {
        const key = keyOf(source, row)
        return new Map(now).set(key, withPage(source, now.get(key)?.pages ?? [], at, page))
      }),
    knownOf: ({ source }: GridColumn, row: BaseRow) => (source ? (known.get(keyOf(source, row))?.options ?? null) : null),
  }
}

function withPage(source: ReferenceSource, before: readonly Page<BaseRow>[], at: number, page: Page<BaseRow>): KnownOf {
  const isSameEnd = before[at]?.next === page.next
  const pages = [...before.slice(0, at), page, ...(isSameEnd ? before.slice(at + 1) : [])]
  const isWhole = pages.at(-1)?.next === null
  return { pages, options: isWhole ? pages.flatMap(({ rows }) => rows.map((row) => namedOption(source, row))) : null }
}

/** An option that is found by its record's own name too, where its title says more. */
function namedOption(source: ReferenceSource, row: BaseRow): Option {
  const { name } = row as { name?: string }
  return { ...optionOf(source, row), ...(name !== undefined && { hint: name }) }
}

interface GridKnownProps {
  sources: readonly ReferenceSource[]
  row: BaseRow
  known: Known
  onPage: (source: ReferenceSource, row: BaseRow, at: number, page: Page<BaseRow>) => void
}

/** Reads what a row may refer to, page by page. */
export function GridKnown({ sources, row, known, onPage }: GridKnownProps) {
  return sources.map((source) => {
    const key = keyOf(source, row)
    const cursors = [null, ...(known.get(key)?.pages ?? []).flatMap(({ next }) => next ?? [])]
    return cursors.map((cursor, at) => (
      <KnownReader
        key={`${key} ${cursor}`}
        list={source.list}
        query={{ ...queryOf(source, row), limit: pageRows, ...(cursor && { cursor }) }}
        onPage={(page) => onPage(source, row, at, page)}
      />
    ))
  })
}

function KnownReader({ list, query, onPage }: { list: NamedEndpoint; query: object; onPage: (page: Page<BaseRow>) => void }) {
  const page = useRead(list, { query } as Input<NamedEndpoint>).data as Page<BaseRow> | undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told is the page alone
  useEffect(() => {
    if (page) onPage(page)
  }, [page])
  return null
}
