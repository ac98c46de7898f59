import type { PermissionFacts } from '@larder/contract'
import { custom } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Text } from '#kit/layout/text.tsx'
import { permissionWords } from './grant-words.ts'
import './grants.css'

interface PermissionsTableProps {
  resource: string
  facts: readonly PermissionFacts[]
  screensOf: (facts: PermissionFacts) => readonly string[]
  pathOf: (facts: PermissionFacts) => string
}

/** The permissions of one resource, in a line each. */
export function PermissionsTable({ resource, facts, screensOf, pathOf }: PermissionsTableProps) {
  const columns = [
    custom<PermissionFacts>('permission', 'Permission', ({ permission }) => permissionWords(permission)),
    custom<PermissionFacts>('key', 'Key', ({ permission }) => (
      <Text mono size={13} tone="muted">
        {permission}
      </Text>
    )),
    custom<PermissionFacts>('opens', 'Opens', (each) => opens(each, screensOf(each).length)),
    custom<PermissionFacts>('roles', 'Roles', ({ roles }) => rolesWords(roles)),
    custom<PermissionFacts>('people', 'People', ({ people }) => format().number(people), { align: 'right' }),
  ]
  return (
    <Card title={resource} flush>
      <div className="permissions">
        <RowsTable label={resource} columns={columns} rows={facts} keyOf={({ permission }) => permission} pathOf={pathOf} />
      </div>
    </Card>
  )
}

function opens({ calls, approves, events, reveals }: PermissionFacts, screens: number): string {
  const parts = [
    counted(screens, 'screen'),
    counted(calls.length + approves.length, 'call'),
    counted(reveals.length, 'field'),
    counted(events.length, 'event'),
  ]
  return parts.filter(Boolean).join(', ') || 'nothing yet'
}

function counted(count: number, what: string): string {
  return count === 0 ? '' : `${format().number(count)} ${what}${count === 1 ? '' : 's'}`
}

const named = 2

function rolesWords(roles: PermissionFacts['roles']): string {
  const words = roles.slice(0, named).map(({ name }) => name)
  const rest = roles.length - words.length
  return words.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
