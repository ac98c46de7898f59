import {
  deliveryStateLabels,
  eventWordsOf,
  orderEventTypes,
  orderStatusLabels,
  orderTypeLabels,
  paymentMethodLabels,
  paymentStateLabels,
  refundMethodWords,
  refundStateWords,
} from '@larder/contract'
import { verticalOptions } from '#entities/references.ts'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { numberField, switchField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import type { HistoryWords } from '#kit/resource/record/history-words.ts'

/** What an order's history says of its states and acts. */
export const orderHistory: HistoryWords = {
  fields: [
    selectField('status', { options: optionsOf(orderStatusLabels) }),
    selectField('paymentState', { label: 'Payment', options: optionsOf(paymentStateLabels) }),
    selectField('deliveryState', { label: 'Delivery', options: optionsOf(deliveryStateLabels) }),
    selectField('paymentMethod', { label: 'Paid by', options: optionsOf(paymentMethodLabels) }),
    selectField('orderType', { label: 'Kind', options: optionsOf(orderTypeLabels) }),
    selectField('vertical', { options: verticalOptions }),
    numberField('prepMinutes', { label: 'Preparation', unit: 'min' }),
    selectField('refundMethod', { label: 'Refunded', options: optionsOf(refundMethodWords) }),
    selectField('refundState', { label: 'Refund', options: optionsOf(refundStateWords) }),
    switchField('isInternal', { label: 'For staff only' }),
  ],
  deedOf: ({ action }) => {
    const event = action === 'addNote' ? 'note' : orderEventTypes.find((each) => each === action)
    return event === undefined ? undefined : { what: eventWordsOf(event).label }
  },
}
