import { type Customer, consentChannelLabels, customerContract, customerFlagLabels, erasureEffect } from '@larder/contract'
import { type Action, confirmAction } from '#kit/actions/action.ts'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { customField, dayField, switchField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { soon } from '#kit/lazily.tsx'
import type { Into } from './merge-into.tsx'

const IntoInput = soon(() => import('./merge-into.tsx').then((module) => module.IntoInput))

const flagField = selectField('flag', { options: optionsOf(customerFlagLabels) })
const reasonField = textField('reason')

const intoField = customField<'into', Into>('into', {
  label: 'Into',
  input: (props) => <IntoInput {...props} />,
  show: () => 'another one',
  // Which version of it was seen holds for now alone.
  isFleeting: true,
})

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
  confirmAction(customerContract.merge, {
    label: 'Merge into another',
    question: ({ name }: Customer) =>
      `All orders, credits, tickets, carts, feedback and reviews of ${name} go to the other one, who goes on for both numbers. It can be undone.`,
    asks: [intoField],
    done: ({ name }) => `${name} merged`,
    failed: ({ name }) => `${name} was not merged`,
  }),
  confirmAction(customerContract.unmerge, {
    label: 'Undo merge',
    question: ({ name }: Customer) => `${name} gets back what was theirs when they were merged; what came since stays with the other one.`,
    asks: [reasonField],
    done: ({ name }) => `Merge of ${name} undone`,
  }),
  confirmAction(customerContract.exportData, {
    label: 'Export data',
    question: ({ name }: Customer) =>
      `All that is held of ${name} is written to a file for them: record, orders, carts, tickets, feedback, reviews, credits and mail. Notes of colleagues are left out.`,
    asks: [textField('reason', { help: 'Who asked for it, and how.' })],
    done: ({ name }) => `Data of ${name} is being written`,
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
