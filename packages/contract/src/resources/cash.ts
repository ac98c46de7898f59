import * as z from 'zod/mini'
import { type ApprovalRule, contract, get, type Output } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { exportOf } from '../exports.ts'
import { streamOf } from '../file-content.ts'
import { byId, listQuery, Named, pageOf } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { amount, Money, MoneySum, maxMinor } from '../values/money.ts'
import { text } from '../values/text.ts'
import { recordContract } from './record.ts'

/** With whom cash of customers lies until it is deposited. */
export const cashHolderLabels = { rider: 'Rider', store: 'Store' } as const
const Holder = enumOf(cashHolderLabels)

export const cashDepositStatusLabels = { deposited: 'Deposited', reversed: 'Reversed' } as const
const Status = enumOf(cashDepositStatusLabels)

const Cash = amount({ max: maxMinor })

const verbs = /* @__PURE__ */ recordContract('cash-deposit', '/cash-deposits', {
  label: 'Cash deposits',
  permission: 'cash',
  proof: 'recent',
  draft: {},
  once: {
    /** Whose cash it is: a rider's or that of a store's counter, one of both. */
    riderId: z.optional(z.nullable(idOf('rider'))),
    storeId: z.optional(z.nullable(idOf('store'))),
    /** What they were told to hold: refused where it is another amount by now. */
    expected: Cash,
    /** What was counted. */
    counted: Cash,
    /** It is all that they hold: what lacks of it, or is too much, is a difference. Else the rest stays with them. */
    isAll: z.boolean(),
    /** Why it differs. */
    remark: z.optional(z.nullable(text({ min: 0, max: 200 }))),
    /** Who brought it, where it was somebody else. */
    broughtBy: z.optional(z.nullable(text({ min: 0, max: 80 }))),
  },
  extra: {
    number: z.string(),
    holder: Holder,
    from: Named,
    branch: Named,
    status: Status,
    /** Counted less expected; nothing where the rest stays with them. */
    difference: Money,
    /** Who has approved the difference, of what was beyond the limit of whoever received it: it counts against nobody's. */
    checkedBy: z.nullable(Named),
    receivedBy: z.string(),
    reversedAt: z.nullable(Instant),
    reversedBy: z.nullable(z.string()),
    reversedBecause: z.nullable(z.string()),
  },
  filters: {
    riderId: z.optional(idOf('rider')),
    storeId: z.optional(idOf('store')),
    branchId: z.optional(idOf('branch')),
    /** Of whose cash it is a part. */
    orderId: z.optional(idOf('order')),
    holder: z.optional(Holder),
    status: z.optional(Status),
  },
  searchesPeople: true,
  sorts: ['createdAt'],
  examples: {
    one: {
      riderId: '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f',
      expected: { minor: 125_000, currency: 'INR' },
      counted: { minor: 125_000, currency: 'INR' },
      isAll: true,
    },
  },
  acts: {
    reverse: {
      permission: 'cash.approve',
      asks: { reason: text({ max: 200 }) },
      summary: 'take it back as if it had not been: somebody else than whoever received it',
    },
  },
  alsoShows: ['rider', 'store'],
})

/** What of an order's cash lies with a holder, or was deposited. */
const ofOrder = { order: Named, store: Named, amount: MoneySum, since: Instant }
export const DepositedCash = z.strictObject(ofOrder)
export type DepositedCash = z.infer<typeof DepositedCash>

/** A deposit that would be made, by which its difference is judged; in minor units. */
interface Made {
  rider_id: string | null
  store_id: string | null
  from_name: string
  currency: string
  counted_minor: number
  expected_minor: number
  difference_minor: number
  remark: string | null
  brought_by: string | null
  /** The differences that count with it, without this one. */
  differed_alone_minor: number
}

/** What differs, with what differed of the holder or by the receiver on the same day and nobody else approved, is within a role's limit (0094). */
const aboveLimit: ApprovalRule = {
  by: 'cash.approve',
  within: { limit: 'cash.create', before: ({ after }) => (after as Made).differed_alone_minor },
  needs: ({ after }) => ((after as Made).difference_minor === 0 ? null : `Cash difference of ${(after as Made).from_name}`),
  moves: ({ after }) => {
    const { difference_minor, currency } = after as Made
    return { minor: Math.abs(difference_minor), currency }
  },
  asks: (made) => {
    const { rider_id, store_id, currency, counted_minor, expected_minor, difference_minor, remark, brought_by, differed_alone_minor } =
      made as Made
    const told = { currency, counted_minor, expected_minor, difference_minor, differed_alone_minor, remark, brought_by }
    return { entity: 'cash-holder', id: rider_id ?? store_id ?? '', told }
  },
}

