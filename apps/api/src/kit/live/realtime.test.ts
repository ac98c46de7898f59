import type { AddressInfo } from 'node:net'
import { type Changed, eventContract, type Missed, newId, type Permission, type RiderMoved } from '@larder/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bind } from '#kit/implement.ts'
import { listMissed } from '#modules/event/event.service.ts'
import { type Caller, type TestApp, type TestStaff, testApp } from '../../../test/test-app.ts'
import { revokeSessions, tellAccessChange } from '../access/sessions.ts'
import { systemContext } from '../access/system-actor.ts'
import type { Notice } from '../record/change.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { wholeInstallation } from './audience.ts'

let app: TestApp
let url: string
const sockets: Socket[] = []
const [kochi, thrissur, shop, otherShop] = [newId(), newId(), newId(), newId()]
const modules = [bind(eventContract, { missed: listMissed })]

beforeAll(async () => {
  app = await testApp({ live: true, contracts: { event: eventContract }, modules })
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await app.close()
})
interface Client {
  caller: Caller
  socket: Socket
  changed: Changed[]
  messages: { sequence: number }[]
  notifications: { sequence: number; notification: { content: string } }[]
  riders: RiderMoved[]
  /** Where the numbers stood when it came. */
  welcome: number
  ends: string[]
}

function connect(auth: object, options: object = {}): Socket {
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnectionDelay: 50, ...options })
  sockets.push(socket)
  return socket
}

async function enter(staff: TestStaff): Promise<Client> {
  const caller = await app.addStaff(staff)
  const socket = connect({ token: caller.token })
  const client: Client = { caller, socket, changed: [], messages: [], notifications: [], riders: [], welcome: -1, ends: [] }
  socket.on('changed', (events: Changed[]) => client.changed.push(...events))
  socket.on('message', (message) => client.messages.push(message))
  socket.on('orderNot_1', (notification) => client.notifications.push(notification))
  socket.on('riderMoved', (positions: RiderMoved[]) => client.riders.push(...positions))
  socket.on('disconnect', (reason) => client.ends.push(reason))
  await new Promise<void>((resolve) => {
    socket.on('welcome', ({ sequence }: { sequence: number }) => {
      client.welcome = sequence
      resolve()
    })
  })
  return client
}

interface Told {
  entity: string
  permission?: Permission | 'signed-in'
  branchId?: string | null
  storeId?: string | null
  notices?: Pick<Notice, 'kind' | 'payload'>[]
}

/** A fact of the record, told to whoever may hear of it. Gives its id. */
async function tell({ entity, permission = 'order.view', branchId = null, storeId = null, notices = [] }: Told): Promise<string> {
  const id = newId()
  const place = { permission, branchId, storeId }
  await unitOfWork(systemContext(app.services, 'test'), async (work) => {
    work.record({ ...place, entity, id, version: 1, action: 'create', old: null, new: {} })
    for (const notice of notices) work.notify({ ...place, ...notice, entity, entityId: id, version: 1 })
  })
  return id
}

const idsOf = (client: Client) => client.changed.map(({ id }) => id)
const delivered = (client: Client, id: string) => vi.waitFor(() => expect(idsOf(client)).toContain(id), { timeout: 3000 })

const message = (title: string) => ({
  kind: 'message' as const,
  payload: { id: newId(), tone: 'warning', title, text: 'It waits.', entity: null, entityId: null, at: '2026-11-20T10:00:00.000Z' },
})
const notification = (content: string) => ({
  kind: 'order-notification' as const,
  payload: {
    notification: {
      content,
      orderId: newId(),
      number: 'KOC-10001',
      vertical: 'fish',
      storeName: 'Fish Cove',
      total: { minor: 124_000, currency: 'INR' },
      placedAt: '2026-11-20T10:00:00.000Z',
    },
  },
})

