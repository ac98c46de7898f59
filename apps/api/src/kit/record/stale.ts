import type { ReadDatabase } from '#db/database.ts'
import { stale } from '../errors.ts'

interface Newer {
  entity: string
  id: string
  /** The newer row, as the caller may read it. */
  current: unknown
}

/** Always throws stale (409) with the newer row, naming who changed it last according to the record. */
export async function refuseStale(db: Pick<ReadDatabase, 'selectFrom'>, { entity, id, current }: Newer): Promise<never> {
  const last = await db
    .selectFrom('audit_entry')
    .select(['actor_name', 'action'])
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .orderBy('entity_sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  const who = last ? `${last.actor_name} changed this meanwhile (${last.action}).` : 'This was changed meanwhile.'
  return stale(current, `${who} Review the newer version before you continue.`)
}
