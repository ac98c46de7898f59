import type { Instant, OrderTrack, orderTrackContract, Parsed, TrackPoint } from '@larder/contract'
import { sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { orderScope } from '../act/policy.ts'

/** Seven hours of a way, at one position every ten seconds. */
const mostPoints = 2500

/** The way of an order's rider since they were given it, until it was over. */
export async function trackOrder(ctx: Context, { params: { id } }: Parsed<typeof orderTrackContract.track>): Promise<OrderTrack> {
  const orders = ctx.db
    .selectFrom('orders')
    .leftJoin('rider', 'rider.id', 'orders.rider_id')
    .select([
      'orders.rider_id',
      'rider.name as rider_name',
      'orders.placed_at',
      sql<Instant | null>`coalesce(orders.delivered_at, orders.ended_at)`.as('over_at'),
    ])
    .select(
      sql<string | null>`(select max(at) from order_event where order_event.order_id = orders.id and type = 'assignRider')`.as('given_at'),
    )
    .where('orders.id', '=', id)
  const order = (await inScope(ctx, orders, orderScope).executeTakeFirst()) ?? notFound('order')
  if (!order.rider_id) return { rider: null, points: [] }
  const { rows } = await sql<TrackPoint>`
    select lat, lng, at from rider_track where rider_id = ${order.rider_id} and at >= ${order.given_at ?? order.placed_at}
      and at <= ${order.over_at ?? ctx.clock.instant()} order by at limit ${sql.lit(mostPoints)}`.execute(ctx.db)
  return { rider: { id: order.rider_id, name: order.rider_name ?? '' }, points: rows }
}
