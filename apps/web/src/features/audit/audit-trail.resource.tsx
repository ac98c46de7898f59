import { type AuditTrailEntry, type AuditTrailRecord, auditEntryContract, roleContract, staffContract } from '@larder/contract'
import { Deed, Subject, subjectText } from '#entities/audit-entry.tsx'
import { branchFilter } from '#entities/references.ts'
import { ListLink } from '#kit/access/places.tsx'
import { custom, instant, mono, number, text } from '#kit/cells/columns.tsx'
import { deedOf } from '#kit/deeds.ts'
import { type OptionSource, optionsFrom } from '#kit/fields/options.ts'
import { dateRange, exactly, oneOf, referenceFilter, search } from '#kit/filters/filters.tsx'
import { Text } from '#kit/layout/text.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { wordsOf } from '#kit/words.ts'
import { Changes } from './audit-change.tsx'

const entity = auditEntryContract.list.entity
const actorKindWords = { staff: 'Staff', channel: 'Other programs', system: 'Larder itself' } as const

/** What entries can be cut by, of what there are any. */
function among(key: 'entities' | 'actions', words: (value: string) => string): OptionSource {
  return optionsFrom(auditEntryContract.facets, {}, (facets) => facets[key].map((value) => ({ value, label: words(value) })))
}
const roles = optionsFrom(roleContract.assignable, {}, (all) => all.map(({ key, name }) => ({ value: key, label: name })))
const who = custom<AuditTrailEntry>(
  'actorName',
  'Who',
  ({ actorName, role, roleName }) => (
    <>
      {actorName}
      {role && <Text tone="muted">, {roleName ?? wordsOf(role)}</Text>}
    </>
  ),
  { width: 190, text: ({ actorName }) => actorName },
)
const what = custom<AuditTrailEntry>('action', 'What', (entry) => <Deed entry={entry} />, {
  width: 260,
  grows: true,
  text: ({ action }) => deedOf(action),
})
const subject = custom<AuditTrailEntry>('entity', 'Record', (entry) => <Subject entry={entry} />, { width: 190, text: subjectText })

const more = (key: 'requestId' | 'changeSetId', label: string, words: string) =>
  custom<AuditTrailRecord>(
    key,
    label,
    (entry) => {
      const value = entry[key]
      return value ? (
        <ListLink entity={entity} query={{ [key]: value }}>
          {words}
        </ListLink>
      ) : (
        '–'
      )
    },
    { text: () => words },
  )
const everythingBy = custom<AuditTrailRecord>(
  'actorId',
  'By them',
  ({ actorId, actorName }) =>
    actorId ? (
      <ListLink entity={entity} query={{ actorId }}>
        Everything by {actorName}
      </ListLink>
    ) : (
      '–'
    ),
  { text: ({ actorName }) => actorName },
)
const everythingOf = custom<AuditTrailRecord>(
  'entityId',
  'Of it',
  ({ entity: kind, entityId }) => (
    <ListLink entity={entity} query={{ entity: kind, entityId }}>
      Everything that was done to it
    </ListLink>
  ),
  { text: ({ entityId }) => entityId },
)
const branch = custom<AuditTrailEntry>('branch', 'Branch', (entry) => entry.branch?.name ?? '–', {
  width: 120,
  text: (entry) => entry.branch?.name ?? '',
})

/** Who did what to any record, newest first. */
export const auditTrail = defineResource(auditEntryContract, {
  label: ['Entry', 'Audit trail'],
  title: (entry) => `${deedOf(entry.action)}: ${subjectText(entry)}`,
  columns: [
    instant('at', { label: 'When', sort: 'at' }),
    who,
    what,
    subject,
    text('reason', { width: 160 }),
    branch,
    text('address', { label: 'From address', width: 120 }),
  ],
  sort: '-at',
  countsWhenAsked: true,
  filters: [
    search('Person, record, order number, address'),
    dateRange('from', 'to', 'When'),
    oneOf('entity', among('entities', wordsOf), { label: 'Kind of record' }),
    oneOf('action', among('actions', deedOf), { label: 'Act' }),
    oneOf('role', roles),
    oneOf(
      'actorKind',
      Object.entries(actorKindWords).map(([value, label]) => ({ value, label })),
      { label: 'Done by' },
    ),
    branchFilter,
    referenceFilter('actorId', { label: 'Person', from: staffContract, title: ({ name }) => name }),
    exactly('entityId', 'Record by its ID'),
    exactly('address', 'From address'),
    exactly('requestId', 'Request'),
    exactly('changeSetId', 'Change set'),
  ],
  views: [
    { label: 'Sign-ins', query: { entity: 'session', action: 'login' } },
    { label: 'Refused sign-ins', query: { entity: 'sign-in' } },
    { label: 'Settings', query: { entity: 'setting' } },
    { label: 'Staff accounts', query: { entity: 'staff' } },
    { label: 'Revealed', query: { action: 'reveal' } },
  ],
  panels: [
    panel('What changed', (entry) => <Changes entry={entry} />),
    facts('Entry', [
      subject,
      everythingOf,
      who,
      everythingBy,
      instant('at', { label: 'When' }),
      text('reason'),
      text('checkerName', { label: 'Approved by' }),
      branch,
      text('address', { label: 'From address' }),
      more('changeSetId', 'Change set', 'Everything that was changed together'),
      more('requestId', 'Request', 'Everything of this request'),
    ]),
    facts<AuditTrailRecord>('Proof', [
      number('sequence', { label: 'Entry of the record' }),
      mono('hash'),
      mono('previousHash', { label: 'Hash before' }),
    ]),
  ],
  history: null,
  emptyText: 'Whatever is done to any record is kept here, and cannot be changed.',
})
