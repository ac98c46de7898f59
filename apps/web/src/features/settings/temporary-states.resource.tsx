import {
  itemContract,
  riderContract,
  rushModeContract,
  storeContract,
  type TemporaryState,
  temporaryStateContract,
  temporaryStateLabels,
} from '@larder/contract'
import { branchFilter } from '#entities/references.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, instant, reference, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { When } from '#kit/cells/when.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { defineResource } from '#kit/resource/define.ts'

const kinds = styleStatuses(temporaryStateLabels, {
  paused: 'bad',
  closed: 'bad',
  busy: 'warning',
  rush: 'warning',
  snoozed: 'info',
  blocked: 'bad',
})
/** Whose page says more, and ends it. */
const entities = { paused: 'store', closed: 'store', busy: 'store', rush: 'rush-mode', snoozed: 'item', blocked: 'rider' } as const

const what = custom<TemporaryState>(
  'of',
  'What',
  ({ kind, of }) => (
    <PlaceLink entity={entities[kind]} id={of.id}>
      {of.name}
    </PlaceLink>
  ),
  { width: 200, text: ({ of }) => of.name },
)
const end = custom<TemporaryState>('endsAt', 'Ends', ({ endsAt }) => (endsAt ? <When at={endsAt} /> : 'Until somebody ends it'), {
  width: 152,
  sort: 'endsAt',
  text: ({ endsAt }) => endsAt ?? 'Until somebody ends it',
})

const done = ({ of, kind }: TemporaryState) => `${temporaryStateLabels[kind]} is over: ${of.name}`
const failed = ({ of, kind }: TemporaryState) => `${temporaryStateLabels[kind]} was not ended for ${of.name}`

/** Each by the act of what it holds for. */
const endNow = [
  confirmAction(storeContract.setOpenMode, {
    label: 'End now',
    question: ({ of }: TemporaryState) => `${of.name} takes orders within its hours as usual again, at once.`,
    body: () => ({ mode: 'open' }),
    ...{ done, failed },
  }),
  confirmAction(rushModeContract.end, {
    label: 'End now',
    question: ({ of }: TemporaryState) => `Stores in ${of.name} need their usual minutes again, at once.`,
    ...{ done, failed },
  }),
  confirmAction(itemContract.snooze, {
    label: 'End now',
    question: ({ of }: TemporaryState) => `${of.name} is sold again, at once.`,
    body: () => ({ until: null }),
    ...{ done, failed },
  }),
  confirmAction(riderContract.unblock, {
    label: 'End now',
    question: ({ of }: TemporaryState) => `${of.name} may work again, at once.`,
    asks: 'reason',
    ...{ done, failed },
  }),
]

/** What holds for a while, wherever it is: paused and busy stores, rushes, snoozed items, blocked riders. */
export const temporaryStates = defineResource(temporaryStateContract, {
  label: ['Temporary state', 'Temporary states'],
  title: ({ of }) => of.name,
  columns: [
    what,
    status('kind', kinds, { label: 'State', width: 136 }),
    end,
    text('reason', { width: 176 }),
    text('by', { label: 'By', width: 128 }),
    instant('since', { label: 'Since' }),
    reference('store', 'store'),
    reference('branch', 'branch', { width: 152 }),
  ],
  sort: 'endsAt',
  filters: [search('Store, item or rider'), oneOf('kind', optionsOf(temporaryStateLabels), { label: 'State' }), branchFilter],
  views: [
    { label: 'Paused', query: { kind: 'paused' } },
    { label: 'Busy', query: { kind: 'busy' } },
    { label: 'Rushes', query: { kind: 'rush' } },
    { label: 'Snoozed items', query: { kind: 'snoozed' } },
    { label: 'Blocked riders', query: { kind: 'blocked' } },
  ],
  actions: endNow,
  history: null,
  emptyText: 'Every store is open as usual, and nothing is snoozed or blocked.',
})
