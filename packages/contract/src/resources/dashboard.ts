import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { maskedPhone } from '../masked.ts'
import { OrderStatus } from '../order-states.ts'
import { keysOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate, TimeZone } from '../values/local-date.ts'
import { MoneySum } from '../values/money.ts'
import { Vertical } from '../verticals.ts'
import { OrderCard } from './order-shapes.ts'

const Day = z.strictObject({ day: LocalDate, orders: z.int(), gross: MoneySum })

/** A business day in whose words it is asked for; without one it is the day that runs. */
const AskedDay = z.union([z.literal('yesterday'), LocalDate], 'must be a date like 2026-11-20, or yesterday')
/** What everything is cut to. */
const cut = { branchId: z.optional(idOf('branch')), vertical: z.optional(Vertical) }

export const Dashboard = z.strictObject({
  at: Instant,
  /** The day that is told. */
  day: LocalDate,
  /** The day that runs; what stands at this moment is told with it alone. */
  today: LocalDate,
  /** Whose days these are. */
  timeZone: TimeZone,
  /** Where orders stand. Of today: all that are under way, whatever their day, and those of today that have ended. Of an earlier day: its own. */
  byStatus: z.array(z.strictObject({ status: OrderStatus, orders: z.int() })),
  orders: z.int(),
  /** In the currency of the branch, or of the installation: orders in another currency count in `orders` alone. Value of the day's orders less rejected, cancelled and failed ones. */
  gross: MoneySum,
  average: MoneySum,
  /** Share of decided orders that were accepted, in ppm; null while none is decided. */
  acceptancePpm: z.nullable(z.int()),
  /** Active orders past their promise. */
  lateNow: z.int(),
  /** Pending: nobody has accepted or rejected them yet. */
  unhandled: z.int(),
  /** Accepted delivery orders that no rider has taken yet. */
  unassigned: z.int(),
  /** Null for someone whose scope is stores, and where it is cut to a vertical: riders belong to branches and carry for every vertical. */
  ridersOnShift: z.nullable(z.int()),
  storesPaused: z.int(),
  /** The same weekday a week before: of today up to the moment at which its clocks showed what they show at `at`, of an earlier day to its end. */
  lastWeek: z.strictObject({
    day: LocalDate,
    until: Instant,
    orders: z.int(),
    gross: MoneySum,
    average: MoneySum,
    acceptancePpm: z.nullable(z.int()),
  }),
  byVertical: z.array(z.strictObject({ vertical: Vertical, orders: z.int(), gross: MoneySum })),
  /** 30 business days up to the day that is told, oldest first. */
  days: z.array(Day),
  /** Why orders of the day were rejected, the most frequent reason first. */
  rejections: z.array(z.strictObject({ reason: z.string(), label: z.string(), orders: z.int(), lost: MoneySum })),
  topStores: z.array(z.strictObject({ id: idOf('store'), name: z.string(), vertical: Vertical, orders: z.int(), gross: MoneySum })),
})
export type Dashboard = z.infer<typeof Dashboard>

/** What holds an order up. */
export const riskCauses = {
  'not-accepted': 'Store has not responded',
  'preparing-late': 'Preparation takes longer than promised',
  'no-rider': 'Ready, no rider assigned',
  'not-picked-up': 'Ready, rider has not arrived',
  'on-the-way': 'On its way, time is short',
} as const
/** The cheapest thing that may help it. */
export const riskRemedies = {
  accept: 'Accept order',
  'call-store': 'Call the store',
  'assign-rider': 'Assign a rider',
  'call-rider': 'Call the rider',
  delay: 'Change promised time',
} as const

/** What becomes of an order at a moment unless somebody helps. */
export const riskThreats = { rejected: 'Rejected by itself', late: 'Late' } as const

const Called = z.strictObject({ name: z.string(), phone: z.string() })

/** An order that is about to be rejected by itself or late, or late already, with the cheapest thing that may help. */
export const AtRisk = z.strictObject({
  order: OrderCard,
  threat: z.enum(keysOf(riskThreats)),
  /** When it comes true, or came. */
  deadline: Instant,
  because: z.enum(keysOf(riskCauses)),
  remedy: z.enum(keysOf(riskRemedies)),
  /** Whom one may call besides its customer: null where there is nobody, or the caller may not see them. */
  store: z.nullable(Called),
  rider: z.nullable(Called),
  customerPhone: maskedPhone('order.reveal'),
})
export type AtRisk = z.infer<typeof AtRisk>

export const dashboardContract = contract('dashboard', {
  get: get('/dashboard', {
    permission: 'dashboard.view',
    query: z.strictObject({ ...cut, day: z.optional(AskedDay) }),
    seeks: true,
    response: Dashboard,
    alsoShows: ['order', 'order-reason', 'rider', 'store'],
    turnsWithin: 60,
    summary: 'A day in figures, from rollups and the active orders; today unless another is asked for',
  }),
  atRisk: get('/dashboard/at-risk', {
    permission: 'dashboard.view',
    query: z.strictObject(cut),
    seeks: true,
    response: z.array(AtRisk),
    alsoShows: ['order', 'rider'],
    turnsWithin: 30,
    summary:
      'Orders about to be rejected by themselves or late, then those that just became late: what can still be saved first, at most 12',
  }),
})
