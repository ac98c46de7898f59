import type { eventContract, Missed, Parsed } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { changedOf, messageOf, notificationOf } from '#kit/live/audience.ts'
import type { SequencedEvent } from '#kit/record/outbox-sequence.ts'
import { findMissed } from './event.queries.ts'

/** Beyond this, reading everything again is cheaper than applying each event. */
const maxMissed = 1000

/** What a client did not hear while it was away: exactly what its sockets would have been told, in the same order. */
export async function listMissed(ctx: Context, { query }: Parsed<typeof eventContract.missed>): Promise<Missed> {
  const { after } = query
  const { head, oldest, events } = await findMissed(ctx.services.db, ctx.actor, after, maxMissed + 1)
  // A number from the future belongs to a database that is gone; one before the oldest may have missed what was purged.
  const isLost = after > head || (oldest === null ? after < head : after < oldest - 1)
  const isTooMuch = events.length > maxMissed
  const told = isLost || isTooMuch ? [] : events
  const ofKind = (kind: SequencedEvent['kind']) => told.filter((event) => event.kind === kind)
  return {
    sequence: head,
    reset: isLost || isTooMuch,
    changed: ofKind('changed').map(changedOf),
    notifications: tellable(ctx, ofKind('order-notification'), notificationOf),
    messages: tellable(ctx, ofKind('message'), messageOf),
  }
}

// One that cannot be told must not keep the others from being read.
function tellable<T>(ctx: Context, events: SequencedEvent[], present: (event: SequencedEvent) => T): T[] {
  return events.flatMap((event) => {
    try {
      return [present(event)]
    } catch (error) {
      ctx.log.error({ err: error, sequence: event.sequence }, 'an event has a payload that cannot be told')
      return []
    }
  })
}
