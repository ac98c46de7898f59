import { randomBytes } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { inject } from 'vitest'
import { createDatabase, createPool, type Database, type ReadDatabase, readOnly } from '../src/db/database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's address on the one database server of this test run. */
    testServer: string
  }
}

export const TEMPLATE = 'larder_template'
/** Tests ask fifty things at once, of a machine that does others beside: what is too long for a person is not for them. */
const patience = { acquireTimeoutMs: 30_000, lockTimeoutMs: 30_000, statementTimeoutMs: 60_000 }

/** A migrated, empty database of one test file. */
export type TestDatabase = {
  url: string
  pool: Pool
  db: Database
  /** Through a pool of its own, on which the server refuses to write, as in the product. */
  reads: ReadDatabase
  /** What the server answered to these pools that no input may ever cause: syntax, names, rights (SQLSTATE class 42). */
  complaints: string[]
  drop: () => Promise<void>
}

/** Copies the template into a new database (about 20 ms). Call `drop` in `afterAll`. */
export function testDatabase(): Promise<TestDatabase> {
  return createTestDatabase(TEMPLATE)
}

/** A new database without any table of ours, for the tests of migrations. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createTestDatabase('template1')
}

async function createTestDatabase(template: string): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template ${template} strategy file_copy owner larder`)
  const url = databaseUrl(server, name)
  const pool = createPool(url, { applicationName: name, ...patience })
  const db = createDatabase(pool)
  const readingPool = createPool(url, { applicationName: name, readOnly: true, ...patience })
  const reading = createDatabase(readingPool)
  const complaints: string[] = []
  for (const each of [pool, readingPool]) each.on('connect', (client) => listenTo(client as Listened, complaints))
  const drop = async () => {
    await Promise.all([db.destroy(), reading.destroy()])
    await run(server, `drop database ${name} with (force)`)
  }
  return { url, pool, db, reads: readOnly(reading), complaints, drop }
}

type Listened = { connection: { on(event: 'errorMessage', hear: (error: { code?: string; message: string }) => void): void } }

// At the wire: what the product catches, and logs or not, is heard as well.
function listenTo({ connection }: Listened, complaints: string[]): void {
  connection.on('errorMessage', ({ code, message }) => {
    if (code?.startsWith('42')) complaints.push(`${code} ${message}`)
  })
}

/** The address of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function run(server: string, statement: string): Promise<void> {
  const admin = new Client({ connectionString: server })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}
