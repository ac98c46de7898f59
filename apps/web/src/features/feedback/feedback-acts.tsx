import { type Feedback, feedbackContract, orderContract, proposedTopic, queueOfTopic, ticketPriorityLabels } from '@larder/contract'
import { use } from 'react'
import { useRead } from '#api/client.ts'
import { ColleagueChoice } from '#entities/colleague-choice.tsx'
import { queueField, topicField } from '#entities/ticket-fields.tsx'
import { action, confirmAction } from '#kit/actions/action.ts'
import { referenceField, selectField } from '#kit/fields/choice-fields.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { customField, switchField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { FormRecord } from '#kit/fields/reference.tsx'
import { tagsField } from './tags-field.tsx'

function ColleaguePicker(props: FieldInputProps) {
  const id = use(FormRecord)?.id
  const read = useRead(feedbackContract.colleagues, id ? { params: { id } } : null)
  return <ColleagueChoice {...props} read={read} empty="Colleagues who look after feedback and see this one appear here." />
}

const whereAnswered = ({ order, customer }: Feedback) =>
  order ? `It is told as a message of ${order.name}.` : `It is mailed to ${customer?.name ?? 'its customer'}.`

/** What is done with feedback, the likely act first. */
export const feedbackActs = [
  action(feedbackContract.take, { label: 'Assign to me', done: ({ number }: Feedback) => `${number} is yours` }),
  confirmAction(feedbackContract.answer, {
    label: 'Answer',
    tone: 'primary',
    question: (one: Feedback) => `“${one.text}” ${whereAnswered(one)}`,
    asks: [textField('text', { label: 'Answer', multiline: true })],
    done: ({ number }: Feedback) => `${number} answered`,
  }),
  confirmAction(feedbackContract.tag, {
    label: 'Tag',
    question: ({ text }: Feedback) => `“${text}”`,
    body: ({ tags }: Feedback) => ({ tags: tags.map(({ code }) => code) }),
    asks: [tagsField],
    done: ({ number }: Feedback) => `${number} tagged`,
  }),
  confirmAction(feedbackContract.openTicket, {
    label: 'Make a ticket',
    question: ({ number }: Feedback) => `A ticket is opened with what ${number} says, about the same order and people.`,
    body: (one: Feedback) => {
      const topicCode = proposedTopic(one)
      // Whose doing a topic is matters for those alone that nobody proposes.
      return { topicCode, priority: 'normal' as const, queue: queueOfTopic({ code: topicCode, party: 'platform' }), claim: true }
    },
    asks: [
      topicField,
      selectField('priority', { options: optionsOf(ticketPriorityLabels) }),
      queueField,
      switchField('claim', { label: 'I handle the ticket' }),
    ],
    done: ({ number }: Feedback) => `A ticket was made of ${number}`,
  }),
  confirmAction(feedbackContract.assign, {
    label: 'Assign',
    question: ({ number }: Feedback) => `A colleague looks after ${number}.`,
    asks: [customField('staffId', { label: 'Colleague', input: (props) => <ColleaguePicker {...props} /> })],
    done: ({ number }: Feedback) => `${number} assigned`,
  }),
  confirmAction(feedbackContract.linkOrder, {
    label: 'Link an order',
    question: ({ number }: Feedback) => `${number} is then of its store, its rider and its customer.`,
    asks: [
      referenceField('orderId', {
        label: 'Order',
        from: orderContract,
        title: ({ number }) => number,
        queryOf: ({ customer }: Feedback) => (customer ? { customerId: customer.id } : ({} as Record<string, string>)),
      }),
    ],
    done: ({ number }: Feedback) => `${number} linked`,
  }),
  action(feedbackContract.close, { label: 'Close feedback', done: ({ number }: Feedback) => `${number} closed` }),
  confirmAction(feedbackContract.reopen, {
    label: 'Reopen',
    question: ({ number }: Feedback) => `${number} is looked after again.`,
    asks: 'reason',
    done: ({ number }: Feedback) => `${number} reopened`,
  }),
]
