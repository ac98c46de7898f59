import { currentInstant, newId } from '@larder/contract'
import { sql } from 'kysely'
import { sequenceBatch } from '../../../src/kit/record/outbox-sequence.ts'
import type { Examples } from '../world.ts'

/** Good calls of what says that alerts were read. */
export const examples: Examples = ({ db, admin: reader }) => {
  return {
    'alert.markRead': async () => {
      const id = newId()
      const told = { id, tone: 'info', title: 'It waits', text: '', entity: null, entityId: null, at: currentInstant() }
      await sql`insert into event (kind, entity, entity_id, version, action, actor_name, permission, staff_id, payload)
        values ('message', 'task', ${id}, 1, 'notify', 'Larder', 'dashboard.view', ${reader.id}, ${JSON.stringify(told)}::jsonb)`.execute(
        db,
      )
      await sequenceBatch(db)
      return { params: { id } }
    },
    'alert.markAllRead': async () => ({ body: { sequence: 1, at: currentInstant() } }),
  }
}
