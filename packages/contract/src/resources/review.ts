import * as z from 'zod/mini'
import { contract } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { overMany } from '../exports.ts'
import { Named } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { queryFlag, queryWhole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { recordContract } from './record.ts'

/** `pending`: nobody has looked at it yet; it counts for its store all the same, until it is hidden. */
export const reviewStateLabels = { pending: 'Pending', approved: 'Approved', hidden: 'Hidden' } as const
export const ReviewState = enumOf(reviewStateLabels)
export type ReviewState = z.infer<typeof ReviewState>

const Stars = z.int()
const reason = text({ max: 500, multiline: true })

const { update: _, ...reviews } = recordContract('review', '/reviews', {
  label: 'Reviews',
  permission: 'ticket',
  draft: {},
  extra: {
    order: Named,
    customerName: z.string(),
    vertical: Vertical,
    store: Named,
    branch: Named,
    rider: z.nullable(Named),
    /** One to five, of the food, and where they were given of the delivery and of the app. */
    food: Stars,
    delivery: z.nullable(Stars),
    app: z.nullable(Stars),
    tags: z.array(z.string()),
    text: z.nullable(z.string()),
    state: ReviewState,
    /** Why it was hidden, as whoever did it says. */
    hiddenBecause: z.nullable(z.string()),
    reply: z.nullable(z.strictObject({ text: z.string(), by: Named, at: Instant })),
  },
  filters: {
    vertical: z.optional(Vertical),
    /** Stars of the food. */
    rating: z.optional(queryWhole(1, 5)),
    storeId: z.optional(idOf('store')),
    branchId: z.optional(idOf('branch')),
    orderId: z.optional(idOf('order')),
    state: z.optional(ReviewState),
    answered: z.optional(queryFlag()),
  },
  sorts: ['createdAt'],
  alsoShows: ['store'],
  acts: {
    approve: { permission: 'ticket.approve', asks: {}, alsoChanges: ['store'], summary: 'let it be seen' },
    hide: {
      permission: 'ticket.approve',
      alsoChanges: ['store'],
      asks: { reason },
      summary: 'let it be seen no more; it counts no more for its store',
    },
    reply: { permission: 'ticket.edit', asks: { text: text({ max: 1000, multiline: true }) }, summary: 'answer its customer' },
  },
})
/** What a customer says of a delivered order. */
export const Review = reviews.get.shape.response
export type Review = z.infer<typeof Review>

const filters = reviews.list.shape.query
export const reviewContract = /* @__PURE__ */ contract('review', {
  ...reviews,
  approveMany: overMany('/reviews/approve', { act: 'approve', shape: reviews.approve.shape, title: () => 'Approve reviews' }, filters),
  hideMany: overMany('/reviews/hide', { act: 'hide', shape: reviews.hide.shape, title: () => 'Hide reviews' }, filters),
})

export const reviewRefusals = {
  'not-found': { 'review-not-found': 'No such review, or out of reach.' },
  refused: { 'review-hidden': 'The review is hidden: nobody would read the answer.' },
} as const satisfies Refusals
