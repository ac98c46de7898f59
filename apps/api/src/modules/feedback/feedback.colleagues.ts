import type { feedbackContract, Output } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { findHandlers } from '#modules/staff/handlers.service.ts'

type Colleague = Output<typeof feedbackContract.colleagues>[number]

interface Place {
  branch_id: string | null
  store_id: string | null
}

/** Who else may look after feedback that is of this place: of none, who reaches everything. */
export function findColleagues({ db, actor }: Context, { branch_id, store_id }: Place, and: RawBuilder<unknown>): Promise<Colleague[]> {
  const places = { branches: branch_id ? [branch_id] : [], stores: store_id ? [store_id] : [] }
  const reaches = branch_id ? sql`true` : sql`staff.scope_kind = 'all'`
  return findHandlers(db, actor.id, { permission: 'ticket.edit', ...places }, sql`${reaches} and ${and}`)
}
