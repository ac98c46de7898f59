import { type Instant, instantOf, msOf, newId, type OrderNotification } from '@larder/contract'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ensureCurrentPartitions } from '../src/db/partitions.ts'
import { findBrokenOrders } from '../src/modules/order/read/invariants.ts'
import { type ApiProcess, askProcess, startApiProcess } from './api-process.ts'
import { addItem, addLine, addOrder, addStore } from './factories.ts'
import { everyScope, newOrder, type OrderWorld } from './order-world.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { addChannel, addStaff, type Caller } from './test-app.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

const withinASecond = { timeout: 1000, interval: 10 }
const patience = { timeout: 20_000, interval: 50 }
const autoRejectMs = 10 * 60_000

const folder = makeTemporaryFolder()
const sockets: Socket[] = []
let database: TestDatabase
let first: ApiProcess
let second: ApiProcess
let admin: Caller
let channel: Caller
let shop: Pick<OrderWorld, 'store' | 'item'>

beforeAll(async () => {
  database = await testDatabase()
  first = startApiProcess(folder.path, { DATABASE_URL: database.url })
  await first.ready
  await vi.waitFor(async () => expect((await timerLocks()).length).toBeGreaterThan(5), patience)
  second = startApiProcess(folder.path, { DATABASE_URL: database.url })
  await second.ready
  admin = await addStaff(database, { isAdmin: true })
  channel = await addChannel(database, everyScope)
  const store = await addStore(database.db)
  shop = { store, item: await addItem(database.db, store) }
})

afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  for (const { child, ended } of [first, second]) {
    child.kill('SIGKILL')
    await ended
  }
  await database.drop()
  folder.remove()
})

