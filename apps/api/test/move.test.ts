import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { currentInstant } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, createPool, type Database } from '../src/db/database.ts'
import { type EmbeddedDatabase, startEmbedded } from '../src/db/embedded.ts'
import { migrateToLatest } from '../src/db/migrate.ts'
import { ensurePartitions, monthOfInstant } from '../src/db/partitions.ts'
import { systemContext } from '../src/kit/access/system-actor.ts'
import { checkAudit } from '../src/modules/audit/audit-check.service.ts'
import { settingsOf } from './api-process.ts'
import { crates, writeEntry } from './audit-record.ts'
import { copyDatabase } from './copy-database.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { type TestApp, testApp } from './test-app.ts'
import { databaseUrl } from './test-database.ts'

const ADMIN = join(import.meta.dirname, '../src/admin.ts')
const folder = makeTemporaryFolder()
const file = join(folder.path, 'audit-seals.log')
const { SECRET_KEY = '' } = settingsOf(folder.path)
let app: TestApp
let cluster: EmbeddedDatabase
let moved: Database
let movedUrl: string

beforeAll(async () => {
  app = await testApp({ config: { auditSeals: file, secretKey: SECRET_KEY } })
  for (let version = 1; version <= 3; version++) {
    for (const id of crates) await writeEntry(app, id, version)
    await checkAudit(systemContext(app.services, 'test'))
  }
  cluster = await startEmbedded({ dataDir: join(folder.path, 'fresh') })
  movedUrl = cluster.url
  await migrateToLatest(movedUrl)
  moved = createDatabase(createPool(movedUrl, { applicationName: 'moved' }))
  const month = monthOfInstant(currentInstant())
  await ensurePartitions(moved, month, month)
  const admin = new URL(cluster.adminUrl)
  admin.pathname = '/larder'
  await copyDatabase(databaseUrl(inject('testServer'), new URL(app.database.url).pathname.slice(1)), admin.href, join(folder.path, 'dump'))
})

afterAll(async () => {
  await moved?.destroy()
  await cluster?.stop()
  await app.close()
  folder.remove()
})

/** `npm run admin -- verify-audit` on the moved database, as an operator runs it. */
function verifyByHand(environment: Record<string, string> = {}, ...options: string[]): Promise<{ stdout: string }> {
  const settings = { PATH: process.env.PATH, ...settingsOf(join(folder.path, 'elsewhere')), DATABASE_URL: movedUrl, ...environment }
  return promisify(execFile)(process.execPath, [ADMIN, 'verify-audit', ...options], { env: settings })
}

/** Writes into the moved database as the product that runs on it does. */
async function writeThere(): Promise<void> {
  await writeEntry({ ...app, services: { ...app.services, writable: moved } }, crates[0], 9)
}

test('in a fresh cluster the record is sound, goes on, and goes on in the file that came with it', async () => {
  expect((await verifyByHand({ AUDIT_SEALS: file })).stdout).toContain('is sound: 9 entries, 3 seals')
  await writeThere()
  expect((await verifyByHand({ AUDIT_SEALS: file })).stdout).toContain('is sound: 10 entries, 4 seals')
  expect((await verifyByHand({ AUDIT_SEALS: file })).stdout).toContain('is sound: 10 entries, 5 seals')
  // What the old place writes now is another history.
  await writeEntry(app, crates[0], 4)
  expect(await checkAudit(systemContext(app.services, 'test'))).toMatchObject({ broken: { table: 'audit_entry', id: 10 } })
})

test('without the file it says so, and keeps the seals from then on', async () => {
  const there = join(folder.path, 'elsewhere/audit-seals.log')
  expect((await verifyByHand()).stdout).toContain(`There was no file ${there}`)
  expect((await verifyByHand()).stdout).not.toContain('There was no file')
  rmSync(there)
})

const other = { SECRET_KEY: 'Zk3mVw8Qy1RtB6nHs4Lc9Xd2Jf7Gp5Ea' }

test('with another secret it says which variable to set, and ends with 1', async () => {
  await expect(verifyByHand(other)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('SECRET_KEY_PREVIOUS') })
  expect((await verifyByHand({ ...other, SECRET_KEY_PREVIOUS: SECRET_KEY, AUDIT_SEALS: 'off' })).stdout).toContain('is sound')
})

test('what was found and put right again is told until it is acknowledged with a reason', async () => {
  const environment = { ...other, SECRET_KEY_PREVIOUS: SECRET_KEY, AUDIT_SEALS: 'off' }
  await sql`alter table audit_entry disable trigger user`.execute(moved)
  const before = await moved.selectFrom('audit_entry').select('actor_name').where('id', '=', 3).executeTakeFirstOrThrow()
  await sql`update audit_entry set actor_name = 'other' where id = 3`.execute(moved)
  await expect(verifyByHand(environment)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('audit_entry 3: its content') })
  await sql`update audit_entry set actor_name = ${before.actor_name} where id = 3`.execute(moved)
  await expect(verifyByHand(environment)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('not acknowledged since') })
  await expect(verifyByHand(environment, '--acknowledge', ' ')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('reason'),
  })
  expect((await verifyByHand(environment, '--acknowledge', 'a drill')).stdout).toContain('is sound')
  expect((await verifyByHand(environment)).stdout).toContain('is sound')
})
