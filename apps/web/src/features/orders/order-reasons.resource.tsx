import { type OrderReason, orderReasonContract, partyLabels, reasonKindLabels } from '@larder/contract'
import { action } from '#kit/actions/action.ts'
import { custom, mono, number, status, text } from '#kit/cells/columns.tsx'
import { StatusChip, type StatusStyle, styleStatuses } from '#kit/cells/status-style.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { numberField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search, toggle } from '#kit/filters/filters.tsx'
import { facts } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { paysWords } from './order-words.ts'

const kind = status('kind', styleStatuses(reasonKindLabels), { label: 'List', width: 168 })
const pays = custom<OrderReason>('party', 'Who pays', ({ party }) => paysWords(party), {
  width: 128,
  text: ({ party }) => paysWords(party),
})
const position = number('sort', { label: 'Position', sort: 'position' })
const stateOf = ({ active }: OrderReason): StatusStyle =>
  active ? { label: 'Offered', tone: 'good' } : { label: 'Retired', tone: 'neutral' }
const state = custom<OrderReason>('active', 'State', (reason) => <StatusChip style={stateOf(reason)} />, {
  width: 96,
  text: (reason) => stateOf(reason).label,
})

const retire = action(orderReasonContract.retire, {
  label: 'Retire',
  tone: 'danger',
  done: ({ label }: OrderReason) => `“${label}” is offered no more`,
  ahead: () => ({ active: false }),
})
const reinstate = action(orderReasonContract.reinstate, {
  label: 'Offer again',
  done: ({ label }: OrderReason) => `“${label}” is offered again`,
})

/** The lists of reasons, with who bears the cost of what is done for each. */
export const orderReasons = defineResource(orderReasonContract, {
  label: ['Reason', 'Reasons'],
  title: ({ label }) => label,
  columns: [text('label', { sort: 'label', width: 240 }), kind, pays, state, position, mono('code', { width: 168 })],
  sort: 'position',
  filters: [
    search('Label or code'),
    oneOf('kind', optionsOf(reasonKindLabels), { label: 'List' }),
    oneOf('party', optionsOf(partyLabels), { label: 'Who pays' }),
    toggle('active', 'Offered'),
  ],
  views: [
    { label: 'Reject', query: { kind: 'reject' } },
    { label: 'Cancel', query: { kind: 'cancel' } },
    { label: 'Fail', query: { kind: 'fail' } },
    { label: 'Refund', query: { kind: 'refund' } },
    { label: 'Retired', query: { active: 'false' } },
  ],
  form: [
    group('Reason', [
      textField('label'),
      selectField('kind', { label: 'List', options: optionsOf(reasonKindLabels) }),
      selectField('party', {
        label: 'Who pays',
        options: optionsOf(partyLabels),
        help: 'Bears the cost of what is done for it; of what the customer brought about, the platform refunds. It stays: orders and refunds go by it',
      }),
      textField('code', { help: 'What apps send, such as too-busy' }),
      numberField('sort', { label: 'Position', help: 'Lower comes first in its list' }),
    ]),
  ],
  blank: { kind: 'reject', party: 'store', sort: 10 },
  panels: [facts('Reason', [kind, pays, state, position, mono('code')], 'main')],
  actions: [retire, reinstate],
  badge: (reason) => <StatusChip style={stateOf(reason)} />,
  emptyText: 'Why orders are rejected, cancelled, failed, refunded and restored.',
})
