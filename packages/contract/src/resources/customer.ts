import * as z from 'zod/mini'
import type { Refusals } from '../error-kinds.ts'
import { maskedEmail, maskedPhone } from '../masked.ts'
import { enumOf, list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate } from '../values/local-date.ts'
import { Money } from '../values/money.ts'
import { Version } from '../values/number.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { Address } from './order-shapes.ts'
import { recordContract } from './record.ts'

/** What staff note of a customer. `blocked`: no order is taken; `no-cash`: none that is paid in cash. */
export const customerFlagLabels = { watch: 'Watch', blocked: 'Blocked', 'no-cash': 'No cash' } as const
export const CustomerFlag = enumOf(customerFlagLabels)
export type CustomerFlag = z.infer<typeof CustomerFlag>

/** How marketing may reach a customer who agreed to it. */
export const consentChannelLabels = { email: 'E-mail', sms: 'SMS', push: 'App' } as const
export const ConsentChannel = enumOf(consentChannelLabels)
export type ConsentChannel = z.infer<typeof ConsentChannel>

/** How far the erasure of a customer has come, once it was asked for. */
export const erasureLabels = { asked: 'Erasure asked', done: 'Erased' } as const
export const ErasureState = enumOf(erasureLabels)

/** What an erasure does, for whoever asks for it and whoever approves it. */
export const erasureEffect =
  'Name, number, e-mail, addresses and whatever was said of or by the customer are taken out of orders, carts, tickets, feedback, reviews, mail and the history, for good. What was bought and paid stays in the ledger, under a name that tells nobody. It waits for orders under way, refunds and credits.'

/** What an erasure goes through, as its receipt names it. */
export const erasedLabels = {
  customer: 'Customers',
  order: 'Orders',
  'order-line': 'Lines of orders',
  'order-event': 'Entries of timelines',
  refund: 'Refunds',
  cart: 'Carts',
  'cart-event': 'Messages about carts',
  ticket: 'Tickets',
  'ticket-note': 'Messages and notes of tickets',
  remedy: 'Remedies',
  feedback: 'Feedback',
  review: 'Reviews',
  mail: 'Mail',
  'mail-attachment': 'Attachments of mail',
  device: 'Devices',
  incident: 'Incidents of riders',
  'hand-over': 'Shift hand-overs',
  difference: 'Differences of payments and of the ledger',
  approval: 'Requests for approval',
  mention: 'Mentions in notes, drafts and saved views',
  task: 'Files of tasks',
  event: 'Messages to screens',
  answer: 'Answers kept to be repeated',
  entry: 'Entries of the history',
} as const
export const ErasedKind = enumOf(erasedLabels)
export type ErasedKind = z.infer<typeof ErasedKind>

/** The erasure of a customer; `waitsFor`: what has to end before, in sentences. `rows`: the receipt, of how many rows something was taken. */
const Erasure = z.strictObject({
  state: ErasureState,
  reason: z.string(),
  by: z.string(),
  at: Instant,
  waitsFor: z.array(z.string()),
  erasedAt: z.nullable(Instant),
  rows: z.array(z.strictObject({ kind: ErasedKind, rows: z.int() })),
})

/** Whether a list has those who were merged into another one: they alone, or none of them. */
export const mergedLabels = { without: 'Left out', only: 'Alone' } as const

/** The most that are merged into one, with those that were merged into these. */
export const maxMergedRecords = 20

/** The most addresses that are kept of one customer. */
export const maxAddresses = 20

const reason = text({ max: 200 })
const alsoChanges = ['order', 'cart', 'ticket', 'feedback', 'review', 'wallet-credit'] as const

