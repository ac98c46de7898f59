import type { Input, NamedEndpoint, Page } from '@larder/contract'
import { type ReadState, useRead } from '#api/client.ts'
import type { Filter } from '../filters/filter.ts'
import type { BaseRow, QueryText, Resource } from './define.ts'
import { type ListState, useListState } from './use-list-state.ts'

const defaultLimit = 25

/** The page of rows that the address asks for. `fixed` belongs to the screen and can't be cleared. */
export function useRows<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  fixed: QueryText<K>,
  filters: readonly Filter<K>[],
): { list: ListState; read: ReadState<unknown>; page: Page<Row> | undefined } {
  const list = useListState(['sort', 'q', ...filters.flatMap(({ keys }) => [...keys])], defaultLimit)
  const query = {
    ...list.query,
    ...fixed,
    limit: list.limit,
    ...(list.cursor && { cursor: list.cursor }),
    ...(list.isCounted && { count: 'true' }),
  }
  // The definition is typed to the contract; here, below it, the endpoint's types are set aside.
  const read = useRead(resource.contract.list, { query } as Input<NamedEndpoint>)
  return { list, read, page: read.data as Page<Row> | undefined }
}
