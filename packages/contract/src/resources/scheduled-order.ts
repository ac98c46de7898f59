import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { listQuery, Named, pageOf } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate } from '../values/local-date.ts'
import { queryWhole } from '../values/number.ts'
import { Vertical } from '../verticals.ts'
import { OrderCard } from './order-shapes.ts'

/** What can stand in the way of an order at the hour that it is planned for. */
export const scheduleWarningLabels = {
  'store-not-live': 'Store not live',
  'store-closed': 'Store closed',
  'sold-out': 'Sold out',
  'short-notice': 'Short notice',
  unpaid: 'Not paid',
} as const
export const ScheduleWarning = enumOf(scheduleWarningLabels)
export type ScheduleWarning = z.infer<typeof ScheduleWarning>

/** An order that waits for its slot, with what may be done with it. */
export const ScheduledOrder = z.extend(OrderCard, {
  branch: Named,
  slotFrom: Instant,
  slotTo: Instant,
  /** When its store gets it by itself. */
  releasesAt: Instant,
  warnings: z.array(z.strictObject({ kind: ScheduleWarning, message: z.string() })),
})
export type ScheduledOrder = z.infer<typeof ScheduledOrder>

/** What scheduled orders are cut by; days and hours are those in which slots begin, by the clocks of their branches. */
const cut = { vertical: z.optional(Vertical), storeId: z.optional(idOf('store')), branchId: z.optional(idOf('branch')) }

/** How many days of slots a calendar shows. */
export const calendarDays = 7

/** How many orders wait for each hour in which a slot begins; hours without any are left out. */
export const ScheduleCalendar = z.strictObject({
  from: LocalDate,
  to: LocalDate,
  slots: z.array(z.strictObject({ day: LocalDate, hour: z.int(), orders: z.int() })),
  /** How many slots the one store that is asked about lets begin in an hour; null of several, and of a store without a limit. */
  maxOrdersPerHour: z.nullable(z.int()),
})
export type ScheduleCalendar = z.infer<typeof ScheduleCalendar>

export const scheduledOrderContract = /* @__PURE__ */ contract('scheduled-order', {
  list: get('/scheduled-orders', {
    searchesPeople: true,
    permission: 'order.view',
    query: listQuery(['slotFrom'], {
      ...cut,
      from: z.optional(LocalDate),
      to: z.optional(LocalDate),
      hour: z.optional(queryWhole(0, 23)),
    }),
    response: pageOf(ScheduledOrder),
    alsoShows: ['order', 'store'],
    summary: 'Orders that wait for their slot, the next one first: when their store gets them, and what stands in the way',
  }),
  calendar: get('/scheduled-orders/calendar', {
    permission: 'order.view',
    query: z.strictObject({ ...cut, from: z.optional(LocalDate) }),
    response: ScheduleCalendar,
    alsoShows: ['order', 'store'],
    summary: 'How many orders wait for each hour of seven days: from today on where no day is named',
  }),
})
