import { type RushMode, rushModeContract, rushStateLabels, verticals } from '@larder/contract'
import { branchFilter, references, verticalOptions } from '#entities/references.ts'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, instant, number, reference, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { referenceField, selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { chipsField, textField } from '#kit/fields/fields.tsx'
import { lengthField } from '#kit/fields/length-field.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { facts } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'

const lengths = [
  { label: '30 min', minutes: 30 },
  { label: '1 h', minutes: 60 },
  { label: '2 h', minutes: 120 },
  { label: '4 h', minutes: 240 },
] as const

const where = ({ branch, area, vertical }: RushMode) =>
  [area?.name ?? branch.name, vertical && verticals[vertical].label].filter(Boolean).join(', ')
const place = custom<RushMode>('area', 'Where', where, { width: 200, text: where })
const startedBy = custom<RushMode>('startedBy', 'Started by', (row) => row.startedBy.name, {
  width: 128,
  text: (row) => row.startedBy.name,
})
const states = styleStatuses(rushStateLabels, { on: 'warning' })

/** More minutes of preparation for a while, in an area or a vertical of a branch. */
export const rushModes = defineResource(rushModeContract, {
  label: ['Rush mode', 'Rush modes'],
  title: where,
  columns: [
    place,
    status('state', states, { label: 'State', width: 88 }),
    number('extraMinutes', { label: 'More' }),
    instant('startsAt', { label: 'Began' }),
    instant('endsAt', { label: 'Ends' }),
    instant('endedAt', { label: 'Ended' }),
    text('reason', { width: 168 }),
    startedBy,
    reference('branch', 'branch'),
  ],
  sort: '-createdAt',
  filters: [
    search('Reason'),
    branchFilter,
    oneOf('vertical', verticalOptions),
    oneOf('state', optionsOf(rushStateLabels), { label: 'State' }),
  ],
  form: [
    group('Rush', [
      referenceField('branchId', { label: 'Branch', ...references.branch }),
      referenceField('areaId', { label: 'Area', help: 'An area of the branch, a vertical, or both', ...references.area }),
      selectField('vertical', { options: verticalOptions, none: 'All' }),
      chipsField('extraMinutes', { label: 'More minutes of preparation', options: [5, 10, 15, 20, 30] }),
      lengthField('endsAt', lengths),
      textField('reason'),
    ]),
  ],
  blank: { extraMinutes: 15 },
  panels: [
    facts('Rush', [
      place,
      number('extraMinutes', { label: 'More' }),
      instant('startsAt', { label: 'Began' }),
      instant('endsAt', { label: 'Ends' }),
      instant('endedAt', { label: 'Ended' }),
      text('reason'),
      startedBy,
    ]),
  ],
  actions: [
    confirmAction(rushModeContract.end, {
      label: 'End now',
      question: (row: RushMode) => `Stores in ${where(row)} need their usual minutes again, at once.`,
      done: (row: RushMode) => `The rush in ${where(row)} is over`,
    }),
  ],
  history: { deedOf: ({ action }) => (action === 'runOut' ? { what: 'Ended, as planned', covers: ['endedAt'] } : undefined), fields: [] },
  emptyText: 'While a rush is on, its stores need more minutes; it ends by itself.',
})
