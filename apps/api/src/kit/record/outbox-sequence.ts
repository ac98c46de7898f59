import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/**
 * A committed event in its place. Whoever may hear it holds `permission`, with no lower limit of it than `moves_minor`, within a scope that reaches
 * the branch or the store, and is none of `but_staff_ids`; one with a `staff_id` is heard by that person alone.
 */
export interface SequencedEvent {
  sequence: number
  at: string
  kind: 'changed' | 'order-notification' | 'message'
  entity: string
  entity_id: string
  version: number
  action: string
  actor_name: string
  permission: string
  branch_id: string | null
  store_id: string | null
  staff_id: string | null
  moves_minor: number | null
  but_staff_ids: string[] | null
  payload: unknown
}

/** The most events that are numbered or read at once. */
export const batchSize = 500

const columns = sql`event.sequence, event.at, event.kind, event.entity, event.entity_id, event.version, event.action, event.actor_name,
  event.permission, event.branch_id, event.store_id, event.staff_id, event.moves_minor, event.but_staff_ids, event.payload`

/**
 * Gives the next numbers to committed events that have none, in the order they were written, and returns them. One process
 * at a time, the lock being held until the numbers are committed: numbers become visible in their order, so that whoever
 * reads `sequence > n` misses nothing, however slow the transaction that wrote an event was.
 */
export async function sequenceBatch(db: Database): Promise<SequencedEvent[]> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('larder_sequencer'))`.execute(transaction)
    const { rows } = await sql<SequencedEvent>`
      update event set sequence = numbered.sequence
      from (select id, nextval('event_sequence') as sequence
        from (select id from event where sequence is null order by id limit ${batchSize}) as waiting) as numbered
      where event.id = numbered.id returning ${columns}`.execute(transaction)
    rows.sort((a, b) => a.sequence - b.sequence)
    const last = rows.at(-1)
    if (last) await sql`select pg_notify('larder_event', ${String(last.sequence)})`.execute(transaction)
    return rows
  })
}

/** The events after a number, in order. */
export async function readEventsAfter(db: Database, after: number, limit = batchSize): Promise<SequencedEvent[]> {
  const { rows } = await sql<SequencedEvent>`
    select ${columns} from event where sequence > ${after} order by sequence limit ${limit}`.execute(db)
  return rows
}

/** The newest number given so far, with the lock held so that none is on its way. */
export async function readHead(db: Database): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('larder_sequencer'))`.execute(transaction)
    const { rows } = await sql<{ head: number }>`
      select case when is_called then last_value else 0 end as head from event_sequence`.execute(transaction)
    return rows[0]?.head ?? 0
  })
}

/** Whether anything waits for a number, and the newest number there is. One cheap look at two indexes. */
export async function lookForWork(db: Database): Promise<{ isWaiting: boolean; head: number }> {
  const { rows } = await sql<{ is_waiting: boolean; head: number }>`
    select exists (select from event where sequence is null) as is_waiting, coalesce((select max(sequence) from event), 0) as head`.execute(
    db,
  )
  return { isWaiting: rows[0]?.is_waiting ?? false, head: rows[0]?.head ?? 0 }
}
