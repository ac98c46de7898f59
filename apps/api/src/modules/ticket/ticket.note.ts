import { type Addressee, type Instant, mostTicketNotes, newId } from '@larder/contract'
import type { Context, Work } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'

interface Said {
  kind: 'internal' | Addressee
  text: string
  imageId?: string | null | undefined
  /** Where it was said before, by whom and when; else by the caller, now. */
  by?: { id: string; name: string; at: Instant }
}

/** Keeps what was said in a ticket, and gives what of it the record tells. */
export async function say(ctx: Context, work: Work, ticketId: string, { kind, text, imageId = null, by }: Said) {
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
      by_id: by?.id ?? (actor.kind === 'staff' ? actor.id : null),
      by_name: by?.name ?? actor.name,
      image_id: imageId,
      at: by?.at ?? clock.instant(),
    })
    .execute()
  return { old: {}, new: { note: text, ...(imageId && { image_id: imageId }) } }
}
