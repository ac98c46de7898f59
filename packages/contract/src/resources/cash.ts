import * as z from 'zod/mini'
import { contract, get, type Output } from '../endpoint.ts'
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
    remark: z.nullable(z.string()),
    broughtBy: z.nullable(z.string()),
    /** Counted less expected; nothing where the rest stays with them. */
    difference: Money,
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
  sorts: ['createdAt'],
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

/** Cash that riders and stores bring: each deposit is added and stays as it was counted; a wrong one is reversed as a whole. */
export const cashDepositContract = /* @__PURE__ */ contract('cash-deposit', {
  ...verbs,
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
  version: z.literal(1),
})
export type CashHolder = z.infer<typeof CashHolder>

const HolderQuery = listQuery(['balance', 'since', 'name'], { branchId: z.optional(idOf('branch')), holder: z.optional(Holder) })
const shown = ['order', 'cash-deposit', 'rider', 'store']

export const cashHolderContract = /* @__PURE__ */ contract('cash-holder', {
  list: get('/cash-holders', {
    permission: 'cash.view',
    query: HolderQuery,
    response: pageOf(CashHolder),
    alsoShows: shown,
    summary: 'Riders and stores who hold cash of customers, with how much the ledger has them hold',
  }),
  get: get('/cash-holders/:id', {
    permission: 'cash.view',
    params: byId('cash-holder'),
    response: CashHolder,
    alsoShows: shown,
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
    'difference-above-limit': 'What was counted differs by more than the caller may write off.',
    'own-deposit': 'Nobody reverses a deposit that they received themselves.',
    'reversed-already': 'The deposit was reversed.',
    'orders-not-booked': 'Earlier orders are still being booked: what somebody holds is not known before.',
  },
} as const satisfies Refusals
