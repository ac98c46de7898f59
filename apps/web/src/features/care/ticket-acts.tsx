import { addresseeLabels, type Ticket, ticketContract } from '@larder/contract'
import { reasonOptions } from '#entities/reason-options.ts'
import { action, confirmAction } from '#kit/actions/action.ts'
import { radioField, referenceField, selectField } from '#kit/fields/choice-fields.tsx'
import { chipsField, customField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { pictureField } from '#kit/fields/picture-field.tsx'
import { soon } from '#kit/lazily.tsx'
import { saidField } from './macro-field.tsx'

const OtherCustomer = soon(() => import('./other-customer.tsx').then((module) => module.OtherCustomer))

const said = textField('text', { label: 'Text', multiline: true })
const [saidOutside, saidAmongUs] = [saidField('outside'), saidField('internal')]
const picture = pictureField('imageId', { label: 'Picture' })

/** The ticket that was split off, by what a split answers. */
const partOf = (answer: unknown) => (answer as Ticket).splits.at(-1)

/** What is done with a ticket, the likely act first. */
export const ticketActs = [
  action(ticketContract.claim, { label: 'Claim', tone: 'primary', done: ({ number }: Ticket) => `You handle ${number}` }),
  confirmAction(ticketContract.answer, {
    label: 'Answer',
    question: ({ order }: Ticket) => (order ? `It is told as a message of ${order.name}.` : 'It is told by mail.'),
    body: (ticket: Ticket) => ({ to: ticket.customer ? ('customer' as const) : ('store' as const) }),
    asks: [radioField('to', { label: 'To', options: optionsOf(addresseeLabels) }), saidOutside, picture],
    done: ({ number }: Ticket) => `Answered in ${number}`,
  }),
  confirmAction(ticketContract.note, {
    label: 'Add note',
    question: () => 'Read by colleagues alone.',
    asks: [saidAmongUs, picture],
    done: ({ number }: Ticket) => `Note added to ${number}`,
  }),
  action(ticketContract.solve, { label: 'Solve', done: ({ number }: Ticket) => `${number} solved` }),
  confirmAction(ticketContract.wait, {
    label: 'Wait',
    question: () => 'While it waits for the customer its clock stops.',
    body: () => ({ for: 'customer' as const }),
    asks: [radioField('for', { label: 'For whom', options: optionsOf(addresseeLabels) })],
    done: ({ number }: Ticket) => `${number} waits`,
  }),
  confirmAction(ticketContract.snooze, {
    label: 'Snooze',
    question: () => 'It comes back by itself. Its clock goes on.',
    body: () => ({ hours: 4 }),
    asks: [chipsField('hours', { label: 'For', options: [1, 4, 24, 72] })],
    done: ({ number }: Ticket) => `${number} snoozed`,
  }),
  action(ticketContract.resume, { label: 'Resume', done: ({ number }: Ticket) => `${number} is open again` }),
  confirmAction(ticketContract.takeOver, {
    label: 'Take over',
    question: ({ claimedBy, number }: Ticket) => `${claimedBy?.name ?? 'Nobody'} handles ${number}. From now on you do.`,
    asks: 'reason',
    done: ({ number }: Ticket) => `You handle ${number}`,
  }),
  action(ticketContract.release, { label: 'Release', done: ({ number }: Ticket) => `${number} is back in its queue` }),
  confirmAction(ticketContract.merge, {
    label: 'Merge',
    question: ({ number }: Ticket) => `${number} is closed, and another ticket goes on with what was said here.`,
    asks: [
      referenceField('intoId', {
        label: 'Into',
        from: ticketContract,
        title: (row) => `${row.number} ${row.topic.label}`,
        hint: (row) => row.customer?.name ?? row.store?.name ?? '',
      }),
      customField<'otherCustomer', boolean>('otherCustomer', {
        label: 'Other customer',
        input: (props) => <OtherCustomer {...props} />,
        show: (value) => (value ? 'yes' : 'no'),
        isSelfLabelled: true,
      }),
    ],
    leadsTo: ({ intoId }) => String(intoId),
    done: ({ number }: Ticket) => `${number} merged`,
  }),
  action(ticketContract.unmerge, { label: 'Undo merge', done: ({ number }: Ticket) => `${number} goes on by itself` }),
  confirmAction(ticketContract.split, {
    label: 'Split',
    question: () => 'Another ticket about the same people is opened for a part of it.',
    asks: [selectField('topicCode', { label: 'Topic', options: reasonOptions('ticket') }), said],
    done: ({ number }: Ticket, _, answer) => `${partOf(answer)?.name} split off ${number}`,
    opens: (answer) => ({ entity: 'ticket', id: partOf(answer)?.id ?? '' }),
  }),
  action(ticketContract.close, { label: 'Close', done: ({ number }: Ticket) => `${number} closed` }),
  confirmAction(ticketContract.reopen, {
    label: 'Reopen',
    question: ({ number }: Ticket) => `${number} is open again, and its clock goes on.`,
    asks: 'reason',
    done: ({ number }: Ticket) => `${number} reopened`,
  }),
]
