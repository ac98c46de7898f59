import { bearerLabels, bearers, type Remedy, refundMethodWords, remedyContract, remedyKindLabels } from '@larder/contract'
import { custom, reference } from '#kit/cells/columns.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { moneyField, textField } from '#kit/fields/fields.tsx'
import { WithOptions } from '#kit/fields/inputs/with-options.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { facts } from '#kit/panels/panels.tsx'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'
import { remedyReasons } from './remedy-reasons.ts'

const bearsWords = ({ bears }: Remedy) =>
  bearers
    .filter((bearer) => bears[bearer].minor > 0)
    .map((bearer) => `${bearerLabels[bearer]} ${format().money(bears[bearer])}`)
    .join(', ')
const bears = custom<Remedy>('bears', 'Borne by', bearsWords, { width: 200, grows: true, text: bearsWords })
const proposed = custom<Remedy>('proposed', 'Proposed', ({ proposed: shares }) =>
  bearers
    .filter((bearer) => shares[bearer] > 0)
    .map((bearer) => `${bearerLabels[bearer]} ${shares[bearer]} %`)
    .join(', '),
)
const happened = custom<Remedy>('reasonCode', 'What happened', ({ reasonCode }) => (
  <WithOptions options={remedyReasons}>
    {(all) => (all ? (all.find(({ value }) => value === reasonCode)?.label ?? reasonCode) : '…')}
  </WithOptions>
))
const { columns, filters } = declareFields(remedyContract, {
  kind: { tones: { credit: 'info', refund: 'warning', replacement: 'good' }, width: 152 },
  by: { label: 'Given by', width: 128 },
  checkedBy: { label: 'Approved by', width: 128 },
  createdAt: { label: 'Given' },
  ticket: { width: 88 },
  order: { width: 104 },
  because: { label: 'Why otherwise' },
  note: { width: 160 },
})
const replacement = reference('replacement', 'order', { label: 'Sent anew' })

/** What was done to make good what went wrong. */
export const remedies = defineResource(remedyContract, {
  label: ['Remedy', 'Remedies'],
  title: ({ kind: given, ticket }) => `${remedyKindLabels[given]} for ${ticket.name}`,
  columns: [
    ...columns('kind', 'amount'),
    bears,
    ...columns('by', 'checkedBy', 'createdAt', 'ticket', 'order', 'store'),
    replacement,
    ...columns('note'),
  ],
  sort: '-createdAt',
  filters: [search('Note'), ...filters('kind')],
  panels: [
    facts<Remedy>(
      'Remedy',
      [
        ...columns('kind', 'amount'),
        happened,
        bears,
        proposed,
        ...columns('because', 'ticket', 'order', 'customer', 'store'),
        replacement,
        ...columns('note', 'by', 'checkedBy', 'createdAt'),
      ],
      'main',
    ),
  ],
  history: {
    fields: [
      selectField('remedyKind', { label: 'Remedy', options: optionsOf(remedyKindLabels) }),
      textField('reasonCode', { label: 'What happened' }),
      textField('because', { label: 'Why otherwise' }),
      selectField('method', { label: 'Goes', options: optionsOf(refundMethodWords) }),
      moneyField('givenAlone', { label: 'Given before without approval' }),
      ...bearers.map((bearer) => moneyField(bearer, { label: `${bearerLabels[bearer]} bears` })),
    ],
  },
  emptyText: 'What was done to make good what went wrong.',
})
