import { activeStatuses, type Instant, type LocalDate, type OrderStatus, type Vertical } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { inScope, type ScopeColumns, withinScope } from '#kit/authorize.ts'
import type { Actor } from '#kit/context.ts'
import type { Reach } from './dashboard.reach.ts'
import { anyStatus, dayFigures, isLost, orderFigures, storeFigures } from './order-figures.service.ts'

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

/** In one statement, so that they agree: the sum of each day, and today's by vertical and status. */
export async function readFigures(db: ReadDatabase, { scope, currency }: Reach, { from, today }: Period) {
  const { rows } = await sql<Sum & { day: LocalDate; vertical: Vertical | null; status: OrderStatus | null }>`
    select day, null as vertical, null as status, sum(orders)::bigint as orders,
      coalesce(sum(sold) filter (where currency = ${currency}), 0)::bigint as sold,
      coalesce(sum(gross_minor) filter (where currency = ${currency}), 0)::bigint as gross
    from ${dayFigures(scope, from, today)} as figure group by day
    union all
    select ${today}::date, vertical, status, sum(orders)::bigint,
      coalesce(sum(orders) filter (where not ${isLost} and currency = ${currency}), 0)::bigint,
      coalesce(sum(total_minor) filter (where not ${isLost} and currency = ${currency}), 0)::bigint
    from ${orderFigures(scope, today, today)} as figure group by vertical, status`.execute(db)
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
  const { rows } = await sql<{ id: string; name: string; vertical: Vertical; orders: number; gross: number }>`
    select store.id, store.display_name as name, store.vertical, sum(figure.orders)::bigint as orders,
      coalesce(sum(figure.gross_minor) filter (where figure.currency = ${currency}), 0)::bigint as gross
    from ${storeFigures(today)} as figure join store on store.id = figure.store_id
    where ${withinScope(viewer, { branch: 'store.branch_id', store: 'store.id' })}
    group by store.id having sum(figure.orders) > 0
    order by gross desc, store.id limit ${sql.lit(limit)}`.execute(db)
  return rows
}
