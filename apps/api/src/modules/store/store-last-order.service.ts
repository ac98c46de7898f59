import { addMinutes, firstIdAt, instantOf, msOf } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'

const overlapMinutes = 5
const furthestBackDays = 60

/**
 * Keeps `store.last_order_at`, by which idle stores are found, at most a minute behind. Orders do not write it themselves: two
 * orders of one store would wait for each other. It is a figure, not a fact of the record: no version, no audit entry.
 */
export async function noteLastOrders(ctx: Context): Promise<void> {
  const { rows } = await sql<{ at: string | null }>`select max(last_order_at) as at from store`.execute(ctx.services.writable)
  const furthest = msOf(addMinutes(ctx.clock.instant(), -furthestBackDays * 24 * 60))
  const known = rows[0]?.at ? msOf(addMinutes(rows[0].at, -overlapMinutes)) : furthest
  const since = firstIdAt(instantOf(Math.max(known, furthest)))
  await sql`
    update store set last_order_at = newest.at
    from (select store_id, max(placed_at) as at from orders where id >= ${since} group by store_id) as newest
    where store.id = newest.store_id and (store.last_order_at is null or store.last_order_at < newest.at)`.execute(ctx.services.writable)
}
