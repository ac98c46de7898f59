import type { Input, NamedEndpoint } from '@larder/contract'
import { type ReadState, useRead } from '#api/client.ts'
import type { BaseRow, Resource } from './define.ts'

/** One record of a resource by its id; null reads nothing. */
export function useRecord<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  id: string | null,
): ReadState<One> {
  const { get, list } = resource.contract
  const input = id === null || !get ? null : ({ params: { id } } as Input<NamedEndpoint>)
  return useRead(get ?? list, input) as ReadState<One>
}
