import { queueOfTopic, type Reason, type TicketPriority } from '@larder/contract'
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
export async function mergeInto(ctx: Context, work: Work, { id, number, customer_id }: Own, { intoId, otherCustomer }: Into) {
  const scope = withinScope(ctx, { branch: 'ticket.branch_id', store: 'ticket.store_id' })
  const into = await work.db.selectFrom('ticket').selectAll().where('id', '=', intoId).where(scope).forUpdate().executeTakeFirst()
  if (!into) return invalid({ 'body.intoId': 'does not exist' })
  if (intoId === id || into.merged_into || !isOpen(into))
    return refuse('merge-into-itself', 'It is merged into another ticket that is still open.', {
      'body.intoId': 'is not another open ticket',
    })
  const [own, others] = await customersOf(ctx, [customer_id, into.customer_id])
  const isOthers = own !== undefined && others !== undefined && own.id !== others.id
  if (isOthers && !otherCustomer)
    return refuse('other-customer', `${number} is of ${own.name}, ${into.number} of ${others.name}: say that it is right.`, {
      'body.otherCustomer': `must be confirmed: ${number} is of ${own.name}, ${into.number} of ${others.name}`,
    })
  // What was said there is read there, and is gone from here once it is undone or its customer is erased.
  const told = await say(ctx, work, intoId, { kind: 'internal', text: `${number} was merged into this one.` })
  const version = into.version + 1
  await work.db.updateTable('ticket').set({ version, updated_at: ctx.clock.instant() }).where('id', '=', intoId).execute()
  await sql`update ticket set merged_into = ${intoId} where merged_into = ${id}`.execute(work.db)
  work.tie()
  work.record({ entity: 'ticket', id: intoId, version, action: 'note', ...told, permission: 'ticket.view', ...heardAt(into) })
  return { old: {}, new: {} }
}

/** Whose tickets are: of a record that was merged, who goes on. */
async function customersOf(ctx: Context, ids: readonly (string | null)[]) {
  const known = ids.filter((id) => id !== null)
  const { rows } = await sql<{ of: string; id: string; name: string }>`
    select customer.id as of, coalesce(goes_on.id, customer.id) as id, coalesce(goes_on.name, customer.name) as name
    from customer left join customer as goes_on on goes_on.id = customer.merged_into where customer.id = any(${known}::uuid[])`.execute(
    ctx.db,
  )
  return ids.map((id) => rows.find(({ of }) => of === id))
}

/** It goes on by itself again, and the other one says so: whoever parts them reaches both. */
export async function partFrom(ctx: Context, work: Work, { number, merged_into: intoId }: Own) {
  const into = await work.db
    .selectFrom('ticket')
    .selectAll()
    .where('id', '=', intoId ?? '')
    .where(withinScope(ctx, { branch: 'ticket.branch_id', store: 'ticket.store_id' }))
    .forUpdate()
    .executeTakeFirst()
  if (!into) return refuse('merged-elsewhere', 'It was merged into a ticket that is out of your reach: whoever reaches both takes it back.')
  const told = await say(ctx, work, into.id, { kind: 'internal', text: `${number} goes on by itself again.` })
  const version = into.version + 1
  await work.db.updateTable('ticket').set({ version, updated_at: ctx.clock.instant() }).where('id', '=', into.id).execute()
  work.tie()
  work.record({ entity: 'ticket', id: into.id, version, action: 'note', ...told, permission: 'ticket.view', ...heardAt(into) })
  return { old: {}, new: {} }
}

interface Into {
  intoId: string
  otherCustomer?: boolean | null | undefined
}

interface Part {
  topicCode: string
  text: string
  lines?: readonly number[] | undefined
}

/** A ticket of its own for a part of this one, about the same people, in the queue of its topic. */
export async function splitOff(ctx: Context, work: Work, row: Own, { topicCode, text, lines = [] }: Part) {
  const topic = await work.db
    .selectFrom('order_reason')
    .select(['code', 'party'])
    .where('kind', '=', 'ticket')
    .where('code', '=', topicCode)
    .executeTakeFirstOrThrow()
  const draft = {
    topicCode,
    text,
    lines,
    priority: row.priority as TicketPriority,
    queue: queueOfTopic(topic as Pick<Reason, 'code' | 'party'>),
    ...(row.order_id ? { orderId: row.order_id } : { customerId: row.customer_id, storeId: row.store_id, riderId: row.rider_id }),
  }
  const { id } = await openTicket(ctx, work, draft, { source: 'split', split_from: row.id })
  return { old: {}, new: { ticket_id: id } }
}
