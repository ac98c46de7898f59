import type { channelContract, Output, Parsed } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { findChannelOrder } from '#modules/order/read/channel.service.ts'
import { moveRider } from '#modules/rider/rider-position.service.ts'

/** A rider's app says where its rider is, and for which of the channel's orders they ride. */
export async function takePosition(
  ctx: Context,
  { params, body: { point, at, orderId = null, shiftState, batteryPct } }: Parsed<typeof channelContract.positions>,
): Promise<Output<typeof channelContract.positions>> {
  if (orderId !== null && !(await findChannelOrder(ctx.db, ctx, orderId))) invalid({ 'body.orderId': 'is not an order' })
  return moveRider(ctx, { riderId: params.id, point, at, orderId, shiftState, batteryPct })
}
