import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrateToLatest } from '../src/db/migrate.ts'
import { databaseUrl, TEMPLATE } from './test-database.ts'

/** One real PostgreSQL for all test files, with a migrated template that each test database is copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'larder-test-'))
  const server = await startEmbedded({ dataDir })
  await createTemplate(server.adminUrl)
  project.provide('testServer', server.adminUrl)
  return async () => {
    await server.stop()
    rmSync(server.folder, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function createTemplate(adminUrl: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE} owner larder`)
  await migrateToLatest(databaseUrl(adminUrl, TEMPLATE))
  await admin.end()
}
