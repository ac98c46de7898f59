import { confirmAction } from '../actions/action.ts'
import type { BaseRow, Resource } from './define.ts'

/** A resource's own acts, with deletion where the contract has it. */
export function actionsOf<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(resource: Resource<Row, One, Draft, K>) {
  const { remove } = resource.contract
  const [one] = resource.label
  const deletion =
    remove &&
    confirmAction(remove, {
      label: 'Delete',
      tone: 'danger',
      question: (row: Row | One) => `Delete ${resource.title(row)}? This cannot be undone.`,
      done: () => `${one} deleted`,
    })
  return [...(resource.actions ?? []), ...(deletion ? [deletion] : [])]
}
