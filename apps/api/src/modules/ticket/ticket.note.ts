import { type Addressee, mostTicketNotes, newId } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { readSetting } from '#kit/settings.ts'
import { writeMail } from '#modules/mail/mail.service.ts'
import { tellByOrder } from '#modules/order/act/message.service.ts'

interface Said {
  kind: 'internal' | Addressee
  text: string
  imageId?: string | null | undefined
}

/** Keeps what was said in a ticket, and gives what of it the record tells. */
export async function say(ctx: Context, work: Work, ticketId: string, { kind, text, imageId = null }: Said) {
  const { count } = await work.db
    .selectFrom('ticket_note')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow()
  if (count >= mostTicketNotes) refuse('too-many-notes', `${mostTicketNotes} notes are kept of a ticket: open another one.`)
  const { actor, clock } = ctx
  await work.db
    .insertInto('ticket_note')
    .values({
      id: newId(clock.ms()),
      ticket_id: ticketId,
      kind,
      text,
      by_id: actor.kind === 'staff' ? actor.id : null,
      by_name: actor.name,
      image_id: imageId,
      at: clock.instant(),
    })
    .execute()
  return { old: {}, new: { note: text, ...(imageId && { image_id: imageId }) } }
}

interface Told {
  number: string
  order_id: string | null
  customer_id: string | null
  store_id: string | null
}

/** Tells somebody outside: as a message of the order, else by mail. 409 where neither reaches them. */
export async function tellOutside(ctx: Context, work: Work, ticket: Told, { to, text }: { to: Addressee; text: string }): Promise<void> {
  work.tie()
  if (ticket.order_id) return tellByOrder(ctx, work, ticket.order_id, { to, text })
  const people =
    to === 'store'
      ? sql`select email, display_name as name from store where id = ${ticket.store_id}::uuid`
      : sql`select email, name from customer where id = ${ticket.customer_id}::uuid`
  const { rows } = await sql<{ email: string | null; name: string }>`${people}`.execute(work.db)
  const [found] = rows
  if (!found?.email) return refuse('nobody-to-tell', 'It has no order, and no mail address is known of whom it is to be told.')
  const sender = await readSetting(ctx.services, 'installation.name')
  await writeMail(ctx, work, {
    to: found.email,
    toName: found.name,
    subject: `About ${ticket.number} from ${sender}`,
    body: `${text}\n\n${sender}\n`,
  })
}
