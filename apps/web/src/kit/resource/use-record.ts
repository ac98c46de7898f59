import type { Input, NamedEndpoint } from '@larder/contract'
import { type ReadState, useRead } from '#api/client.ts'
import { useCan, useLacking } from '../access/access.tsx'
import type { BaseRow } from '../row.ts'
import type { Resource } from './define.ts'

/** One record of a resource by its id; null reads nothing. */
export function useRecord<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  id: string | null,
): ReadState<One> {
  const { get, list } = resource.contract
  const input = id === null || !get ? null : ({ params: { id } } as Input<NamedEndpoint>)
  return useRead(get ?? list, input) as ReadState<One>
}

/** Whether this person may change a record, and why not now; null where they never may. Who may not never sees its form. */
export function useEdit<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  { contract: { update }, form }: Resource<Row, One, Draft, K>,
  record: One,
): { because: string | null } | null {
  const isPermitted = useCan(update?.shape.permission ?? 'public')
  const lacking = useLacking()(update?.shape.permission ?? 'public')
  if (lacking !== null && form) return { because: lacking }
  if (!isPermitted || !update || !form) return null
  return record.allowed === undefined ? { because: null } : (record.allowed.find(({ action }) => action === 'update') ?? null)
}
