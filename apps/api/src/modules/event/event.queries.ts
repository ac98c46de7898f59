import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { type Audience, heardBy } from '#kit/live/audience.ts'
import type { SequencedEvent } from '#kit/record/outbox-sequence.ts'

interface MissedRows {
  /** The newest number there is, whoever may hear of it. */
  head: number
  /** The oldest number that is still kept. */
  oldest: number | null
  events: SequencedEvent[]
}

/**
 * What this person may hear of after a number, and how far the numbers reach, in one statement and so of one moment. From
 * the primary: a replica may not have what a socket has told already.
 */
export async function findMissed(db: ReadDatabase, audience: Audience, after: number, limit: number): Promise<MissedRows> {
  const { rows } = await sql<MissedRows>`
    select
      coalesce((select max(sequence) from event), (select case when is_called then last_value else 0 end from event_sequence)) as head,
      (select min(sequence) from event) as oldest,
      (select coalesce(json_agg(heard order by heard.sequence), '[]') from (
        select sequence, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, kind, entity, entity_id, version, action, actor_name,
          permission, branch_id, store_id, staff_id, payload
        from event where sequence > ${after} and ${heardBy(audience)} order by sequence limit ${limit}) as heard) as events`.execute(db)
  return rows[0] ?? { head: 0, oldest: null, events: [] }
}
