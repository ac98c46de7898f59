import { type Customer, consentChannelLabels, customerContract, customerFlagLabels, erasureEffect } from '@larder/contract'
import { type Action, confirmAction } from '#kit/actions/action.ts'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { dayField, switchField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'

const flagField = selectField('flag', { options: optionsOf(customerFlagLabels) })
const reasonField = textField('reason')

/** What is done with one customer, from the list and from their page. */
export const customerActs: readonly Action<Customer>[] = [
  confirmAction(customerContract.flag, {
    label: 'Add flag',
    question: ({ name }: Customer) =>
      `Blocked: no order of ${name} is taken, whether by an app or by phone. No cash: none that is paid in cash.`,
    asks: [flagField, reasonField, dayField('lastDay', { label: 'Last day', help: 'Left empty, it stays until somebody removes it.' })],
    done: ({ name }) => `${name} flagged`,
  }),
  confirmAction(customerContract.unflag, {
    label: 'Remove flag',
    question: ({ name }: Customer) => `What is noted of ${name} holds no more.`,
    asks: [flagField, reasonField],
    done: ({ name }) => `Flag of ${name} removed`,
  }),
  confirmAction(customerContract.consent, {
    label: 'Note consent',
    question: ({ name }: Customer) => `Whether marketing may reach ${name}. Messages about orders need no consent.`,
    asks: [
      selectField('channel', { options: optionsOf(consentChannelLabels) }),
      switchField('isGiven', { label: 'Agreed' }),
      textField('source', { help: 'Where it comes from: a call, a form, a request by e-mail.' }),
    ],
    body: () => ({ isGiven: true }),
    done: ({ name }) => `Consent of ${name} noted`,
  }),
  confirmAction(customerContract.askErasure, {
    label: 'Erase',
    question: ({ name }: Customer) => `${name}: ${erasureEffect}`,
    asks: [textField('reason', { help: 'Who asked for it, and how.' })],
    tone: 'danger',
    done: ({ name }) => `Erasure of ${name} asked`,
  }),
  confirmAction(customerContract.withdrawErasure, {
    label: 'Withdraw erasure',
    question: ({ name }: Customer) => `${name} is not erased.`,
    asks: [reasonField],
    done: ({ name }) => `Erasure of ${name} withdrawn`,
  }),
]
