import {
  customerContract,
  durationText,
  type Instant,
  minutesBetween,
  orderContract,
  remedyContract,
  riderContract,
  type Ticket,
  ticketContract,
  ticketPriorityLabels,
  ticketQueueLabels,
  ticketSourceLabels,
  ticketStateLabels,
} from '@larder/contract'
import { customerReference } from '#entities/customer-filter.tsx'
import { reasonOptions } from '#entities/reason-options.ts'
import { branchFilter, references, storeFilter } from '#entities/references.ts'
import { queueField, topicField } from '#entities/ticket-fields.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { custom, instant, number, reference, status, text } from '#kit/cells/columns.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { SkeletonCard } from '#kit/feedback/feedback.tsx'
import { referenceField, selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search, toggle } from '#kit/filters/filters.tsx'
import { linkedFilter } from '#kit/filters/linked-filter.ts'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { sublist } from '#kit/resource/record/sublist.tsx'
import { useNow } from '#kit/use-now.ts'
import { ticketActs } from './ticket-acts.tsx'
import { ticketHistory } from './ticket-history.ts'
import { sayerOf, TicketTalk } from './ticket-talk.tsx'

const RemedyPanel = soon(() => import('./remedy-panel.tsx').then((module) => module.RemedyPanel), <SkeletonCard lines={4} />)

const states = styleStatuses(ticketStateLabels, { open: 'info', 'waiting-customer': 'warning', 'waiting-store': 'warning', solved: 'good' })
const priorities = styleStatuses(ticketPriorityLabels, { urgent: 'bad', high: 'warning', normal: 'info' })
const order = { from: orderContract, title: (row: { number: string }) => row.number }
const customer = { from: customerContract, title: (row: { name: string }) => row.name }
const rider = { from: riderContract, title: (row: { name: string }) => row.name }

const isOver = ({ state }: Ticket) => state === 'solved' || state === 'closed'

/** The moment that comes next: the first answer, or the solution. */
function dueOf(ticket: Ticket): { at: Instant; what: string } | null {
  if (isOver(ticket)) return null
  return ticket.answeredAt === null ? { at: ticket.answerDueAt, what: 'Answer' } : { at: ticket.solveDueAt, what: 'Solution' }
}

/** `Answer due in 20 min`, `Solution overdue by 3 h`. */
function Due({ ticket }: { ticket: Ticket }) {
  const now = useNow()
  const next = dueOf(ticket)
  if (!next) return '–'
  if (ticket.state === 'waiting-customer' && next.what === 'Solution')
    return (
      <Text size={13} tone="muted">
        Clock stopped
      </Text>
    )
  const [isLate, minutes] = [next.at < now, Math.abs(minutesBetween(next.at, now))]
  return (
    <Text size={13} tone={isLate ? 'bad' : 'default'}>
      {next.what} {isLate ? 'overdue by' : 'due in'} {durationText(minutes)}
    </Text>
  )
}

const due = custom<Ticket>('solveDueAt', 'Due', (ticket) => <Due ticket={ticket} />, {
  width: 184,
  sort: 'solveDueAt',
  text: (ticket) => dueOf(ticket)?.at ?? '',
})
const topic = custom<Ticket>('topicCode', 'Topic', ({ topic: { label } }) => label, {
  width: 200,
  grows: true,
  text: ({ topic: { label } }) => label,
})
const claimedBy = custom<Ticket>('claimedBy', 'Owner', (ticket) => ticket.claimedBy?.name ?? '–', {
  width: 128,
  text: (ticket) => ticket.claimedBy?.name ?? '',
})
const source = custom<Ticket>('source', 'Came from', (ticket) => ticketSourceLabels[ticket.source])
const openedBy = custom<Ticket>('createdBy', 'Opened by', (ticket) => {
  const who = sayerOf(ticket)
  return who === ticket.createdBy ? who : `${who}, by feedback that ${ticket.createdBy} made a ticket of`
})
const lines = custom<Ticket>('lines', 'Lines', (ticket) => ticket.lines.join(', ') || '–')

const splits = custom<Ticket>('splits', 'Split off', (ticket) =>
  ticket.splits.length === 0
    ? '–'
    : ticket.splits.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <PlaceLink entity="ticket" id={id}>
            {name}
          </PlaceLink>
        </span>
      )),
)

