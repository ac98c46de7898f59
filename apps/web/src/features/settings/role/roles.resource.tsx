import { type GrantConflict, type Granted, type Role, roleContract, scopeKindLabels } from '@larder/contract'
import { ListLink } from '#kit/access/places.tsx'
import { custom, instant, text } from '#kit/cells/columns.tsx'
import { referencesField, selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { customField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { search, toggle } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { defineResource } from '#kit/resource/define.ts'
import { ConflictsInput } from './conflicts-input.tsx'
import { GrantsInput } from './grants-input.tsx'
import { conflictWords } from './role-history.ts'

export const people = custom<Role>(
  'staff',
  'People',
  (role) => (
    <ListLink entity="staff" query={{ role: role.key }}>
      {format().number(role.staff)}
    </ListLink>
  ),
  { width: 80, align: 'right', text: ({ staff }) => String(staff) },
)
const kindOf = ({ builtIn }: Role) => (builtIn ? 'Built-in' : 'Own')
export const kind = custom<Role>('builtIn', 'Kind', kindOf, { width: 96, text: kindOf })
const countOf = ({ isAdmin, grants }: Role) => (isAdmin ? 'All' : format().number(grants.length))
const permissions = custom<Role>('grants', 'Permissions', countOf, { width: 104, align: 'right', text: countOf })
const reachOf = ({ reach }: Role) => scopeKindLabels[reach]
export const reach = custom<Role>('reach', 'Widest scope', reachOf, { width: 128, text: reachOf })
function teamOf({ isAdmin, grants, team }: Role): string {
  if (!isAdmin && !grants.some(({ permission }) => permission === 'staff.view')) return 'Nobody'
  return team.map(({ name }) => name).join(', ') || 'Everybody within the scope'
}
export const team = custom<Role>('teamIds', 'Sees accounts of', teamOf, { width: 200, grows: true, text: teamOf })

const definition = {
  label: ['Role', 'Roles'],
  title: ({ name }: Role) => name,
  columns: [
    text('name', { sort: 'name', width: 200 }),
    people,
    kind,
    permissions,
    reach,
    team,
    instant('createdAt', { label: 'Added', sort: 'createdAt' }),
  ],
  sort: 'sort',
  filters: [search('Name'), toggle('builtIn', 'Built-in')],
  emptyText: 'What people may do, by the role that they have.',
} as const

/** Roles as a list; they are made and changed on a screen of their own. */
export const roles = defineResource(roleContract, definition)

const countWords = (value: unknown) => {
  const count = Array.isArray(value) ? value.length : 0
  return `${format().number(count)} ${count === 1 ? 'permission' : 'permissions'}`
}
/** A role with the form of its screen. */
export const roleForm = defineResource(roleContract, {
  ...definition,
  form: [
    group('Role', [
      textField('name'),
      selectField('reach', { label: 'Widest scope', options: optionsOf(scopeKindLabels), help: 'How far a person of this role may reach' }),
      referencesField('teamIds', {
        label: 'Team',
        from: roleContract,
        title: ({ name }) => name,
        help: 'Its people see the accounts of these roles and of their own alone. Without any: all accounts within their scope.',
      }),
    ]),
    group('Permissions', [
      customField<'grants', readonly Granted[]>('grants', {
        label: 'Permissions',
        input: (props) => <GrantsInput {...props} />,
        show: countWords,
        isSelfLabelled: true,
        isParted: true,
      }),
    ]),
    group(
      'Conflicts',
      [
        customField<'acknowledged', readonly GrantConflict[]>('acknowledged', {
          label: 'Acknowledged conflicts',
          input: (props) => <ConflictsInput value={props.value} onChange={props.onChange} />,
          show: conflictWords,
          isSelfLabelled: true,
        }),
      ],
      'Permissions that keep each other in check as long as nobody has both.',
    ),
  ],
  blank: { reach: 'all', teamIds: [], grants: [], acknowledged: [] },
})