/** Cash that riders and stores bring: each deposit is added and stays as it was counted; a wrong one is reversed as a whole. */
export const cashDepositContract = /* @__PURE__ */ contract('cash-deposit', {
  ...verbs,
  create: { ...verbs.create, shape: { ...verbs.create.shape, approval: aboveLimit } },
  orders: get('/cash-deposits/:id/orders', {
    permission: 'cash.view',
    params: byId('cash-deposit'),
    response: z.strictObject({ rows: z.array(DepositedCash), next: z.null() }),
    summary: 'The orders whose cash a deposit is, those first of which it was taken first, at most 1,000',
  }),
  receipt: get('/cash-deposits/:id/receipt', {
    permission: 'cash.view',
    params: byId('cash-deposit'),
    response: streamOf('application/pdf'),
    summary: 'The receipt of a deposit as PDF',
  }),
})
export type CashDeposit = Output<typeof cashDepositContract.get>

/** Who holds cash of customers, and how much: as the ledger has it. */
export const CashHolder = z.strictObject({
  id: z.string(),
  holder: Holder,
  name: z.string(),
  branch: Named,
  /** What they have to deposit. */
  balance: MoneySum,
  /** The most that a rider carries; stores have none. */
  limit: z.nullable(Money),
  /** Of so many orders. */
  orders: z.int(),
  /** Since when they hold the first of it; null where they hold nothing. */
  since: z.nullable(Instant),
  /** A deposit that waits for another person to approve its difference: until then none is taken in. */
  asked: z.nullable(z.strictObject({ id: idOf('approval'), difference: Money, by: z.string(), at: Instant })),
  version: z.literal(1),
})
export type CashHolder = z.infer<typeof CashHolder>

/** Cash that lies with riders and stores, all together. */
export const CashHeld = z.strictObject({
  holders: z.int(),
  /** For each currency. */
  held: z.array(MoneySum),
})
export type CashHeld = z.infer<typeof CashHeld>

const HolderQuery = listQuery(['balance', 'since', 'name'], { branchId: z.optional(idOf('branch')), holder: z.optional(Holder) })
const shown = ['order', 'cash-deposit', 'rider', 'store']
const shownWithAsked = [...shown, 'approval']

export const cashHolderContract = /* @__PURE__ */ contract('cash-holder', {
  list: get('/cash-holders', {
    searchesPeople: true,
    permission: 'cash.view',
    query: HolderQuery,
    response: pageOf(CashHolder),
    alsoShows: shownWithAsked,
    summary: 'Riders and stores who hold cash of customers, with how much the ledger has them hold',
  }),
  held: get('/cash-holders/held', {
    permission: 'cash.view',
    query: z.strictObject({ branchId: z.optional(idOf('branch')), holder: z.optional(Holder) }),
    response: CashHeld,
    alsoShows: shown,
    summary: 'How much cash of customers riders and stores hold together',
  }),
  get: get('/cash-holders/:id', {
    permission: 'cash.view',
    params: byId('cash-holder'),
    response: CashHolder,
    alsoShows: shownWithAsked,
    summary: 'What a rider or a store holds of customers’ cash',
  }),
  export: exportOf('/cash-holders', 'cash.export', HolderQuery),
})

/** Cash of one order that was not deposited yet. */
export const CashOrder = z.strictObject({
  id: z.string(),
  holderId: z.string(),
  holder: Holder,
  from: Named,
  branch: Named,
  ...ofOrder,
  version: z.literal(1),
})
export type CashOrder = z.infer<typeof CashOrder>

export const cashOrderContract = /* @__PURE__ */ contract('cash-order', {
  list: get('/cash-orders', {
    searchesPeople: true,
    permission: 'cash.view',
    query: listQuery(['since', 'amount'], {
      holderId: z.optional(idOf('cash-holder')),
      branchId: z.optional(idOf('branch')),
      holder: z.optional(Holder),
    }),
    response: pageOf(CashOrder),
    alsoShows: shown,
    summary: 'Orders whose cash was not deposited yet, those first of which it was taken first',
  }),
})

export const cashRefusals = {
  'not-found': {
    'cash-deposit-not-found': 'No such deposit of cash, or out of reach.',
    'cash-holder-not-found': 'No such rider or store, or out of reach.',
  },
  refused: {
    'deposit-asked-for':
      'A deposit of the holder waits for another person to approve its difference: nothing else of them is taken in before.',
    'own-deposit': 'Nobody reverses a deposit that they received themselves.',
    'reversed-already': 'The deposit was reversed.',
    'orders-not-booked': 'Earlier orders are still being booked: what somebody holds is not known before.',
  },
} as const satisfies Refusals
