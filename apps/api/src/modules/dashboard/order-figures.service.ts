import {
  activeStatuses,
  firstIdAt,
  type Instant,
  instantOf,
  type LocalDate,
  type Money,
  maxSumMinor,
  moneySum,
  msOf,
  type OrderStatus,
  type Vertical,
} from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { literals } from '#db/literals.ts'
import type { Scope } from '#kit/actor.ts'

/** What orders of one business day in one currency, vertical and status come to. */
interface Figure {
  day: LocalDate
  currency: string
  vertical: string
  status: string
  orders: number
  total_minor: number
}

/** Whose orders are counted, and of which vertical where not of all. */
export interface Cut {
  scope: Scope
  vertical?: Vertical | undefined
}

/** What the orders of one business day in one currency come to; `sold` and `gross_minor` leave out those that were lost. */
interface DayFigure {
  day: LocalDate
  currency: string
  orders: number
  sold: number
  gross_minor: number
}

/** What came in by a moment; of these, what stores took and what they did not. */
interface FigureUntil extends Omit<DayFigure, 'day'> {
  taken: number
  rejected: number
}

/** What was rejected of one business day in one currency and vertical, for one reason. */
interface RejectionFigure {
  currency: string
  vertical: string
  reason: string
  orders: number
  total_minor: number
}

const quarterMs = 900_000
const installation = '00000000-0000-0000-0000-000000000000'
const deltaColumn = { branch: sql.ref('branch_id'), store: sql.ref('store_id') }

/** What has no value in the end: orders that were rejected, cancelled or failed. */
export const isLost = anyStatus(['rejected', 'cancelled', 'failed'])

/** Orders that a store took, whatever became of them; one that was cancelled may never have been answered. */
export const takenStatuses: readonly OrderStatus[] = ['accepted', 'preparing', 'ready', 'picked_up', 'delivered', 'failed']
const isTaken = anyStatus(takenStatuses)

const notFolded = (orders: RawBuilder<unknown>) =>
  sql`${orders} as orders, case when ${isLost} then 0 else ${orders} end as sold, case when ${isLost} then 0 else total_minor end as gross_minor`
const oneByOne = (orders: RawBuilder<unknown>) =>
  sql`${notFolded(orders)}, case when ${isTaken} then ${orders} else 0 end as taken, case when status = 'rejected' then ${orders} else 0 end as rejected`

/** Adds up values, of some rows or of all. The sum may go beyond a bigint; it stops where a sum of money does, and is 0 of nothing. */
export function sumOf(value: RawBuilder<unknown>, among: RawBuilder<unknown> = sql`true`): RawBuilder<number> {
  const most = sql.lit(maxSumMinor)
  return sql`least(greatest(coalesce(sum(${value}) filter (where ${among}), 0), -${most}), ${most})::bigint`
}

/** A condition on a column `status`. */
export function anyStatus(statuses: readonly OrderStatus[]): RawBuilder<boolean> {
  return sql`status in (${literals(statuses)})`
}

/**
 * A table expression of the orders of a period by day, currency, vertical and status: the rollup and what is not folded into it yet.
 * Read it in one statement, then nothing is counted twice or missed. Its cost depends on the days, not on the orders.
 */
export function orderFigures(cut: Cut, from: LocalDate, to: LocalDate): RawBuilder<Figure> {
  return sql`(
    select day, currency, vertical, status, orders, total_minor from order_rollup
      where scope_id = any(${idsOf(cut.scope)}::uuid[]) and day between ${from} and ${to} and ${isOfVertical(cut)}
    union all
    select day, currency, vertical, status, orders, total_minor from order_rollup_delta
      where ${isOfScope(cut.scope)} and day between ${from} and ${to} and ${isOfVertical(cut)})`
}

/** As `orderFigures`, by day and currency alone: a row a day instead of one for each vertical and status, unless it is cut to a vertical. */
export function dayFigures(cut: Cut, from: LocalDate, to: LocalDate): RawBuilder<DayFigure> {
  if (cut.vertical) return sql`(select day, currency, ${notFolded(sql`orders`)} from ${orderFigures(cut, from, to)} as figure)`
  return sql`(
    select day, currency, orders, sold, gross_minor from order_day where scope_id = any(${idsOf(cut.scope)}::uuid[]) and day between ${from} and ${to}
    union all
    select day, currency, ${notFolded(sql`orders`)} from order_rollup_delta where ${isOfScope(cut.scope)} and day between ${from} and ${to})`
}

