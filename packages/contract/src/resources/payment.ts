import * as z from 'zod/mini'
import { type ApprovalRule, contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { StartedTask } from '../exports.ts'
import { fileOf } from '../file-content.ts'
import { Allowed, byId, listQuery, Named, pageOf } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'
import { Version } from '../values/number.ts'
import { text } from '../values/text.ts'
import { CaptureMoment } from './capture-moment.ts'

/** Who can execute payments for us. */
export const gatewayLabels = { simulated: 'Simulated gateway', stripe: 'Stripe' } as const
export const Gateway = enumOf(gatewayLabels)
export type Gateway = z.infer<typeof Gateway>

/** Where a payment stands, as its gateway says it. `failed`: the customer's last try did not go through, and another may. */
export const gatewayStateLabels = {
  pending: 'Awaiting the customer',
  authorised: 'Authorised',
  captured: 'Captured',
  failed: 'Did not go through',
  voided: 'Voided',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
} as const
export const GatewayState = enumOf(gatewayStateLabels)
export type GatewayState = z.infer<typeof GatewayState>

/** What is asked of a gateway. */
export const attemptLabels = {
  create: 'Payment begun',
  capture: 'Capture',
  void: 'Let go',
  refund: 'Refund',
  look: 'Looked up',
} as const
/** What came of it; `unanswered` until an answer is known. */
export const attemptOutcomeLabels = { done: 'Done', refused: 'Refused', away: 'No answer', unanswered: 'Unanswered' } as const

/** The header in which a gateway signs what it sends. */
export const callbackSignatures = { simulated: 'larder-gateway-signature', stripe: 'stripe-signature' } as const satisfies Record<
  Gateway,
  string
>

const ofOrder = { orderId: idOf('order'), order: z.nullable(Named) }

/** The payment of an order that a gateway executes: what we asked, and what the gateway says. */
export const Payment = z.strictObject({
  id: idOf('payment'),
  ...ofOrder,
  gateway: Gateway,
  state: GatewayState,
  /** What was asked for. */
  amount: Money,
  captured: Money,
  /** What has gone back to the customer. */
  refunded: Money,
  capture: CaptureMoment,
  /** The gateway's name of it; null until it has one. */
  reference: z.nullable(z.string()),
  /** Why the customer's last try did not go through, in the gateway's words. */
  failure: z.nullable(z.string()),
  /** What stands in the way of asking the gateway. */
  trouble: z.nullable(z.string()),
  /** Asked in vain so often that nobody asks again by itself. */
  stuckAt: z.nullable(Instant),
  /** The newest attempts towards the gateway, newest first, at most 20. */
  attempts: z.array(
    z.strictObject({
      kind: enumOf(attemptLabels),
      outcome: enumOf(attemptOutcomeLabels),
      /** What the gateway, or the way to it, said. */
      words: z.nullable(z.string()),
      at: Instant,
    }),
  ),
  createdAt: Instant,
  version: z.int(),
  allowed: Allowed,
})
export type Payment = z.infer<typeof Payment>

export const paymentContract = /* @__PURE__ */ contract('payment', {
  list: get('/payments', {
    permission: 'order.view',
    query: listQuery(['createdAt'], { state: z.optional(GatewayState), orderId: z.optional(idOf('order')) }),
    response: pageOf(Payment),
    alsoShows: ['order'],
    summary: 'Payments that a gateway executes: list',
  }),
  get: get('/payments/:id', {
    permission: 'order.view',
    params: byId('payment'),
    response: Payment,
    alsoShows: ['order'],
    summary: 'Payments that a gateway executes: one',
  }),
  retry: post('/payments/:id/retry', {
    permission: 'refund.create',
    proof: 'recent',
    params: byId('payment'),
    body: z.strictObject({ version: Version }),
    response: Payment,
    summary: 'Ask the gateway again now',
  }),
  callback: post('/payments/callbacks/:gateway', {
    permission: 'public',
    params: z.strictObject({ gateway: Gateway }),
    body: fileOf('application/json'),
    signedIn: callbackSignatures,
    response: z.strictObject({ received: z.literal(true) }),
    maxBytes: 64 * 1024,
    unaudited: true,
    idempotent: false,
    summary: 'What a gateway says happened to a payment: signed, taken once however often it comes, and looked up before it is believed',
  }),
})

/** How what we say of a payment can differ from what its gateway says. */
export const differenceLabels = {
  'not-captured': 'Not captured at the gateway',
  'not-booked': 'Captured at the gateway, not here',
  'amount-differs': 'Another amount was captured',
  unknown: 'Unknown here',
  missing: 'Unknown at the gateway',
  'refund-missing': 'Refunded here, not at the gateway',
  'refund-unknown': 'Refunded at the gateway, not here',
  'let-go': 'Let go after hand-over',
  'taken-back': 'Given back, though taken back here',
} as const
export const DifferenceKind = enumOf(differenceLabels)
export type DifferenceKind = z.infer<typeof DifferenceKind>

/** `gone`: the next comparison did not find it any more; `settled`: somebody said what became of it. */
export const differenceStatusLabels = { open: 'Open', gone: 'Gone', settled: 'Settled' } as const
export const DifferenceStatus = enumOf(differenceStatusLabels)
export type DifferenceStatus = z.infer<typeof DifferenceStatus>

/** Something of which we and whoever has the money say different things. */
export const PaymentDifference = z.strictObject({
  id: idOf('payment-difference'),
  /** Who has the money: a gateway, else the channel of the order, by its name. */
  gateway: z.nullable(Gateway),
  channel: z.nullable(z.string()),
  kind: DifferenceKind,
  status: DifferenceStatus,
  /** Its name of the payment; of a channel, of what it gave back. */
  reference: z.string(),
  orderId: z.nullable(z.string()),
  order: z.nullable(Named),
  /** What we say. */
  ours: Money,
  /** What it says. */
  theirs: Money,
  /** What became of it, as whoever settled it says. */
  note: z.nullable(z.string()),
  createdAt: Instant,
  version: z.int(),
  allowed: Allowed,
})
export type PaymentDifference = z.infer<typeof PaymentDifference>

/** A comparison of our payments with the list of their gateway. */
export const PaymentComparison = z.strictObject({
  gateway: Gateway,
  /** Payments from this moment on were compared. */
  since: Instant,
  finishedAt: Instant,
  payments: z.int(),
  differences: z.int(),
})
export type PaymentComparison = z.infer<typeof PaymentComparison>

/** A difference as a settlement is judged by it, in minor units. */
interface Settled {
  order_id: string | null
  reference: string
  currency: string
  ours_minor: number
  theirs_minor: number
}

/** What settling books, beyond the limit of somebody's role: another person approves it. */
const aboveLimit: ApprovalRule = {
  by: 'finance.approve',
  within: { limit: 'finance.edit', before: () => 0 },
  needs: ({ after }) => `Settlement of ${(after as Settled).reference}`,
  moves: ({ after }) => {
    const { order_id, ours_minor: ours, theirs_minor: theirs, currency } = after as Settled
    return { minor: order_id === null ? 0 : Math.abs(theirs - ours), currency }
  },
}

export const paymentDifferenceContract = /* @__PURE__ */ contract('payment-difference', {
  list: get('/payment-differences', {
    permission: 'order.view',
    query: listQuery(['createdAt'], { status: z.optional(DifferenceStatus), orderId: z.optional(idOf('order')) }),
    response: pageOf(PaymentDifference),
    alsoShows: ['order', 'payment'],
    summary: 'What we and the gateway say differently: list',
  }),
  get: get('/payment-differences/:id', {
    permission: 'order.view',
    params: byId('payment-difference'),
    response: PaymentDifference,
    alsoShows: ['order', 'payment'],
    summary: 'What we and the gateway say differently: one',
  }),
  settle: post('/payment-differences/:id/settle', {
    permission: 'finance.edit',
    proof: 'recent',
    approval: aboveLimit,
    params: byId('payment-difference'),
    body: z.strictObject({ version: Version, reason: text({ max: 500, multiline: true }) }),
    response: PaymentDifference,
    alsoChanges: ['ledger-entry', 'ledger-account'],
    summary:
      'Say what became of a difference, and book what the gateway has more or less; beyond a role’s limit another person approves it',
  }),
  last: get('/payment-comparisons/last', {
    permission: 'order.view',
    response: z.strictObject({ gateway: z.nullable(Gateway), last: z.nullable(PaymentComparison) }),
    // A comparison is a task: once it is done, this says so.
    alsoShows: ['task'],
    summary: 'The gateway that payments go to, and the last comparison with its list',
  }),
  compare: post('/payment-comparisons', {
    permission: 'finance.view',
    body: z.strictObject({}),
    response: StartedTask,
    alsoChanges: ['task'],
    summary: 'Compare our payments with the list of their gateway now, as a task',
  }),
})

export const paymentRefusals = {
  'not-found': {
    'payment-not-found': 'No such payment, or out of reach.',
    'payment-difference-not-found': 'No such difference, or out of reach.',
    'gateway-not-set-up': 'Payments do not go to this gateway here.',
  },
  malformed: { 'callback-unreadable': 'What was sent is signed, but is no event that the gateway sends.' },
  credentials: { 'callback-not-signed': 'The signature is missing, too old, or not of what was sent.' },
  refused: {
    'by-the-gateway': 'The gateway executes it and says how far it is: nobody else does.',
    'no-gateway': 'Payments go to no gateway here.',
    'difference-overtaken': 'The order says another thing by now than the difference tells.',
  },
} as const satisfies Refusals