test('each socket hears what its permissions and scope reach, and /changes says exactly the same', async () => {
  const see: Permission[] = ['order.view', 'dashboard.view']
  const clients = {
    admin: await enter({ isAdmin: true }),
    care: await enter({ permissions: see }),
    kochi: await enter({ permissions: see, scope: { kind: 'branch', ids: [kochi] } }),
    both: await enter({ permissions: see, scope: { kind: 'branch', ids: [kochi, thrissur] } }),
    shop: await enter({ permissions: see, scope: { kind: 'store', ids: [shop] } }),
    accounts: await enter({ permissions: ['finance.view'] }),
  }
  const [toAll, everywhere] = [await tell({ entity: 'i', permission: 'signed-in' }), await tell({ entity: 'a' })]
  const inKochi = await tell({ entity: 'b', branchId: kochi, storeId: shop })
  const inOtherShop = await tell({ entity: 'c', branchId: kochi, storeId: otherShop })
  const inThrissur = await tell({ entity: 'd', branchId: thrissur })
  const farthest = await tell({ entity: 'e', branchId: wholeInstallation })
  const money = await tell({ entity: 'f', permission: 'finance.view', branchId: kochi })
  const last = await tell({ entity: 'g', notices: [message('Waits'), notification('New order')] })
  const lastOfMoney = await tell({ entity: 'h', permission: 'finance.view' })
  const expected = {
    admin: [toAll, everywhere, inKochi, inOtherShop, inThrissur, farthest, money, last, lastOfMoney],
    care: [toAll, everywhere, inKochi, inOtherShop, inThrissur, farthest, last],
    kochi: [toAll, everywhere, inKochi, inOtherShop, last],
    both: [toAll, everywhere, inKochi, inOtherShop, inThrissur, last],
    shop: [toAll, everywhere, inKochi, last],
    accounts: [toAll, money, lastOfMoney],
  }
  for (const [name, client] of Object.entries(clients)) {
    const ids = expected[name as keyof typeof expected]
    await delivered(client, ids.at(-1) ?? '')
    const missed = await app.call(`GET /changes?after=${client.welcome}`, { as: client.caller })
    expect(missed.status).toBe(200)
    expect(idsOf(client), name).toEqual(ids)
    const said: Missed = missed.body
    expect(said.changed, name).toEqual(client.changed)
    expect(said.messages, name).toEqual(client.messages)
    expect(said.notifications, name).toEqual(client.notifications)
    expect(said.reset).toBe(false)
    expect(client.messages.length, name).toBe(name === 'accounts' ? 0 : 1)
  }
  expect(clients.kochi.notifications[0]?.notification.content).toBe('New order')
  for (const { socket } of Object.values(clients)) socket.disconnect()
})

test('an event that cannot be told keeps none of the others waiting', async () => {
  const client = await enter({ permissions: ['order.view'] })
  await tell({
    entity: 'poison',
    notices: [
      { kind: 'message', payload: { tone: 'no such tone' } },
      { kind: 'order-notification', payload: null },
    ],
  })
  const id = await tell({ entity: 'order', notices: [message('After the poison')] })
  await delivered(client, id)
  expect(client.messages).toHaveLength(1)
  const missed = await app.call(`GET /changes?after=${client.welcome}`, { as: client.caller })
  expect(missed.body.messages).toHaveLength(1)
  client.socket.disconnect()
})

test('changes come in arrays, not one by one', async () => {
  const client = await enter({ permissions: ['order.view'] })
  let arrays = 0
  client.socket.on('changed', () => arrays++)
  const ids = await Promise.all(Array.from({ length: 100 }, () => tell({ entity: 'order' })))
  await Promise.all(ids.map((id) => delivered(client, id)))
  expect(client.changed).toHaveLength(100)
  expect(arrays).toBeLessThan(30)
  client.socket.disconnect()
})

test('nobody comes in without a live session, from another site, or with a token anywhere but in `auth`', async () => {
  const { token } = await app.addStaff()
  const refusals = [
    connect({}),
    connect({ token: 'nobody' }),
    connect({ token: { $ne: null } }),
    connect({}, { query: { token } }),
    connect({}, { extraHeaders: { authorization: `Bearer ${token}`, 'x-api-key': token, cookie: `accessToken=${token}` } }),
    connect({ token }, { extraHeaders: { origin: 'https://evil.example' } }),
    connect({ token }, { extraHeaders: { origin: 'null' } }),
  ]
  const errors = await Promise.all(refusals.map((socket) => new Promise<Error>((resolve) => socket.on('connect_error', resolve))))
  for (const { message } of errors) expect(message).not.toContain(token)
  for (const socket of refusals) socket.disconnect()
  const own = connect({ token }, { extraHeaders: { origin: url } })
  await new Promise<void>((resolve) => own.on('connect', resolve))
  own.disconnect()
})

