import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ChannelKind, channelKinds, channelScopes } from '@larder/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemContext } from '../src/kit/access/system-actor.ts'
import { systemClock } from '../src/kit/clock.ts'
import { createServices } from '../src/kit/services.ts'
import { createChannelKey, revokeChannelKey } from '../src/modules/channel/channel-key.service.ts'
import { type ApiProcess, askProcess, settingsOf, startApiProcess } from './api-process.ts'
import { addItem, addStore } from './factories.ts'
import { newOrder } from './order-world.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { testConfig } from './test-app.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

const ADMIN = join(import.meta.dirname, '../src/admin.ts')
const run = promisify(execFile)

const folder = makeTemporaryFolder()
let database: TestDatabase
let processes: ApiProcess[] = []

beforeAll(async () => {
  database = await testDatabase()
  processes = [1, 2].map(() => startApiProcess(folder.path, { DATABASE_URL: database.url }))
  for (const { ready } of processes) await ready
})
afterAll(async () => {
  for (const { child, ended } of processes) {
    child.kill('SIGKILL')
    await ended
  }
  await database.drop()
  folder.remove()
})

const admin = async (...words: string[]) => {
  const env = { ...process.env, ...settingsOf(folder.path), DATABASE_URL: database.url }
  return (await run(process.execPath, [ADMIN, 'channel-key', ...words], { env })).stdout
}
const keyIn = (told: string) => /^ {2}(\S{43})$/m.exec(told)?.[1] ?? ''
const idIn = (told: string) => /[0-9a-f-]{36}/.exec(told)?.[0] ?? ''

test('a key that was made on the command line takes orders until it is revoked, in every process; the record tells of both', async () => {
  expect(await admin('list')).toBe('There is no channel key yet.\n')
  const told = await admin('create', '--kind', 'customer-app', '--channel', 'Shop app')
  const caller = { id: idIn(told), token: keyIn(told) }
  const store = await addStore(database.db)
  const shop = { store, item: await addItem(database.db, store) }
  for (const api of processes)
    expect((await askProcess(api, 'POST /channel/orders', { as: caller, body: newOrder(shop) })).status).toBe(200)
  const [first] = processes
  expect(first && (await askProcess(first, 'GET /channel/riders', { as: caller })).body.error.reason).toBe('missing-scope')

  const listed = await admin('list')
  expect(listed).toContain(`${caller.id}  customer-app  Shop app\n`)
  expect(listed).toMatch(/last used \d{4}-/)
  expect(await admin('revoke', caller.id)).toBe('The key of Shop app is revoked.\n')
  for (const api of processes) expect((await askProcess(api, 'GET /channel/orders', { as: caller })).status).toBe(401)
  expect(await admin('list')).toContain('revoked ')
  await expect(admin('revoke', caller.id)).rejects.toThrow(`${caller.id} is no channel key that is in use`)

  const { rows } = await database.pool.query(
    "select action, actor_name, old::text, new::text from audit_entry where entity = 'channel-key' order by id",
  )
  expect(rows.map(({ action, actor_name }) => [action, actor_name])).toEqual([
    ['create', 'Larder'],
    ['revoke', 'Larder'],
  ])
  expect(JSON.stringify(rows)).not.toContain(caller.token)
}, 120_000)

test('a process that has just let a key in refuses it when it is revoked elsewhere, before it would ask again by itself', async () => {
  const { db, reads, url } = database
  const log = pino({ level: 'silent' })
  const elsewhere = createServices({ config: testConfig, databaseUrl: url, writable: db, db: reads, clock: systemClock, log })
  const ctx = systemContext(elsewhere, 'test')
  const { id, key } = await createChannelKey(ctx, { name: 'Kiosk', kind: 'till', scopes: ['channel:orders'] })
  const ask = (api: ApiProcess) => askProcess(api, 'GET /channel/orders', { as: { id, token: key } })
  for (const answer of await Promise.all(processes.map(ask))) expect(answer.status).toBe(200)
  expect(await revokeChannelKey(ctx, id)).toBe('Kiosk')
  for (const api of processes) await vi.waitFor(async () => expect((await ask(api)).status).toBe(401), { timeout: 500, interval: 10 })
  expect(await revokeChannelKey(ctx, id)).toBeNull()
})

test.each(Object.keys(channelKinds) as ChannelKind[])('a key of the kind %s has the scopes that its parties can use', async (kind) => {
  const told = await admin('create', '--kind', kind, '--channel', `A ${kind}`)
  const caller = { id: idIn(told), token: keyIn(told) }
  const { scopes } = await database.db.selectFrom('channel_key').select('scopes').where('id', '=', caller.id).executeTakeFirstOrThrow()
  expect(told).toContain(scopes.join(', '))
  expect(scopes.includes('channel:quotes')).toBe((channelKinds[kind] as readonly string[]).includes('customer'))
  if (kind === 'simulator') expect(scopes).toEqual([...channelScopes])
})

test('fewer scopes are taken; what is no kind, name or scope of that kind is refused with what there is', async () => {
  const told = await admin('create', '--kind', 'rider-app', '--channel', 'Riders', '--scopes', 'channel:riders, channel:orders')
  expect(told).toContain('may use channel:orders, channel:riders.\n')
  const create = (...words: string[]) => admin('create', ...words)
  await expect(create('--channel', 'A')).rejects.toThrow('--kind must be one of customer-app, store-app, till, rider-app, simulator')
  await expect(create('--kind', 'fax', '--channel', 'A')).rejects.toThrow('--kind must be one of')
  await expect(create('--kind', 'till')).rejects.toThrow('--channel ')
  await expect(create('--kind', 'till', '--channel', 'Demo city')).rejects.toThrow("which is the demo's")
  await expect(create('--kind', 'till', '--channel', 'A', '--scopes', 'channel:all')).rejects.toThrow('channel:all is no scope; there are')
  await expect(create('--kind', 'till', '--channel', 'A', '--scopes', 'channel:quotes')).rejects.toThrow('a key of the kind till can use')
  await expect(admin('revoke', 'x')).rejects.toThrow('x is no channel key that is in use')
  await expect(admin('burn')).rejects.toThrow('Usage')
}, 120_000)
