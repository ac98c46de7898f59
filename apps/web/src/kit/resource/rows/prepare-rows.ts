import { currentInstant, localDateAt } from '@larder/contract'
import { zoneOf } from '../../access/access.tsx'
import type { BaseRow, QueryText } from '../../row.ts'
import type { Prepare } from '../../visit.ts'
import type { Resource } from '../define.ts'
import { readAddress } from './use-list-state.ts'
import { askedOf, filtersOf, keysOf, rowsInput } from './use-rows.ts'

/** Begins the read of the rows that a list's address asks for; `fixed` as the screen has it. */
export function prepareRows<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  fixed: QueryText<K> = {},
): Prepare {
  return ({ address, read, state }) => {
    const { list } = resource.contract
    const filters = filtersOf(resource, fixed)
    const shown = readAddress(address.searchParams, keysOf(filters))
    const { asked } = askedOf(shown.query, { list, filters, today: localDateAt(currentInstant(), zoneOf(state.logged)) })
    read(list, rowsInput(resource, asked, shown, fixed))
  }
}
