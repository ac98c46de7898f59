import { MenuList } from '../layout/menu.tsx'
import type { BaseRow } from '../resource/define.ts'
import type { Action } from './action.ts'
import { WithStates } from './action-bar.tsx'

interface ActionMenuProps<R extends BaseRow> {
  label: string
  actions: readonly Action<R>[]
  row: R
  anchor: HTMLElement
  onClose: () => void
}

/** The acts of a row as an open menu, for a button that knows nothing of them until it is pressed: those that can be done now first. */
export function ActionMenu<R extends BaseRow>({ label, actions, row, anchor, onClose }: ActionMenuProps<R>) {
  return (
    <WithStates actions={actions} row={row}>
      {(known) => (
        <MenuList
          label={label}
          anchor={anchor}
          onClose={onClose}
          entries={known
            .toSorted((a, b) => Number(a.state.because !== null) - Number(b.state.because !== null))
            .map(({ action: { key, label: text, icon, tone }, state: { because, isBusy, run } }) => ({
              key: key + text,
              label: text,
              hint: because,
              disabled: because !== null || isBusy,
              ...(icon && { icon }),
              ...(tone === 'danger' && { tone: 'danger' as const }),
              onSelect: run,
            }))}
        />
      )}
    </WithStates>
  )
}
