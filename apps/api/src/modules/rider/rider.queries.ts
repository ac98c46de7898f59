import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { riderLoad } from './rider-load.service.ts'

/** Riders of the caller's branches who still work here, with branch and load. */
export function ridersVisibleTo(ctx: Context, db: ReadDatabase) {
  const rows = db
    .selectFrom('rider')
    .innerJoin('branch', 'branch.id', 'rider.branch_id')
    .leftJoin(riderLoad, 'load.rider_id', 'rider.id')
    .selectAll('rider')
    .select(['branch.name as branch_name', sql<number>`coalesce(load.orders, 0)`.as('active_orders')])
    .where('rider.status', '!=', 'left')
  return inScope(ctx, rows, { branch: 'rider.branch_id' })
}

export type ListedRider = Awaited<ReturnType<ReturnType<typeof ridersVisibleTo>['executeTakeFirstOrThrow']>>
