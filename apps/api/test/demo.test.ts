import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { currentInstant } from '@larder/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seedDemo } from '../src/seed/seed.ts'
import { type ApiProcess, settingsOf, startApiProcess } from './api-process.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

const ADMIN = join(import.meta.dirname, '../src/admin.ts')
const run = promisify(execFile)

let folder: ReturnType<typeof makeTemporaryFolder>
let database: TestDatabase
let started: ApiProcess[] = []

beforeEach(async () => {
  folder = makeTemporaryFolder()
  database = await testDatabase()
})

afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL')
    await ended
  }
  started = []
  await database.drop()
  folder.remove()
})

test('what was a demo is no installation while its public password opens it; retire-demo takes that back, in one entry of the record', async () => {
  const { channelKey } = await seedDemo(database.url, { orders: 0, dataDir: folder.path, now: currentInstant() })
  await expect(start({}).ready).rejects.toThrow(
    'still opens to the demo\'s password (admin@larder.test and 10 more) and the demo\'s channel key.\nTake that back with "npm run admin -- retire-demo"',
  )
  const { stdout } = await admin('retire-demo')
  expect(stdout).toContain('  admin@larder.test is suspended\n')
  expect(stdout).toContain("  the demo's channel key is revoked\n")
  const { rows } = await database.pool.query("select action, actor_name from audit_entry where entity = 'demo'")
  expect(rows).toEqual([{ action: 'retire', actor_name: 'Larder' }])
  const address = await start({}).ready
  expect(await signIn(address)).toBe(401)
  expect((await fetch(`${address}/api/channel/stores`, { headers: { 'x-api-key': channelKey } })).status).toBe(401)
  expect((await admin('retire-demo')).stdout).toBe('Nothing of a demo opens this database.\n')
})

test('a demo is never mixed with what somebody else began', async () => {
  await admin('create', '--email', 'owner@shop.example')
  await expect(start({ DEMO: 'on' }).ready).rejects.toThrow('This database holds accounts or branches that no demo made')
  const { rows } = await database.pool.query(
    'select (select count(*) from staff)::int as staff, (select count(*) from branch)::int as branches',
  )
  expect(rows).toEqual([{ staff: 1, branches: 0 }])
})

test('a second process of the demo, with a data folder of its own, leaves the key of the first alone', async () => {
  const first = await start({ DEMO: 'on', DEMO_ORDERS: '0' }).ready
  const key = readFileSync(join(folder.path, 'channel-key'), 'utf8').trim()
  const elsewhere = makeTemporaryFolder()
  await start({ DEMO: 'on', DATA_DIR: elsewhere.path }).ready
  expect((await fetch(`${first}/api/channel/stores`, { headers: { 'x-api-key': key } })).status).toBe(200)
  expect(await signIn(first)).toBe(200)
  elsewhere.remove()
})

function start(environment: Record<string, string>): ApiProcess {
  const api = startApiProcess(folder.path, { DATABASE_URL: database.url, ...environment })
  started.push(api)
  return api
}

function admin(...words: string[]) {
  return run(process.execPath, [ADMIN, ...words], { env: { ...process.env, ...settingsOf(folder.path), DATABASE_URL: database.url } })
}

async function signIn(address: string): Promise<number> {
  const body = JSON.stringify({ email: 'admin@larder.test', password: 'larder-demo' })
  return (await fetch(`${address}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
}
