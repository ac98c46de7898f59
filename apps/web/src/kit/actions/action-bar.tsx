import { type ReactNode, useRef } from 'react'
import { useDispatch } from 'react-redux'
import type { WriteDispatch } from '#api/client.ts'
import { undoHeld, useHeld } from '#api/held.ts'
import { useKey } from '../keys.ts'
import { Button } from '../layout/button.tsx'
import { Row } from '../layout/flow.tsx'
import { Menu } from '../layout/menu.tsx'
import type { MenuEntry } from '../layout/menu-list.tsx'
import type { BaseRow } from '../row.ts'
import type { Action } from './action.ts'
import { useAskHost } from './host.ts'
import { useOfferActs } from './open-acts.ts'
import { type ActionState, useAction } from './use-action.ts'

interface ActionButtonProps<R extends BaseRow> {
  action: Action<R>
  row: R
  size?: 'small' | 'medium'
  /** The likely act of its row: filled, with its key. */
  isLikely?: boolean
  /** An ordinary one, whatever it does. */
  isQuiet?: boolean
}

/** One act: absent where the role never may, disabled with its reason where the state forbids. */
export function ActionButton<R extends BaseRow>({ action, row, size = 'medium', isLikely, isQuiet }: ActionButtonProps<R>) {
  const { isVisible, because, isBusy, run } = useAction(action, row)
  if (!isVisible) return null
  if (action.control && !because) return action.control(row)
  const keys = isLikely ? 'likely' : action.keys
  return (
    <Button
      tone={isQuiet ? 'neutral' : action.tone}
      name={action.title}
      size={size}
      busy={isBusy}
      because={because}
      onClick={run}
      {...(keys && { keys })}
      {...(action.icon && { icon: action.icon })}
    >
      {action.label}
    </Button>
  )
}

interface ActionBarProps<R extends BaseRow> {
  actions: readonly Action<R>[]
  row: R
  /** How many are buttons; the rest is in a menu. */
  max?: number
  /** Further entries of that menu. */
  also?: readonly FurtherEntry[]
}

/** An act whose dialog comes with the press, and why the state forbids it now. */
export type FurtherEntry = MenuEntry & { because?: string | null }

const none: readonly FurtherEntry[] = []

/** The acts of a record: the likely one first and filled, what can't be done now folded away with its reasons. */
export function ActionBar<R extends BaseRow>({ actions, row, max = 2, also = none }: ActionBarProps<R>) {
  const held = useHeld().find(({ id, isSent }) => id === row.id && !isSent)
  if (held) return <UndoButton held={held.key} />
  return (
    <WithStates actions={actions} row={row}>
      {(known) => <Acts known={known} row={row} max={max} also={also} />}
    </WithStates>
  )
}

/** In the place of a record's acts while one of them can still be undone. */
export function UndoButton({ held, size = 'medium' }: { held: string; size?: 'small' | 'medium' }) {
  const dispatch = useDispatch<WriteDispatch>()
  return (
    <Button size={size} keys="undo" onClick={() => undoHeld(dispatch, held)}>
      Undo
    </Button>
  )
}

type ActsProps<R extends BaseRow> = Required<Pick<ActionBarProps<R>, 'row' | 'max' | 'also'>> & { known: readonly Known<R>[] }

function Acts<R extends BaseRow>({ known, row, max, also }: ActsProps<R>) {
  const bar = useRef<HTMLDivElement>(null)
  usePressKeys(() => bar.current)
  const possible = inOrder(known.filter(({ state }) => state.because === null))
  useOfferActs([
    ...possible.map(({ action: { key, label }, state: { run } }) => ({ key, label, run })),
    ...also.filter(({ because }) => !because).map(({ key, label, onSelect }) => ({ key, label, run: onSelect })),
  ])
  const likely = possible.find(({ action }) => action.tone === 'primary')?.action
  const ghosts = firstOfEach(known.filter(({ state }) => state.isLacking))
  return (
    <Row ref={bar}>
      {possible.slice(0, max).map(({ action }) => (
        <ActionButton key={action.key + action.label} action={action} row={row} isLikely={action === likely} isQuiet={action !== likely} />
      ))}
      {ghosts.map(({ action }) => (
        <ActionButton key={action.key + action.label} action={action} row={row} isQuiet />
      ))}
      <MoreActions
        acts={[...possible.slice(max), ...known.filter((each) => each.state.because !== null && !ghosts.includes(each))]}
        also={also}
      />
    </Row>
  )
}

/** The keys of the acts that stand in one place press their buttons there. */
export function usePressKeys(place: () => HTMLElement | null): void {
  const press = (name: string) => () => place()?.querySelector<HTMLElement>(`[data-key="${name}"]`)?.click()
  useKey('likely', press('likely'))
  useKey('reject', press('reject'))
  useKey('more', press('more'))
  useKey('less', press('less'))
}

function MoreActions<R extends BaseRow>({ acts, also }: { acts: readonly Known<R>[]; also: readonly FurtherEntry[] }) {
  const entries = useEntries(acts, also)
  return entries.length > 0 && <Menu label="More actions" entries={entries} />
}

/** Acts as entries of a menu: what can be done now, and behind one entry why the others can't. */
export function useEntries<R extends BaseRow>(acts: readonly Known<R>[], also: readonly FurtherEntry[] = none): MenuEntry[] {
  const { explain } = useAskHost()
  const known = [...acts.map(({ action: { label }, state: { because } }) => ({ label, because })), ...also]
  const refused = known.flatMap(({ label, because }) => (because ? [{ label, because }] : []))
  const own = acts
    .filter(({ state }) => state.because === null)
    .map(({ action: { key, label, icon, tone }, state: { isBusy, run } }) => ({
      key: key + label,
      label,
      disabled: isBusy,
      ...(icon && { icon }),
      ...(tone === 'danger' && { tone: 'danger' as const }),
      onSelect: run,
    }))
  const entries = [...own, ...also.filter(({ because }) => !because)]
  const why = { key: 'why', label: 'Why not?', hint: whatElse(refused), onSelect: () => explain(refused) }
  return refused.length > 0 ? [...entries, why] : entries
}

function whatElse(refused: readonly { label: string }[]): string {
  const [first] = refused
  return refused.length === 1 && first ? `${first.label} cannot be done now` : `${refused.length} actions cannot be done now`
}

export interface Known<R extends BaseRow> {
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

/** Of each permission that is lacking its first act: the others are lacking for the same reason. */
function firstOfEach<R extends BaseRow>(lacking: readonly Known<R>[]): Known<R>[] {
  return [...Map.groupBy(lacking, ({ action }) => action.endpoint.shape.permission).values()].flatMap(([first]) => first ?? [])
}

/** The likely one first, then what has a key of its own, then the others as they come. */
function inOrder<R extends BaseRow>(known: readonly Known<R>[]): Known<R>[] {
  const rank = ({ action }: Known<R>) => (action.tone === 'primary' ? 0 : action.keys ? 1 : 2)
  return known.toSorted((a, b) => rank(a) - rank(b))
}
