import * as z from 'zod/mini'
import type { Refusals } from '../error-kinds.ts'
import { maskedEmail, maskedPhone } from '../masked.ts'
import { enumOf, list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate } from '../values/local-date.ts'
import { Money } from '../values/money.ts'
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

/** The most addresses that are kept of one customer. */
export const maxAddresses = 20

const reason = text({ max: 200 })

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
  },
  filters: {
    segmentId: z.optional(idOf('segment')),
    flag: z.optional(CustomerFlag),
    consent: z.optional(ConsentChannel),
    vertical: z.optional(Vertical),
  },
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
  },
})
export const Customer = customerContract.get.shape.response
export type Customer = z.infer<typeof Customer>

export const customerRefusals = {
  'not-found': { 'customer-not-found': 'No such customer, or out of reach.' },
} as const satisfies Refusals
