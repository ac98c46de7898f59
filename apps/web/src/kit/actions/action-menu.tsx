import { MenuList } from '../layout/menu.tsx'
import type { BaseRow } from '../row.ts'
import type { Action } from './action.ts'
import { type Known, useEntries, WithStates } from './action-bar.tsx'

interface ActionMenuProps<R extends BaseRow> {
  label: string
  actions: readonly Action<R>[]
  row: R
  anchor: HTMLElement
  onClose: () => void
}

/** The acts of a row as an open menu, for a button that knows nothing of them until it is pressed. */
export function ActionMenu<R extends BaseRow>({ actions, row, ...menu }: ActionMenuProps<R>) {
  return (
    <WithStates actions={actions} row={row}>
      {(known) => <Entries known={known} {...menu} />}
    </WithStates>
  )
}

function Entries<R extends BaseRow>({
  known,
  ...menu
}: Pick<ActionMenuProps<R>, 'label' | 'anchor' | 'onClose'> & { known: readonly Known<R>[] }) {
  return <MenuList entries={useEntries(known)} {...menu} />
}
