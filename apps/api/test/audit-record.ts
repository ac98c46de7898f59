import { newId } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { systemContext } from '#kit/access/system-actor.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import type { TestApp } from './test-app.ts'

/** The records of a test: entry 1, 4, 7 and 10 are the first one's, 2, 5, 8, 11 the second's, 3, 6, 9, 12 the third's. */
export const crates = [newId(), newId(), newId()] as const

/** Writes one entry as the program does. */
export function writeEntry({ services }: TestApp, id: string, version: number): Promise<void> {
  return unitOfWork(systemContext(services, 'test'), async (work) => {
    work.record({
      entity: 'crate',
      id,
      version,
      action: 'update',
      old: { stock: version - 1 },
      new: { stock: version },
      permission: 'setting.view',
      branchId: null,
      storeId: null,
    })
  })
}

/** What a superuser can do to the tables: triggers are off. */
export function tamper({ database }: TestApp, ...statements: RawBuilder<unknown>[]): Promise<void> {
  const tables = ['audit_entry', 'audit_seal', 'audit_verdict'].map((name) => sql.table(name))
  return database.db.transaction().execute(async (transaction) => {
    for (const table of tables) await sql`alter table ${table} disable trigger user`.execute(transaction)
    for (const statement of statements) await statement.execute(transaction)
    for (const table of tables) await sql`alter table if exists ${table} enable trigger user`.execute(transaction)
  })
}
