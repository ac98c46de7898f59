import { sql } from 'kysely'
import { Client } from 'pg'
import { expect } from 'vitest'
import type { TestDatabase } from './test-database.ts'

/** Somebody else holds what `lock` locks as long as `meanwhile` takes: whoever needs it waits, with what it wrote before uncommitted. */
export async function whileHeld({ url }: TestDatabase, lock: string, meanwhile: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(lock)
    await meanwhile()
  } finally {
    await client.end()
  }
}

/** So many wait for a lock by now. */
export async function isWaitedFor({ db }: TestDatabase, by = 1): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.waiting
  }
  await expect.poll(waiting, { timeout: 60_000, interval: 10 }).toBeGreaterThanOrEqual(by)
}
