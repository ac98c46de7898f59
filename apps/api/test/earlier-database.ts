import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrateToLatest } from '../src/db/migrate.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { emptyDatabase, type TestDatabase } from './test-database.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')

/** An empty database as it was before a migration, by its number: `'0063'`. `migrateToLatest(url)` upgrades it. Call `drop` in the end. */
export async function databaseBefore(migration: string): Promise<TestDatabase> {
  const folder = makeTemporaryFolder()
  try {
    for (const name of readdirSync(MIGRATIONS)) if (name < migration) cpSync(join(MIGRATIONS, name), join(folder.path, name))
    const database = await emptyDatabase()
    await migrateToLatest(database.url, folder.path)
    return database
  } finally {
    folder.remove()
  }
}
