import { activeStatuses, type LocalDate, type Money, money, type OrderStatus } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Scope } from '#kit/context.ts'

/** What orders of one business day in one currency, vertical and status come to. */
interface Figure {
  day: LocalDate
  currency: string
  vertical: string
  status: string
  orders: number
  total_minor: number
}

const installation = '00000000-0000-0000-0000-000000000000'
const deltaColumn = { branch: sql.ref('branch_id'), store: sql.ref('store_id') }

/** What has no value in the end: orders that were rejected, cancelled or failed. */
export const isLost = anyStatus(['rejected', 'cancelled', 'failed'])

/** A condition on a column `status`. */
export function anyStatus(statuses: readonly OrderStatus[]): RawBuilder<boolean> {
  return sql`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`
}

/**
 * A table expression of the orders of a period by day, currency, vertical and status: the rollup and what is not folded into it yet.
 * Read it in one statement, then nothing is counted twice or missed. Its cost depends on the days, not on the orders.
 */
export function orderFigures(scope: Scope, from: LocalDate, to: LocalDate): RawBuilder<Figure> {
  const ids = scope.kind === 'all' ? [installation] : [...scope.ids]
  const isOfScope = scope.kind === 'all' ? sql`true` : sql`${deltaColumn[scope.kind]} = any(${ids}::uuid[])`
  return sql`(
    select day, currency, vertical, status, orders, total_minor from order_rollup
      where scope_id = any(${ids}::uuid[]) and day between ${from} and ${to}
    union all
    select day, currency, vertical, status, orders, total_minor from order_rollup_delta
      where ${isOfScope} and day between ${from} and ${to})`
}

/** What the orders of one store on one day come to; the value counts those in `currency` that were not lost. */
export async function readStoreDay(
  db: ReadDatabase,
  { storeId, day, currency }: { storeId: string; day: LocalDate; currency: string },
): Promise<{ orders: number; gross: Money; rejected: number; active: number }> {
  const figures = orderFigures({ kind: 'store', ids: [storeId] }, day, day)
  const row = await db
    .selectFrom(figures.as('figure'))
    .select([
      sql<number>`coalesce(sum(orders), 0)::bigint`.as('orders'),
      sql<number>`coalesce(sum(total_minor) filter (where not ${isLost} and currency = ${currency}), 0)::bigint`.as('gross'),
      sql<number>`coalesce(sum(orders) filter (where status = 'rejected'), 0)::bigint`.as('rejected'),
      sql<number>`coalesce(sum(orders) filter (where ${anyStatus(activeStatuses)}), 0)::bigint`.as('active'),
    ])
    .executeTakeFirstOrThrow()
  return { ...row, gross: money(row.gross, currency) }
}