test('whoever has a temporary password is not let in', async () => {
  const { id, token } = await app.addStaff()
  await app.database.db.updateTable('staff').set({ must_change_password: true }).where('id', '=', id).execute()
  const socket = connect({ token })
  const error = await new Promise<Error>((resolve) => socket.on('connect_error', resolve))
  expect(error.message).toBe('password-change-required')
  socket.disconnect()
})

test('a revoked session loses its socket within a second, is not let in again and hears nothing more', async () => {
  const client = await enter({ permissions: ['order.view'] })
  const witness = await enter({ permissions: ['order.view'] })
  await unitOfWork(systemContext(app.services, 'test'), async (work) => {
    await revokeSessions(app.services, work, { staffId: client.caller.id }, 'suspended')
    work.record({
      entity: 'staff',
      id: client.caller.id,
      version: 2,
      action: 'suspend',
      old: null,
      new: null,
      permission: 'staff.view',
      branchId: null,
      storeId: null,
    })
  })
  await vi.waitFor(() => expect(client.ends).toEqual(['io server disconnect']), { timeout: 1000 })
  const id = await tell({ entity: 'order' })
  await delivered(witness, id)
  expect(client.changed).toEqual([])
  client.socket.connect()
  const error = await new Promise<Error>((resolve) => client.socket.on('connect_error', resolve))
  expect(error.message).toBe('session-over')
  witness.socket.disconnect()
})

test('with other rights the line is cut and taken up again, and hears by the new rights', async () => {
  const client = await enter({ permissions: ['order.view'] })
  const { role_id } = await app.database.db
    .selectFrom('staff')
    .select('role_id')
    .where('id', '=', client.caller.id)
    .executeTakeFirstOrThrow()
  await unitOfWork(systemContext(app.services, 'test'), async (work) => {
    await work.db.updateTable('role_grant').set({ permission: 'finance.view' }).where('role_id', '=', role_id).execute()
    await tellAccessChange(app.services, work, { about: 'role', id: role_id })
    work.nothing()
  })
  await vi.waitFor(() => expect(client.ends).toEqual(['transport close']), { timeout: 1000 })
  await vi.waitFor(() => expect(client.socket.connected).toBe(true), { timeout: 3000 })
  await tell({ entity: 'order' })
  const id = await tell({ entity: 'ledger', permission: 'finance.view' })
  await delivered(client, id)
  expect(idsOf(client)).toEqual([id])
  client.socket.disconnect()
})

test('what a client says is ignored, and one that insists is sent away', async () => {
  const client = await enter({ permissions: ['order.view'], scope: { kind: 'branch', ids: [kochi] } })
  for (const word of ['join', 'changed', 'welcome', 'subscribe']) client.socket.emit(word, `audience:all`, { room: 'all' })
  const outside = await tell({ entity: 'order', branchId: thrissur })
  const inside = await tell({ entity: 'order', branchId: kochi })
  await delivered(client, inside)
  expect(idsOf(client)).not.toContain(outside)
  for (let times = 0; times < 100; times++) client.socket.emit('join', 'all')
  await vi.waitFor(() => expect(client.ends).toEqual(['io server disconnect']))
})

test('a word larger than any of ours closes the line', async () => {
  const client = await enter({})
  client.socket.emit('x', 'a'.repeat(100_000))
  await vi.waitFor(() => expect(client.ends).toEqual(['transport close']))
  client.socket.disconnect()
})

