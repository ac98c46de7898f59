import * as z from 'zod/mini'
import { type ApprovalRule, contract, get, type Output } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, Named } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'
import { whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { ReasonCode } from './order-shapes.ts'
import { OrderTotal } from './price.ts'
import { recordContract } from './record.ts'
import { BearerShares } from './refund.ts'

/** What whoever approves a remedy reads of it: what the customer gets, for what, who bears it, and what was given before without anybody else. */
const toldOf = (made: Record<string, unknown>) =>
  Object.fromEntries(
    ['remedy_kind', 'amount_minor', 'currency', 'order_id', 'customer_id', 'reason_code', 'method']
      .concat([
        'store_minor',
        'platform_minor',
        'rider_minor',
        'because',
        'note',
        'evidence',
        'order_total_minor',
        'given_alone_minor',
        'warning',
      ])
      .filter((key) => made[key] !== null && made[key] !== 0)
      .map((key) => [key, made[key]]),
  )

/** What is done to make good what went wrong. */
export const remedyKindLabels = {
  credit: 'Credit',
  refund: 'Refund',
  replacement: 'Replacement',
  compensation: 'Compensation to the store',
} as const
export const RemedyKind = enumOf(remedyKindLabels)
export type RemedyKind = z.infer<typeof RemedyKind>

/** What speaks for whom having brought it about. */
const Evidence = z.strictObject({
  party: z.enum(['store', 'platform', 'rider']),
  /** How much it counts beside the others. */
  weight: z.int(),
  text: z.string(),
})
export const LiabilityProposal = z.strictObject({ shares: BearerShares, evidence: z.array(Evidence) })
export type LiabilityProposal = z.infer<typeof LiabilityProposal>

/**
 * What a limit is held against, in words: all that is given for an order; of a remedy without one what its customer was given that day, and of what
 * is owed to a store what it is owed so of that day, if that is more or nobody else gets anything.
 */
export const remedySums = { order: 'this order', customer: 'this customer today', store: 'this store today' } as const
export type RemedySum = keyof typeof remedySums

const Alone = z.strictObject({
  /** What the caller may give without another person; null where nothing limits them. */
  alone: z.nullable(Money),
  /** What counts with it towards everybody's limit, since nobody else approved it. */
  givenAlone: Money,
  /** Whose sum that is. */
  sumOf: z.enum(['order', 'customer', 'store']),
})

/** What may still be given on a ticket. */
export const RemedyLimits = z.strictObject({
  /** What can still be refunded of its order; null where it has none. */
  left: z.nullable(Money),
  captured: z.nullable(Money),
  /** What its order came to; null where it has none. */
  worth: z.nullable(Money),
  /** Whether a refund of its order can go back to the payment; else it is cash, or by hand. */
  goesBack: z.boolean(),
  ...Alone.shape,
  /** The same of a compensation to the store. */
  toStore: Alone,
  /** The roles of those who could approve more than that. */
  approvers: z.array(z.string()),
})
export type RemedyLimits = z.infer<typeof RemedyLimits>

/** `limits` is null where nothing can be given: the ticket has neither order nor store. */
export const RemedyProposal = z.strictObject({ ...LiabilityProposal.shape, limits: z.nullable(RemedyLimits) })
export type RemedyProposal = z.infer<typeof RemedyProposal>

/** What was given for an order, and what waits for approval: then `id` is the request's, and another person has not looked at it yet. */
export const OrderRemedy = z.strictObject({
  id: z.string(),
  isWaiting: z.boolean(),
  kind: RemedyKind,
  amount: Money,
  ticket: Named,
  by: z.string(),
  at: Instant,
  /** Who has approved it, of what was beyond its giver's limit. */
  checkedBy: z.nullable(z.string()),
  /** The order that replaces it. */
  replacement: z.nullable(Named),
})
export type OrderRemedy = z.infer<typeof OrderRemedy>

const reason = z.optional(text({ min: 0, max: 500, multiline: true }))

const example = { kind: 'credit', amount: { minor: 10_000, currency: 'INR' }, reasonCode: 'goodwill' }

const verbs = /* @__PURE__ */ recordContract('remedy', '/remedies', {
  label: 'Remedies',
  permission: 'refund',
  proof: 'recent',
  draft: {},
  once: {
    ticketId: idOf('ticket'),
    kind: RemedyKind,
    /** Of a replacement it is what the lines cost now. */
    amount: z.optional(z.nullable(OrderTotal)),
    /** A code of the list of refunds. */
    reasonCode: ReasonCode,
    /** How a refund gets to the customer. */
    method: z.optional(z.nullable(z.enum(['source', 'cash', 'manual']))),
    /** Who bears it; without it as proposed. */
    bears: z.optional(z.nullable(BearerShares)),
    /** Why somebody else bears it than was proposed. */
    because: reason,
    note: reason,
  },
  extra: {
    ticket: Named,
    order: z.nullable(Named),
    customer: z.nullable(Named),
    store: Named,
    amount: Money,
    method: z.nullable(z.string()),
    /** Together the amount. */
    bears: z.strictObject({ store: Money, platform: Money, rider: Money }),
    proposed: BearerShares,
    because: z.nullable(z.string()),
    note: z.nullable(z.string()),
    by: z.string(),
    /** Who has approved it, of what was beyond its giver's limit: it counts against nobody's. */
    checkedBy: z.nullable(Named),
    /** The order that replaces it. */
    replacement: z.nullable(Named),
  },
  filters: {
    ticketId: z.optional(idOf('ticket')),
    orderId: z.optional(idOf('order')),
    customerId: z.optional(idOf('customer')),
    storeId: z.optional(idOf('store')),
    kind: z.optional(RemedyKind),
  },
  sorts: ['createdAt'],
  alsoShows: ['order', 'ticket', 'store'],
})

/** A remedy that would be given, by which it is judged; in minor units. */
interface Made {
  remedy_kind?: RemedyKind
  ticket_id: string
  ticket_number: string
  order_id: string | null
  customer_id: string | null
  store_id: string
  currency: string
  amount_minor: number
  /** What counts with it that nobody else approved, and of whom. */
  given_alone_minor: number
  sum_of: RemedySum
}

const isRemedy = (made: unknown): made is Made => typeof made === 'object' && made !== null && 'remedy_kind' in made

/** What is given, with what counts with it and was given alone before, within a role's limit of refunds: beyond it another person approves it. */
const aboveLimit: ApprovalRule = {
  by: 'refund.approve',
  within: {
    limit: 'refund.create',
    before: ({ after }) => (isRemedy(after) ? after.given_alone_minor : 0),
    countedFor: ({ after }) => remedySums[isRemedy(after) ? after.sum_of : 'order'],
  },
  // What else a remedy changes, an order that is refunded, is judged with it.
  needs: ({ after }) => (isRemedy(after) ? `${remedyKindLabels[after.remedy_kind ?? 'credit']} for ${after.ticket_number}` : null),
  moves: ({ after }) => (isRemedy(after) ? { minor: after.amount_minor, currency: after.currency } : { minor: 0, currency: 'INR' }),
  countsFor: ({ after }) => {
    const { order_id, customer_id, store_id, remedy_kind } = after as Made
    if (order_id) return `order:${order_id}`
    return customer_id && remedy_kind !== 'compensation' ? `customer:${customer_id}` : `store:${store_id}`
  },
  asks: (made) => {
    const { ticket_id } = made as Made
    return { entity: 'ticket', id: ticket_id ?? '', told: toldOf(made as Made & Record<string, unknown>) }
  },
}

/** What is done to make good what went wrong, on a ticket: each is given once and stays. */
export const remedyContract = /* @__PURE__ */ contract('remedy', {
  ...verbs,
  create: {
    ...verbs.create,
    shape: {
      ...verbs.create.shape,
      body: z.extend(verbs.create.shape.body, {
        /** How many remedies of the ticket the caller has seen: refused where there are more by now. */
        given: whole(0, 1000),
      }),
      example: { body: { ...example, given: 0 } },
      approval: aboveLimit,
      changesSeveral: true,
      alsoChanges: ['order', 'wallet-credit', 'ledger-entry', 'ledger-account'],
      summary:
        'Remedies: give one; beyond what a role may give for one order, or without one for one customer or to one store a day, another person approves it',
    },
  },
  proposal: get('/tickets/:id/liability', {
    permission: 'refund.view',
    params: byId('ticket'),
    response: RemedyProposal,
    shows: 'ticket',
    alsoShows: ['remedy', 'order'],
    summary: 'Who should bear what a ticket costs, from which evidence, and what may still be given on it',
  }),
  ofOrder: get('/orders/:id/remedies', {
    permission: 'refund.view',
    params: byId('order'),
    response: z.array(OrderRemedy),
    shows: 'order',
    alsoShows: ['remedy', 'ticket', 'approval'],
    summary: 'What was given for an order on its tickets, and what of it waits for approval; newest first, at most 100',
  }),
})
export type Remedy = Output<typeof remedyContract.get>

export const remedyRefusals = {
  'not-found': { 'remedy-not-found': 'No such remedy, or out of reach.' },
  refused: {
    'remedy-given': 'Another remedy was given on the ticket meanwhile.',
    'remedy-asked-for': 'A remedy on the ticket waits for approval: it comes first.',
    'no-order': 'The ticket has no order, which such a remedy is of.',
    'no-store': 'The ticket has neither order nor store: nothing can be booked.',
    'no-customer': 'The ticket has no customer to whom a credit could be given.',
  },
} as const satisfies Refusals
