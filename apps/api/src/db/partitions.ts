import { firstIdAt, type Instant, instantOf, msOf } from '@larder/contract'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** A calendar month or a day in UTC, as `2026-11` or `2026-11-20`. */
export type Period = string

/** Tables that are cut alike. */
interface Family {
  tables: readonly string[]
  /** Letters of an instant that name its period: 7 for a month, 10 for a day. */
  letters: 7 | 10
  behind: number
  ahead: number
  /** The least key of what happened from an instant on. */
  boundOf: (start: Instant) => string
  /** Where what falls into no partition of a period lies: it moves as its period gets one. */
  rest: string | null
}

/** By month on the order's UUID v7 (0007). */
const orders: Family = {
  tables: ['orders', 'order_line', 'order_event'],
  letters: 7,
  behind: 1,
  ahead: 3,
  boundOf: firstIdAt,
  rest: null,
}

/** By day, so that what is no longer kept is dropped and not deleted (0204). */
export const riderTracks: Family = {
  tables: ['rider_track'],
  letters: 10,
  behind: 1,
  ahead: 3,
  boundOf: (start) => start,
  rest: 'rider_track_rest',
}

/** A drop that would make others wait for longer leaves it to the next run. */
const dropWaitsMs = 100

/** Makes the partitions that what happens about now can fall into. */
export async function ensureCurrentPartitions(db: Database, now: Instant): Promise<void> {
  for (const family of [orders, riderTracks]) {
    const period = now.slice(0, family.letters)
    await ensurePartitions(db, shiftPeriod(period, -family.behind), shiftPeriod(period, family.ahead), family)
  }
}

/** Makes the missing partitions from one period to another, both included. Safe from several processes at once. */
export async function ensurePartitions(db: Database, from: Period, to: Period, family: Family = orders): Promise<void> {
  const wanted = periodsBetween(from, to).flatMap((period) =>
    family.tables.map((table) => ({ table, period, name: partitionName(table, period) })),
  )
  if ((await findMissing(db, wanted)).length === 0) return
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('ensure_partitions'))`.execute(transaction)
    for (const { table, period, name } of await findMissing(transaction, wanted)) {
      const [first, end] = [period, shiftPeriod(period, 1)].map((each) => sql.lit(family.boundOf(startOf(each))))
      // Made beside its table and attached then: to be made as a part of it, it would keep everybody from reading and writing the whole.
      await sql`create table ${sql.id(name)} (like ${sql.id(table)} including all)`.execute(transaction)
      if (family.rest !== null) {
        await sql`lock table ${sql.id(family.rest)} in access exclusive mode`.execute(transaction)
        await sql`with moved as (delete from ${sql.id(family.rest)} where at >= ${first} and at < ${end} returning *)
          insert into ${sql.id(name)} select * from moved`.execute(transaction)
      }
      await sql`alter table ${sql.id(table)} attach partition ${sql.id(name)} for values from (${first}) to (${end})`.execute(transaction)
    }
  })
}

/** Drops the partitions that were over before an instant, oldest first, and gives their names; what is in use then is left to the next call. */
export async function dropPartitionsBefore(db: Database, instant: Instant, family: Family): Promise<string[]> {
  const dropped: string[] = []
  for (const table of family.tables) {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = ${table}::regclass order by relname`.execute(db)
    for (const { name } of rows) {
      if (name === family.rest || startOf(shiftPeriod(periodOf(table, name), 1)) > instant) continue
      if (!(await dropAtOnce(db, name))) return dropped
      dropped.push(name)
    }
  }
  return dropped
}

async function dropAtOnce(db: Database, name: string): Promise<boolean> {
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = ${sql.lit(dropWaitsMs)}`.execute(transaction)
      // Several processes may drop the same one.
      await sql`drop table if exists ${sql.id(name)}`.execute(transaction)
    })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '55P03') return false
    throw error
  }
}

/** The month of an instant, in UTC, as the partitions count them. */
export function monthOfInstant(instant: Instant): Period {
  return instant.slice(0, orders.letters)
}

async function findMissing<Partition extends { name: string }>(db: Database, wanted: Partition[]): Promise<Partition[]> {
  const names = wanted.map(({ name }) => name)
  const { rows } = await sql<{
    name: string
  }>`select relname as name from pg_class where relispartition and pg_table_is_visible(oid) and relname = any(${names})`.execute(db)
  const existing = new Set(rows.map(({ name }) => name))
  return wanted.filter(({ name }) => !existing.has(name))
}

function partitionName(table: string, period: Period): string {
  return `${table}_${period.replaceAll('-', '_')}`
}

function periodOf(table: string, name: string): Period {
  return name.slice(table.length + 1).replaceAll('_', '-')
}

function startOf(period: Period): Instant {
  return instantOf(msOf(`${`${period}-01`.slice(0, 10)}T00:00:00.000Z` as Instant))
}

function periodsBetween(from: Period, to: Period): Period[] {
  return from > to ? [] : [from, ...periodsBetween(shiftPeriod(from, 1), to)]
}

function shiftPeriod(period: Period, by: number): Period {
  const [year = 0, month = 1, day] = period.split('-').map(Number)
  const shifted = day === undefined ? Date.UTC(year, month - 1 + by) : Date.UTC(year, month - 1, day + by)
  return instantOf(shifted).slice(0, period.length)
}
