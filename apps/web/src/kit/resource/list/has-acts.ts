import type { NamedEndpoint } from '@larder/contract'
import { useMay } from '../../access/access.tsx'
import type { BaseRow } from '../../row.ts'
import type { Resource } from '../define.ts'

/** Whether the signed-in person may ever do something with a row. */
export function useHasActs<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
): boolean {
  const may = useMay()
  return endpointsOf(resource).some(({ shape }) => may(shape.permission))
}

/** The endpoints of all that can be done with its rows. */
export function endpointsOf<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
): NamedEndpoint[] {
  const { bulk = [], actions = [], contract } = resource
  const acts = [...bulk.map(({ act }) => act.endpoint), ...actions.map(({ endpoint }) => endpoint)]
  return contract.remove ? [...acts, contract.remove] : acts
}
