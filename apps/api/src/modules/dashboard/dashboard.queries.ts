import { activeStatuses, type Instant, type LocalDate, type OrderStatus, type Vertical } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { inScope, type ScopeColumns, withinScope } from '#kit/authorize.ts'
import type { Actor } from '#kit/context.ts'
import type { Reach } from './dashboard.reach.ts'
import { anyStatus, isLost, orderFigures } from './order-figures.service.ts'

interface Period {
  from: LocalDate
  /** The day that is told in full. */
  today: LocalDate
}

/** Orders, and the number and value of those in the reach's currency that were not lost. */
export interface Sum {
  orders: number
  sold: number
  gross: number
}

const sums = (currency: string) =>
  [
    sql<number>`sum(orders)::bigint`.as('orders'),
    sql<number>`coalesce(sum(orders) filter (where not ${isLost} and currency = ${currency}), 0)::bigint`.as('sold'),
    sql<number>`coalesce(sum(total_minor) filter (where not ${isLost} and currency = ${currency}), 0)::bigint`.as('gross'),
  ] as const

/** In one statement, so that they agree: the sum of each day, and today's by vertical and status. */
export async function readFigures(db: ReadDatabase, { scope, currency }: Reach, { from, today }: Period) {
  const rows = await db
    .selectFrom(orderFigures(scope, from, today).as('figure'))
    .select(['day', 'vertical', 'status', ...sums(currency)])
    .groupBy(sql`grouping sets ((day), (day, vertical, status))`)
    .having(sql<boolean>`grouping(vertical) = 1 or day = ${today}`)
    .execute()
  const days = rows.filter(({ vertical }) => vertical === null)
  const parts = rows.filter(({ vertical }) => vertical !== null) as (Sum & { vertical: Vertical; status: OrderStatus })[]
  return { days: new Map<LocalDate, Sum>(days.map((day) => [day.day, day])), parts }
}

const promised = anyStatus(activeStatuses.filter((status) => status !== 'placed' && status !== 'scheduled'))
const taken = anyStatus(['accepted', 'preparing', 'ready'])

/** What stands at this moment, from the index of active orders and the small tables of riders and stores. */
export async function readNow(db: ReadDatabase, viewer: Actor, now: Instant) {
  const among = (columns: ScopeColumns) => withinScope(viewer, columns)
  const orders = inScope(viewer, db.selectFrom('orders'), { branch: 'orders.branch_id', store: 'orders.store_id' })
  const { riders, ...row } = await orders
    .where(anyStatus(activeStatuses))
    .select([
      sql<number>`count(*) filter (where promised_at < ${now} and ${promised})`.as('lateNow'),
      sql<number>`count(*) filter (where status = 'pending')`.as('unhandled'),
      sql<number>`count(*) filter (where order_type = 'delivery' and rider_id is null and ${taken})`.as('unassigned'),
      sql<number>`(select count(*) from rider where status = 'active' and shift_state <> 'off' and ${among({ branch: 'rider.branch_id' })})`.as(
        'riders',
      ),
      sql<number>`(select count(*) from store where status = 'live' and open_mode = 'paused'
        and (open_mode_until is null or open_mode_until > ${now}) and ${among({ branch: 'store.branch_id', store: 'store.id' })})`.as(
        'storesPaused',
      ),
    ])
    .executeTakeFirstOrThrow()
  return { ...row, ridersOnShift: viewer.scope.kind === 'store' ? null : riders }
}

/** The stores with the most value today, from their own rows of the rollup. */
export async function readTopStores(db: ReadDatabase, viewer: Actor, { currency }: Reach, today: LocalDate, limit: number) {
  const figures = sql<{ store_id: string; currency: string; status: string; orders: number; total_minor: number }>`(
    select scope_id as store_id, currency, status, orders, total_minor from order_rollup
      where scope_id = any(array(select id from store where ${withinScope(viewer, { branch: 'store.branch_id', store: 'store.id' })})) and day = ${today}
    union all
    select store_id, currency, status, orders, total_minor from order_rollup_delta
      where day = ${today} and ${withinScope(viewer, { branch: 'order_rollup_delta.branch_id', store: 'order_rollup_delta.store_id' })})`
  const best = db
    .selectFrom(figures.as('figure'))
    .select(['store_id', ...sums(currency)])
    .groupBy('store_id')
    .orderBy('gross', 'desc')
    .orderBy('store_id')
    .having(sql<boolean>`sum(orders) > 0`)
    .limit(limit)
  const rows = await db
    .selectFrom(best.as('best'))
    .innerJoin('store', 'store.id', 'best.store_id')
    .select(['store.id', 'store.display_name as name', 'store.vertical', 'best.orders', 'best.gross'])
    .orderBy('best.gross', 'desc')
    .orderBy('store.id')
    .execute()
  return rows.map((row) => ({ ...row, vertical: row.vertical as Vertical }))
}
