import { firstIdAt, type Instant, instantOf } from '@larder/contract'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** A calendar month in UTC, as `2026-11`. */
export type Month = string

/** Every table that is partitioned by month on the order's UUID v7. */
const PARTITIONED = ['orders', 'order_line', 'order_event']

const MONTHS_BEHIND = 1
const MONTHS_AHEAD = 3

/** Makes the partitions that orders placed about now can fall into: last month to three months from now. */
export function ensureCurrentPartitions(db: Database, now: Instant): Promise<void> {
  const month = monthOfInstant(now)
  return ensurePartitions(db, shiftMonth(month, -MONTHS_BEHIND), shiftMonth(month, MONTHS_AHEAD))
}

/** Makes the missing partitions from one month to another, both included. Safe from several processes at once. */
export async function ensurePartitions(db: Database, fromMonth: Month, toMonth: Month): Promise<void> {
  const wanted = monthsBetween(fromMonth, toMonth).flatMap((month) =>
    PARTITIONED.map((table) => ({ table, month, name: partitionName(table, month) })),
  )
  if ((await findMissing(db, wanted)).length === 0) return
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('ensure_partitions'))`.execute(transaction)
    for (const { table, month, name } of await findMissing(transaction, wanted)) {
      const [first, end] = [firstIdOf(month), firstIdOf(shiftMonth(month, 1))]
      await sql`create table ${sql.id(name)} partition of ${sql.id(table)} for values from (${sql.lit(first)}) to (${sql.lit(end)})`.execute(
        transaction,
      )
    }
  })
}

/** The month of an instant, in UTC, as the partitions count them. */
export function monthOfInstant(instant: Instant): Month {
  return instant.slice(0, 7)
}

async function findMissing<Partition extends { name: string }>(db: Database, wanted: Partition[]): Promise<Partition[]> {
  const names = wanted.map(({ name }) => name)
  const { rows } = await sql<{
    name: string
  }>`select relname as name from pg_class where relispartition and pg_table_is_visible(oid) and relname = any(${names})`.execute(db)
  const existing = new Set(rows.map(({ name }) => name))
  return wanted.filter(({ name }) => !existing.has(name))
}

function partitionName(table: string, month: Month): string {
  return `${table}_${month.replace('-', '_')}`
}

function firstIdOf(month: Month): string {
  return firstIdAt(`${month}-01T00:00:00.000Z` as Instant)
}

function monthsBetween(from: Month, to: Month): Month[] {
  return from > to ? [] : [from, ...monthsBetween(shiftMonth(from, 1), to)]
}

function shiftMonth(month: Month, by: number): Month {
  const [year, number] = month.split('-').map(Number)
  return monthOfInstant(instantOf(Date.UTC(year ?? 0, (number ?? 1) - 1 + by)))
}
