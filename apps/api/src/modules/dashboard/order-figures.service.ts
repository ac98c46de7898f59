import { activeStatuses, type LocalDate, type Money, money, type OrderStatus, type Vertical } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'

/** Whose orders are counted: everyone's, or those of some branches or stores. */
export type FigureScope = { kind: 'all' } | { kind: 'branch' | 'store'; ids: readonly string[] }

/** Orders of one business day in one currency, vertical and status. */
export interface Figure {
  day: LocalDate
  currency: string
  vertical: Vertical
  status: OrderStatus
  orders: number
  total_minor: number
}

const installation = '00000000-0000-0000-0000-000000000000'
const deltaScope = { all: sql`true`, branch: sql.ref('branch_id'), store: sql.ref('store_id') }
const lost: readonly OrderStatus[] = ['rejected', 'cancelled', 'failed']

/**
 * A table expression of what orders of a period come to, by day, currency, vertical and status, from the rollup and what is not folded into it yet.
 * Read it in one statement: then no order is counted twice or missed. Its cost depends on the days, not on the orders.
 */
export function orderFigures(scope: FigureScope, from: LocalDate, to: LocalDate): RawBuilder<Figure & { scope_id: string }> {
  const ids = scope.kind === 'all' ? [installation] : [...scope.ids]
  const delta = scope.kind === 'all' ? sql`true` : sql`${deltaScope[scope.kind]} = any(${ids}::uuid[])`
  const deltaId = scope.kind === 'all' ? sql`${installation}::uuid` : deltaScope[scope.kind]
  return sql`(
    select scope_id, day, currency, vertical, status, orders, total_minor from order_rollup
      where scope_id = any(${ids}::uuid[]) and day between ${from} and ${to}
    union all
    select ${deltaId}, day, currency, vertical, status, orders, total_minor from order_rollup_delta
      where ${delta} and day between ${from} and ${to})`
}

/** Orders by status and the value of those that were not rejected, cancelled or failed. */
export interface DayFigures {
  orders: number
  gross: Money
  rejected: number
  active: number
}

/** What the orders of one store on one day come to; the value counts orders in `currency`. */
export async function readStoreDay(db: ReadDatabase, storeId: string, day: LocalDate, currency: string): Promise<DayFigures> {
  const scope: FigureScope = { kind: 'store', ids: [storeId] }
  const isOf = (statuses: readonly OrderStatus[]) => sql<boolean>`status = any(${[...statuses]})`
  const row = await db
    .selectFrom(orderFigures(scope, day, day).as('figure'))
    .select([
      sql<number>`coalesce(sum(orders), 0)::bigint`.as('orders'),
      sql<number>`coalesce(sum(total_minor) filter (where not ${isOf(lost)} and currency = ${currency}), 0)::bigint`.as('gross'),
      sql<number>`coalesce(sum(orders) filter (where status = 'rejected'), 0)::bigint`.as('rejected'),
      sql<number>`coalesce(sum(orders) filter (where ${isOf(activeStatuses)}), 0)::bigint`.as('active'),
    ])
    .executeTakeFirstOrThrow()
  return { ...row, gross: money(row.gross, currency) }
}
