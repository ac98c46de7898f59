import type { TicketPriority, TicketQueue } from '@larder/contract'
import { sql } from 'kysely'
import { withinScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, refuse } from '#kit/errors.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { isOpen } from './ticket.decide.ts'
import { say } from './ticket.note.ts'
import { heardAt, openTicket } from './ticket.open.service.ts'

type Own = OwnRow<'ticket'>

/** The other ticket goes on with what was said here, and says so. Two that are merged into each other meet at their rows. */
export async function mergeInto(ctx: Context, work: Work, { id, number, text }: Own, intoId: string) {
  const scope = withinScope(ctx, { branch: 'ticket.branch_id', store: 'ticket.store_id' })
  const into = await work.db.selectFrom('ticket').selectAll().where('id', '=', intoId).where(scope).forUpdate().executeTakeFirst()
  if (!into) return invalid({ 'body.intoId': 'does not exist' })
  if (intoId === id || into.merged_into || !isOpen(into))
    return refuse('merge-into-itself', 'It is merged into another ticket that is still open.', {
      'body.intoId': 'is not another open ticket',
    })
  const told = await say(ctx, work, intoId, { kind: 'internal', text: `${number} was merged into this one: ${text}`.slice(0, 2000) })
  const version = into.version + 1
  await work.db.updateTable('ticket').set({ version, updated_at: ctx.clock.instant() }).where('id', '=', intoId).execute()
  await sql`update ticket set merged_into = ${intoId} where merged_into = ${id}`.execute(work.db)
  work.tie()
  work.record({ entity: 'ticket', id: intoId, version, action: 'note', ...told, permission: 'ticket.view', ...heardAt(into) })
  return { old: {}, new: {} }
}

interface Part {
  topicCode: string
  text: string
  lines?: readonly number[] | undefined
}

/** A ticket of its own for a part of this one, about the same people. */
export async function splitOff(ctx: Context, work: Work, row: Own, { topicCode, text, lines = [] }: Part) {
  const draft = {
    topicCode,
    text,
    lines,
    priority: row.priority as TicketPriority,
    queue: row.queue as TicketQueue,
    ...(row.order_id ? { orderId: row.order_id } : { customerId: row.customer_id, storeId: row.store_id, riderId: row.rider_id }),
  }
  const { id } = await openTicket(ctx, work, draft, { source: 'split', split_from: row.id })
  return { old: {}, new: { ticket_id: id } }
}
