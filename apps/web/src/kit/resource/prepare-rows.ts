import type { Prepare } from '../visit.ts'
import type { BaseRow, QueryText, Resource } from './define.ts'
import { readAddress } from './use-list-state.ts'
import { filtersOf, keysOf, rowsInput } from './use-rows.ts'

/** Begins the read of the rows that a list's address asks for; `fixed` as the screen has it. */
export function prepareRows<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  fixed: QueryText<K> = {},
): Prepare {
  return ({ address, read }) => {
    const shown = readAddress(address.searchParams, keysOf(filtersOf(resource, fixed)))
    read(resource.contract.list, rowsInput(shown, fixed))
  }
}
