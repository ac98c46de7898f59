import { bearerLabels, bearers, type Remedy, refundMethodWords, remedyContract, remedyKindLabels } from '@larder/contract'
import { boolean, custom, instant, money, reference, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { moneyField, textField } from '#kit/fields/fields.tsx'
import { WithOptions } from '#kit/fields/inputs/with-options.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { facts } from '#kit/panels/panels.tsx'
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
const kind = status('kind', styleStatuses(remedyKindLabels, { credit: 'info', refund: 'warning', replacement: 'good' }), { width: 152 })

/** What was done to make good what went wrong. */
export const remedies = defineResource(remedyContract, {
  label: ['Remedy', 'Remedies'],
  title: ({ kind: given, ticket }) => `${remedyKindLabels[given]} for ${ticket.name}`,
  columns: [
    kind,
    money('amount'),
    bears,
    text('by', { label: 'Given by', width: 128 }),
    boolean('isChecked', { label: 'Approved by another' }),
    instant('createdAt', { label: 'Given', sort: 'createdAt' }),
    reference('ticket', 'ticket', { width: 88 }),
    reference('order', 'order', { width: 104 }),
    reference('store', 'store'),
    reference('replacement', 'order', { label: 'Sent anew' }),
    text('note', { width: 160 }),
  ],
  sort: '-createdAt',
  filters: [search('Note'), oneOf('kind', optionsOf(remedyKindLabels))],
  panels: [
    facts<Remedy>(
      'Remedy',
      [
        kind,
        money('amount'),
        happened,
        bears,
        proposed,
        text('because', { label: 'Why otherwise' }),
        reference('ticket', 'ticket'),
        reference('order', 'order'),
        reference('customer', 'customer'),
        reference('store', 'store'),
        reference('replacement', 'order', { label: 'Sent anew' }),
        text('note'),
        text('by', { label: 'Given by' }),
        boolean('isChecked', { label: 'Approved by another person' }),
        instant('createdAt', { label: 'Given' }),
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
