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
import { readFigures, type Sum } from './dashboard.queries.ts'
import { reachOf } from './dashboard.reach.ts'

const daysShown = 30
const topStores = 5
const accepted: readonly OrderStatus[] = ['accepted', 'preparing', 'ready', 'picked_up', 'delivered', 'failed']
const nothing: Sum = { orders: 0, sold: 0, gross: 0 }

/** Today in figures. One statement, whose cost grows with days, stores and active orders, never with the orders there have been. */
export async function getDashboard(ctx: Context, { query }: Parsed<typeof dashboardContract.get>): Promise<Dashboard> {
  const reach = await reachOf(ctx, query.branchId)
  const viewer = { ...ctx.actor, scope: reach.scope }
  const today = localDateAt(ctx.clock.instant(), reach.timeZone)
  const first = addDays(today, 1 - daysShown)
  const weekAgo = addDays(today, -7)
  // The same for all who see as far; a hundred screens that hear of one order ask at once.
  const { now, before, figures } = await ctx.services.shared.read(['dashboard', reach, today], async () => {
    const now = ctx.clock.instant()
    const before = { day: weekAgo, until: sameTimeOn(weekAgo, now, reach.timeZone) }
    return { now, before, figures: await readFigures(ctx.db, { ...reach, viewer, now, from: first, today, before, stores: topStores }) }
  })
  const { parts, best } = figures
  const { riders, live, ...standing } = figures.standing
  const days = new Map<LocalDate, Sum>(figures.days.map((day) => [day.day, day]))
  const inCurrency = (minor: number) => moneySum(minor, reach.currency)
  const dayOf = (day: LocalDate) => days.get(day) ?? nothing
  const told = ({ orders, gross }: { orders: number; gross: number }) => ({ orders, gross: inCurrency(gross) })
  const { orders, sold, gross } = dayOf(today)
  return {
    at: now,
    day: today,
    timeZone: reach.timeZone,
    ...told({ orders, gross }),
    average: inCurrency(sold === 0 ? 0 : Number(divideHalfUp(BigInt(gross), BigInt(sold)))),
    byStatus: orderStatuses.map((status) => ({
      status,
      orders: live[status] ?? addUp(parts.filter((part) => part.status === status)).orders,
    })),
    acceptancePpm: acceptanceOf(parts),
    ...standing,
    ridersOnShift: viewer.scope.kind === 'store' ? null : riders,
    lastWeek: { ...before, ...told(figures.before) },
    byVertical: verticalKeys.map((vertical) => ({ vertical, ...told(addUp(parts.filter((part) => part.vertical === vertical))) })),
    days: Array.from({ length: daysShown }, (_, index) => addDays(first, index)).map((day) => ({ day, ...told(dayOf(day)) })),
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
