import { type channelContract, newId, type Output, type Parsed } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { invalid, refuse } from '#kit/errors.ts'
import { hashOf } from '#kit/http/idempotency.ts'
import { completePhone } from '#kit/phone/phone.ts'
import { searchText } from '#kit/read/search-text.ts'
import { isUniqueViolation } from '#kit/record/sqlstate.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { findChannelOrder } from '#modules/order/read/channel.service.ts'
import { rate } from '#modules/review/review.service.ts'
import { heardAt } from '#modules/ticket/ticket.open.service.ts'

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

/** What a customer says of the app, a store or a rider, with or without an order. The same external id again gives what is there; with other content it is refused. */
export async function takeFeedback(
  ctx: Context,
  { body }: Parsed<typeof channelContract.feedback>,
): Promise<Output<typeof channelContract.feedback>> {
  const order = body.orderId ? await findOrderOf(ctx, body.orderId) : null
  const about = body.about ?? (order ? 'store' : 'app')
  if (order && about === 'rider' && order.rider_id === null) invalid({ 'body.about': 'is a rider, and the order has none' })
  const phone = body.customerPhone && (await completePhone(ctx.services, body.customerPhone, 'body.customerPhone'))
  const customer = phone
    ? await ctx.services.db.selectFrom('customer').select(['id', 'goes_on', 'name']).where('phone', '=', phone).executeTakeFirst()
    : undefined
  if (phone && order && customer?.goes_on !== order.customer_id) invalid({ 'body.customerPhone': 'is not that of the order’s customer' })
  const said = {
    order_id: order?.id ?? null,
    // Of whom it was opened for; a merged one's is of whoever goes on, by the database.
    customer_id: customer?.id ?? order?.customer_id ?? null,
    about,
    kind: body.kind,
    stars: body.stars ?? null,
    text: body.text,
  }
  // Order and customer of the record change as staff find out more: it is what was sent that is the same or not.
  const sent = { ...body, about, customerPhone: phone }
  const from = { channel_id: ctx.actor.id, external_id: body.externalId ?? null, content: hashOf(sent).toString('hex') }
  return unitOfWork(ctx, async (work) => {
    const id = await keepFeedback(ctx, work, { ...said, ...from }, order, customer?.name ?? null)
    if (id) return { id }
    work.nothing()
    return findFeedback(work, from)
  })
}

interface Said {
  order_id: string | null
  customer_id: string | null
  about: string
  kind: string
  stars: number | null
  text: string
}
interface From {
  channel_id: string
  external_id: string | null
  /** What was sent, as a fingerprint. */
  content: string
}

/** Undefined where the channel has said this before. */
async function keepFeedback(
  ctx: Context,
  work: Work,
  said: Said & From,
  order: Awaited<ReturnType<typeof findOrderOf>> | null,
  customer: string | null,
) {
  const { rows } = await sql<{ number: string }>`select 'F-' || lpad(nextval('feedback_number')::text, 5, '0') as number`.execute(work.db)
  const number = rows[0]?.number ?? ''
  const place = { store_id: order?.store_id ?? null, rider_id: order?.rider_id ?? null, branch_id: order?.branch_id ?? null }
  const row = await work.db
    .insertInto('feedback')
    .values({
      ...{ id: newId<'feedback'>(ctx.clock.ms()), number, ...said, ...place, created_at: ctx.clock.instant() },
      search: searchText([number, order?.number ?? null, customer ?? order?.customer_name ?? null, said.text]),
    })
    .onConflict((conflict) => conflict.columns(['channel_id', 'external_id']).where('external_id', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const { content: _, ...told } = row
  work.record({
    entity: 'feedback',
    id: row.id,
    version: 1,
    action: 'create',
    old: null,
    new: told,
    permission: 'ticket.view',
    ...heardAt(row),
  })
  return row.id
}

async function findFeedback(work: Work, { channel_id, external_id, content }: From): Promise<{ id: string }> {
  const query = work.db.selectFrom('feedback').select(['id', 'content']).where('channel_id', '=', channel_id)
  const kept = await query.where('external_id', '=', external_id).executeTakeFirstOrThrow()
  const isSame = kept.content === null || kept.content === content
  return isSame ? { id: kept.id } : invalid({ 'body.externalId': 'was already used for feedback with other content' })
}

async function findOrderOf(ctx: Context, id: string) {
  return (await findChannelOrder(ctx.services.db, ctx, id)) ?? invalid({ 'body.orderId': 'is not an order' })
}
