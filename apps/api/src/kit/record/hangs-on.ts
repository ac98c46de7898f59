import type { ApprovalRule } from '@larder/contract'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Change } from './change.ts'

/** A record that a request hangs on, with the number of the last entry that the record had of it: 0 where it had none. */
export interface HungOn {
  entity: string
  id: string
  sequence: number
}

/** What a change hangs on by its rule, as it stands now. */
export async function hungOn(db: Database, { hangsOn }: ApprovalRule, { id, old, new: now }: Change): Promise<HungOn[]> {
  const records = hangsOn?.({ id, before: old, after: now }) ?? []
  if (records.length === 0) return []
  const { rows } = await sql<HungOn>`select entity, id,
      coalesce((select max(entity_sequence) from audit_entry as entry where entry.entity = record.entity and entry.entity_id = record.id), 0)::int as sequence
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as record (entity text, id text)`.execute(db)
  return rows
}

/** Who changed one of these records since, in words; null where they are as they were. */
export async function whoMoved(db: Database, records: readonly HungOn[]): Promise<string | null> {
  if (records.length === 0) return null
  const { rows } = await sql<{ who: string; entity: string }>`select entry.actor_name as who, entry.entity
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as record (entity text, id text, sequence int)
    join audit_entry as entry on entry.entity = record.entity and entry.entity_id = record.id and entry.entity_sequence > record.sequence
    order by entry.at desc, entry.id desc limit 1`.execute(db)
  const [last] = rows
  return last ? `${last.who} changed the ${last.entity.replaceAll('-', ' ')} since it was asked for.` : null
}
