import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseIntrospector, Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { createPool } from './database.ts'

type MigrationFile = { name: string; text: string; checksum: string }
type Recorded = { name: string; checksum: string }
// biome-ignore lint/suspicious/noExplicitAny: the schema has no types before it is migrated; this is Kysely's own signature
type AnyDatabase = Kysely<any>

const TABLES = { migrationTableName: 'migration', migrationLockTableName: 'migration_lock' }
const FOLDER = join(import.meta.dirname, '../../migrations')

/**
 * The migrator asks before and after each file whether its own two tables are there, of all tables with all their columns: that took longer
 * than the files themselves. It is told of those two.
 */
class MigrationDialect extends PostgresDialect {
  override createIntrospector(db: AnyDatabase): DatabaseIntrospector {
    const introspector = super.createIntrospector(db)
    introspector.getTables = async () => {
      const { rows } = await sql<{ name: string; schema: string }>`
        select tablename as name, schemaname as schema from pg_tables where tablename = any(${Object.values(TABLES)})`.execute(db)
      return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }))
    }
    return introspector
  }
}

/**
 * Brings the database to the newest schema and returns the names of what it ran. Safe to run from several processes at once
 * (they queue on an advisory lock), each file in a transaction of its own, forward only. Refuses a file that was changed after it had run.
 */
export async function migrateToLatest(url: string, folder: string = FOLDER): Promise<string[]> {
  const files = readMigrations(folder)
  // Without limits: a migration may take its time, and others wait for it.
  const pool = createPool(url, {
    applicationName: 'larder migration',
    max: 2,
    prepares: false,
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
    idleInTransactionMs: 0,
  })
  const db: AnyDatabase = new Kysely({ dialect: new MigrationDialect({ pool }) })
  try {
    const recorded = await readRecorded(db)
    refuseChanged(files, recorded)
    if (recorded.length === files.length) return []
    await createChecksums(db)
    return await runPending(db, files)
  } finally {
    await db.destroy()
  }
}

async function runPending(db: AnyDatabase, files: MigrationFile[]): Promise<string[]> {
  const provider = { getMigrations: async () => Object.fromEntries(files.map((file) => [file.name, toMigration(file)])) }
  const migrator = new Migrator({ db, provider, ...TABLES })
  const names: string[] = []
  for (;;) {
    const { error, results = [] } = await migrator.migrateUp()
    if (error) throw explain(error, results.find((result) => result.status === 'Error')?.migrationName)
    if (results.length === 0) return names
    names.push(...results.map((result) => result.migrationName))
  }
}

function toMigration(file: MigrationFile): Migration {
  return {
    up: async (db) => {
      await sql.raw(file.text).execute(db)
      await sql`insert into migration_checksum (name, checksum) values (${file.name}, ${file.checksum})`.execute(db)
    },
  }
}

function readMigrations(folder: string): MigrationFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new Error(`Migration ${name} must be called like 0001_some_words.sql`)
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name: name.slice(0, -'.sql'.length), text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

async function readRecorded(db: AnyDatabase): Promise<Recorded[]> {
  const { rows: tables } = await sql<{ found: string | null }>`select to_regclass('migration_checksum')::text as found`.execute(db)
  if (!tables[0]?.found) return []
  return (await sql<Recorded>`select name, checksum from migration_checksum order by name`.execute(db)).rows
}

function refuseChanged(files: MigrationFile[], recorded: Recorded[]): void {
  for (const { name, checksum } of recorded) {
    const file = files.find((candidate) => candidate.name === name)
    if (!file)
      throw new Error(`The database has run migration ${name}, which this version of Larder does not know: it is older than its database.`)
    if (file.checksum !== checksum)
      throw new Error(`Migration ${name} was changed after it had run. Migrations only go forward: write a new one.`)
  }
}

function explain(error: unknown, migration: string | undefined): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(`Migration ${migration ?? 'bookkeeping'} failed: ${reason}`, { cause: error })
}

// "if not exists" still fails when two processes create the table at the same moment, each time by another error.
async function createChecksums(db: AnyDatabase): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('migration_checksum'))`.execute(transaction)
    await sql`create table if not exists migration_checksum (name text primary key, checksum text not null)`.execute(transaction)
  })
}
