import { action } from '../actions/action.ts'
import type { BaseRow } from '../row.ts'
import type { Resource } from './define.ts'

/** A resource's own acts, with deletion where the contract has it. */
export function actionsOf<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(resource: Resource<Row, One, Draft, K>) {
  const { remove } = resource.contract
  const named = (row: Row | One) => `${resource.label[0]} ${resource.title(row)}`
  const deletion =
    remove &&
    action(remove, {
      label: 'Delete',
      tone: 'danger',
      done: (row: Row | One) => `${named(row)} deleted`,
      failed: (row: Row | One) => `${named(row)} was not deleted`,
      ahead: () => null,
    })
  return [...(resource.actions ?? []), ...(deletion ? [deletion] : [])]
}
