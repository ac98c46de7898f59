import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ChannelKind, channelKinds, channelReaches, channelScopes } from '@larder/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createKey, type KeyWords, revokeKey } from '../src/admin-channel-key.ts'
import { systemContext } from '../src/kit/access/system-actor.ts'
import { systemClock } from '../src/kit/clock.ts'
import { createServices } from '../src/kit/services.ts'
import { channelKeyHandlers } from '../src/modules/channel/channel-key.secret.service.ts'
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

/** Words that name a place where a kind of key needs one. */
async function reachFor(kind: ChannelKind): Promise<string[]> {
  const [reach] = channelReaches[kind]
  if (reach === 'own') return []
  const store = await addStore(database.db)
  const { code } = await database.db.selectFrom('branch').select('code').where('id', '=', store.branch_id).executeTakeFirstOrThrow()
  return reach === 'store' ? ['--stores', store.number] : ['--branches', code]
}
const admin = async (...words: string[]) => {
  const env = { ...process.env, ...settingsOf(folder.path), DATABASE_URL: database.url }
  return (await run(process.execPath, [ADMIN, 'channel-key', ...words], { env })).stdout
}
/** A process of the installation that is this one. */
function elsewhere() {
  const { db, reads, url } = database
  return createServices({
    config: testConfig,
    databaseUrl: url,
    writable: db,
    db: reads,
    clock: systemClock,
    log: pino({ level: 'silent' }),
  })
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
  expect(await admin('list')).toContain('revoked, last used ')
  await expect(admin('revoke', caller.id)).rejects.toThrow(`${caller.id} is no channel key that is in use`)

  const { rows } = await database.pool.query(
    "select action, actor_name, old::text, new::text from audit_entry where entity = 'channel-key' order by id",
  )
  expect(rows.map(({ action, actor_name }) => [action, actor_name])).toEqual([
    ['create', 'Larder'],
    ['revoke', 'Larder'],
  ])
  expect(JSON.stringify(rows)).not.toContain(caller.token)
})

test('a process that has just let a key in refuses it when it is revoked elsewhere, before it would ask again by itself', async () => {
  const ctx = systemContext(elsewhere(), 'test')
  const body = { name: 'Kiosk', kind: 'customer-app', reach: 'own', placeIds: [], scopes: ['channel:orders'], perMinute: null } as const
  const { channelKey, secret } = await channelKeyHandlers.create(ctx, { body: { ...body, placeIds: [], scopes: [...body.scopes] } })
  const { id, version } = channelKey
  const ask = (api: ApiProcess) => askProcess(api, 'GET /channel/orders', { as: { id, token: secret } })
  for (const answer of await Promise.all(processes.map(ask))) expect(answer.status).toBe(200)
  await channelKeyHandlers.revoke(ctx, { params: { id }, body: { version, reason: 'Lost' } })
  for (const api of processes) await vi.waitFor(async () => expect((await ask(api)).status).toBe(401), { timeout: 500, interval: 10 })
})

test('a key that is rotated opens with both secrets for the overlap, and at once with the new one alone where there is none', async () => {
  const told = await admin('create', '--kind', 'customer-app', '--channel', 'Shop app again')
  const [id, first] = [idIn(told), keyIn(told)]
  const status = async (api: ApiProcess, token: string) => (await askProcess(api, 'GET /channel/orders', { as: { id, token } })).status
  for (const api of processes) expect(await status(api, first)).toBe(200)
  const overlapping = await admin('rotate', id, '--overlap', '2')
  expect(overlapping).toMatch(/^Shop app again has another key; the one before it opens until \d{4}-/)
  const second = keyIn(overlapping)
  for (const api of processes) for (const token of [first, second]) expect(await status(api, token)).toBe(200)
  const alone = await admin('rotate', id, '--overlap', '0')
  const third = keyIn(alone)
  for (const api of processes) {
    for (const token of [first, second])
      await vi.waitFor(async () => expect(await status(api, token)).toBe(401), { timeout: 1000, interval: 20 })
    expect(await status(api, third)).toBe(200)
  }
  await expect(admin('rotate', id, '--overlap', '8')).rejects.toThrow('--overlap must be at most 7')
})

test.each(Object.keys(channelKinds) as ChannelKind[])('a key of the kind %s has the scopes that its parties can use', async (kind) => {
  const [place, named] = await reachFor(kind)
  const channel = `A ${kind}`
  await createKey((_operation, act) => act(systemContext(elsewhere(), 'test')), {
    kind,
    channel,
    ...(place && { [place.slice(2)]: named }),
  })
  const { scopes } = await database.db.selectFrom('channel_key').select('scopes').where('name', '=', channel).executeTakeFirstOrThrow()
  expect(scopes.includes('channel:quotes')).toBe((channelKinds[kind] as readonly string[]).includes('customer'))
  if (kind === 'simulator') expect(scopes).toEqual([...channelScopes])
})

test('fewer scopes are taken; what is no kind, name or scope of that kind is refused with what there is', async () => {
  const [, riders = ''] = await reachFor('rider-app')
  const [, store = ''] = await reachFor('till')
  const told = await admin(
    'create',
    '--kind',
    'rider-app',
    '--channel',
    'Riders',
    '--branches',
    riders,
    '--scopes',
    'channel:riders, channel:orders',
  )
  expect(told).toContain('may use channel:orders, channel:riders.\n')
  await expect(admin('create', '--channel', 'A')).rejects.toThrow(
    '--kind must be one of customer-app, store-app, till, rider-app, simulator',
  )
  await expect(admin('burn')).rejects.toThrow('Usage')

  // What is refused on the command line by its words is refused by these: a process each would only start again and again.
  const ctx = systemContext(elsewhere(), 'test')
  const create = (words: KeyWords) => createKey((_operation, act) => act(ctx), words)
  const till = { kind: 'till', channel: 'A' }
  await expect(create({ kind: 'fax', channel: 'A' })).rejects.toThrow('--kind must be one of')
  await expect(create({ kind: 'till' })).rejects.toThrow('--channel ')
  await expect(create({ ...till, channel: 'Demo city', stores: store })).rejects.toThrow("--channel is the name of the demo's key")
  await expect(create({ ...till, stores: store, scopes: 'channel:all' })).rejects.toThrow('--scopes')
  await expect(create({ ...till, stores: store, scopes: 'channel:quotes' })).rejects.toThrow('which is nothing that this kind can use')
  await expect(create(till)).rejects.toThrow('--stores or --branches names at least one store')
  await expect(create({ ...till, kind: 'customer-app', branches: riders })).rejects.toThrow(
    '--stores or --branches is one of what came in by it',
  )
  await expect(create({ ...till, stores: 'ST-none' })).rejects.toThrow('there is no store ST-none')
  await expect(create({ ...till, stores: 'a', branches: riders })).rejects.toThrow('not both')
  await expect(revokeKey((_operation, act) => act(ctx), 'x', {})).rejects.toThrow('x is no channel key that is in use')
})
