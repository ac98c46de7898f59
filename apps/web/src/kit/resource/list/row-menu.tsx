import { ActionMenu } from '../../actions/action-menu.tsx'
import type { BaseRow } from '../../row.ts'
import { actionsOf } from '../actions-of.ts'
import type { Resource } from '../define.ts'

interface RowMenuProps<Row extends BaseRow, One extends BaseRow, Draft, K extends string> {
  resource: Resource<Row, One, Draft, K>
  row: Row
  label: string
  anchor: HTMLElement
  onClose: () => void
}

/** What can be done with a row of a list: what can be done with many, where it fits this one, and what its record's page offers. */
export function RowMenu<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(props: RowMenuProps<Row, One, Draft, K>) {
  const { resource, row, anchor, onClose } = props
  const bulk = resource.bulk ?? []
  const ofMany = bulk.filter(({ unless }) => !unless?.(row)).map(({ act }) => act)
  // What its page offers and many can be done with stands there once.
  const own = actionsOf(resource).filter(({ endpoint, label }) => !bulk.some(({ act }) => act.endpoint === endpoint && act.label === label))
  return <ActionMenu actions={[...ofMany, ...own]} row={row} label={props.label} anchor={anchor} onClose={onClose} />
}
