import { type AlertMark, alertCountCap } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { type Audience, heardBy } from '#kit/live/audience.ts'

/** What an account has read: all up to the mark, and what is newer by its id. */
export interface Reading extends AlertMark {
  alone: string[]
}

export interface Told {
  sequence: number
  payload: unknown
  /** There is something left to do about it. */
  matters: boolean
}

/** What the account has read, and the newest number there is. */
export async function findReading(db: ReadDatabase, staffId: string): Promise<Reading & { head: number }> {
  const { rows } = await sql<{ sequence: number | null; at: string | null; alone: string[] | null; head: number }>`
    select alert_mark.sequence, alert_mark.at,
      (select array_agg(alert_id::text) from alert_read where staff_id = ${staffId}) as alone,
      coalesce((select max(event.sequence) from event), 0) as head
    from (select) as one left join alert_mark on staff_id = ${staffId}`.execute(db)
  const [row] = rows
  return { sequence: row?.sequence ?? 0, at: row?.at ?? '1970-01-01T00:00:00.000Z', alone: row?.alone ?? [], head: row?.head ?? 0 }
}

/** Messages that this person may hear of, newest first, from before a number. */
export async function findMessages(db: ReadDatabase, audience: Audience, before: number, limit: number): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select sequence, payload, ${matters} as matters from event
    where kind = 'message' and sequence < ${before} and ${heardBy(audience)}
    order by sequence desc limit ${limit}`.execute(db)
  return rows
}

/** How many of them are not read and matter still; it stops counting one beyond the cap. */
export async function countUnread(db: ReadDatabase, audience: Audience, { sequence, alone }: Reading): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from (
      select from event where kind = 'message' and sequence > ${sequence} and ${heardBy(audience)} and ${matters}
        and not coalesce(payload ->> 'id' = any(${alone}::text[]), false)
      order by sequence desc limit ${alertCountCap + 1}) as newest`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Whether a message of this id was told that this person may hear of. */
export async function isTold(db: ReadDatabase, audience: Audience, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from event where kind = 'message' and payload ->> 'id' = ${id} and sequence is not null and ${heardBy(audience)} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Of an order as long as it waits for an answer, of a request as long as it waits for a decision. */
const matters = sql<boolean>`case
  when entity = 'order' then exists (select from orders where orders.id = entity_id::uuid and status = 'pending')
  when entity = 'approval' and event.staff_id is null
    then exists (select from approval where approval.id = event.entity_id::uuid and status = 'pending')
  else true end`
