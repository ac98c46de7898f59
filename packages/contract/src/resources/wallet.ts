import * as z from 'zod/mini'
import { contract, get, type Output } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, listQuery, Named, pageOf } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money, MoneySum } from '../values/money.ts'

export const walletCreditStateLabels = { open: 'Open', spent: 'Spent', expired: 'Expired' } as const
const State = enumOf(walletCreditStateLabels)

/** What happened to a credit. */
export const walletEntryKindLabels = { granted: 'Granted', spent: 'Spent', returned: 'Returned', expired: 'Expired' } as const
const EntryKind = enumOf(walletEntryKindLabels)

/** Money that a customer has with the marketplace until it expires. */
export const WalletCredit = z.strictObject({
  id: idOf('wallet-credit'),
  customer: Named,
  ticket: z.nullable(Named),
  store: Named,
  state: State,
  amount: Money,
  /** What of it is neither spent nor expired. */
  left: Money,
  expiresAt: Instant,
  by: z.string(),
  createdAt: Instant,
  version: z.int(),
})
export type WalletCredit = z.infer<typeof WalletCredit>

/** What happened to a credit: what came is positive. Written once, never changed. */
export const WalletEntry = z.strictObject({
  id: z.string(),
  kind: EntryKind,
  amount: Money,
  /** That spent it, or from which it returned; null where it was neither, and of one out of the reader's reach. */
  order: z.nullable(z.strictObject({ id: idOf('order'), number: z.string() })),
  by: z.string(),
  at: Instant,
})
export type WalletEntry = z.infer<typeof WalletEntry>

/** Credits of customers. They are granted as remedies of tickets, pay for orders, and expire by themselves. */
export const walletCreditContract = /* @__PURE__ */ contract('wallet-credit', {
  list: get('/wallet-credits', {
    searchesPeople: true,
    permission: 'refund.view',
    query: listQuery(['createdAt', 'expiresAt'], {
      customerId: z.optional(idOf('customer')),
      storeId: z.optional(idOf('store')),
      state: z.optional(State),
    }),
    response: pageOf(WalletCredit),
    alsoShows: ['remedy', 'order'],
    summary: 'Credits of customers',
  }),
  get: get('/wallet-credits/:id', {
    permission: 'refund.view',
    params: byId('wallet-credit'),
    response: WalletCredit,
    summary: 'One credit of a customer',
  }),
  entries: get('/wallet-credits/:id/entries', {
    permission: 'refund.view',
    params: byId('wallet-credit'),
    response: z.array(WalletEntry),
    alsoShows: ['order'],
    summary: 'What happened to a credit, at most 1,000',
  }),
  balance: get('/wallet-credits/balance', {
    permission: 'refund.view',
    query: z.strictObject({ customerId: z.optional(idOf('customer')) }),
    response: z.strictObject({
      /** For each currency. */
      balances: z.array(MoneySum),
      /** When the next of it expires. */
      expiresAt: z.nullable(Instant),
      /** What the credit that expires next comes to. */
      expiring: z.nullable(MoneySum),
    }),
    alsoShows: ['remedy', 'order'],
    summary: 'What a customer, or all of them, have in credits now',
  }),
})
export type WalletBalance = Output<typeof walletCreditContract.balance>

export const walletCreditRefusals = {
  'not-found': { 'wallet-credit-not-found': 'No such credit, or out of reach.' },
} as const satisfies Refusals