/** Who has ordered: with what their orders come to, kept beside them, and never reckoned while somebody waits. */
export const customerContract = /* @__PURE__ */ recordContract('customer', '/customers', {
  label: 'Customers',
  permission: 'customer',
  draft: {
    name: text({ max: 80 }),
    email: maskedEmail('customer.reveal'),
    addresses: list(Address, maxAddresses),
  },
  extra: {
    phone: maskedPhone('customer.reveal'),
    orders: z.int(),
    delivered: z.int(),
    firstOrderAt: z.nullable(Instant),
    lastOrderAt: z.nullable(Instant),
    /** What was delivered, less what was given back, in the currency of their last order; null before the first one. */
    value: z.nullable(Money),
    /** How many of their orders had money given back. */
    refundPpm: z.int(),
    verticals: z.array(Vertical),
    flags: z.array(z.strictObject({ flag: CustomerFlag, reason: z.string(), until: z.nullable(Instant), at: Instant, by: z.string() })),
    consents: z.array(z.strictObject({ channel: ConsentChannel, isGiven: z.boolean(), source: z.string(), at: Instant })),
    /** Null as long as nobody asked for it. */
    erasure: z.nullable(Erasure),
    /** Who asked last for all that is held of them, and the task that writes it; null as long as nobody did. */
    dataExport: z.nullable(z.strictObject({ taskId: idOf('task'), by: z.string(), at: Instant })),
    /** The one that goes on for it: nothing of its own is left with it. */
    mergedInto: z.nullable(idOf('customer')),
    /** How many were merged into it. */
    mergedRecords: z.int(),
  },
  filters: {
    segmentId: z.optional(idOf('segment')),
    flag: z.optional(CustomerFlag),
    consent: z.optional(ConsentChannel),
    vertical: z.optional(Vertical),
    erasure: z.optional(ErasureState),
    /** `without`, and unless told: none that were merged into another one, but where `mergedInto` names it. */
    merged: z._default(enumOf(mergedLabels), 'without'),
    mergedInto: z.optional(idOf('customer')),
  },
  searchesPeople: true,
  sorts: ['createdAt', 'orders', 'value', 'lastOrderAt'],
  reveals: ['phone', 'email'],
  alsoShows: ['order'],
  fromReplica: true,
  examples: { one: { name: 'Meera Nair' } },
  acts: {
    flag: {
      permission: 'customer.edit',
      /** It holds to the end of `lastDay` in the installation's time zone, or until somebody takes it away. */
      asks: { flag: CustomerFlag, reason, lastDay: z.optional(z.nullable(LocalDate)) },
      alsoChanges: ['order'],
      summary: 'note that one is watched, blocked or pays no cash, until a moment or until somebody says otherwise',
    },
    unflag: {
      permission: 'customer.edit',
      asks: { flag: CustomerFlag, reason },
      alsoChanges: ['order'],
      summary: 'take such a note away',
    },
    consent: {
      permission: 'customer.edit',
      asks: { channel: ConsentChannel, isGiven: z.boolean(), source: text({ max: 120 }) },
      summary: 'note whether marketing may reach one by a channel, and where that comes from',
    },
    askErasure: {
      permission: 'customer.edit',
      proof: 'recent',
      asks: { reason },
      // What is erased nobody brings back.
      approval: { by: 'customer.approve', everywhere: true, needs: () => 'Erase a customer', effect: erasureEffect },
      alsoChanges: ['order'],
      summary: 'erase who one is from everything that is kept, once nothing of theirs is under way; what they bought stays in the ledger',
    },
    merge: {
      permission: 'customer.edit',
      asks: { into: z.strictObject({ id: idOf('customer'), version: Version }) },
      changesSeveral: true,
      alsoChanges,
      summary: 'give all that one has to another record of the same customer, which goes on for both numbers',
    },
    unmerge: {
      permission: 'customer.edit',
      asks: { reason },
      changesSeveral: true,
      alsoChanges,
      summary: 'give back to one what was theirs when they were merged; what came since stays',
    },
    exportData: {
      permission: 'customer-data.export',
      proof: 'recent',
      asks: { reason },
      changesSeveral: true,
      alsoChanges: ['task'],
      summary: 'write all that is held of one to a file, as a task, for themselves to be given',
    },
    withdrawErasure: {
      permission: 'customer.edit',
      asks: { reason },
      summary: 'take back an erasure that still waits',
    },
  },
})
export const Customer = customerContract.get.shape.response
export type Customer = z.infer<typeof Customer>

export const customerRefusals = {
  'not-found': { 'customer-not-found': 'No such customer, or out of reach.' },
  refused: {
    'customer-erased': 'The customer was erased: nothing of whom they were is left to be changed.',
    'customer-merged': 'The customer was merged into another one, which goes on for it.',
  },
} as const satisfies Refusals
