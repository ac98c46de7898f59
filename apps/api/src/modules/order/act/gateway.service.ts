import type { Context } from '#kit/context.ts'
import { Refusal } from '#kit/errors.ts'
import { findOrder } from '../read/detail.ts'
import type { DetailedOrder } from '../read/record.ts'
import { actOnOrder } from './act.ts'
import type { OrderAct } from './decide.ts'
import type { RefundMoveAct } from './refund.ts'
import { paidAhead } from './refundable.ts'

/** An order with its refunds, as whoever asks its gateway has to know it; what a gateway says of its payment. Amounts are minor units. */
export type GatewayOrder = Pick<
  DetailedOrder,
  'id' | 'number' | 'status' | 'payment_state' | 'ended_at' | 'delivered_at' | 'refunds' | 'branch_id' | 'store_id'
> & {
  /** Of its total what its payment is for. */
  ahead_minor: number
}
export type GatewayAct =
  | Extract<OrderAct, { action: 'payment' | 'voidPayment' }>
  | (RefundMoveAct & { action: 'sendRefund' | 'completeRefund' | 'failRefund' })

/** The order of a payment as it stands, whoever asks; null when it is gone. */
export async function findGatewayOrder(ctx: Context, id: string): Promise<GatewayOrder | null> {
  const order = await findOrder(ctx.services.db, ctx, id)
  return order && { ...order, ahead_minor: paidAhead(order) }
}

/** Lets a gateway say what happened. False when the order is past it: somebody else was first. */
export async function actByGateway(ctx: Context, id: string, act: GatewayAct): Promise<boolean> {
  try {
    const said = { ...act, isByGateway: true as const }
    return await actOnOrder(ctx, { id, version: null, mover: 'system', act: said, present: () => true })
  } catch (error) {
    if (!(error instanceof Refusal) || (error.kind !== 'refused' && error.kind !== 'invalid')) throw error
    ctx.log.info({ order: id, act: act.action, err: error }, 'an order is past what its gateway says')
    return false
  }
}
