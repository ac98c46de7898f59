import {
  addDays,
  type Dashboard,
  type dashboardContract,
  divideHalfUp,
  type Instant,
  instantAt,
  instantOf,
  type LocalDate,
  localDateAt,
  localTimeAt,
  moneySum,
  msOf,
  type OrderStatus,
  orderStatuses,
  type Parsed,
  type TimeZone,
  verticalKeys,
} from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { listAtRisk } from './at-risk.service.ts'
import { readFigures, type Sum } from './dashboard.queries.ts'
import { reachOf } from './dashboard.reach.ts'

const daysShown = 30
const topStores = 5
const accepted: readonly OrderStatus[] = ['accepted', 'preparing', 'ready', 'picked_up', 'delivered', 'failed']
const nothing: Sum = { orders: 0, sold: 0, gross: 0 }

/** What is told of a day and of this moment. */
export const dashboardHandlers = { get: getDashboard, atRisk: listAtRisk }

/** A day in figures. One statement, whose cost grows with days, stores and active orders, never with the orders there have been. */
async function getDashboard(ctx: Context, { query }: Parsed<typeof dashboardContract.get>): Promise<Dashboard> {
  const reach = await reachOf(ctx, query.branchId)
  const viewer = { ...ctx.actor, scope: reach.scope }
  const today = localDateAt(ctx.clock.instant(), reach.timeZone)
  const day = query.day === 'yesterday' ? addDays(today, -1) : (query.day ?? today)
  if (day > today) invalid({ 'query.day': 'has not begun' })
  const isToday = day === today
  const first = addDays(day, 1 - daysShown)
  const weekBefore = addDays(day, -7)
  // The same for all who see as far; a hundred screens that hear of one order ask at once.
  const { now, before, figures } = await ctx.services.shared.read(['dashboard', reach, day, isToday], async () => {
    const now = ctx.clock.instant()
    const before = { day: weekBefore, until: isToday ? sameTimeOn(weekBefore, now, reach.timeZone) : null }
    return { now, before, figures: await readFigures(ctx.db, { ...reach, viewer, now, from: first, day, before, stores: topStores }) }
  })
  const { parts, best } = figures
  const { riders, live, ...standing } = figures.standing
  const days = new Map<LocalDate, Sum>(figures.days.map((one) => [one.day, one]))
  const inCurrency = (minor: number) => moneySum(minor, reach.currency)
  const dayOf = (one: LocalDate) => days.get(one) ?? nothing
  const told = ({ orders, gross }: { orders: number; gross: number }) => ({ orders, gross: inCurrency(gross) })
  const { orders, sold, gross } = dayOf(day)
  return {
    at: now,
    day,
    today,
    timeZone: reach.timeZone,
    ...told({ orders, gross }),
    average: inCurrency(sold === 0 ? 0 : Number(divideHalfUp(BigInt(gross), BigInt(sold)))),
    byStatus: orderStatuses.map((status) => ({
      status,
      orders: (isToday ? live[status] : undefined) ?? addUp(parts.filter((part) => part.status === status)).orders,
    })),
    acceptancePpm: acceptanceOf(parts),
    ...standing,
    ridersOnShift: viewer.scope.kind === 'store' ? null : riders,
    lastWeek: {
      day: weekBefore,
      until: before.until ?? instantAt(addDays(weekBefore, 1), '00:00', reach.timeZone),
      ...told(figures.before),
    },
    byVertical: verticalKeys.map((vertical) => ({ vertical, ...told(addUp(parts.filter((part) => part.vertical === vertical))) })),
    days: Array.from({ length: daysShown }, (_, index) => addDays(first, index)).map((one) => ({ day: one, ...told(dayOf(one)) })),
    topStores: best.map(({ id, name, vertical, ...sum }) => ({ id, name, vertical, ...told(sum) })),
  }
}

/** The moment of another day at which its clocks show what they show now. */
function sameTimeOn(day: LocalDate, now: Instant, zone: TimeZone): Instant {
  return instantOf(msOf(instantAt(day, localTimeAt(now, zone), zone)) + (msOf(now) % 60_000))
}

function addUp(parts: readonly Sum[]): Sum {
  return parts.reduce(
    (sum, { orders, sold, gross }) => ({ orders: sum.orders + orders, sold: sum.sold + sold, gross: sum.gross + gross }),
    nothing,
  )
}

/** Of the orders that a store has answered, how many it took; one that was cancelled may never have been answered. */
function acceptanceOf(parts: readonly (Sum & { status: OrderStatus })[]): number | null {
  const taken = addUp(parts.filter(({ status }) => accepted.includes(status))).orders
  const answered = taken + addUp(parts.filter(({ status }) => status === 'rejected')).orders
  return answered === 0 ? null : Math.round((taken / answered) * 1_000_000)
}
