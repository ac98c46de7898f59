import {
  type ChannelKey,
  type ChannelScope,
  channelKeyContract,
  channelKeyStatusLabels,
  channelKindLabels,
  channelReachLabels,
  channelScopes,
  channelScopeWords,
  mostOverlapDays,
} from '@larder/contract'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, instant, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { When } from '#kit/cells/when.tsx'
import { checksField, selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { chipsField, numberField, textField } from '#kit/fields/fields.tsx'
import { type Option, optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { facts } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { secretOf } from './key-secret.ts'

const statuses = styleStatuses(channelKeyStatusLabels, { open: 'good' })

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const scopeLabel = (scope: ChannelScope) => capital(channelScopeWords[scope])

export const kindOptions = optionsOf(channelKindLabels)
/** What scopes open, as a form offers them. */
export const scopeOptions = (scopes: readonly ChannelScope[]): Option[] => scopes.map((value) => ({ value, label: scopeLabel(value) }))

const kind = custom<ChannelKey>('kind', 'Kind', (key) => channelKindLabels[key.kind], {
  width: 112,
  text: (key) => channelKindLabels[key.kind],
})
const reachWords = ({ reach, places }: ChannelKey) => (reach === 'own' ? channelReachLabels.own : places.map(({ name }) => name).join(', '))
const reach = custom<ChannelKey>('placeIds', 'Speaks for', reachWords, { width: 168, grows: true, text: reachWords })
const scopeWords = ({ scopes }: ChannelKey) => scopes.map((scope) => channelScopeWords[scope]).join('; ')
const scopes = custom<ChannelKey>('scopes', 'May', (key) => capital(scopeWords(key)), { width: 220, grows: true, text: scopeWords })
const rateWords = ({ perMinute }: ChannelKey) => (perMinute === null ? 'As every key' : `${format().number(perMinute)} a minute`)
const rate = custom<ChannelKey>('perMinute', 'Requests', rateWords, { width: 136, text: rateWords })
const lastUsed = custom<ChannelKey>('lastUsedAt', 'Last used', ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : 'Never'), {
  width: 112,
  text: ({ lastUsedAt }) => lastUsedAt ?? '',
})

/** A new one is made in a dialog of its own: its secret is shown once. */
export const channelKeys = defineResource(
  { list: channelKeyContract.list, get: channelKeyContract.get, update: channelKeyContract.update, revoke: channelKeyContract.revoke },
  {
    label: ['Channel key', 'Channel keys'],
    title: (key) => key.name,
    columns: [
      text('name', { sort: 'name', width: 180 }),
      kind,
      reach,
      lastUsed,
      rate,
      status('status', statuses, { width: 112 }),
      scopes,
      instant('createdAt', { label: 'Added', sort: 'createdAt' }),
    ],
    sort: 'name',
    filters: [search('Name'), oneOf('kind', kindOptions), oneOf('status', optionsOf({ open: 'Open', revoked: 'Revoked' }))],
    form: [
      group('Channel key', [
        textField('name', { help: 'Orders and their timelines name the program by it' }),
        numberField('perMinute', { label: 'Requests', unit: 'a minute', help: 'Leave empty for as many as every key may make' }),
      ]),
    ],
    badge: (key) => (key.status === 'revoked' ? 'Revoked' : null),
    panels: [
      facts('Channel key', [
        text('name'),
        kind,
        reach,
        scopes,
        rate,
        lastUsed,
        text('lastUsedFrom', { label: 'Used from' }),
        status('status', statuses),
        instant('formerEndsAt', { label: 'Former secret opens until' }),
        instant('createdAt', { label: 'Added' }),
      ]),
    ],
    actions: [
      confirmAction(channelKeyContract.rotate, {
        label: 'Rotate',
        title: 'Rotate the secret',
        question: ({ name }: ChannelKey) =>
          `${name} stays the same channel, with its orders. The secret of now opens as well for as long as its programs need to change.`,
        body: () => ({ overlapDays: 1 }),
        asks: [chipsField('overlapDays', { label: 'Days for which both open', options: [0, 1, 3, mostOverlapDays] })],
        done: ({ name }) => `${name} has another secret`,
        tells: secretOf,
      }),
      confirmAction(channelKeyContract.revoke, {
        label: 'Revoke',
        tone: 'danger',
        asks: 'reason',
        question: ({ name }: ChannelKey) =>
          `Revoke the key of ${name}? Whoever sends it is refused from that moment on, and it cannot be undone.`,
        done: ({ name }: ChannelKey) => `The key of ${name} is revoked`,
      }),
    ],
    history: {
      fields: [
        selectField('kind', { options: kindOptions }),
        selectField('reach', { label: 'Speaks for', options: optionsOf(channelReachLabels) }),
        checksField('scopes', { label: 'May', options: scopeOptions(channelScopes) }),
        textField('keyHash', { label: 'Secret' }),
        textField('placeIds', { label: 'Branches or stores' }),
        textField('formerEndsAt', { label: 'The secret before opens until' }),
      ],
      deedOf: ({ action, newOf, timeOf }) => {
        if (action === 'revoke') return { what: 'Revoked the key', covers: ['revokedAt'] }
        if (action !== 'rotate') return undefined
        const until = newOf('formerEndsAt')
        const before = typeof until === 'string' ? `the one before opens until ${timeOf(until)}` : 'the one before opens nothing'
        return { what: `Gave it another secret; ${before}`, covers: ['keyHash', 'formerHash', 'formerEndsAt'] }
      },
    },
    emptyText: 'Keys for the programs of customers, stores and riders: what each speaks for, and what it may do.',
  },
)
