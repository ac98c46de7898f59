import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, Named } from '../page.ts'
import { enumOf, list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate } from '../values/local-date.ts'
import { queryFlag, queryWhole } from '../values/number.ts'
import { opaque, text } from '../values/text.ts'
import { ReasonCode } from './order-shapes.ts'
import { recordContract } from './record.ts'
import { TicketPriority, TicketQueue } from './ticket.ts'

export const feedbackAboutLabels = { app: 'App', store: 'Store', rider: 'Rider' } as const
export const FeedbackAbout = enumOf(feedbackAboutLabels)
export type FeedbackAbout = z.infer<typeof FeedbackAbout>

export const feedbackKindLabels = { complaint: 'Complaint', suggestion: 'Suggestion', praise: 'Praise', question: 'Question' } as const
export const FeedbackKind = enumOf(feedbackKindLabels)
export type FeedbackKind = z.infer<typeof FeedbackKind>

export const feedbackStateLabels = { new: 'New', assigned: 'Assigned', answered: 'Answered', closed: 'Closed' } as const
export const FeedbackState = enumOf(feedbackStateLabels)
export type FeedbackState = z.infer<typeof FeedbackState>

/** So many weeks its trends go back, with this one. */
export const feedbackWeeks = 8

const Tags = list(ReasonCode, 8)
/** What feedback is, and of what: whatever its trends are cut by. */
const cuts = {
  about: z.optional(FeedbackAbout),
  kind: z.optional(FeedbackKind),
  stars: z.optional(queryWhole(1, 5)),
  storeId: z.optional(idOf('store')),
  branchId: z.optional(idOf('branch')),
  orderId: z.optional(idOf('order')),
  customerId: z.optional(idOf('customer')),
  riderId: z.optional(idOf('rider')),
}

const { update: _, ...verbs } = /* @__PURE__ */ recordContract('feedback', '/feedback', {
  label: 'Feedback',
  permission: 'ticket',
  draft: {},
  extra: {
    number: z.string(),
    about: FeedbackAbout,
    kind: FeedbackKind,
    /** One to five, where any were given. */
    stars: z.nullable(z.int()),
    text: z.string(),
    state: FeedbackState,
    tags: z.array(z.strictObject({ code: z.string(), label: z.string() })),
    customer: z.nullable(Named),
    order: z.nullable(Named),
    store: z.nullable(Named),
    rider: z.nullable(Named),
    branch: z.nullable(Named),
    /** Who of the staff looks after it. */
    assignee: z.nullable(Named),
    answer: z.nullable(z.strictObject({ text: z.string(), by: Named, at: Instant })),
    /** What was made of it. */
    ticket: z.nullable(Named),
  },
  filters: {
    ...cuts,
    state: z.optional(FeedbackState),
    tag: z.optional(ReasonCode),
    assigneeId: z.optional(idOf('staff')),
    mine: z.optional(queryFlag()),
    /** Days on which it came in, in the time zone of reports. */
    from: z.optional(LocalDate),
    to: z.optional(LocalDate),
  },
  searchesPeople: true,
  sorts: ['createdAt'],
  alsoShows: ['ticket', 'order-reason', 'staff'],
  acts: {
    take: { permission: 'ticket.edit', asks: {}, summary: 'assign it to me' },
    assign: { permission: 'ticket.edit', asks: { staffId: idOf('staff') }, summary: 'assign it to a colleague who sees it' },
    tag: { permission: 'ticket.edit', asks: { tags: Tags }, summary: 'say what it is about, by tags of their list; none takes them off' },
    answer: {
      permission: 'ticket.edit',
      asks: { text: text({ max: 500, multiline: true }) },
      alsoChanges: ['order', 'ticket'],
      changesSeveral: true,
      summary: 'write to its customer: told as a message of its order, or by mail',
    },
    linkOrder: {
      permission: 'ticket.edit',
      asks: { orderId: idOf('order') },
      summary: 'say of which order it is, and so of which store, rider and customer',
    },
    openTicket: {
      permission: 'ticket.edit',
      asks: { topicCode: ReasonCode, priority: TicketPriority, queue: TicketQueue, claim: z.optional(z.boolean()) },
      alsoChanges: ['ticket'],
      changesSeveral: true,
      summary: 'make a ticket of it',
    },
    close: { permission: 'ticket.edit', asks: {}, summary: 'nothing more is done about it' },
    reopen: { permission: 'ticket.edit', asks: { reason: text({ max: 200 }) }, summary: 'go on with one that was closed' },
  },
})

/** How much came in week by week, and of each tag; counts stand in the order of `weeks`. */
export const FeedbackTrends = z.strictObject({
  /** The Mondays that they begin with, the first of them first. */
  weeks: z.array(LocalDate),
  all: z.array(z.int()),
  /** Of most use first. */
  tags: z.array(z.strictObject({ code: z.string(), label: z.string(), counts: z.array(z.int()) })),
})
export type FeedbackTrends = z.infer<typeof FeedbackTrends>

/** What customers say of the app, a store or a rider. */
export const feedbackContract = /* @__PURE__ */ contract('feedback', {
  ...verbs,
  colleagues: get('/feedback/:id/colleagues', {
    permission: 'ticket.edit',
    params: byId('feedback'),
    response: z.array(z.extend(Named, { roleName: z.string() })),
    alsoShows: ['staff'],
    summary: 'Who else looks after feedback and sees this one, at most 50; who was here last comes first',
  }),
  assignees: get('/feedback/assignees', {
    permission: 'ticket.view',
    response: z.array(Named),
    alsoShows: ['staff'],
    summary: 'To whom feedback is assigned that the caller sees, by name; at most 200',
  }),
  trends: get('/feedback/trends', {
    permission: 'ticket.view',
    query: z.strictObject({ ...cuts, q: z.optional(opaque(100)) }),
    response: FeedbackTrends,
    alsoShows: ['order-reason'],
    summary: `How much feedback came in over ${feedbackWeeks} weeks, by tag: of all that is so, or of what a search finds`,
  }),
})
export const Feedback = verbs.get.shape.response
export type Feedback = z.infer<typeof Feedback>

export const feedbackRefusals = {
  'not-found': { 'feedback-not-found': 'No such feedback, or out of reach.' },
  refused: { 'feedback-closed': 'The feedback is closed: reopen it first.' },
} as const satisfies Refusals
