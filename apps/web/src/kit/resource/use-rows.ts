import type { Input, NamedEndpoint, Page } from '@larder/contract'
import { type ReadState, useRead } from '#api/client.ts'
import type { Filter } from '../filters/filter.ts'
import type { BaseRow, QueryText, Resource } from './define.ts'
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

/** What is asked of the API for the rows that an address asks for. */
export function rowsInput({ query, limit, cursor, isCounted }: ListAddress, fixed: QueryText): Input<NamedEndpoint> {
  const asked = { ...query, ...fixed, limit, ...(cursor && { cursor }), ...(isCounted && { count: 'true' }) }
  // The definition is typed to the contract; here, below it, the endpoint's types are set aside.
  return { query: asked } as Input<NamedEndpoint>
}

/** The page of rows that the address asks for. `fixed` belongs to the screen and can't be cleared. */
export function useRows<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  fixed: QueryText<K>,
  filters: readonly Filter<K>[],
): { list: ListState; read: ReadState<unknown>; page: Page<Row> | undefined } {
  const list = useListState(keysOf(filters))
  const read = useRead(resource.contract.list, rowsInput(list, fixed))
  return { list, read, page: read.data as Page<Row> | undefined }
}
