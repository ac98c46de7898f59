import { activeStatuses } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'

/** How many active orders each rider has, from the active index: riders' histories are never read. */
const load = sql<{ rider_id: string; orders: number }>`(
  select rider_id, count(*) as orders from orders
  where status in (${sql.join(activeStatuses.map((status) => sql.lit(status)))}) and rider_id is not null
  group by rider_id
)`.as('load')

/** Riders of the caller's branches who still work here, with branch and load. */
export function ridersVisibleTo(ctx: Context, db: ReadDatabase) {
  const rows = db
    .selectFrom('rider')
    .innerJoin('branch', 'branch.id', 'rider.branch_id')
    .leftJoin(load, 'load.rider_id', 'rider.id')
    .selectAll('rider')
    .select(['branch.name as branch_name', sql<number>`coalesce(load.orders, 0)`.as('active_orders')])
    .where('rider.status', '!=', 'left')
  return inScope(ctx, rows, { branch: 'rider.branch_id' })
}

export type ListedRider = Awaited<ReturnType<ReturnType<typeof ridersVisibleTo>['executeTakeFirstOrThrow']>>
