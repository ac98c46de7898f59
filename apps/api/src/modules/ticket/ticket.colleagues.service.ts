import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { findHandlers, type Handler } from '#modules/staff/handlers.service.ts'

interface Place {
  branch_id: string | null
  store_id: string | null
}

/** Who else may look after a ticket or feedback that is of this place: of none, who reaches everything. */
export function findColleagues({ db, actor }: Context, { branch_id, store_id }: Place, and: RawBuilder<unknown>): Promise<Handler[]> {
  const places = { branches: branch_id ? [branch_id] : [], stores: store_id ? [store_id] : [] }
  const reaches = branch_id ? sql`true` : sql`staff.scope_kind = 'all'`
  return findHandlers(db, actor.id, { permission: 'ticket.edit', ...places }, sql`${reaches} and ${and}`)
}
