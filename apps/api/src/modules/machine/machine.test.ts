import { channelScopes, type Machine, newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
beforeEach(() => sql`delete from sign_in_attempt`.execute(world.db))

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
  expect((await pair(last.code)).status).toBe(200)
})

test('a printer is paired by a till, a tablet by none', async () => {
  const key = await world.app.addChannel(channelScopes, 'till', { kind: 'branch', ids: [world.branch.id] })
  expect((await pair((await added({ kind: 'printer' })).code, key)).status).toBe(200)
  expect((await pair((await added({ kind: 'tablet' })).code, key)).status).toBe(422)
})

interface Try {
  from: string
  code?: string
  as?: Caller
}

async function enterCode({ from, code = 'ABCDEFGH', as = till }: Try): Promise<{ status: number; wait: number }> {
  const { statusCode, headers } = await world.app.fastify.inject({
    method: 'POST',
    url: '/api/channel/machines/pair',
    remoteAddress: from,
    headers: { 'x-api-key': as.token },
    payload: { code },
  })
  return { status: statusCode, wait: Number(headers['retry-after'] ?? 0) }
}

/** Each from an address of its own, by a key of its own. */
const guessers = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, place) => ({
      from: `203.0.${place}.7`,
      as: await world.app.addChannel(channelScopes, 'till', { kind: 'store', ids: [world.store.id] }),
    })),
  )

/** Time goes on for whoever counts attempts. */
const pass = (seconds: number) => sql`update sign_in_attempt set at = at - make_interval(secs => ${seconds})`.execute(world.db)

test('codes cannot be tried out: not from one place by many keys, and not from many places', async () => {
  const keys = [till, elsewhere, await world.app.addChannel(channelScopes, 'till', { kind: 'branch', ids: [world.branch.id] })]
  const tries = Array.from({ length: 60 }, (_, at) => enterCode({ from: '198.51.100.7', as: keys[at % 3] ?? till }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect([statuses.filter((status) => status === 422).length, new Set(statuses)]).toEqual([5, new Set([422, 429])])
  const strangers = await guessers(30)
  let looked = 0
  for (let turn = 0; turn < 10; turn++) for (const stranger of strangers) if ((await enterCode(stranger)).status === 422) looked++
  // Each place has a first try, and all of them together few more.
  expect(looked).toBeLessThanOrEqual(30 + 10)
})

test('whoever guesses keeps no right code out: not where machines were paired before, and elsewhere for no longer than is said', async () => {
  const { code: known } = await added()
  expect((await enterCode({ from: '192.0.2.1', code: known })).status).toBe(200)
  const strangers = await guessers(20)
  const guess = async () => {
    for (const stranger of strangers) await enterCode(stranger)
  }
  for (let turn = 0; turn < 5; turn++) await guess()
  expect((await enterCode({ from: '192.0.2.1', code: (await added()).code })).status).toBe(200)
  const { code } = await added()
  let waited = 0
  for (let last = await enterCode({ from: '192.0.2.2', code }); last.status !== 200; last = await enterCode({ from: '192.0.2.2', code })) {
    expect(last.status).toBe(429)
    await pass(last.wait)
    waited += last.wait
    await guess()
  }
  // Two seconds for each of the others who are new.
  expect(waited).toBeLessThanOrEqual(2 * 20)
})

test('what is no guess is not counted: a code that is entered again under its key', async () => {
  const { code } = await added()
  const as = await world.app.addChannel(channelScopes, 'till', { kind: 'store', ids: [world.store.id] })
  const headers = { 'idempotency-key': newId() }
  const once = () => world.app.call('POST /channel/machines/pair', { as, body: { code }, headers })
  const first = await once()
  for (let again = 0; again < 8; again++) expect([(await once()).status, (await once()).body]).toEqual([200, first.body])
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
