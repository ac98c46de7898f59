import type { Pool } from 'pg'
import { createDatabase } from '../../src/db/database.ts'
import { findMisbooked } from '../../src/modules/ledger/recompute.service.ts'
import { findBrokenOrders } from '../../src/modules/order/read/invariants.ts'
import type { Acknowledged } from './shop.ts'

/** What went wrong; all zero, or the promise is broken. */
export interface Findings {
  lost: number
  duplicated: number
  withoutAudit: number
  withoutEvent: number
  neverNumbered: number
  /** Rules of an order's facts that some order breaks. */
  broken: number
  /** Orders of which the ledger says another thing than their row. */
  misbooked: number
}

/** The promise, kept. */
export const noFaults: Findings = { lost: 0, duplicated: 0, withoutAudit: 0, withoutEvent: 0, neverNumbered: 0, broken: 0, misbooked: 0 }

/** Holds what the writers of a run were told against what the database holds. */
export async function findFaults(pool: Pool, run: string, acknowledged: readonly Acknowledged[]): Promise<Findings> {
  const ids = acknowledged.map(({ orderId }) => orderId)
  const { rows } = await pool.query<Omit<Findings, 'broken' | 'misbooked'>>(
    `with mine as (select id, external_id from orders where external_id like $1 || '-%')
     select
       (select count(*) from unnest($2::uuid[]) as told (id) where not exists (select from mine where mine.id = told.id))::int as lost,
       (select count(*) - count(distinct external_id) from mine)::int as duplicated,
       (select count(*) from mine where not exists (select from audit_entry where entity = 'order' and entity_id = mine.id::text and action = 'place'))::int as "withoutAudit",
       (select count(*) from mine where not exists (select from event where kind = 'changed' and entity = 'order' and entity_id = mine.id::text))::int as "withoutEvent",
       (select count(*) from mine join event on event.entity = 'order' and event.entity_id = mine.id::text where event.sequence is null)::int as "neverNumbered"`,
    [run, ids],
  )
  if (!rows[0]) throw new Error('the database answered nothing')
  const misbooked = (await findMisbooked(createDatabase(pool))).length
  return { ...rows[0], broken: (await findBrokenOrders(pool)).length, misbooked }
}
