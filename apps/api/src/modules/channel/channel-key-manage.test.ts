import { type ChannelKey, type ChannelKind, newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'
import { demoKeyName } from '../../kit/access/demo-key.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const draft = (given: object = {}) => ({
  name: 'Till of Fish Cove',
  kind: 'till',
  reach: 'store',
  placeIds: [world.store.id],
  scopes: ['channel:orders', 'channel:order-events'],
  perMinute: null,
  ...given,
})
const call = (address: string, body?: object, as: Caller = world.admin) => world.app.call(address, { as, body })

async function made(given: object = {}): Promise<{ key: ChannelKey; caller: Caller }> {
  const { status, body } = await call('POST /channel-keys', draft(given))
  expect([status, body.error]).toEqual([200, undefined])
  return { key: body.channelKey, caller: { id: body.channelKey.id, token: body.secret } }
}
const statusOf = async (caller: Caller) => (await call('GET /channel/orders', undefined, caller)).status
const rotated = (key: ChannelKey, overlapDays: number) => call(`POST /channel-keys/${key.id}/rotate`, { version: key.version, overlapDays })

test('a key that is made in the browser opens what it speaks for; its secret is told once and kept nowhere', async () => {
  const { id } = await place(world)
  const { key, caller } = await made()
  expect(key).toMatchObject({ status: 'open', places: [{ id: world.store.id, name: 'Fish Cove' }], lastUsedAt: null })
  expect((await call('GET /channel/orders', undefined, caller)).body.map((order: { id: string }) => order.id)).toContain(id)
  const read = (await call(`GET /channel-keys/${key.id}`)).body
  expect(read).toMatchObject({ lastUsedFrom: '127.0.0.1', lastUsedAt: expect.any(String) })
  const { body: listed } = await call('GET /channel-keys?limit=100')
  const { rows } = await sql<{
    kept: string
  }>`select (select string_agg(audit_entry::text, ' ') from audit_entry) || (select coalesce(string_agg(idempotency_key::text, ' '), '')
    from idempotency_key) || (select string_agg(event::text, ' ') from event) as kept`.execute(world.db)
  const { key_hash } = await world.db.selectFrom('channel_key').select('key_hash').where('id', '=', key.id).executeTakeFirstOrThrow()
  for (const secret of [caller.token, key_hash.toString('hex'), key_hash.toString('base64')])
    expect([rows[0]?.kept, read, listed].map((told) => JSON.stringify(told).includes(secret))).toEqual([false, false, false])
})

test('of a key that was rotated the one before opens for the overlap, and no older one; the channel and its orders stay', async () => {
  const { key, caller } = await made({ kind: 'customer-app', reach: 'own', placeIds: [], scopes: ['channel:orders'] })
  const { id } = await place({ ...world, channel: caller })
  const { body: once } = await rotated(key, 7)
  const second = { id: key.id, token: once.secret }
  expect([await statusOf(caller), await statusOf(second)]).toEqual([200, 200])
  const { body: twice } = await rotated(once.channelKey, 1)
  const third = { id: key.id, token: twice.secret }
  expect([await statusOf(caller), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200])
  expect((await call(`GET /channel/orders/${id}`, undefined, third)).status).toBe(200)
  // The overlap ends by the database's clock.
  await sql`update channel_key set former_ends_at = now() - interval '1 second' where id = ${key.id}`.execute(world.db)
  world.app.services.access.forget({ about: 'channel-key', id: key.id })
  expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200])
  const { body: last } = await rotated(twice.channelKey, 0)
  expect(last.channelKey.formerEndsAt).toBeNull()
  expect([await statusOf(third), await statusOf({ id: key.id, token: last.secret })]).toEqual([401, 200])
  expect((await rotated(last.channelKey, 8)).body.error.fields).toEqual({ 'body.overlapDays': 'must be at most 7' })
  expect((await rotated(key, 1)).body.error.kind).toBe('stale')
})

test('a key that is revoked opens nothing, and stays so', async () => {
  const { key, caller } = await made()
  const { body: once } = await rotated(key, 7)
  expect(await statusOf(caller)).toBe(200)
  const { body: gone } = await call(`POST /channel-keys/${key.id}/revoke`, { version: once.channelKey.version, reason: 'Sold' })
  expect(gone.status).toBe('revoked')
  expect([await statusOf(caller), await statusOf({ id: key.id, token: once.secret })]).toEqual([401, 401])
  expect((await rotated(gone, 1)).body.error.reason).toBe('key-revoked')
  expect((await call(`PATCH /channel-keys/${key.id}`, { version: gone.version, name: 'Again' })).body.error.reason).toBe('key-revoked')
})

test('a key has as many requests a minute as it was given, and more as soon as it is given more', async () => {
  const { key, caller } = await made({ perMinute: 3 })
  const statuses: number[] = []
  for (let times = 0; times < 6; times++) statuses.push(await statusOf(caller))
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
  expect(statuses[0]).toBe(200)
  await call(`PATCH /channel-keys/${key.id}`, { version: key.version, perMinute: null })
  world.app.services.limits.giveBack(`channel:${key.id}`, 10)
  for (let times = 0; times < 6; times++) expect(await statusOf(caller)).toBe(200)
})

test('what a kind cannot have is refused at its field', async () => {
  const refused: [object, string][] = [
    [{ kind: 'customer-app' }, 'reach'],
    [{ kind: 'rider-app' }, 'reach'],
    [{ reach: 'own', placeIds: [] }, 'reach'],
    [{ kind: 'simulator' as ChannelKind }, 'reach'],
    [{ placeIds: [] }, 'placeIds'],
    [{ placeIds: [newId()] }, 'placeIds'],
    [{ placeIds: [world.branch.id] }, 'placeIds'],
    [{ placeIds: [world.store.id, world.store.id] }, 'placeIds'],
    [{ kind: 'customer-app', reach: 'own' }, 'placeIds'],
    [{ scopes: ['channel:quotes'] }, 'scopes'],
    [{ scopes: [] }, 'scopes'],
    [{ name: demoKeyName }, 'name'],
    [{ perMinute: 0 }, 'perMinute'],
  ]
  for (const [given, field] of refused) {
    const { status, body } = await call('POST /channel-keys', draft(given))
    expect([status, Object.keys(body.error.fields)], JSON.stringify(given)).toEqual([422, [`body.${field}`]])
  }
})

test("the demo's key keeps its name, by which a demo is known", async () => {
  const { key } = await made()
  await world.db.updateTable('channel_key').set({ name: demoKeyName }).where('id', '=', key.id).execute()
  const { body } = await call(`PATCH /channel-keys/${key.id}`, { version: key.version, name: 'Mine' })
  expect(body.error.fields).toEqual({ 'body.name': 'stays: the demo is known by it' })
})

test('keys are of those who reach the whole installation', async () => {
  const { key } = await made()
  const permissions = ['channel-key.view', 'channel-key.create', 'channel-key.operate'] as const
  const partner = await world.app.addStaff({ permissions: [...permissions], scope: { kind: 'branch', ids: [world.branch.id] } })
  expect((await call('GET /channel-keys', undefined, partner)).body.rows).toEqual([])
  expect((await call(`GET /channel-keys/${key.id}`, undefined, partner)).status).toBe(404)
  expect((await call(`POST /channel-keys/${key.id}/rotate`, { version: key.version, overlapDays: 0 }, partner)).status).toBe(404)
  expect((await call('POST /channel-keys', draft(), partner)).status).toBe(422)
})
