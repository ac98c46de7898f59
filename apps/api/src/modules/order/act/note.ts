import type { Order } from '@larder/contract'
import { sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { readOrderRules } from '../order.rules.ts'
import { lockOrder } from '../read/detail.ts'
import { presentOrder } from '../read/present.ts'
import { eventInsert, staffEvent } from './write.ts'

interface NoteInput {
  params: { id: string }
  body: { text: string; isInternal: boolean }
}

/** Adds a note to the timeline. The order keeps its version: nobody's open form becomes stale by what a colleague remarks. */
export async function addNote(ctx: Context, { params, body }: NoteInput): Promise<Order> {
  const judge = { actor: ctx.actor, rules: await readOrderRules(ctx.services), now: ctx.clock.instant() }
  return unitOfWork(ctx, async (work) => {
    const order = (await lockOrder(readOnly(work.db), ctx, params.id)) ?? notFound('order')
    const { text, isInternal } = body
    const { actorId, ...told } = staffEvent(ctx, order, { type: 'note', note: text, isInternal, at: judge.now })
    const { rows } = await sql<{ sequence: number }>`${eventInsert(ctx, order.id, { ...told, actorId })} returning sequence`.execute(
      work.db,
    )
    const sequence = rows[0]?.sequence ?? 0
    if (order.claimed_by === actorId) await sql`update orders set claimed_at = ${judge.now} where id = ${order.id}`.execute(work.db)
    work.record({
      entity: 'order',
      id: order.id,
      version: order.version,
      action: 'addNote',
      old: null,
      new: { note: text, isInternal },
      permission: 'order.view',
      branchId: order.branch_id,
      storeId: order.store_id,
    })
    return presentOrder({ ...order, events: [...order.events, { ...told, sequence }] }, judge)
  })
}
