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
import { takenStatuses } from './order-figures.service.ts'

const daysShown = 30
const topStores = 5
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
  const { now, before, figures } = await ctx.services.shared.read(['dashboard', reach, query.vertical ?? null, day, isToday], async () => {
    const now = ctx.clock.instant()
    const before = { day: weekBefore, until: isToday ? sameTimeOn(weekBefore, now, reach.timeZone) : null }
    return {
      now,
      before,
      figures: await readFigures(ctx.db, { ...reach, vertical: query.vertical, viewer, now, from: first, day, before, stores: topStores }),
    }
  })
  const { parts, best } = figures
  const { riders, live, ...standing } = figures.standing
  const days = new Map<LocalDate, Sum>(figures.days.map((one) => [one.day, one]))
  const inCurrency = (minor: number) => moneySum(minor, reach.currency)
  const dayOf = (one: LocalDate) => days.get(one) ?? nothing
  const told = ({ orders, gross }: { orders: number; gross: number }) => ({ orders, gross: inCurrency(gross) })
  const averageOf = ({ sold, gross }: Sum) => inCurrency(sold === 0 ? 0 : Number(divideHalfUp(BigInt(gross), BigInt(sold))))
  return {
    at: now,
    day,
    today,
    timeZone: reach.timeZone,
    ...told(dayOf(day)),
    average: averageOf(dayOf(day)),
    byStatus: orderStatuses.map((status) => ({
      status,
      orders: (isToday ? live[status] : undefined) ?? addUp(parts.filter((part) => part.status === status)).orders,
    })),
    acceptancePpm: acceptanceOf(countOf(parts, takenStatuses), countOf(parts, ['rejected'])),
    ...standing,
    ridersOnShift: viewer.scope.kind === 'store' || query.vertical ? null : riders,
    lastWeek: {
      day: weekBefore,
      until: before.until ?? instantAt(addDays(weekBefore, 1), '00:00', reach.timeZone),
      ...told(figures.before),
      average: averageOf(figures.before),
      acceptancePpm: acceptanceOf(figures.before.taken, figures.before.rejected),
    },
    byVertical: verticalKeys.map((vertical) => ({ vertical, ...told(addUp(parts.filter((part) => part.vertical === vertical))) })),
    days: Array.from({ length: daysShown }, (_, index) => addDays(first, index)).map((one) => ({ day: one, ...told(dayOf(one)) })),
    rejections: figures.rejections.map(({ lost, ...reason }) => ({ ...reason, lost: inCurrency(lost) })),
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

/** How many orders stand in one of these statuses. */
function countOf(parts: readonly (Sum & { status: OrderStatus })[], statuses: readonly OrderStatus[]): number {
  return addUp(parts.filter(({ status }) => statuses.includes(status))).orders
}

/** Of the orders that stores have answered, how many they took, in ppm. */
function acceptanceOf(taken: number, rejected: number): number | null {
  const answered = taken + rejected
  return answered === 0 ? null : Math.round((taken / answered) * 1_000_000)
}
