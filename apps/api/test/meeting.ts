import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { TestDatabase } from './test-database.ts'

/** Lets acts meet, in this order: each of them comes as far as its first write to the table, or to the lock that has it wait for another, and only then goes on. */
export async function meetingAt<T>({ pool, db }: TestDatabase, table: string, acts: readonly (() => Promise<T>)[]): Promise<T[]> {
  const door = await pool.connect()
  try {
    await door.query(`begin; lock table ${table} in share row exclusive mode`)
    const begun: Promise<T>[] = []
    for (const act of acts) {
      begun.push(act())
      await vi.waitFor(
        async () => {
          const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
            join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(db)
          expect(rows[0]?.waiting).toBe(begun.length)
        },
        { timeout: 8000 },
      )
    }
    await door.query('commit')
    return await Promise.all(begun)
  } finally {
    door.release()
  }
}
