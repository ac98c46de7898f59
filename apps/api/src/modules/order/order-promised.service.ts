import { type Address, activeStatuses, type Instant, type OrderRow } from '@larder/contract'
import { sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { orderScope } from './order.policy.ts'
import { presentRow } from './order.present.ts'
import { travelMinutesBetween } from './order.promise.ts'
import type { ListedOrder } from './order.record.ts'
import { readOrderRules } from './order.rules.ts'

/** An order under way, with what tells whether its promise will be kept. */
interface PromisedOrder {
  row: OrderRow
  promisedAt: Instant
  acceptedAt: Instant | null
  prepMinutes: number
  /** From store to customer; 0 where nothing is carried. */
  travelMinutes: number
  hasRider: boolean
  canDelay: boolean
}

const underWay = activeStatuses.filter((status) => status !== 'placed' && status !== 'scheduled')

/** Orders in scope that are promised before a moment, the most urgent first, from the index of promises. */
export async function listPromised(ctx: Context, before: Instant, limit: number): Promise<PromisedOrder[]> {
  const rules = await readOrderRules(ctx.services)
  const rows = await inScope(ctx, ctx.db.selectFrom('orders'), orderScope)
    .innerJoin('store', 'store.id', 'orders.store_id')
    .leftJoin('rider', 'rider.id', 'orders.rider_id')
    .selectAll('orders')
    .select([
      'store.display_name as store_name',
      'rider.name as rider_name',
      'store.lat as store_lat',
      'store.lng as store_lng',
      'store.prep_minutes as store_minutes',
    ])
    .where(sql<boolean>`orders.status in (${sql.join(underWay.map((status) => sql.lit(status)))})`)
    .where('orders.promised_at', '<', before)
    .orderBy('orders.promised_at')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const address = row.address as Address | null
    return {
      row: presentRow(row as unknown as ListedOrder),
      promisedAt: row.promised_at ?? before,
      acceptedAt: row.accepted_at,
      prepMinutes: row.prep_minutes ?? row.store_minutes,
      travelMinutes: travelMinutesBetween({ lat: row.store_lat, lng: row.store_lng }, address?.point) ?? 0,
      hasRider: row.rider_id !== null,
      canDelay: row.delays < rules.maxDelays,
    }
  })
}
