import { type Count, type Input, type LocalDate, type NamedEndpoint, type Page, takes } from '@larder/contract'
import { useState } from 'react'
import { type ReadState, useRead } from '#api/client.ts'
import { useZone } from '../../access/access.tsx'
import type { Filter } from '../../filters/filter.ts'
import type { BaseRow, QueryText } from '../../row.ts'
import { useToday } from '../../use-now.ts'
import type { Resource } from '../define.ts'
import { type ListAddress, type ListState, useListState } from './use-list-state.ts'

/** The filters that a screen offers: what it fixes can't be filtered. */
export function filtersOf<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  fixed: QueryText<K>,
): readonly Filter<K>[] {
  return (resource.filters ?? []).filter(({ keys }) => !keys.some((key) => key in fixed))
}

/** The query's keys that a list's address may set. */
export function keysOf(filters: readonly Filter<string>[]): string[] {
  return ['sort', 'q', ...filters.flatMap(({ keys }) => [...keys])]
}

export interface Asked {
  /** What the API is asked: days instead of "today". */
  asked: QueryText
  /** The query as the address has it, without what the API would refuse. */
  query: QueryText
}

/** What a list's address means today. A value that the contract doesn't take counts as not given: a link may be old, or typed by hand. */
export function askedOf(
  query: QueryText,
  { list, filters, today }: { list: NamedEndpoint; filters: readonly Filter<string>[]; today: LocalDate },
): Asked {
  const given = { ...query }
  const asked = { ...query }
  for (const { keys, asked: inWords } of filters) {
    const values = keys.map((key) => query[key] ?? '')
    for (const [index, value] of (inWords?.(values, today) ?? values).entries()) asked[keys[index] ?? ''] = value
  }
  for (const [key, value] of Object.entries(asked)) {
    if (value && takes(list.shape.query, key, value)) continue
    delete asked[key]
    if (value) delete given[key]
  }
  return { asked, query: given }
}

/** What is asked of the API for the rows that an address asks for. */
export function rowsInput<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  asked: QueryText,
  { limit, cursor }: Pick<ListAddress, 'limit' | 'cursor'>,
  fixed: QueryText,
): Input<NamedEndpoint> {
  const { sort, countsWhenAsked } = resource
  const query = { ...(sort && { sort }), ...asked, ...fixed, limit, ...(cursor && { cursor }), ...(!countsWhenAsked && { count: 'true' }) }
  // The definition is typed to the contract; here, below it, the endpoint's types are set aside.
  return { query } as Input<NamedEndpoint>
}

/** How many rows a grid reads at a time. */
export const gridRows = 100

interface Rows<Row> {
  list: ListState
  read: ReadState<unknown>
  page: Page<Row> | undefined
  /** What the API is asked, without page and size. */
  asked: QueryText
}

/** The page of rows that the address asks for, of a grid its first one: it is read while the grid's code comes. `fixed` belongs to the screen and can't be cleared. */
export function useRows<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  fixed: QueryText<K>,
  filters: readonly Filter<K>[],
  { marksAll = false, isGrid = false }: { marksAll?: boolean; isGrid?: boolean } = {},
): Rows<Row> {
  const address = useListState(keysOf(filters), { marksAll, isOfPeople: resource.contract.list.shape.searchesPeople === true })
  const today = useToday(useZone())
  const { asked, query } = askedOf(address.query, { list: resource.contract.list, filters, today })
  const read = useRead(resource.contract.list, rowsInput(resource, asked, isGrid ? { limit: gridRows, cursor: undefined } : address, fixed))
  return { list: { ...address, query }, read, page: read.data as Page<Row> | undefined, asked: { ...asked, ...fixed } }
}

/** How many rows a query has, counted apart from them when somebody asks: among ten million it may cost more than showing them. */
export function useTotal(list: NamedEndpoint, asked: QueryText): { total: Count | null; ask: (() => void) | null } {
  const key = JSON.stringify(asked)
  const [wanted, want] = useState<string | null>(null)
  const isWanted = wanted === key
  const { data } = useRead(list, isWanted ? ({ query: { ...asked, limit: 1, count: 'true' } } as Input<NamedEndpoint>) : null)
  return { total: (isWanted && (data as Page<unknown> | undefined)?.total) || null, ask: isWanted ? null : () => want(key) }
}
