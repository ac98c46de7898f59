import * as z from 'zod/mini'
import { contract, get, type Output } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, Named } from '../page.ts'
import type { PermissionRow } from '../permission-row.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate, TimeZone } from '../values/local-date.ts'
import { MoneySum } from '../values/money.ts'
import { text } from '../values/text.ts'
import { CashLine } from './cash-day.ts'
import { recordContract } from './record.ts'

export const branchDayPermission = {
  label: 'Day close',
  verbs: ['view', 'create', 'approve'],
  conflicts: {
    'branch-day': { maker: 'create', why: 'The same people close days and sign them off.' },
  },
  roles: {
    'branch-partner': 'VC',
    'custumercare-admin': 'V',
    'accountant-admin': 'VA',
    'accounts-manager': 'VA',
    'accounts-executive': 'V',
    'office-staff': 'VC',
  },
  after: 'hand-over',
} as const satisfies PermissionRow
declare module '../permissions.ts' {
  interface PermissionTable {
    'branch-day': typeof branchDayPermission
  }
}

/** A closed day waits for another person to sign it off; one that is reopened is closed anew. */
export const branchDayStatusLabels = { closed: 'Closed', 'signed-off': 'Signed off', reopened: 'Reopened' } as const
const Status = enumOf(branchDayStatusLabels)

/** What the orders that a branch got on one of its days came to, in its currency. */
export const BranchDayFigures = z.strictObject({
  orders: z.int(),
  delivered: z.int(),
  rejected: z.int(),
  cancelled: z.int(),
  failed: z.int(),
  /** Still to come: placed on the day for a slot of a later one. */
  later: z.int(),
  /** Of delivered orders. */
  value: MoneySum,
  /** What went back of the day's orders and is done. */
  refunded: MoneySum,
  /** Cash that was taken for them. */
  collected: MoneySum,
  /** Cash of whatever orders that was deposited on the day. */
  deposited: MoneySum,
  /** What riders and stores of the branch held at the day's end, of these orders and all others. */
  held: MoneySum,
})
export type BranchDayFigures = z.infer<typeof BranchDayFigures>

const remark = z.optional(z.nullable(text({ min: 0, max: 500 })))

const verbs = /* @__PURE__ */ recordContract('branch-day', '/branch-days', {
  permission: 'branch-day',
  access: branchDayPermission,
  draft: {},
  once: {
    branchId: idOf('branch'),
    /** Of the branch's own zone; it has to be over. */
    day: LocalDate,
    /** What whoever signs off should know. */
    remark,
  },
  extra: {
    branch: Named,
    timeZone: TimeZone,
    status: Status,
    remark: z.nullable(z.string()),
    /** As they stood when the day was closed. */
    figures: BranchDayFigures,
    closedAt: Instant,
    closedBy: z.string(),
    signedOffAt: z.nullable(Instant),
    signedOffBy: z.nullable(z.string()),
    reopenedBecause: z.nullable(z.string()),
  },
  filters: { branchId: z.optional(idOf('branch')), status: z.optional(Status), from: z.optional(LocalDate), to: z.optional(LocalDate) },
  searchesPeople: true,
  sorts: ['day'],
  acts: {
    signOff: {
      permission: 'branch-day.approve',
      asks: {},
      summary: 'say that its figures are right: somebody else than whoever closed it',
    },
    reopen: { permission: 'branch-day.approve', asks: { reason: text({ max: 200 }) }, summary: 'let it be closed anew' },
    closeAgain: { permission: 'branch-day.create', asks: { remark }, summary: 'close a reopened one, with the figures as they stand now' },
  },
  alsoShows: ['branch'],
})

/** A day as its orders stand now, and what keeps it from being closed. */
export const BranchDayLook = z.strictObject({
  branch: Named,
  day: LocalDate,
  timeZone: TimeZone,
  figures: BranchDayFigures,
  /** What each rider and store had of customers' cash on the day, riders first. */
  cash: z.array(CashLine),
  /** Orders of the day that are under way, and the first of them, at most 5. */
  underWay: z.int(),
  first: z.array(Named),
  /** Why it cannot be closed now; null where it can. */
  because: z.nullable(z.string()),
  /** Where it was closed before. */
  closed: z.nullable(z.strictObject({ id: idOf('branch-day'), status: Status })),
})
export type BranchDayLook = z.infer<typeof BranchDayLook>

/** For so many days back it is told which of them nobody has closed. */
export const openDaysShown = 14

/** A branch's business days, closed by one person and signed off by another; the figures of a closed one are kept as they stood. */
export const branchDayContract = /* @__PURE__ */ contract('branch-day', {
  ...verbs,
  look: get('/branches/:id/day', {
    permission: 'branch-day.view',
    params: byId('branch'),
    query: z.strictObject({ day: z.optional(LocalDate) }),
    response: BranchDayLook,
    alsoShows: ['order', 'cash-deposit', 'branch'],
    summary:
      'A business day of a branch as its orders stand now, and what keeps it from being closed; the last that is over unless another is asked for',
  }),
  open: get('/branches/:id/open-days', {
    permission: 'branch-day.view',
    params: byId('branch'),
    response: z.array(z.strictObject({ day: LocalDate, orders: z.int(), reopened: z.nullable(idOf('branch-day')) })),
    alsoShows: ['order'],
    summary: 'Days of a branch that are over, had orders and are not closed, of the last 14, newest first',
  }),
})
export type BranchDay = Output<typeof branchDayContract.get>

export const branchDayRefusals = {
  'not-found': { 'branch-day-not-found': 'No such closed day, or out of reach.' },
  refused: {
    'day-closed-already': 'The day of the branch is closed already.',
    'day-under-way': 'Orders of the day are still under way: it is closed once they have ended.',
    'own-day': 'Nobody signs off or reopens a day that they closed themselves.',
  },
} as const satisfies Refusals
