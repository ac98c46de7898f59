import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { listQuery, Named, pageOf } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { LocalDate } from '../values/local-date.ts'
import { MoneySum } from '../values/money.ts'
import { cashHolderLabels } from './cash.ts'

const Holder = enumOf(cashHolderLabels)

const line = {
  holder: Holder,
  from: Named,
  /** What they held when the day began. */
  opening: MoneySum,
  /** What they took of customers on the day, less what they gave back. */
  collected: MoneySum,
  /** What was counted of what they brought on the day; what was reversed counts against it. */
  deposited: MoneySum,
  /** What of that was counted less or more than expected. */
  difference: MoneySum,
  /** What is carried over: opening and collected, less deposited, with the difference. */
  closing: MoneySum,
}

/** What one holder had of customers' cash on a business day of their branch, as the ledger has it. */
export const CashLine = z.strictObject(line)
export type CashLine = z.infer<typeof CashLine>

/** The same, as it was kept when the day was closed. */
export const CashDay = z.strictObject({
  id: idOf('cash-day'),
  day: LocalDate,
  branchDayId: idOf('branch-day'),
  branch: Named,
  ...line,
  version: z.int(),
})
export type CashDay = z.infer<typeof CashDay>

export const cashDayContract = /* @__PURE__ */ contract('cash-day', {
  list: get('/cash-days', {
    searchesPeople: true,
    permission: 'cash.view',
    query: listQuery(['day'], {
      branchDayId: z.optional(idOf('branch-day')),
      holderId: z.optional(idOf('cash-holder')),
      branchId: z.optional(idOf('branch')),
      from: z.optional(LocalDate),
      to: z.optional(LocalDate),
    }),
    response: pageOf(CashDay),
    alsoShows: ['branch-day', 'rider', 'store'],
    summary: 'What riders and stores had of customers’ cash on days that were closed, and what they carried over',
  }),
})

export const cashDayRefusals = {
  'not-found': { 'cash-day-not-found': 'No such day of a holder, or out of reach.' },
} as const satisfies Refusals