/**
 * What came in of one day before a moment, null for all of it. Of the orders themselves it looks at those of one quarter of an hour.
 */
export function figuresUntil(cut: Cut, day: LocalDate, until: Instant | null): RawBuilder<FigureUntil> {
  if (until === null) return sql`(select currency, ${oneByOne(sql`orders`)} from ${orderFigures(cut, day, day)} as figure)`
  const { scope } = cut
  const begun = instantOf(Math.floor(msOf(until) / quarterMs) * quarterMs)
  return sql`(
    select currency, orders, sold, gross_minor, taken, rejected from order_quarter_hour
      where scope_id = any(${idsOf(scope)}::uuid[]) and day = ${day} and at < ${begun} and ${isOfVertical(cut)}
    union all
    select currency, ${oneByOne(sql`orders`)} from order_rollup_delta
      where ${isOfScope(scope)} and day = ${day} and placed_at < ${begun} and ${isOfVertical(cut)}
    union all
    select currency, ${oneByOne(sql`1`)} from orders
      where ${isOfScope(scope)} and business_day = ${day} and id >= ${firstIdAt(begun)} and id < ${firstIdAt(until)} and ${isOfVertical(cut)})`
}

/** What was rejected of one day, by currency, vertical and reason: the rollup and what is not folded into it yet. */
export function rejectionFigures(cut: Cut, day: LocalDate): RawBuilder<RejectionFigure> {
  return sql`(
    select currency, vertical, reason, orders, total_minor from order_rejection_day
      where scope_id = any(${idsOf(cut.scope)}::uuid[]) and day = ${day} and ${isOfVertical(cut)}
    union all
    select currency, vertical, reason, orders, total_minor from order_rollup_delta
      where ${isOfScope(cut.scope)} and day = ${day} and reason is not null and ${isOfVertical(cut)})`
}

/** As `dayFigures`, of every store on one day. */
export function storeFigures(day: LocalDate): RawBuilder<Omit<DayFigure, 'day'> & { store_id: string }> {
  return sql`(
    select scope_id as store_id, currency, orders, sold, gross_minor from order_day where day = ${day}
    union all
    select store_id, currency, ${notFolded(sql`orders`)} from order_rollup_delta where day = ${day})`
}

/** What the orders of one store on one day come to; the value counts those in `currency` that were not lost. */
export async function readStoreDay(
  db: ReadDatabase,
  { storeId, day, currency }: { storeId: string; day: LocalDate; currency: string },
): Promise<{ orders: number; gross: Money; rejected: number; active: number }> {
  const figures = orderFigures({ scope: { kind: 'store', ids: [storeId] } }, day, day)
  const row = await db
    .selectFrom(figures.as('figure'))
    .select([
      sql<number>`coalesce(sum(orders), 0)::bigint`.as('orders'),
      sumOf(sql`case when not ${isLost} and currency = ${currency} then total_minor end`).as('gross'),
      sql<number>`coalesce(sum(orders) filter (where status = 'rejected'), 0)::bigint`.as('rejected'),
      sql<number>`coalesce(sum(orders) filter (where ${anyStatus(activeStatuses)}), 0)::bigint`.as('active'),
    ])
    .executeTakeFirstOrThrow()
  return { ...row, gross: moneySum(row.gross, currency) }
}

/** Under which ids a rollup keeps what is of a scope. */
export function idsOf(scope: Scope): string[] {
  return scope.kind === 'all' ? [installation] : [...scope.ids]
}

/** A condition on what is not folded yet, whose rows are of a store and its branch. */
export function isOfScope(scope: Scope): RawBuilder<boolean> {
  if (scope.kind === 'channel') return sql`false`
  return scope.kind === 'all' ? sql`true` : sql`${deltaColumn[scope.kind]} = any(${idsOf(scope)}::uuid[])`
}

/** A condition on a column `vertical`. */
function isOfVertical({ vertical }: Cut): RawBuilder<boolean> {
  return vertical ? sql`vertical = ${vertical}` : sql`true`
}
