import type { channelContract, Output, Parsed } from '@larder/contract'
import { sql } from 'kysely'
import { inScope, withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { riderScope } from '#modules/rider/rider-position.service.ts'

const mostMessages = 50

/** What staff wrote to a rider whom the key speaks for. */
export async function listRiderMessages(
  ctx: Context,
  { params }: Parsed<typeof channelContract.riderMessages>,
): Promise<Output<typeof channelContract.riderMessages>> {
  const riders = ctx.db.selectFrom('rider').select('id').where('id', '=', params.id)
  if (!(await inScope(ctx, riders, riderScope).executeTakeFirst())) return notFound('rider')
  const rows = await ctx.db
    .selectFrom('rider_message')
    .select(['id', 'text', 'created_at', 'read_at'])
    .where('rider_id', '=', params.id)
    .orderBy('id', 'desc')
    .limit(mostMessages)
    .execute()
  return rows.map(({ id, text, created_at, read_at }) => ({ id, text, sentAt: created_at, readAt: read_at }))
}

/** Marks a message as read, and all before it. That somebody read is no fact of the record. */
export async function readRiderMessages(
  ctx: Context,
  { params, body: { messageId } }: Parsed<typeof channelContract.readRiderMessages>,
): Promise<Output<typeof channelContract.readRiderMessages>> {
  return unitOfWork(ctx, async (work) => {
    work.nothing()
    const { rows } = await sql<{
      id: string
    }>`select id from rider where id = ${params.id} and ${withinScope(ctx, riderScope)} for update`.execute(work.db)
    if (rows.length === 0) return notFound('rider')
    const of = work.db.selectFrom('rider_message').where('rider_id', '=', params.id)
    if (!(await of.select('id').where('id', '=', messageId).executeTakeFirst()))
      return invalid({ 'body.messageId': 'is no message to this rider' })
    await work.db
      .updateTable('rider_message')
      .set({ read_at: ctx.clock.instant() })
      .where('rider_id', '=', params.id)
      .where('id', '<=', messageId)
      .where('read_at', 'is', null)
      .execute()
    const { unread } = await of
      .select(({ fn }) => fn.countAll<number>().as('unread'))
      .where('read_at', 'is', null)
      .executeTakeFirstOrThrow()
    await work.db.updateTable('rider').set({ unread_messages: unread }).where('id', '=', params.id).execute()
    return { messages: unread }
  })
}
