import {
  deliveryStateLabels,
  eventWordsOf,
  orderActions,
  orderStatusLabels,
  orderTypeLabels,
  paymentMethodLabels,
  paymentStateLabels,
  verticalKeys,
  verticals,
} from '@larder/contract'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { numberField, switchField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import type { HistoryWords } from '#kit/resource/history-words.ts'

const named: Readonly<Record<string, string>> = { place: 'place', addNote: 'note', payment: 'payment', packWeights: 'packWeights' }

/** What an order's history says of its states and acts. */
export const orderHistory: HistoryWords = {
  fields: [
    selectField('status', { options: optionsOf(orderStatusLabels) }),
    selectField('paymentState', { label: 'Payment', options: optionsOf(paymentStateLabels) }),
    selectField('deliveryState', { label: 'Delivery', options: optionsOf(deliveryStateLabels) }),
    selectField('paymentMethod', { label: 'Paid by', options: optionsOf(paymentMethodLabels) }),
    selectField('orderType', { label: 'Kind', options: optionsOf(orderTypeLabels) }),
    selectField('vertical', { options: verticalKeys.map((value) => ({ value, label: verticals[value].label })) }),
    numberField('prepMinutes', { label: 'Preparation', unit: 'min' }),
    switchField('isInternal', { label: 'For staff only' }),
  ],
  deedOf: ({ action }) => {
    const event = orderActions.find((each) => each === action) ?? named[action]
    return event === undefined ? undefined : { what: eventWordsOf(event).label }
  },
}
