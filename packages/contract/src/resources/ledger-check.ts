import * as z from 'zod/mini'
import { type ApprovalRule, contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { StartedTask } from '../exports.ts'
import { Allowed, byId, listQuery, Named, pageOf } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Version } from '../values/number.ts'
import { text } from '../values/text.ts'
import { LedgerPosting } from './ledger.ts'

/** `gone`: a later check found it booked as it stands; `corrected`: somebody booked what lacked. */
export const misbookedStatusLabels = { open: 'Open', gone: 'Gone', corrected: 'Corrected' } as const
export const MisbookedStatus = enumOf(misbookedStatusLabels)
export type MisbookedStatus = z.infer<typeof MisbookedStatus>

/** An order of which the ledger says another thing than its row. */
export const MisbookedOrder = z.strictObject({
  id: idOf('misbooked-order'),
  order: Named,
  store: Named,
  status: MisbookedStatus,
  /** What would have to be booked for the ledger to say what the row does. */
  lacks: z.array(LedgerPosting),
  /** Why it was corrected, as whoever did it says. */
  note: z.nullable(z.string()),
  createdAt: Instant,
  version: z.int(),
  allowed: Allowed,
})
export type MisbookedOrder = z.infer<typeof MisbookedOrder>

/** A check of the ledger against the orders. */
export const LedgerCheck = z.strictObject({
  finishedAt: Instant,
  /** Held against their rows: what changed since the check before, and some older ones. */
  orders: z.int(),
  /** Of these were booked otherwise. */
  misbooked: z.int(),
})
export type LedgerCheck = z.infer<typeof LedgerCheck>

/** What is misbooked as a correction is judged by it: minor units by account, as they are kept. */
interface Corrected {
  status: MisbookedStatus
  currency: string
  lacks: string | Readonly<Record<string, number>>
}

/** What a correction books, beyond the limit of somebody's role: another person approves it. */
const aboveLimit: ApprovalRule = {
  by: 'finance.approve',
  within: { limit: 'finance.edit', before: () => 0 },
  needs: () => 'Correction in the ledger',
  moves: ({ after }) => {
    const { status, lacks, currency } = after as Corrected
    const kept: Readonly<Record<string, number>> = typeof lacks === 'string' ? JSON.parse(lacks) : lacks
    const debits = Object.values(kept).reduce((sum, minor) => sum + Math.max(0, minor), 0)
    return { minor: status === 'gone' ? 0 : debits, currency }
  },
}

export const misbookedOrderContract = /* @__PURE__ */ contract('misbooked-order', {
  list: get('/ledger/misbooked-orders', {
    permission: 'finance.view',
    query: listQuery(['createdAt'], { status: z.optional(MisbookedStatus), orderId: z.optional(idOf('order')) }),
    response: pageOf(MisbookedOrder),
    alsoShows: ['order'],
    summary: 'Orders that the ledger says another thing of than their rows: list',
  }),
  get: get('/ledger/misbooked-orders/:id', {
    permission: 'finance.view',
    params: byId('misbooked-order'),
    response: MisbookedOrder,
    alsoShows: ['order'],
    summary: 'Orders that the ledger says another thing of than their rows: one',
  }),
  correct: post('/ledger/misbooked-orders/:id/correct', {
    permission: 'finance.edit',
    proof: 'recent',
    approval: aboveLimit,
    params: byId('misbooked-order'),
    body: z.strictObject({ version: Version, reason: text({ max: 500, multiline: true }) }),
    response: MisbookedOrder,
    summary: 'Book what the ledger lacks of an order, as an entry of its own; beyond a role’s limit another person approves it',
  }),
  last: get('/ledger/checks/last', {
    permission: 'finance.view',
    response: z.strictObject({ last: z.nullable(LedgerCheck) }),
    // A check is a task: once it is done, this says so.
    alsoShows: ['task'],
    summary: 'When the ledger was last held against the orders; null for whoever does not reach all of them',
  }),
  check: post('/ledger/checks', {
    permission: 'finance.view',
    body: z.strictObject({}),
    response: StartedTask,
    alsoChanges: ['task'],
    summary: 'Hold the ledger against the orders now, as a task',
  }),
})

export const ledgerCheckRefusals = {
  'not-found': { 'misbooked-order-not-found': 'No such order that is booked otherwise, or out of reach.' },
} as const satisfies Refusals
