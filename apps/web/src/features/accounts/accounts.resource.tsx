import { roleContract, type StaffMember, scopeKindLabels, staffContract, staffStatusLabels } from '@larder/contract'
import { storeFilter } from '#entities/references.ts'
import { custom, instant, phone, status, text } from '#kit/cells/columns.tsx'
import { portrayed } from '#kit/cells/pictured.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { group } from '#kit/fields/field.ts'
import { emailField, phoneField, textField } from '#kit/fields/fields.tsx'
import { optionsFrom, optionsOf } from '#kit/fields/options.ts'
import { pictureField } from '#kit/fields/picture-field.tsx'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { accountActs } from './account-acts.ts'
import { expiryField, firstSignInField, roleField, scopeField } from './account-fields.tsx'
import { accountHistory } from './account-history.ts'
import { Ending, EndsSoon } from './ending.tsx'
import { OpenWorkPanel } from './open-work.tsx'
import { openedWith } from './opened.ts'
import { RoleLimits } from './role-limits.tsx'
import { SessionsTab } from './sessions-tab.tsx'

const statuses = styleStatuses(staffStatusLabels, { invited: 'info', active: 'good', suspended: 'bad' })

const reachOf = ({ scope: { kind, places } }: StaffMember) =>
  kind === 'all' ? scopeKindLabels.all : places.map(({ name }) => name).join(', ')

const role = custom<StaffMember>('role', 'Role', (staff) => staff.role.name, { width: 168, text: (staff) => staff.role.name })
const scope = custom<StaffMember>('scope', 'Scope', reachOf, { width: 176, grows: true, text: reachOf })
const ends = custom<StaffMember>('expiresAt', 'Ends', (staff) => <Ending at={staff.expiresAt} />, {
  width: 136,
  text: (staff) => staff.expiresAt ?? '',
})

const secondFactor = custom<StaffMember>('hasSecondFactor', 'Two-step sign-in', onOrOff, { text: onOrOff })

const shared = {
  label: ['Account', 'Accounts'],
  title: (staff: StaffMember) => staff.name,
  columns: [
    portrayed(text('name', { sort: 'name', width: 152 }), 'imageId'),
    text('email', { label: 'E-mail', width: 208 }),
    role,
    scope,
    status('status', statuses, { width: 124 }),
    instant('lastSeenAt', { label: 'Last seen' }),
    ends,
    phone('phone'),
    instant('createdAt', { label: 'Added', sort: 'createdAt' }),
  ],
  actions: accountActs,
  history: accountHistory,
} as const

function onOrOff({ hasSecondFactor, passkeys }: StaffMember): string {
  const step = hasSecondFactor ? 'On' : 'Off'
  return passkeys === 0 ? step : `${step}, ${passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`}`
}

const { create: _, ...ofOne } = staffContract

/** One account: what it reaches, what it handles, where it is signed in. Its role and scope change by an act, not by its form. */
export const account = defineResource(ofOne, {
  ...shared,
  form: [group('Person', [textField('name'), pictureField('imageId', { label: 'Picture' }), phoneField('phone'), expiryField])],
  badge: (staff) => (
    <Row gap={2}>
      <StatusChip style={statuses[staff.status]} />
      <EndsSoon at={staff.expiresAt} />
    </Row>
  ),
  panels: [
    panel('Role and limits', (staff) => <RoleLimits staff={staff} />),
    panel('Open work', (staff) => <OpenWorkPanel staff={staff} />),
    facts('Person', [
      portrayed(text('name'), 'imageId'),
      text('email', { label: 'E-mail' }),
      phone('phone'),
      scope,
      ends,
      instant('lastSeenAt', { label: 'Last seen' }),
      secondFactor,
      instant('inviteExpiresAt', { label: 'Invitation ends' }),
      instant('createdAt', { label: 'Added' }),
    ]),
  ],
  tabs: [
    {
      key: 'sessions',
      label: 'Sessions',
      permission: staffContract.sessions.shape.permission,
      render: (staff) => <SessionsTab staff={staff} />,
    },
  ],
})

/** Accounts in a list, and a new one with what lets its person in. */
export const accounts = defineResource(staffContract, {
  ...shared,
  sort: 'name',
  filters: [
    search('Name or e-mail'),
    oneOf(
      'role',
      optionsFrom(roleContract.assignable, {}, (roles) => roles.map(({ key, name }) => ({ value: key, label: name }))),
    ),
    oneOf('status', optionsOf(staffStatusLabels)),
    storeFilter,
    oneOf(
      'expiresWithinDays',
      [
        { value: '7', label: 'in 7 days' },
        { value: '30', label: 'in 30 days' },
        { value: '90', label: 'in 90 days' },
      ],
      { label: 'Ends' },
    ),
  ],
  views: [
    { label: 'Invited', query: { status: 'invited' } },
    { label: 'Suspended', query: { status: 'suspended' } },
    { label: 'Ends within 30 days', query: { expiresWithinDays: '30' } },
  ],
  form: [
    group('Person', [textField('name'), emailField('email', { label: 'E-mail' }), phoneField('phone')]),
    group('Access', [roleField, scopeField, expiryField, firstSignInField]),
  ],
  blank: { firstSignIn: 'invitation' },
  blankOf: ({ storeId }) => ({ ...(storeId && { scope: { kind: 'store' as const, ids: [storeId] } }) }),
  tells: openedWith,
  emptyText: 'People who sign in here.',
})
