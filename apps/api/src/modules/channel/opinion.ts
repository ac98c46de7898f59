import { type channelContract, newId, type Output, type Parsed } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { invalid, refuse } from '#kit/errors.ts'
import { completePhone } from '#kit/phone/phone.ts'
import { searchText } from '#kit/read/search-text.ts'
import { isUniqueViolation } from '#kit/record/sqlstate.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { findChannelOrder } from '#modules/order/read/channel.service.ts'
import { rate } from '#modules/review/review.service.ts'

/** A customer's review of a delivered order; one order has one review. */
export async function takeReview(
  ctx: Context,
  { body }: Parsed<typeof channelContract.review>,
): Promise<Output<typeof channelContract.review>> {
  const order = await findOrderOf(ctx, body.orderId)
  if (order.status !== 'delivered') return refuse('not-delivered', 'Only a delivered order can be reviewed.')
  const { customer_id, store_id, branch_id, rider_id } = order
  const opinion = {
    food_stars: body.food,
    delivery_stars: body.delivery ?? null,
    app_stars: body.app ?? null,
    tags: body.tags ?? [],
    text: body.text || null,
  }
  const row = { id: newId<'review'>(ctx.clock.ms()), order_id: order.id, customer_id, store_id, branch_id, rider_id, ...opinion }
  try {
    return await unitOfWork(ctx, async (work) => {
      await work.db
        .insertInto('review')
        .values({ ...row, search: searchText([order.number, row.text]) })
        .execute()
      await rate(work, row, 1)
      const place = { permission: 'ticket.view', branchId: branch_id, storeId: store_id } as const
      work.record({ entity: 'review', id: row.id, version: 1, action: 'create', old: null, new: row, ...place })
      return { id: row.id }
    })
  } catch (error) {
    if (isUniqueViolation(error) && error.table === 'review') refuse('already-reviewed', 'This order was already reviewed.')
    throw error
  }
}

/** What a customer has to say, with or without an order. */
export async function takeFeedback(
  ctx: Context,
  { body }: Parsed<typeof channelContract.feedback>,
): Promise<Output<typeof channelContract.feedback>> {
  const order = body.orderId ? await findOrderOf(ctx, body.orderId) : null
  const phone = body.customerPhone && (await completePhone(ctx.services, body.customerPhone, 'body.customerPhone'))
  const customer = phone
    ? await ctx.services.db.selectFrom('customer').select('id').where('phone', '=', phone).executeTakeFirst()
    : undefined
  const row = {
    id: newId<'feedback'>(ctx.clock.ms()),
    customer_id: customer?.id ?? order?.customer_id ?? null,
    order_id: order?.id ?? null,
    kind: body.kind,
    text: body.text,
  }
  return unitOfWork(ctx, async (work) => {
    await work.db.insertInto('feedback').values(row).execute()
    const place = { permission: 'ticket.view', branchId: order?.branch_id ?? null, storeId: order?.store_id ?? null } as const
    work.record({ entity: 'feedback', id: row.id, version: 1, action: 'create', old: null, new: row, ...place })
    return { id: row.id }
  })
}

async function findOrderOf(ctx: Context, id: string) {
  return (await findChannelOrder(ctx.services.db, ctx, id)) ?? invalid({ 'body.orderId': 'is not an order' })
}
