import {
  type Granted,
  isLimited,
  type Permission,
  type PermissionResource,
  permissionResources,
  sortedGrants,
  type Verb,
  verbs,
} from '@larder/contract'
import { IconCheck, IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useMe } from '#kit/access/access.tsx'
import { SearchInput } from '#kit/filters/search-input.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { wordsOf } from '#kit/words.ts'
import { GrantLimit } from './grant-limit.tsx'
import { permissionWords } from './grant-words.ts'
import './grants.css'

export interface GrantsTableProps {
  grants: readonly Granted[]
  /** What these are a change of, whose differences are marked; without it they are to be read. */
  base?: readonly Granted[]
  onChange?: (grants: Granted[]) => void
  /** Why one may not grant a permission; null where one may. */
  whyNot?: (permission: Permission) => string | null
}

type Line = [resource: PermissionResource, facts: { label: string; verbs: readonly Verb[] }]
const lines = Object.entries(permissionResources) as Line[]

/** What a role may do: a line for each resource, a column for each verb, limits at the end. Arrows move from cell to cell, the space bar grants and takes. */
export function GrantsTable(props: GrantsTableProps) {
  const { grants, base, onChange } = props
  const [typed, search] = useState('')
  const [isCut, setCut] = useState(false)
  const held = new Map(grants.map((grant) => [grant.permission, grant]))
  const before = base && new Map(base.map((grant) => [grant.permission, grant]))
  const isKept = (permission: Permission) =>
    before ? JSON.stringify(before.get(permission)) !== JSON.stringify(held.get(permission)) : held.has(permission)
  const shown = lines.filter((line) => matches(line, typed) && (!isCut || permissionsOf(line).some(isKept)))
  const [at, setAt] = useState<Permission | null>(null)
  const cells = shown.flatMap(permissionsOf)
  const reachable = at !== null && cells.includes(at) ? at : cells[0]
  return (
    <div className={onChange ? 'grants' : 'grants read'}>
      <Row justify="space-between" gap={3}>
        <SearchInput text={typed} placeholder="Resource or permission" onSearch={search} />
        <Button size="small" pressed={isCut} onClick={() => setCut(!isCut)}>
          {before ? 'Only changes' : 'Only granted'}
        </Button>
      </Row>
      {/* What is only read has nothing inside that the keyboard stops at: the frame itself is scrolled by it. */}
      <div
        className="table-frame grants-frame"
        {...(!onChange && { tabIndex: 0, role: 'region', 'aria-label': 'Permissions by resource' })}
      >
        <table className="table" aria-label="Permissions" onKeyDown={onChange && moveByArrow}>
          <thead>
            <tr>
              <th>Resource</th>
              {verbs.map((verb) => (
                <th key={verb} className="verb">
                  {wordsOf(verb)}
                </th>
              ))}
              <th>Limit</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(([resource, { label, verbs: own }], line) => (
              <tr key={resource} data-row={resource}>
                <th scope="row">{label}</th>
                {verbs.map((verb, column) => {
                  if (!own.includes(verb)) return <td key={verb} className="none" />
                  const permission = `${resource}.${verb}` as Permission
                  return (
                    <td key={verb} className={`verb ${stateOf(permission, held, before)}`}>
                      <GrantCell
                        {...props}
                        permission={permission}
                        verb={verb}
                        isHeld={held.has(permission)}
                        state={stateOf(permission, held, before)}
                        place={`${line} ${column}`}
                        isReachable={permission === reachable}
                        onFocus={() => setAt(permission)}
                      />
                    </td>
                  )
                })}
                <td className="limits">
                  {own
                    .map((verb) => `${resource}.${verb}` as Permission)
                    .flatMap((permission) => (isLimited(permission) ? (held.get(permission) ?? []) : []))
                    .map((grant) => (
                      <GrantLimit
                        key={grant.permission}
                        grant={grant}
                        before={before?.get(grant.permission)}
                        onChange={onChange && ((limitMinor) => onChange(withLimit(grants, grant.permission, limitMinor)))}
                      />
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 && (
          <Text as="p" tone="muted" align="center">
            {typed ? 'Nothing matches.' : before ? 'Nothing is changed yet.' : 'Nothing is granted yet.'}
          </Text>
        )}
      </div>
    </div>
  )
}

type State = 'held' | 'gained' | 'lost' | ''
type Grants = ReadonlyMap<Permission, Granted>

function stateOf(permission: Permission, held: Grants, before: Grants | undefined): State {
  const [was, is] = [(before ?? held).has(permission), held.has(permission)]
  if (was === is) return is ? 'held' : ''
  return is ? 'gained' : 'lost'
}

interface GrantCellProps extends GrantsTableProps {
  permission: Permission
  verb: Verb
  isHeld: boolean
  state: State
  place: string
  isReachable: boolean
  onFocus: () => void
}

function GrantCell({ permission, verb, isHeld, state, place, isReachable, onFocus, grants, onChange, whyNot }: GrantCellProps) {
  const { isAdmin, limits } = useMe()
  const words = permissionWords(permission)
  if (!onChange)
    return isHeld ? (
      <span className="granted" role="img" aria-label={words}>
        <IconCheck size={18} aria-hidden />
        <span className="word">{wordsOf(verb)}</span>
      </span>
    ) : null
  // What one lacks oneself can be taken away by nobody but those who have it, and given by them alone.
  const because = whyNot?.(permission) ?? null
  const toggle = () => {
    if (because) return
    const most = isAdmin ? null : (limits[permission] ?? null)
    onChange(
      isHeld ? grants.filter((grant) => grant.permission !== permission) : sortedGrants([...grants, { permission, limitMinor: most }]),
    )
  }
  return (
    <label title={because ?? undefined}>
      <input
        type="checkbox"
        aria-label={state === 'gained' ? `${words}, added` : state === 'lost' ? `${words}, removed` : words}
        aria-disabled={because !== null}
        aria-description={because ?? undefined}
        data-place={place}
        tabIndex={isReachable ? 0 : -1}
        checked={isHeld}
        onFocus={onFocus}
        onChange={toggle}
      />
      <span className="word" aria-hidden>
        {wordsOf(verb)}
      </span>
      {state === 'gained' && <IconPlus size={12} aria-hidden />}
      {state === 'lost' && <IconMinus size={12} aria-hidden />}
    </label>
  )
}

function permissionsOf([resource, { verbs: own }]: Line): Permission[] {
  return own.map((verb) => `${resource}.${verb}` as Permission)
}

/** Whether a line or one of its permissions holds every word that was typed. */
function matches(line: Line, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const text = [line[0], line[1].label, ...permissionsOf(line).map((permission) => `${permission} ${permissionWords(permission)}`)]
    .join(' ')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}

function withLimit(grants: readonly Granted[], permission: Permission, limitMinor: number | null): Granted[] {
  return grants.map((grant) => (grant.permission === permission ? { permission, limitMinor } : grant))
}

/** Moves from box to box: to the next in its line or its column, and to the ends of the line, with Ctrl of the table. */
function moveByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'checkbox') return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-place]')].map((box) => {
    const [line = 0, column = 0] = (box.dataset.place ?? '').split(' ').map(Number)
    return { box, line, column }
  })
  const here = boxes.find(({ box }) => box === event.target)
  if (!here) return
  const inLine = boxes.filter(({ line }) => line === here.line)
  const inColumn = boxes.filter(({ column }) => column === here.column)
  const ends = event.ctrlKey ? boxes : inLine
  const to = {
    ArrowRight: inLine.find(({ column }) => column > here.column),
    ArrowLeft: inLine.findLast(({ column }) => column < here.column),
    ArrowDown: inColumn.find(({ line }) => line > here.line),
    ArrowUp: inColumn.findLast(({ line }) => line < here.line),
    Home: ends[0],
    End: ends.at(-1),
  }[event.key]
  if (!to) return
  event.preventDefault()
  to.box.focus()
}
