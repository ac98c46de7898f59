import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrateToLatest } from '../src/db/migrate.ts'
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
  await admin.query(`create database ${TEMPLATE} owner larder`)
  await migrateToLatest(databaseUrl(adminUrl, TEMPLATE))
  await admin.end()
}
