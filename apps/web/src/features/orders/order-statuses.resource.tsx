import { type OrderStatusFacts, orderStatusContract, statusColourLabels, statusSoundLabels } from '@larder/contract'
import { custom, number, text } from '#kit/cells/columns.tsx'
import { StatusChip } from '#kit/cells/status-style.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { numberField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { search } from '#kit/filters/filters.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { OrderStatusPreview } from './order-status-preview.tsx'

const soundWords = ({ sound }: OrderStatusFacts) => (sound ? statusSoundLabels[sound] : 'None')
const sound = custom<OrderStatusFacts>('sound', 'Sound', soundWords, { width: 128, text: soundWords })
const chip = custom<OrderStatusFacts>('label', 'Status', (row) => <StatusChip style={row} />, {
  width: 160,
  sort: 'label',
  text: ({ label }) => label,
})
const target = number('targetMinutes', { label: 'Target' })
const customerText = text('customerText', { label: 'Customers read', width: 280 })

/** How the statuses of an order are called, coloured, timed and heard. */
export const orderStatuses = defineResource(orderStatusContract, {
  label: ['Order status', 'Order statuses'],
  title: ({ label }) => label,
  columns: [chip, target, sound, customerText],
  sort: 'position',
  filters: [search('Label or customer text')],
  form: [
    group('Status', [
      textField('label'),
      selectField('colour', { options: optionsOf(statusColourLabels) }),
      textField('customerText', { label: 'Customers read' }),
    ]),
    group('On the board', [
      numberField('targetMinutes', {
        label: 'Target',
        help: 'An order that is in it for longer stands out; empty for no target',
      }),
      selectField('sound', {
        options: optionsOf(statusSoundLabels),
        none: 'None',
        help: 'Of a pending order on every page until it is handled; of any other stage once, on the board',
      }),
    ]),
  ],
  panels: [
    facts('Status', [chip, customerText, target, sound], 'main'),
    panel('How it looks', (status) => <OrderStatusPreview status={status} />),
  ],
  preview: panel('How it will look', (status) => <OrderStatusPreview status={status} />),
  emptyText: 'The statuses that an order goes through.',
})
