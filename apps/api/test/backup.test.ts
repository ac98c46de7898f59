import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { currentInstant } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBackup } from '../src/backup/backup.ts'
import { readConfig } from '../src/config.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrateToLatest } from '../src/db/migrate.ts'
import { seedDemo } from '../src/seed/seed.ts'
import { type ApiProcess, endApiProcess, settingsOf, startApiProcess } from './api-process.ts'
import { withDatabase } from './data-folder.ts'
import { findFaults, noFaults } from './fault/findings.ts'
import { openRestaurant, openShop, type Wish } from './fault/shop.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const ADMIN = join(import.meta.dirname, '../src/admin.ts')
// Enough that writers get far while it is copied.
const ORDERS = 5_000
// A backup and its restore of so much, beside writers, on a machine that others use as well.
const PATIENCE_MS = 600_000
const folder = makeTemporaryFolder()
const dataDir = join(folder.path, 'data')
const backup = join(folder.path, 'backups/first')
const restored = join(folder.path, 'restored')
let api: ApiProcess
let wish: Wish

beforeAll(async () => {
  const server = await startEmbedded({ dataDir })
  await migrateToLatest(server.url)
  await seedDemo(server.url, { orders: ORDERS, dataDir, now: currentInstant() })
  await server.stop()
  wish = await withDatabase(dataDir, openRestaurant)
  api = startApiProcess(dataDir, { DEMO: 'on' })
  await api.ready
  // Seals are there to be copied, as in every installation that is older than a minute.
  await admin('verify-audit')
}, PATIENCE_MS)

afterAll(async () => {
  if (api) await endApiProcess(api)
  folder.remove()
})

const environment = (dir: string) => ({ PATH: process.env.PATH, ...settingsOf(dir) })
const admin = (...args: string[]) => promisify(execFile)(process.execPath, [ADMIN, ...args], { env: environment(dataDir) })

test(`a backup of ${ORDERS} orders under writers holds everything that was acknowledged before its end, and is proven`, {
  timeout: PATIENCE_MS,
}, async () => {
  const channelKey = readFileSync(join(dataDir, 'channel-key'), 'utf8').trim()
  const shop = openShop({ address: await api.ready, channelKey, run: 'backup', writers: 4, wish })
  let before: typeof shop.acknowledged = []
  const startedAt = performance.now()
  const made = await makeBackup({
    config: readConfig(environment(dataDir)),
    target: backup,
    withSecrets: false,
    tell: (step) => {
      if (step === 'Ending the copy') before = [...shop.acknowledged]
    },
  })
  const madeIn = performance.now() - startedAt
  await shop.close()
  expect(shop.refusals).toEqual([])
  expect(before.length).toBeGreaterThan(20)
  expect(made).toMatchObject({ problems: [], isVerified: true })
  expect(made.counts.orders).toBeGreaterThanOrEqual(ORDERS + before.length)
  expect(readdirSync(join(folder.path, 'backups'))).toEqual(['first'])

  const restoredAt = performance.now()
  const { stdout } = await admin('restore', backup, '--to', restored)
  expect(stdout).toContain(`${made.counts.orders} orders, ${made.counts.audit_entry} entries of the record, verified`)
  const figures = { MB: made.bytes / 1e6, backupSeconds: madeIn / 1000, restoreSeconds: (performance.now() - restoredAt) / 1000 }
  process.stdout.write(`backup drill: ${JSON.stringify({ ...figures, acknowledged: before.length })}\n`)
  const faults = await withDatabase(restored, (pool) => findFaults(pool, 'backup', before))
  // What the sequencer had not come to yet, it numbers at the next start.
  expect({ ...faults, neverNumbered: 0 }).toEqual(noFaults)
})

test('the product starts on what was restored, and its record goes on', async () => {
  const again = startApiProcess(restored, { DEMO: 'on' })
  try {
    expect((await fetch(`${await again.ready}/api/ready`)).status).toBe(200)
    const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, 'verify-audit'], { env: environment(restored) })
    expect(stdout).toContain('is sound')
    expect(stdout).not.toContain('There was no file')
  } finally {
    await endApiProcess(again)
  }
})

test('no secret lies in it', () => {
  const files = readdirSync(backup, { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /secret|password|channel-key/.test(name))).toEqual([])
})

test('it is restored into an empty folder only', async () => {
  await expect(admin('restore', backup, '--to', restored)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not empty'),
  })
  await expect(admin('backup', backup)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') })
})

test.each([
  ['a table', (name: string) => /cluster\/base\/\d+\/\d+\.zst$/.test(name)],
  ['the log', (name: string) => /pg_wal\/[0-9A-F]{24}\.zst$/.test(name)],
  ['the manifest', (name: string) => name === 'manifest.json'],
] as const)('one changed byte of %s is found, the file is named, and nothing is left behind', async (_, isIt) => {
  const damaged = join(folder.path, `damaged-${crypto.randomUUID()}`)
  cpSync(backup, damaged, { recursive: true })
  const name = readdirSync(damaged, { recursive: true, encoding: 'utf8' }).find(isIt) ?? ''
  const bytes = readFileSync(join(damaged, name))
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(join(damaged, name), bytes)
  const to = join(folder.path, 'never')
  await expect(admin('restore', damaged, '--to', to)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`damaged: ${name} `),
  })
  expect(existsSync(to)).toBe(false)
})

test('killed in the middle it leaves the product at work and no backup, and the next one clears up', { timeout: PATIENCE_MS }, async () => {
  const target = join(folder.path, 'backups/second')
  const child = spawn(process.execPath, [ADMIN, 'backup', target], { env: environment(dataDir), stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(readdirSync(join(folder.path, 'backups')).sort()).toEqual(['first', expect.stringMatching(/^second\.unfinished-\d+$/)])
  expect((await fetch(`${await api.ready}/api/ready`)).status).toBe(200)
  const { stdout } = await admin('backup', target)
  expect(stdout).toContain('keep SECRET_KEY')
  expect(readdirSync(join(folder.path, 'backups')).sort()).toEqual(['first', 'second'])
})

test('a server of one\u2019s own is named, with the programs that copy it', async () => {
  mkdirSync(join(folder.path, 'elsewhere'))
  const env = { ...environment(join(folder.path, 'elsewhere')), DATABASE_URL: 'postgres://larder@db/larder' }
  const command = promisify(execFile)(process.execPath, [ADMIN, 'backup', join(folder.path, 'third')], { env })
  await expect(command).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('pg_dump --format=custom') })
})
