import type { Order, Output, orderClaimContract, Parsed } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import { findHandlers } from '#modules/staff/handlers.service.ts'
import { presentOrder } from '../read/present.ts'
import { actOnOrder } from './act.ts'
import type { OrderAct } from './decide.ts'
import { orderScope } from './policy.ts'

type Contract = typeof orderClaimContract
type Colleague = Output<Contract['colleagues']>[number]

/** Who of the staff handles an order, and how that changes hands. */
export const claimHandlers = {
  claim: (ctx: Context, call: Parsed<Contract['claim']>) => handle(ctx, call, { action: 'claim', by: ctx.actor }),
  takeOver: (ctx: Context, call: Parsed<Contract['takeOver']>) =>
    handle(ctx, call, { action: 'takeOver', by: ctx.actor, note: call.body.note }),
  handOver: async (ctx: Context, call: Parsed<Contract['handOver']>) => {
    const by = await findColleague(ctx, call.params.id, call.body.staffId)
    return handle(ctx, call, { action: 'handOver', by, note: call.body.note })
  },
  unclaim: (ctx: Context, call: Parsed<Contract['unclaim']>) => handle(ctx, call, { action: 'unclaim' }),
  colleagues: (ctx: Context, { params: { id } }: Parsed<Contract['colleagues']>) => findColleagues(ctx, id, sql`true`),
}

function handle(ctx: Context, { params, body }: { params: { id: string }; body: { version: number } }, act: OrderAct): Promise<Order> {
  return actOnOrder(ctx, { id: params.id, version: body.version, mover: 'staff', act, present: presentOrder })
}

async function findColleagues(ctx: Context, id: string, and: RawBuilder<unknown>): Promise<Colleague[]> {
  const order = await inScope(ctx, ctx.db.selectFrom('orders'), orderScope)
    .select(['branch_id', 'store_id'])
    .where('orders.id', '=', id)
    .executeTakeFirst()
  if (!order) return notFound('order')
  const handled = { permission: 'order.operate', branches: [order.branch_id], stores: [order.store_id] } as const
  return findHandlers(ctx.db, ctx.actor.id, handled, and)
}

/** That colleague; 422 naming the field where they do not handle orders, or do not see this one. */
async function findColleague(ctx: Context, id: string, staffId: string): Promise<Colleague> {
  const [found] = await findColleagues(ctx, id, sql`staff.id = ${staffId}`)
  return found ?? invalid({ 'body.staffId': 'is not somebody else who handles orders and sees this one' })
}
