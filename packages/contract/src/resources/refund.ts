import * as z from 'zod/mini'
import { type ApprovalRule, post, type Schema } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import type { Permission } from '../permissions.ts'
import { enumOf, keysOf, list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'
import { Version, whole } from '../values/number.ts'
import { reference, text } from '../values/text.ts'
import { OrderTotal } from './price.ts'

/** How money goes back. */
export const refundMethodWords = {
  source: 'to the payment method',
  cash: 'in cash',
  manual: 'by hand, as its note says',
  credit: 'as credit',
  void: 'authorisation released',
} as const
export type RefundMethod = keyof typeof refundMethodWords

/** How far that is. */
export const refundStateWords = {
  requested: 'awaiting a decision',
  approved: 'approved, not sent yet',
  sent: 'sent',
  done: 'done',
  failed: 'did not go through',
  declined: 'declined',
} as const
export type RefundState = keyof typeof refundStateWords

/**
 * What brought a refund about: how the order ended, what its packed weights or an edit took off, or somebody who asked for it; `restored`: how it
 * had ended, where the money was on its way back already when it was restored.
 */
export const refundCauses = ['ending', 'weights', 'edit', 'restored', 'request'] as const
export type RefundCause = (typeof refundCauses)[number]
/** Those of money that was paid towards another total than the order has now: it was captured besides that. */
export const causesBesidesTotal = ['weights', 'edit', 'restored'] as const satisfies readonly RefundCause[]

/** Who can bear a refund. */
export const bearerLabels = { store: 'Store', platform: 'Platform', rider: 'Rider' } as const
export type Bearer = keyof typeof bearerLabels
export const bearers = /* @__PURE__ */ keysOf(bearerLabels)

/** What may be done with a refund that is there: from which states, and where that leaves it. */
export const refundMoves = {
  approveRefund: { from: ['requested'], to: 'approved' },
  sendRefund: { from: ['approved'], to: 'sent' },
  retryRefund: { from: ['failed'], to: 'sent' },
  // What was given up as failed may arrive all the same.
  completeRefund: { from: ['approved', 'sent', 'failed'], to: 'done' },
  failRefund: { from: ['approved', 'sent'], to: 'failed' },
  declineRefund: { from: ['requested', 'approved', 'failed'], to: 'declined' },
} as const satisfies Readonly<Record<string, { from: readonly RefundState[]; to: RefundState }>>
export type RefundMove = keyof typeof refundMoves

/** So many of a line. */
export const RefundedLine = z.strictObject({ line: whole(1, 200), quantity: whole(1, 99) })
export type RefundedLine = z.infer<typeof RefundedLine>

/** The shares of whoever bears a refund, in percent; together 100. */
export const BearerShares = z.strictObject({ store: whole(0, 100), platform: whole(0, 100), rider: whole(0, 100) })
export type BearerShares = z.infer<typeof BearerShares>

/** What its gateway calls a refund. */
export const RefundReference = reference(80)
/** Why a refund did not go through. */
export const RefundFailure = text({ max: 200 })

const Borne = z.strictObject({ store: Money, platform: Money, rider: Money })

/** Money of an order that goes back to its customer. */
export const Refund = z.strictObject({
  id: z.string(),
  amount: Money,
  /** What of it is tax, which is collected no more: of what somebody asked for. */
  tax: Money,
  method: enumOf(refundMethodWords),
  state: enumOf(refundStateWords),
  cause: z.enum(refundCauses),
  /** A code: of the list of refunds, or that of the order's end. */
  reason: z.string(),
  reasonLabel: z.nullable(z.string()),
  /** Who bears it; together the amount. */
  bears: Borne,
  /** What was bought of it, where it goes by lines. */
  lines: z.array(z.strictObject({ line: z.int(), quantity: z.int(), amount: Money })),
  note: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** Why it did not go through at last. */
  failure: z.nullable(z.string()),
  /** How often it was sent. */
  attempts: z.int(),
  /** Who asked for it; null where nobody did. */
  by: z.nullable(z.string()),
  /** Since when the customer has it, and who said so: of one in cash, who paid it out. Null until then, and of those of before. */
  doneAt: z.nullable(Instant),
  doneBy: z.nullable(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Refund = z.infer<typeof Refund>

/** What can still be refunded of an order. */
export const Refunding = z.strictObject({
  captured: Money,
  /** What of that was taken at hand-over. */
  collected: Money,
  /** What of that credits paid: it goes back as credit. */
  credit: Money,
  /** Of it has gone back. */
  done: Money,
  /** Of it is approved, sent or asked for. */
  pending: Money,
  left: Money,
  /** What of that the caller may refund without another person; null where nothing limits them. */
  alone: z.nullable(Money),
  /** What staff have taken off the order by edits, given back of it or given for it by remedies, that nobody else approved: it counts towards everybody's limit. */
  givenAlone: Money,
  /** By line, what is left of it at what was paid for it. */
  lines: z.array(z.strictObject({ line: z.int(), quantity: z.int(), amount: Money })),
  /** Refunds that wait for another person to approve them. */
  asked: z.array(z.strictObject({ id: z.string(), amount: Money, by: z.string(), at: Instant })),
})
export type Refunding = z.infer<typeof Refunding>

/** A side of a change of an order by which it is judged what it gives back, in minor units. */
interface Given {
  number: string
  currency: string
  status: string
  /** By edits, refunds and other remedies, before this one. */
  given_alone_minor: number
  refunded_minor: number
  given_back_minor: number
}

/** What goes back of one order, with what was given alone before, beyond a limit of somebody's role: another person approves it (0078). */
function beyond(limit: Permission, what: string, minorOf: (before: Given, after: Given) => number): ApprovalRule {
  return {
    by: 'refund.approve',
    within: { limit, before: ({ after }) => (after as Given).given_alone_minor },
    needs: ({ after }) => `${what} of ${(after as Given).number}`,
    moves: ({ before, after }) => ({ minor: minorOf(before as Given, after as Given), currency: (after as Given).currency }),
  }
}

const aboveLimit = /* @__PURE__ */ beyond('refund.create', 'Refund', (before, after) => after.refunded_minor - before.refunded_minor)
/** Who calls an order off that may be in its customer's hands gives its price away (0079). */
export const cancelsReady = /* @__PURE__ */ beyond('cancellation.operate', 'Cancellation', (before, after) =>
  before.status === 'ready' ? after.given_back_minor : 0,
)

const note = z.optional(text({ min: 0, max: 500, multiline: true }))
const one = { version: Version, refundId: idOf('refund') }
const reported = { reference: z.optional(RefundReference), note }

/** The endpoints of an order's refunds; `byOrder` is what all endpoints of one order share. */
export function refundEndpoints<P extends Schema, R extends Schema>(byOrder: { params: P; response: R; alsoChanges: readonly string[] }) {
  const shared = { ...byOrder, proof: 'recent' } as const
  return {
    refund: post('/orders/:id/refunds', {
      ...shared,
      permission: 'refund.create',
      approval: aboveLimit,
      body: z.strictObject({
        version: Version,
        /** Of what was bought; either these or an amount. */
        lines: z.optional(list(RefundedLine, 200, 1)),
        amount: z.optional(OrderTotal),
        reasonCode: reference(40),
        /** Without it the party of the reason bears all of it. */
        bears: z.optional(BearerShares),
        /** `credit`: what credits paid of a delivered order goes back to its customer's wallet, at once. */
        method: z.enum(['source', 'cash', 'manual', 'credit']),
        note,
      }),
      example: { body: { amount: { minor: 4_500, currency: 'INR' }, reasonCode: 'poor-quality', method: 'source' } },
      summary: 'Refund lines or an amount; beyond what a role may refund of one order another person approves it',
    }),
    approveRefund: post('/orders/:id/refunds/approve', {
      ...shared,
      permission: 'refund.create',
      approval: aboveLimit,
      body: z.strictObject({ ...one, bears: z.optional(BearerShares), note }),
      summary: 'Decide that what was paid for a failed delivery goes back, and who bears it',
    }),
    declineRefund: post('/orders/:id/refunds/decline', {
      ...shared,
      permission: 'refund.create',
      body: z.strictObject({ ...one, note: text({ max: 500, multiline: true }) }),
      summary: 'Decide that a refund which has not left is not made',
    }),
    sendRefund: post('/orders/:id/refunds/send', {
      ...shared,
      permission: 'refund.create',
      body: z.strictObject({ ...one, ...reported }),
      summary: 'A refund was sent',
    }),
    retryRefund: post('/orders/:id/refunds/retry', {
      ...shared,
      permission: 'refund.create',
      body: z.strictObject({ ...one, ...reported }),
      summary: 'A refund that did not go through was sent again',
    }),
    completeRefund: post('/orders/:id/refunds/complete', {
      ...shared,
      permission: 'refund.create',
      body: z.strictObject({ ...one, ...reported }),
      summary: 'A refund was done: the customer has the money',
    }),
    failRefund: post('/orders/:id/refunds/fail', {
      ...shared,
      permission: 'refund.create',
      body: z.strictObject({ ...one, failure: RefundFailure }),
      summary: 'A refund did not go through; it is still owed',
    }),
  }
}

export const refundRefusals = {
  invalid: {
    'refund-of-nothing': 'Neither lines nor an amount were given, or both, or they come to nothing.',
    'more-than-left': 'The refund is more than is left of what was captured, or of a line.',
    'shares-not-whole': 'The shares of whoever bears a refund do not come to 100 %.',
    'bears-without-rider': 'A rider is to bear a part of it, and the order has none.',
    'refund-needs-note': 'What is given back in cash or by hand needs a note that says how.',
    'not-by-payment': 'The order was not paid by a method to which money can be sent back, or not as much of it.',
    'not-by-credit': 'Credits have not paid of the order, or not as much.',
    'paid-by-credit': 'Credits paid that part of the order: it goes back as credit.',
    'no-such-refund': 'The order has no such refund.',
    'reference-of-another': 'Another refund of the order has this reference.',
  },
  refused: {
    'nothing-to-refund': 'Nothing was captured of the order, or all of it has gone back, is on its way or is asked for.',
    'wrong-refund-state': 'No refund of the order stands where this could be done to it, or nothing is held that could be let go.',
    'refund-by-hand': 'The refund is given in cash or by hand: the staff say how far it is, not a channel.',
    'refund-stays': 'The refund comes of how the order ended, of its weights or of an edit: it is not taken back by itself.',
    'refunded-already': 'Part of the order was refunded: what it weighs stays.',
  },
} as const satisfies Refusals
