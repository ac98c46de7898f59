import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { exportOf } from '../exports.ts'
import { LedgerAccount, LedgerAccountType, LedgerEntryKind } from '../ledger-accounts.ts'
import { listQuery, Named, pageOf } from '../page.ts'
import { Currency } from '../values/currency.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate } from '../values/local-date.ts'
import { Money, MoneySum } from '../values/money.ts'
import { opaque } from '../values/text.ts'

/** One side of an entry: of debit and credit, one is null. */
export const LedgerPosting = z.strictObject({ account: LedgerAccount, debit: z.nullable(Money), credit: z.nullable(Money) })
export type LedgerPosting = z.infer<typeof LedgerPosting>

const Numbered = z.strictObject({ id: z.string(), number: z.string() })

/** One movement of money, with all of its postings: their debits are their credits. Written once, never changed. */
export const LedgerEntry = z.strictObject({
  id: z.string(),
  /** The business day of the branch that it counts for. */
  day: LocalDate,
  at: Instant,
  kind: LedgerEntryKind,
  /** Whose money it is: an order's, or a deposit's of cash; its number is what people call it. */
  order: z.nullable(Numbered),
  cashDeposit: z.nullable(Numbered),
  branch: Named,
  store: Named,
  /** Who did what it books, or which timer; null of what the record does not tell, as of orders of before it. */
  by: z.nullable(z.string()),
  /** What its debits come to. */
  amount: Money,
  postings: z.array(LedgerPosting),
  version: z.literal(1),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** An entry with its place in the chain of its order, which a verification recomputes. */
export const LedgerRecord = z.extend(LedgerEntry, {
  /** When it was written; later than `at` of what was booked afterwards. */
  bookedAt: Instant,
  /** Its number among the entries of its order, from 1 on. */
  sequence: z.int(),
  /** SHA-256 of its content and of the entry before it, in hexadecimal. */
  hash: z.string(),
  previousHash: z.nullable(z.string()),
})
export type LedgerRecord = z.infer<typeof LedgerRecord>

const EntryNumber = opaque(19).check(z.regex(/^[1-9]\d{0,18}$/, 'is the number of an entry'))

/** Days are business days of the branch, both included. */
const cut = {
  from: z.optional(LocalDate),
  to: z.optional(LocalDate),
  branchId: z.optional(idOf('branch')),
  storeId: z.optional(idOf('store')),
}
const entryQuery = listQuery(['day'], {
  ...cut,
  account: z.optional(LedgerAccount),
  kind: z.optional(LedgerEntryKind),
  orderId: z.optional(idOf('order')),
})

/** The journal: every movement of money, newest first. */
export const ledgerEntryContract = contract('ledger-entry', {
  list: get('/ledger/entries', {
    permission: 'finance.view',
    query: entryQuery,
    response: pageOf(LedgerEntry),
    alsoShows: ['order', 'cash-deposit'],
    fromReplica: true,
    summary: 'The journal, newest first',
  }),
  get: get('/ledger/entries/:id', {
    permission: 'finance.view',
    params: z.strictObject({ id: EntryNumber }),
    response: LedgerRecord,
    example: { params: { id: '1' } },
    summary: 'One entry of the journal, with its place in the chain of its order',
  }),
  export: exportOf('/ledger/entries', 'finance.export', entryQuery, 'postings'),
})

/** An account in one currency over some days: what it stood at, what came to either side, what it stands at. Debits are positive, credits negative. */
export const LedgerBalance = z.strictObject({
  id: z.string(),
  account: LedgerAccount,
  type: LedgerAccountType,
  currency: Currency,
  opening: MoneySum,
  debit: MoneySum,
  credit: MoneySum,
  closing: MoneySum,
  version: z.literal(1),
})
export type LedgerBalance = z.infer<typeof LedgerBalance>

const balanceQuery = listQuery(['account'], cut)

/** The trial balance: every account that something was booked to. All that they stand at comes to nothing in each currency. */
export const ledgerAccountContract = contract('ledger-account', {
  list: get('/ledger/accounts', {
    permission: 'finance.view',
    query: balanceQuery,
    response: pageOf(LedgerBalance),
    alsoShows: ['order', 'cash-deposit'],
    summary: 'The trial balance: what was booked to each account within some days, and what it stands at',
  }),
  export: exportOf('/ledger/accounts', 'finance.export', balanceQuery),
  progress: get('/ledger/progress', {
    permission: 'finance.view',
    response: z.strictObject({ percent: z.int() }),
    summary: 'How much of the orders that there were before the ledger is booked by now, anywhere: 100 percent once they all are',
  }),
})

export const ledgerEntryRefusals = {
  'not-found': { 'ledger-entry-not-found': 'No such entry of the ledger, or out of reach.' },
} as const satisfies Refusals
