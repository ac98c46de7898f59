import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { Allowed, listQuery, Named, pageOf } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate } from '../values/local-date.ts'
import { Money, MoneySum } from '../values/money.ts'
import { Vertical } from '../verticals.ts'
import { Party, PaymentMethod, ReasonCode } from './order-shapes.ts'
import { refundStateWords } from './refund.ts'

/** What rejected orders are cut by: days as their branches have them, both included. */
const cut = {
  from: z.optional(LocalDate),
  to: z.optional(LocalDate),
  vertical: z.optional(Vertical),
  storeId: z.optional(idOf('store')),
  branchId: z.optional(idOf('branch')),
  reason: z.optional(ReasonCode),
  party: z.optional(Party),
}

const Why = { reason: z.string(), reasonLabel: z.string(), party: Party }

/** An order that was rejected, and what that cost. */
export const RejectedOrder = z.strictObject({
  id: idOf('order'),
  number: z.string(),
  vertical: Vertical,
  store: Named,
  branch: Named,
  customerName: z.string(),
  ...Why,
  rejectedAt: Instant,
  /** From the moment at which it was the store's to answer. */
  seconds: z.int(),
  /** What it would have come to. */
  lost: Money,
  paymentMethod: PaymentMethod,
  /** How far its refund is; null where nothing was paid. */
  refund: z.nullable(enumOf(refundStateWords)),
  placedAt: Instant,
  version: z.int(),
  /** Whether it can be restored. */
  allowed: Allowed,
})
export type RejectedOrder = z.infer<typeof RejectedOrder>

const counted = { orders: z.int(), lost: MoneySum }

/** How many were rejected, and what was lost with them. */
export const Rejections = z.strictObject({
  from: LocalDate,
  to: LocalDate,
  /** All together, for each currency. */
  lost: z.array(MoneySum),
  orders: z.int(),
  reasons: z.array(z.strictObject({ ...Why, ...counted })),
  /** Those with most of them, at most five. */
  stores: z.array(z.strictObject({ store: Named, vertical: Vertical, ...counted })),
  /** By the hour of the branch's day at which they were rejected: 24 figures. */
  hours: z.array(z.int()),
})
export type Rejections = z.infer<typeof Rejections>

/** The most days that are counted at once. */
export const mostRejectionDays = 92

export const rejectedOrderContract = /* @__PURE__ */ contract('rejected-order', {
  list: get('/rejected-orders', {
    searchesPeople: true,
    permission: 'order.view',
    query: listQuery(['placedAt'], cut),
    response: pageOf(RejectedOrder),
    alsoShows: ['order', 'order-reason', 'store'],
    summary: 'Rejected orders, those placed last first: why, by whom, how soon, what was lost and how far the refund is',
  }),
  summary: get('/rejected-orders/summary', {
    permission: 'order.view',
    query: z.strictObject(cut),
    response: Rejections,
    alsoShows: ['order', 'order-reason', 'store'],
    summary: 'Rejected orders by reason, store and hour, of at most 92 days: of the last 30 where none are named',
  }),
})
