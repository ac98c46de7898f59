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
  const { resource, row, label, anchor, onClose } = props
  const ofMany = (resource.bulk ?? []).filter(({ unless }) => !unless?.(row)).map(({ act }) => act)
  return <ActionMenu actions={[...ofMany, ...actionsOf(resource)]} row={row} label={label} anchor={anchor} onClose={onClose} />
}
