import type { Instant } from '@larder/contract'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { createDatabase, createPool } from '../src/db/database.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrateToLatest } from '../src/db/migrate.ts'
import { ensureCurrentPartitions } from '../src/db/partitions.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { databaseUrl, TEMPLATE } from './test-database.ts'

/** One real PostgreSQL for all test files, with a migrated template that each test database is copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeTemporaryFolder()
  const server = await startEmbedded({ dataDir: folder.path })
  await createTemplate(server.adminUrl)
  project.provide('testServer', server.adminUrl)
  return async () => {
    await server.stop()
    folder.remove()
  }
}

async function createTemplate(adminUrl: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  // The folder may be in memory: its write-ahead log must not fill that.
  await admin.query("alter system set max_wal_size = '256MB'")
  // Plans stay as they are; only nobody is called to help with a hundred rows.
  await admin.query('alter system set max_parallel_workers = 0')
  await admin.query('select pg_reload_conf()')
  await admin.query(`create database ${TEMPLATE} owner larder`)
  const url = databaseUrl(adminUrl, TEMPLATE)
  await migrateToLatest(url)
  await cutTables(url)
  await admin.end()
}

// Once for all files, those that the tests' own clocks are in: to make them takes longer than to copy the rest of the database.
async function cutTables(url: string): Promise<void> {
  const db = createDatabase(createPool(url, { applicationName: 'template', max: 1, statementTimeoutMs: 0 }))
  await ensureCurrentPartitions(db, '2026-11-20T12:00:00.000Z' as Instant)
  await db.destroy()
}
