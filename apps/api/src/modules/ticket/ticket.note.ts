import { type Addressee, mostTicketNotes, newId } from '@larder/contract'
import type { Context, Work } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'

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
