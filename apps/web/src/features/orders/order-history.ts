import {
  bearerLabels,
  bearers,
  deliveryStateLabels,
  eventWordsOf,
  type Order,
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
import { moneyField, numberField, switchField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { format } from '#kit/format.ts'
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
    numberField('prepMinutes', { label: 'Preparation' }),
    textField('email', { label: 'E-mail' }),
    moneyField('authorised', { label: 'Authorised' }),
    moneyField('editedLess', { label: 'Taken off by edits' }),
    moneyField('editedMore', { label: 'Added by edits' }),
    selectField('refundMethod', { label: 'Refund goes', options: optionsOf(refundMethodWords) }),
    selectField('refundState', { label: 'Refund', options: optionsOf(refundStateWords) }),
    ...bearers.map((bearer) => moneyField(`${bearer}Bears`, { label: `${bearerLabels[bearer]} bears` })),
    textField('refundReason', { label: 'What happened' }),
    switchField('isInternal', { label: 'For staff only' }),
    { key: 'taxes', label: 'Taxes', show: taxWords },
  ],
  deedOf: ({ action, newOf }) => {
    if (action === 'print') return printDeed(newOf)
    if (action === 'mailReceipt') return mailDeed(newOf)
    if (action === 'message') return messageDeed(newOf)
    const event = action === 'addNote' ? 'note' : orderEventTypes.find((each) => each === action)
    return event === undefined ? undefined : { what: eventWordsOf(event).label }
  },
}

/** `CGST 2.5 %, ₹21.00`. */
function taxWords(value: unknown): string {
  const taxes = (value ?? []) as Order['taxes']
  return taxes.map(({ name, ratePpm, amount }) => `${name} ${ratePpm / 10_000} %, ${format().money(amount)}`).join('; ') || 'none'
}

/** `Mailed the receipt to another address, copy 2`. */
function mailDeed(newOf: ToldEntry['newOf']): Deed {
  const where = newOf('isOwnAddress') ? 'the customer' : 'another address'
  return { what: `Mailed the receipt to ${where}${copyWords(newOf)}`, covers: ['copy', 'isOwnAddress'] }
}

function copyWords(newOf: ToldEntry['newOf']): string {
  return newOf('copy') === 1 ? '' : `, copy ${newOf('copy')}`
}

function messageDeed(newOf: ToldEntry['newOf']): Deed {
  const type = newOf('to') === 'store' ? 'messageToStore' : 'messageToCustomer'
  return { what: eventWordsOf(type).label, covers: ['to'] }
}

/** `Printed the receipt, copy 2, on A4`. */
function printDeed(newOf: ToldEntry['newOf']): Deed {
  const document = printDocumentLabels[newOf('document') as PrintDocument].toLowerCase()
  const paper = printPaperLabels[newOf('paper') as PrintPaper]
  return { what: `Printed the ${document}${copyWords(newOf)}, on ${paper}`, covers: ['document', 'paper', 'copy'] }
}