/** What customers, stores and riders need of the staff. */
export const tickets = defineResource(ticketContract, {
  label: ['Ticket', 'Tickets'],
  title: (ticket) => ticket.number,
  columns: [
    text('number', { width: 88 }),
    topic,
    status('state', states, { width: 168 }),
    status('priority', priorities, { width: 96 }),
    due,
    claimedBy,
    reference('order', 'order', { width: 104 }),
    reference('customer', 'customer', { width: 136 }),
    reference('store', 'store', { width: 136 }),
    custom<Ticket>('queue', 'Queue', ({ queue }) => ticketQueueLabels[queue], {
      width: 120,
      text: ({ queue }) => ticketQueueLabels[queue],
    }),
    instant('createdAt', { label: 'Opened', sort: 'createdAt' }),
    number('answerMinutes', { label: 'First answer' }),
    number('solveMinutes', { label: 'Solution' }),
  ],
  sort: '-createdAt',
  countsWhenAsked: true,
  filters: [
    search('Number, order or customer'),
    oneOf('queue', optionsOf(ticketQueueLabels)),
    oneOf('state', optionsOf(ticketStateLabels)),
    oneOf('priority', optionsOf(ticketPriorityLabels)),
    oneOf('topicCode', reasonOptions('ticket'), { label: 'Topic' }),
    toggle('open', 'Open'),
    toggle('late', 'Overdue'),
    toggle('claimed', 'Has an owner'),
    toggle('mine', 'Mine'),
    storeFilter,
    branchFilter,
    linkedFilter('orderId', { label: 'Order', ...order }),
    linkedFilter('customerId', { label: 'Customer', ...customerReference }),
    linkedFilter('riderId', { label: 'Rider', ...rider }),
  ],
  views: [
    { label: 'To do', query: { open: 'true', sort: 'solveDueAt' } },
    { label: 'Mine', query: { mine: 'true', open: 'true', sort: 'solveDueAt' } },
    { label: 'Unclaimed', query: { state: 'open', claimed: 'false', sort: 'solveDueAt' } },
    { label: 'Overdue', query: { late: 'true', sort: 'solveDueAt' } },
    { label: 'Snoozed', query: { state: 'snoozed' } },
  ],
  form: [
    group('Ticket', [
      topicField,
      selectField('priority', { options: optionsOf(ticketPriorityLabels) }),
      queueField,
      textField('text', { label: 'What happened', multiline: true }),
    ]),
    group('About', [
      referenceField('orderId', { label: 'Order', help: 'Says its customer, store and rider by itself', ...order }),
      referenceField('customerId', { label: 'Customer', ...customer }),
      referenceField('storeId', { label: 'Store', ...references.store }),
      referenceField('riderId', { label: 'Rider', ...rider }),
    ]),
  ],
  blank: { priority: 'normal', queue: 'care' },
  draftOf: ({ topicCode, priority, queue }) => ({ topicCode, priority, queue }),
  badge: (ticket) => (
    <Row gap={2}>
      <StatusChip style={states[ticket.state]} />
      <StatusChip style={priorities[ticket.priority]} />
    </Row>
  ),
  panels: [
    panel('Conversation', (ticket) => <TicketTalk ticket={ticket} />),
    panel('Making it good', (ticket) => <RemedyPanel ticket={ticket} />, 'side'),
    facts<Ticket>('Ticket', [
      topic,
      custom<Ticket>('queue', 'Queue', ({ queue }) => ticketQueueLabels[queue]),
      claimedBy,
      due,
      instant('answerDueAt', { label: 'Answer due' }),
      instant('answeredAt'),
      instant('solveDueAt', { label: 'Solution due' }),
      instant('snoozedUntil', { label: 'Snoozed until' }),
      number('answerMinutes', { label: 'First answer' }),
      number('solveMinutes', { label: 'Solution' }),
      number('reopened', { label: 'Reopened' }),
    ]),
    facts<Ticket>('About', [
      reference('order', 'order'),
      lines,
      reference('customer', 'customer'),
      reference('store', 'store'),
      reference('rider', 'rider'),
      reference('branch', 'branch'),
      source,
      reference('feedback', 'feedback'),
      openedBy,
      instant('createdAt', { label: 'Opened' }),
      reference('mergedInto', 'ticket', { label: 'Merged into' }),
      reference('splitFrom', 'ticket', { label: 'Split from' }),
      splits,
    ]),
  ],
  isAskedAbout: true,
  tabs: [sublist('Remedies', remedyContract, ({ id }: Ticket) => ({ ticketId: id }), { without: ['ticket', 'order', 'store'] })],
  actions: ticketActs,
  history: ticketHistory,
  emptyText: 'What customers, stores and riders need of you.',
})