test('a client that stops reading is dropped at a megabyte; the others hear everything', async () => {
  const [slow, quick] = [await enter({ permissions: ['customer.view'] }), await enter({ permissions: ['customer.view'] })]
  const { ws } = slow.socket.io.engine.transport as unknown as { ws: { _socket: { pause(): void } } }
  ws._socket.pause()
  const connected = app.services.realtime.connected()
  const event = { kind: 'changed', entity: 'customer', version: 1, action: 'x', actor_name: 'y'.repeat(900), payload: null } as const
  const heard = { permission: 'customer.view', branch_id: null, store_id: null, staff_id: null, moves_minor: null, but_staff_ids: null }
  const place = { at: '2026-11-20T10:00:00.000Z', ...heard } as const
  let told = 0
  await vi.waitFor(
    () => {
      const events = Array.from({ length: 200 }, () => ({ ...event, ...place, entity_id: String(told), sequence: 1_000_000 + told++ }))
      app.services.realtime.deliver(events)
      expect(app.services.realtime.connected()).toBe(connected - 1)
    },
    { timeout: 20_000, interval: 40 },
  )
  await vi.waitFor(() => expect(quick.changed).toHaveLength(told), { timeout: 5000 })
  for (const { socket } of [slow, quick]) socket.disconnect()
})

test('of a rider the newest position is told about once a second, to those who may see deliveries of the branch', async () => {
  const [mine, foreign, shopkeeper] = [
    await enter({ permissions: ['delivery.view'], scope: { kind: 'branch', ids: [kochi] } }),
    await enter({ permissions: ['delivery.view'], scope: { kind: 'branch', ids: [thrissur] } }),
    await enter({ permissions: ['delivery.view'], scope: { kind: 'store', ids: [shop] } }),
  ]
  const riderId = newId()
  for (let step = 0; step < 50; step++) {
    app.services.realtime.riderMoved({ riderId, orderId: null, lat: 9.9 + step / 1000, lng: 76.2, at: '2026-11-20T10:00:00.000Z' }, kochi)
  }
  await vi.waitFor(() => expect(mine.riders).toHaveLength(1), { timeout: 3000 })
  expect(mine.riders[0]?.lat).toBeCloseTo(9.949)
  expect([...foreign.riders, ...shopkeeper.riders]).toEqual([])
  for (const client of [mine, foreign, shopkeeper]) client.socket.disconnect()
})

test('/changes after too much, too long ago or a future that never was says: read everything again', async () => {
  const caller = await app.addStaff({ isAdmin: true })
  const missed = async (after: number): Promise<Missed> => (await app.call(`GET /changes?after=${after}`, { as: caller })).body
  const last = await tell({ entity: 'order' })
  await vi.waitFor(async () => expect((await missed(0)).changed.at(-1)?.id).toBe(last))
  const { sequence } = await missed(0)
  expect(await missed(sequence)).toMatchObject({ reset: false, changed: [], sequence })
  expect(await missed(sequence + 1_000_000)).toMatchObject({ reset: true, changed: [], sequence })
  const before = await app.database.db.selectFrom('event').select('id').execute()
  await app.database.db.deleteFrom('event').where('sequence', '<=', 3).execute()
  expect((await missed(1)).reset).toBe(true)
  expect((await missed(3)).reset).toBe(false)
  expect(before.length).toBeGreaterThan(3)
  const rows = Array.from({ length: 1001 }, () => ({
    entity: 'x',
    entity_id: newId(),
    version: 1,
    action: 'a',
    actor_name: 'b',
    permission: 'order.view',
    kind: 'changed',
  }))
  await app.database.db.insertInto('event').values(rows).execute()
  app.services.outbox.kick()
  await vi.waitFor(async () => expect((await missed(sequence)).reset).toBe(true), { timeout: 5000 })
  expect((await app.call('GET /changes?after=-1', { as: caller })).status).toBe(422)
})

test('on stop every socket is told and the line is cut, so that clients come back by themselves', async () => {
  const client = await enter({})
  const told = vi.fn()
  client.socket.on('server:restart', told)
  await app.services.realtime.stop()
  await vi.waitFor(() => expect(client.ends).toEqual(['transport close']))
  expect(told).toHaveBeenCalledTimes(1)
  expect(app.services.realtime.connected()).toBe(0)
})
