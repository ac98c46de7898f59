import { channelScopes, type Machine, newId } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMachine, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let till: Caller
let elsewhere: Caller
beforeAll(async () => {
  world = await orderWorld()
  const other = await addStore(world.db)
  till = await world.app.addChannel(channelScopes, 'till', { kind: 'store', ids: [world.store.id] })
  elsewhere = await world.app.addChannel(channelScopes, 'till', { kind: 'store', ids: [other.id] })
})
afterAll(() => world.app.close())

const call = (address: string, body?: object, as: Caller = world.admin) => world.app.call(address, { as, body })
const read = async (id: string): Promise<Machine> => (await call(`GET /machines/${id}`)).body
const beat = (id: string, as = till) => call(`POST /channel/machines/${id}/heartbeat`, { appVersion: '5.1' }, as)

async function added(given: object = {}): Promise<{ machine: Machine; code: string }> {
  const { status, body } = await call('POST /machines', { name: `Till ${newId()}`, storeId: world.store.id, kind: 'till', ...given })
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const pair = (code: string, as = till) => call('POST /channel/machines/pair', { code, serial: newId() }, as)

test('a machine waits for its code, is paired once by a key that reaches its store, and is alive by heartbeats', async () => {
  const { machine, code } = await added()
  expect([machine.status, code]).toEqual(['waiting', expect.stringMatching(/^[A-Z2-9]{8}$/)])
  expect((await beat(machine.id)).status).toBe(404)
  expect((await pair(code, elsewhere)).body.error.fields).toHaveProperty(['body.code'])
  const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`
  expect((await pair(typed)).body).toEqual({ id: machine.id, storeId: world.store.id, kind: 'till', name: machine.name })
  expect((await pair(code)).body.error.fields).toHaveProperty(['body.code'])
  expect((await read(machine.id)).status).toBe('offline')
  expect((await beat(machine.id, elsewhere)).status).toBe(404)
  expect((await beat(machine.id)).body).toEqual({ id: machine.id, lastHeartbeatAt: world.clock.instant(), messages: [] })
  expect(await read(machine.id)).toMatchObject({ status: 'online', appVersion: '5.1', codeEndsAt: null })
})

test('a code is over after ten minutes, and when another one was given out', async () => {
  const { machine, code } = await added()
  const { body } = await call(`POST /machines/${machine.id}/new-code`, { version: machine.version })
  expect((await pair(code)).status).toBe(422)
  world.clock.forward(10)
  expect((await pair(body.code)).status).toBe(422)
  const { body: last } = await call(`POST /machines/${machine.id}/new-code`, { version: body.machine.version })
  world.clock.forward(9.9)
  // Of a minute each key has ten tries: this one has had its share above.
  expect((await pair(last.code, await world.app.addChannel(channelScopes, 'till', { kind: 'store', ids: [world.store.id] }))).status).toBe(
    200,
  )
})

test('a printer is paired by a till, a tablet by none', async () => {
  const key = await world.app.addChannel(channelScopes, 'till', { kind: 'branch', ids: [world.branch.id] })
  expect((await pair((await added({ kind: 'printer' })).code, key)).status).toBe(200)
  expect((await pair((await added({ kind: 'tablet' })).code, key)).status).toBe(422)
})

test('codes cannot be tried out', async () => {
  const key = await world.app.addChannel(channelScopes, 'till', { kind: 'store', ids: [world.store.id] })
  const tries = Array.from({ length: 620 }, () => pair('ABCDEFGH', key))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses).toContain(422)
  expect(statuses).toContain(429)
})

test('who is silent for longer than the setting is told as offline, once, and online again with the next heartbeat', async () => {
  const { id } = await addMachine(world.db, world.store)
  await beat(id)
  await beat(id)
  const minutes = 5
  world.clock.forward(minutes - 0.01)
  await world.app.services.jobs.run('note-silent-machines')
  expect((await read(id)).status).toBe('online')
  world.clock.forward(0.01)
  await world.app.services.jobs.run('note-silent-machines')
  await world.app.services.jobs.run('note-silent-machines')
  expect((await read(id)).status).toBe('offline')
  await beat(id)
  expect((await read(id)).status).toBe('online')
  const entries = await world.db
    .selectFrom('audit_entry')
    .select(['action', 'store_id'])
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['goOnline', 'goOffline', 'goOnline'])
  expect(entries.every(({ store_id }) => store_id === world.store.id)).toBe(true)
})

test('a test message waits until the next heartbeat, which fetches it once', async () => {
  const { id, version } = await addMachine(world.db, world.store)
  const { body: sent } = await call(`POST /machines/${id}/test-message`, { version, text: 'Can you hear me?' })
  expect(sent.message).toEqual({ text: 'Can you hear me?', at: world.clock.instant(), fetchedAt: null })
  expect((await beat(id)).body.messages).toEqual([{ text: 'Can you hear me?', at: world.clock.instant() }])
  expect((await beat(id)).body.messages).toEqual([])
  expect((await read(id)).message).toMatchObject({ fetchedAt: world.clock.instant() })
})

test('a machine that was revoked is none of the store any more', async () => {
  const { id, version } = await addMachine(world.db, world.store)
  const { body } = await call(`POST /machines/${id}/revoke`, { version, reason: 'Sold' })
  expect(body.status).toBe('revoked')
  expect((await beat(id)).status).toBe(404)
  expect((await call(`POST /machines/${id}/new-code`, { version: body.version })).body.error.reason).toBe('machine-revoked')
  const { body: listed } = await call('GET /channel/machines', undefined, till)
  expect(listed.map((machine: { id: string }) => machine.id)).not.toContain(id)
})

test('whoever looks after one store has its machines alone', async () => {
  const officer = await world.app.addStaff({
    permissions: ['machine.view', 'machine.create', 'machine.operate'],
    scope: { kind: 'store', ids: [world.store.id] },
  })
  const foreign = await addMachine(world.db, await addStore(world.db))
  const { body } = await call('GET /machines?limit=100', undefined, officer)
  expect(new Set(body.rows.map(({ storeId }: Machine) => storeId))).toEqual(new Set([world.store.id]))
  expect((await call(`POST /machines/${foreign.id}/test-message`, { version: 1, text: 'Hello' }, officer)).status).toBe(404)
  const draft = { name: 'Mine', storeId: foreign.store_id, kind: 'till' }
  expect((await call('POST /machines', draft, officer)).body.error.fields).toEqual({ 'body.storeId': 'does not exist' })
})
