import type { ReactNode } from 'react'
import { Button } from '../layout/button.tsx'
import { Row } from '../layout/flow.tsx'
import { Menu } from '../layout/menu.tsx'
import type { BaseRow } from '../resource/define.ts'
import type { Action } from './action.ts'
import { type ActionState, useAction } from './use-action.ts'

interface ActionButtonProps<R extends BaseRow> {
  action: Action<R>
  row: R
  size?: 'small' | 'medium'
  /** Shown as an ordinary act although it is a likely one. */
  isQuiet?: boolean
}

/** One act: absent where the role never may, disabled with its reason where the state forbids. */
export function ActionButton<R extends BaseRow>({ action, row, size = 'medium', isQuiet }: ActionButtonProps<R>) {
  const { isVisible, because, isBusy, run } = useAction(action, row)
  if (!isVisible) return null
  const tone = isQuiet && action.tone === 'primary' ? 'neutral' : action.tone
  return (
    <Button tone={tone} size={size} busy={isBusy} because={because} onClick={run} {...(action.icon && { icon: action.icon })}>
      {action.label}
    </Button>
  )
}

interface ActionBarProps<R extends BaseRow> {
  actions: readonly Action<R>[]
  row: R
  /** How many are buttons; the rest is in a menu. */
  max?: number
}

/** The acts of a record: the likely one first and filled, those that can't be done now last. */
export function ActionBar<R extends BaseRow>({ actions, row, max = 3 }: ActionBarProps<R>) {
  const sorted = inOrder(actions, row)
  const primary = sorted.find((action) => action.tone === 'primary' && !becauseOf(action, row))
  return (
    <Row>
      {sorted.slice(0, max).map((action) => (
        <ActionButton key={action.key + action.label} action={action} row={row} isQuiet={action !== primary} />
      ))}
      {sorted.length > max && <MoreActions actions={sorted.slice(max)} row={row} />}
    </Row>
  )
}

function MoreActions<R extends BaseRow>({ actions, row }: { actions: readonly Action<R>[]; row: R }) {
  return (
    <WithStates actions={actions} row={row}>
      {(states) => (
        <Menu
          label="More actions"
          entries={states.map(({ action, state }) => ({
            key: action.key + action.label,
            label: action.label,
            hint: state.because,
            disabled: state.because !== null || state.isBusy,
            ...(action.icon && { icon: action.icon }),
            ...(action.tone === 'danger' && { tone: 'danger' as const }),
            onSelect: state.run,
          }))}
        />
      )}
    </WithStates>
  )
}

interface Known<R extends BaseRow> {
  action: Action<R>
  state: ActionState
}

interface WithStatesProps<R extends BaseRow> {
  actions: readonly Action<R>[]
  row: R
  known?: readonly Known<R>[]
  children: (states: readonly Known<R>[]) => ReactNode
}

/** The states of all acts, one hook after the other. */
export function WithStates<R extends BaseRow>({ actions, row, known = [], children }: WithStatesProps<R>): ReactNode {
  const [first, ...rest] = actions
  if (!first) return children(known)
  return (
    <WithState key={first.key} action={first} row={row}>
      {(state) => (
        <WithStates actions={rest} row={row} known={state.isVisible ? [...known, { action: first, state }] : known}>
          {children}
        </WithStates>
      )}
    </WithState>
  )
}

function WithState<R extends BaseRow>(props: { action: Action<R>; row: R; children: (state: ActionState) => ReactNode }) {
  return props.children(useAction(props.action, props.row))
}

function becauseOf<R extends BaseRow>(action: Action<R>, row: R): string | null {
  return row.allowed?.find((each) => each.action === action.key)?.because ?? null
}

function inOrder<R extends BaseRow>(actions: readonly Action<R>[], row: R): Action<R>[] {
  const named = actions.filter((action) => row.allowed === undefined || row.allowed.some((each) => each.action === action.key))
  const rank = (action: Action<R>) => (becauseOf(action, row) ? 2 : 0) + (action.tone === 'primary' ? 0 : 1)
  return named.toSorted((a, b) => rank(a) - rank(b))
}
