import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'

interface Beside {
  /** What was done, in the word of the history. */
  action: string
  /** What its history says of it. */
  told: Record<string, unknown>
}

const inReview = ['lead', 'draft', 'applied', 'review']

/** Keeps who has a part in what is still to be approved of a store or a rider: they do not approve it. */
export async function noteMaker({ actor }: Context, { db }: Work, entity: 'store' | 'rider', id: string): Promise<void> {
  if (actor.kind !== 'staff') return
  await sql`update ${sql.table(entity)} set maker_ids = maker_ids || ${actor.id}::uuid
    where id = ${id} and status = any(${inReview}) and ${actor.id} <> all(maker_ids)`.execute(db)
}

/** The same of whoever changes them themselves. */
export function stampMaker({ status, maker_ids: makers }: { status: string; maker_ids: string[] }, { actor }: Context) {
  return actor.kind === 'staff' && inReview.includes(status) ? { maker_ids: [...new Set([...makers, actor.id])] } : {}
}

/**
 * Whoever is in review is approved as a whole: what is changed of them in a table beside raises their version, with an entry of their own,
 * so that nobody approves what they have not seen.
 */
export async function raiseInReview({ clock }: Context, work: Work, entity: 'store' | 'rider', id: string, { action, told }: Beside) {
  const { rows } = await sql<{ version: number; branch_id: string }>`update ${sql.table(entity)}
    set version = version + 1, updated_at = ${clock.instant()} where id = ${id} and status = 'review' returning version, branch_id`.execute(
    work.db,
  )
  const [raised] = rows
  if (!raised) return
  const { version, branch_id: branchId } = raised
  const place = { permission: `${entity}.view`, branchId, storeId: entity === 'store' ? id : null } as const
  work.tie()
  work.record({ entity, id, version, action, old: {}, new: told, ...place })
}
