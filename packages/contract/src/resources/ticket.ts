import * as z from 'zod/mini'
import { contract, get, type Output, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, Named } from '../page.ts'
import { enumOf, keysOf, list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { queryFlag, whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { Addressee } from './order-many.ts'
import { Party, ReasonCode } from './order-shapes.ts'
import { recordContract } from './record.ts'

export const ticketStateLabels = {
  open: 'Open',
  'waiting-customer': 'Waiting for customer',
  'waiting-store': 'Waiting for store',
  snoozed: 'Snoozed',
  solved: 'Solved',
  closed: 'Closed',
} as const
export const TicketState = enumOf(ticketStateLabels)
export type TicketState = z.infer<typeof TicketState>
/** Those of tickets that somebody still has to do something about. */
export const openTicketStates = ['open', 'waiting-customer', 'waiting-store', 'snoozed'] as const satisfies readonly TicketState[]

export const ticketPriorityLabels = { urgent: 'Urgent', high: 'High', normal: 'Normal', low: 'Low' } as const
export const TicketPriority = enumOf(ticketPriorityLabels)
export type TicketPriority = z.infer<typeof TicketPriority>
export const ticketPriorities = /* @__PURE__ */ keysOf(ticketPriorityLabels)

/** Which desk a ticket lies on. */
export const ticketQueueLabels = { care: 'Customer care', payments: 'Payments', stores: 'Stores', riders: 'Riders' } as const
export const TicketQueue = enumOf(ticketQueueLabels)
export type TicketQueue = z.infer<typeof TicketQueue>

/** Where a ticket came from. */
export const ticketSourceLabels = { staff: 'Staff', feedback: 'Feedback', review: 'Review', split: 'Another ticket' } as const
const Source = enumOf(ticketSourceLabels)

/** What is said in a ticket: among staff, or to somebody outside. */
export const ticketNoteLabels = { internal: 'Internal note', customer: 'To the customer', store: 'To the store' } as const
const NoteKind = enumOf(ticketNoteLabels)
/** So much is said in one ticket at most. */
export const mostTicketNotes = 500

const Lines = list(whole(1, 200), 200)
const said = text({ max: 2000, multiline: true })
const picture = z.optional(z.nullable(idOf('file')))
const draft = {
  /** A code of the list of topics. */
  topicCode: ReasonCode,
  priority: TicketPriority,
  queue: TicketQueue,
}

const verbs = /* @__PURE__ */ recordContract('ticket', '/tickets', {
  label: 'Tickets',
  permission: 'ticket',
  draft,
  extra: {
    number: z.string(),
    topic: z.strictObject({ label: z.string(), party: Party }),
    state: TicketState,
    source: Source,
    text: z.string(),
    order: z.nullable(Named),
    /** Of its order. */
    lines: z.array(z.int()),
    customer: z.nullable(Named),
    store: z.nullable(Named),
    rider: z.nullable(Named),
    branch: z.nullable(Named),
    /** Who of the staff handles it. */
    claimedBy: z.nullable(Named),
    createdBy: z.string(),
    /** When it was said: what it was made of, else with the ticket. */
    saidAt: Instant,
    /** By when somebody outside has to hear of us, and since when they have. */
    answerDueAt: Instant,
    answeredAt: z.nullable(Instant),
    /** By when it has to be solved, as it stands: the clock stops while it waits for the customer. */
    solveDueAt: Instant,
    solvedAt: z.nullable(Instant),
    snoozedUntil: z.nullable(Instant),
    /** Minutes of the desk's hours until the first answer, and until it was solved. */
    answerMinutes: z.nullable(z.int()),
    solveMinutes: z.nullable(z.int()),
    reopened: z.int(),
    mergedInto: z.nullable(Named),
    splitFrom: z.nullable(Named),
    /** Tickets that were split off it, the last one last. */
    splits: z.array(Named),
    /** What was said that it was made of. */
    feedback: z.nullable(Named),
  },
  filters: {
    state: z.optional(TicketState),
    priority: z.optional(TicketPriority),
    queue: z.optional(TicketQueue),
    topicCode: z.optional(ReasonCode),
    orderId: z.optional(idOf('order')),
    customerId: z.optional(idOf('customer')),
    storeId: z.optional(idOf('store')),
    riderId: z.optional(idOf('rider')),
    branchId: z.optional(idOf('branch')),
    /** Those that are neither solved nor closed. */
    open: z.optional(queryFlag()),
    /** Whether anybody handles it. */
    claimed: z.optional(queryFlag()),
    mine: z.optional(queryFlag()),
    /** The first answer or the solution is overdue. */
    late: z.optional(queryFlag()),
  },
  searchesPeople: true,
  sorts: ['createdAt', 'solveDueAt'],
  acts: {
    claim: { permission: 'ticket.edit', asks: {}, summary: 'say that I am handling it' },
    takeOver: {
      permission: 'ticket.edit',
      asks: { reason: text({ max: 200 }) },
      summary: 'handle one that another person handles, with the reason',
    },
    release: { permission: 'ticket.edit', asks: {}, summary: 'give up my claim: it is back in its queue' },
    wait: {
      permission: 'ticket.edit',
      asks: { for: Addressee },
      summary: 'it waits for the customer, when its clock stops, or for the store',
    },
    snooze: { permission: 'ticket.edit', asks: { hours: whole(1, 2160) }, summary: 'put it aside for some hours; its clock goes on' },
    resume: { permission: 'ticket.edit', asks: {}, summary: 'go on with one that waits or is put aside' },
    solve: { permission: 'ticket.edit', asks: {}, summary: 'it is solved' },
    close: { permission: 'ticket.edit', asks: {}, summary: 'nothing more is done about it' },
    reopen: { permission: 'ticket.edit', asks: { reason: text({ max: 200 }) }, summary: 'go on with one that was solved or closed' },
    note: { permission: 'ticket.edit', asks: { text: said, imageId: picture }, summary: 'say something to colleagues' },
    answer: {
      permission: 'ticket.edit',
      asks: { to: Addressee, text: text({ max: 500, multiline: true }), imageId: picture },
      alsoChanges: ['order'],
      example: { body: { to: 'customer', text: 'We are looking into it.' } },
      summary: 'write to the customer or the store: told as a message of its order, or by mail',
    },
    merge: {
      permission: 'ticket.edit',
      asks: {
        intoId: idOf('ticket'),
        /** That it is right though the two are of different customers: refused without. */
        otherCustomer: z.optional(z.nullable(z.boolean())),
      },
      summary: 'it is about the same as another, which goes on with what was said here',
    },
    unmerge: { permission: 'ticket.edit', asks: {}, summary: 'undo a merge: it goes on by itself, with what was said here' },
    split: {
      permission: 'ticket.edit',
      asks: { topicCode: ReasonCode, text: said, lines: z.optional(Lines) },
      summary: 'open another ticket for a part of it, which is then the last of its `splits`',
    },
  },
  alsoShows: ['order-reason', 'staff'],
})

/** Something that was said in a ticket. */
export const TicketNote = z.strictObject({
  id: z.string(),
  kind: NoteKind,
  text: z.string(),
  by: z.string(),
  at: Instant,
  imageId: z.nullable(z.string()),
  /** The ticket that was merged into this one and whose it was, of what was said there: "T-00003 of Isha Nair". */
  from: z.nullable(z.string()),
})
export type TicketNote = z.infer<typeof TicketNote>

const Figures = z.strictObject({
  queues: z.array(
    z.strictObject({
      queue: TicketQueue,
      open: z.int(),
      unclaimed: z.int(),
      late: z.int(),
      /** Of tickets of the last seven days, in minutes of the desk's hours; null where there are none. */
      answerMinutes: z.nullable(z.int()),
      solveMinutes: z.nullable(z.int()),
    }),
  ),
  /** Who has open tickets, with what they acted on last; at most 50. */
  desk: z.array(z.strictObject({ who: Named, tickets: z.int(), latest: Named, at: Instant })),
})
export type TicketFigures = z.infer<typeof Figures>

const several = <E extends { shape: object }>(endpoint: E): E => ({ ...endpoint, shape: { ...endpoint.shape, changesSeveral: true } })

/** What customers, stores and riders need of the staff, until it is solved. */
export const ticketContract = /* @__PURE__ */ contract('ticket', {
  ...verbs,
  answer: several(verbs.answer),
  merge: several(verbs.merge),
  unmerge: several(verbs.unmerge),
  split: several(verbs.split),
  create: post('/tickets', {
    permission: 'ticket.edit',
    body: z.strictObject({
      ...draft,
      text: said,
      /** What it is about: an order says the others by itself. */
      orderId: z.optional(z.nullable(idOf('order'))),
      lines: z.optional(Lines),
      customerId: z.optional(z.nullable(idOf('customer'))),
      storeId: z.optional(z.nullable(idOf('store'))),
      riderId: z.optional(z.nullable(idOf('rider'))),
    }),
    response: verbs.get.shape.response,
    example: { body: { topicCode: 'late-order', priority: 'normal', queue: 'care', text: 'The order is an hour late.', lines: [] } },
    summary: 'Tickets: open one',
  }),
  notes: get('/tickets/:id/notes', {
    permission: 'ticket.view',
    params: byId('ticket'),
    response: z.array(TicketNote),
    summary: `What was said in a ticket, the first of it first; at most ${mostTicketNotes}`,
  }),
  figures: get('/tickets/figures', {
    permission: 'ticket.view',
    response: Figures,
    summary: 'How queues stand, how long answers and solutions took in the last seven days, and who is on the desk',
  }),
})
export type Ticket = Output<typeof ticketContract.get>

export const ticketRefusals = {
  'not-found': { 'ticket-not-found': 'No such ticket, or out of reach.' },
  refused: {
    'ticket-claimed': 'Another person handles the ticket.',
    'ticket-over': 'The ticket is solved or closed: reopen it first.',
    'nobody-to-tell': 'The ticket has no order, and no mail address of whom it is to be told is known.',
    'too-many-notes': 'As much was said in the ticket as may be.',
    'other-customer': 'The two tickets are of different customers: merged only where somebody says that it is right.',
    'ticket-not-merged': 'The ticket was not merged into another one.',
    'merged-elsewhere': 'The ticket was merged into one that is out of reach.',
    'merge-into-itself': 'A ticket is merged into another one that is still open, and was not merged itself.',
  },
} as const satisfies Refusals
