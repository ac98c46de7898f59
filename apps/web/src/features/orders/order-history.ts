import {
  deliveryStateLabels,
  eventWordsOf,
  orderEventTypes,
  orderStatusLabels,
  orderTypeLabels,
  type PrintDocument,
  type PrintPaper,
  paymentMethodLabels,
  paymentStateLabels,
  printDocumentLabels,
  printPaperLabels,
  refundMethodWords,
  refundStateWords,
} from '@larder/contract'
import { verticalOptions } from '#entities/references.ts'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { numberField, switchField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import type { Deed, HistoryWords, ToldEntry } from '#kit/resource/record/history-words.ts'

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
  deedOf: ({ action, newOf }) => {
    if (action === 'print') return printDeed(newOf)
    const event = action === 'addNote' ? 'note' : orderEventTypes.find((each) => each === action)
    return event === undefined ? undefined : { what: eventWordsOf(event).label }
  },
}

/** `Printed the receipt, copy 2, on A4`. */
function printDeed(newOf: ToldEntry['newOf']): Deed {
  const document = printDocumentLabels[newOf('document') as PrintDocument].toLowerCase()
  const paper = printPaperLabels[newOf('paper') as PrintPaper]
  const copy = newOf('copy') === 1 ? '' : `, copy ${newOf('copy')}`
  return { what: `Printed the ${document}${copy}, on ${paper}`, covers: ['document', 'paper', 'copy'] }
}