/** Who holds the timers: the connection of each lock. */
async function timerLocks(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and datname = current_database() and application_name = 'larder ticker'`.execute(database.db)
  return rows.map(({ pid }) => pid)
}

async function numberOf(statement: string): Promise<number> {
  const { rows } = await sql.raw<{ count: number }>(`select count(*) as count ${statement}`).execute(database.db)
  return Number(rows[0]?.count)
}

interface Listener {
  socket: Socket
  notified: string[]
  ends: string[]
  /** How often it was told that its person may do something else now. */
  access: number
}

/** A member of staff's screen on one of the processes. */
async function listen(api: ApiProcess, { token }: Caller, auth: object = { token }): Promise<Listener> {
  const socket = io(await api.ready, { auth, transports: ['websocket'], forceNew: true, reconnection: false })
  sockets.push(socket)
  const heard: Listener = { socket, notified: [], ends: [], access: 0 }
  socket.on('orderNot_1', ({ notification }: OrderNotification) => heard.notified.push(notification.orderId))
  socket.on('access', () => {
    heard.access++
  })
  socket.on('disconnect', (reason) => heard.ends.push(reason))
  await new Promise((welcomed) => socket.once('welcome', welcomed))
  return heard
}

async function place(api: ApiProcess, given: object = {}): Promise<{ id: string; version: number }> {
  const { status, body } = await askProcess(api, 'POST /channel/orders', { as: channel, body: newOrder(shop, given) })
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}

test('each hears what happens in the other, once, in the same order', async () => {
  const [here, there] = [await listen(first, admin), await listen(second, admin)]
  const placed: string[] = []
  for (let turn = 0; turn < 10; turn++) placed.push((await place(turn % 2 ? first : second)).id)
  await vi.waitFor(() => expect(here.notified).toHaveLength(10), withinASecond)
  await vi.waitFor(() => expect(there.notified).toHaveLength(10), withinASecond)
  expect(here.notified).toEqual(placed)
  expect(there.notified).toEqual(placed)
})

test('of two who act on the same version in different processes, one is told what the other did', async () => {
  const { id, version } = await place(first)
  const accept = (api: ApiProcess) => askProcess(api, `POST /orders/${id}/accept`, { as: admin, body: { version, prepMinutes: 15 } })
  const answers = await Promise.all([accept(first), accept(second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.error).toMatchObject({ current: { status: 'accepted' } })
})

/** Where the session of somebody ends, or what they may: what the other process answers to their token from then on. */
const endings: [what: string, answer: number, end: (person: Caller) => Promise<{ status: number }>][] = [
  ['signs out', 403, (as) => askProcess(first, 'POST /logout', { as })],
  ['is suspended', 403, (person) => actOn(person, 'suspend', { reason: 'Left the company' })],
  ['is deactivated', 403, (person) => actOn(person, 'deactivate', { reason: 'Left the company' })],
  ['gets a temporary password', 403, (person) => actOn(person, 'reset-password')],
  [
    'has the session ended by an administrator',
    403,
    async (person) => actOn(person, 'end-session', { sessionId: await sessionOf(person) }),
  ],
  [
    'gets another role',
    401,
    async (person) => actOn(person, 'change-role', { roleId: await roleOf(await addStaff(database, {})), scope: { kind: 'all', ids: [] } }),
  ],
]
const actOn = ({ id }: Caller, act: string, body: object = {}) =>
  askProcess(first, `POST /staff/${id}/${act}`, { as: admin, body: { version: 1, ...body } })
const sessionOf = async ({ id }: Caller) =>
  (await database.db.selectFrom('session').select('id').where('staff_id', '=', id).executeTakeFirstOrThrow()).id
const roleOf = async ({ id }: Caller) =>
  (await database.db.selectFrom('staff').select('role_id').where('id', '=', id).executeTakeFirstOrThrow()).role_id

test.each(endings)('who %s in one is out of both within a second: token and open screens', async (_, answer, end) => {
  const person = await addStaff(database, { permissions: ['order.view'] })
  const screens = [await listen(first, person), await listen(second, person)]
  const ask = async () => [await askProcess(first, 'GET /orders', { as: person }), await askProcess(second, 'GET /orders', { as: person })]
  expect((await ask()).map(({ status }) => status)).toEqual([200, 200])
  const ended = await end(person)
  expect([ended.status, 'body' in ended && (ended.body as { error?: object } | null)?.error]).toEqual([200, undefined])
  for (const screen of screens) await vi.waitFor(() => expect(screen.ends).toHaveLength(1), withinASecond)
  await vi.waitFor(async () => expect((await ask()).map(({ status }) => status)).toEqual([answer, answer]), withinASecond)
  const watch = await listen(second, admin)
  const { id } = await place(first)
  await vi.waitFor(() => expect(watch.notified).toEqual([id]), withinASecond)
  expect(screens.map(({ notified }) => notified)).toEqual([[], []])
})

test('a line that was cut is not taken up where it stood by who was suspended meanwhile, nor by who was not', async () => {
  const person = await addStaff(database, { permissions: ['order.view'] })
  const [{ socket }, watch] = [await listen(second, person), await listen(second, admin)]
  // What a server that takes lines up again gives a client to come back with.
  const [pid = socket.id, offset = '1-0'] = [Reflect.get(socket, '_pid'), Reflect.get(socket, '_lastOffset')] as (string | undefined)[]
  const recovery = { token: person.token, pid, offset }
  socket.io.engine.close()
  const missed = await place(first)
  await vi.waitFor(() => expect(watch.notified).toEqual([missed.id]), withinASecond)
  const back = await listen(second, person, recovery)
  const { id } = await place(first)
  await vi.waitFor(() => expect(back.notified).toEqual([id]), withinASecond)
  expect(back.socket.recovered).not.toBe(true)
  back.socket.io.engine.close()
  expect((await actOn(person, 'suspend', { reason: 'Left the company' })).status).toBe(200)
  for (const api of [first, second]) {
    const again = io(await api.ready, { auth: recovery, transports: ['websocket'], forceNew: true, reconnection: false })
    sockets.push(again)
    const refusal = await new Promise<Error>((resolve) => again.once('connect_error', resolve))
    expect([refusal.message, again.connected]).toEqual(['session-over', false])
  }
})

test('what a role gains or loses in one is theirs in the other within a second: calls, rooms and open screens', async () => {
  const draft = { name: 'Watch', reach: 'all', teamIds: [], grants: [{ permission: 'dashboard.view', limitMinor: null }], acknowledged: [] }
  const role = (await askProcess(first, 'POST /roles', { as: admin, body: draft })).body
  const person = await addStaff(database, { permissions: [] })
  await database.db.updateTable('staff').set({ role_id: role.id }).where('id', '=', person.id).execute()
  // An administrator who is alone widens a role that somebody has without another person's approval.
  await sql`update staff set status = 'suspended' from role where role.id = role_id and is_admin and staff.id <> ${admin.id}`.execute(
    database.db,
  )
  const screen = await listen(second, person)
  const orders = () => askProcess(second, 'GET /orders', { as: person })
  await vi.waitFor(async () => expect((await orders()).status).toBe(401), withinASecond)

  const grants = [...draft.grants, { permission: 'order.view', limitMinor: null }]
  const began = performance.now()
  const wider = await askProcess(first, `PATCH /roles/${role.id}`, { as: admin, body: { version: 1, grants } })
  expect([wider.status, wider.body.error]).toEqual([200, undefined])
  await vi.waitFor(() => expect(screen.access).toBe(1), withinASecond)
  expect((await orders()).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(1000)
  // The line was cut, for a seat in the room of those who hear of orders.
  await vi.waitFor(() => expect(screen.ends).toHaveLength(1), withinASecond)
  const again = await listen(second, person)
  const { id } = await place(first)
  await vi.waitFor(() => expect(again.notified).toEqual([id]), withinASecond)

  const { version } = wider.body
  expect((await askProcess(first, `PATCH /roles/${role.id}`, { as: admin, body: { version, grants: draft.grants } })).status).toBe(200)
  await vi.waitFor(() => expect(again.access).toBe(1), withinASecond)
  expect((await orders()).status).toBe(401)
  const narrow = await listen(second, person)
  const unheard = await place(first)
  const watch = await listen(second, admin)
  await place(first)
  await vi.waitFor(() => expect(watch.notified).toHaveLength(1), withinASecond)
  expect([narrow.notified, again.notified]).toEqual([[], [id]])
  expect(unheard.id).not.toBe(id)
})

test('timers belong to one of them', async () => {
  const holders = await timerLocks()
  expect(new Set(holders).size).toBe(1)
})

test('a change of a setting that is due takes effect once, and holds in both', async () => {
  const [key, staff_id] = ['order.travelMinutes', admin.id]
  const due = { id: newId(), key, value: '37', takes_effect_at: '2026-01-01T00:00:00.000Z', staff_id }
  await database.db.insertInto('setting_plan').values(due).execute()
  const valueIn = async (api: ApiProcess) =>
    (await askProcess(api, 'GET /settings/values', { as: admin })).body.find(({ id }: { id: string }) => id === key).value
  await vi.waitFor(async () => expect([await valueIn(first), await valueIn(second)]).toEqual([37, 37]), patience)
  expect(await numberOf(`from audit_entry where entity = 'setting' and entity_id = '${key}'`)).toBe(1)
  expect(await numberOf('from setting_plan')).toBe(0)
})

test('when the one with the timers is killed the other keeps them, and nothing is lost or done twice', async () => {
  await ensureCurrentPartitions(database.db, instantOf(Date.now() - autoRejectMs))
  const dueMs = Date.now() + 4000
  const at = instantOf(dueMs - autoRejectMs)
  const due = await addOrder(database.db, shop.store, { at, payment_method: 'cash', payment_state: 'due' })
  await addLine(database.db, due)
  const screen = await listen(second, admin)
  const basket = (number: number) => newOrder(shop, { externalId: `killed-${number}` })
  const order = async (number: number) => {
    const body = basket(number)
    const ask = (api: ApiProcess) =>
      askProcess(api, 'POST /channel/orders', { as: channel, body, headers: { 'idempotency-key': body.externalId } })
    const answer = await ask(first).catch(() => ask(second))
    expect([answer.status, answer.body]).toEqual([200, expect.anything()])
    return answer.body.id as string
  }
  const ordering = Array.from({ length: 60 }, (_, number) => order(number))
  await ordering[3]
  first.child.kill('SIGKILL')
  const ids = await Promise.all(ordering)
  expect(new Set(ids).size).toBe(60)

  const row = () => database.db.selectFrom('orders').select(['status', 'ended_at']).where('id', '=', due.id).executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect((await row()).status).toBe('rejected'), patience)
  const { ended_at } = await row()
  expect(msOf(ended_at as Instant) - dueMs).toBeGreaterThanOrEqual(0)
  expect(msOf(ended_at as Instant) - dueMs).toBeLessThan(5000)
  expect(await numberOf(`from order_event where order_id = '${due.id}' and type = 'reject'`)).toBe(1)
  await vi.waitFor(() => expect([...screen.notified].sort()).toEqual([...ids].sort()), patience)

  expect(await numberOf(`from orders where external_id like 'killed-%'`)).toBe(60)
  expect(await numberOf('from (select entity_id from audit_entry where action = $$place$$ group by 1 having count(*) > 1) as twice')).toBe(
    0,
  )
  await expect.poll(() => numberOf('from event where sequence is null'), patience).toBe(0)
  expect(await numberOf('from (select sequence from event group by 1 having count(*) > 1) as twice')).toBe(0)
  expect(await findBrokenOrders(database.pool)).toEqual([])
})
