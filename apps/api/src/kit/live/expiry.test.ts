import type { AddressInfo } from 'node:net'
import { type Changed, newId } from '@larder/contract'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { tellAccessChange } from '../access/sessions.ts'
import { systemContext } from '../access/system-actor.ts'
import { unitOfWork } from '../unit-of-work.ts'

let app: TestApp
const sockets: Socket[] = []

beforeAll(async () => {
  app = await testApp({ live: true, contracts: {}, modules: [] })
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await app.close()
})

interface Client {
  socket: Socket
  heard: Set<string>
  /** When the line was cut, as `performance.now()`; null while it stands. */
  endedAt: number | null
}

async function enter({ token }: Caller, at = app): Promise<Client> {
  const { port } = at.fastify.server.address() as AddressInfo
  const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
  sockets.push(socket)
  const client: Client = { socket, heard: new Set(), endedAt: null }
  socket.on('changed', (events: Changed[]) => events.forEach(({ id }) => void client.heard.add(id)))
  socket.on('disconnect', () => {
    client.endedAt = performance.now()
  })
  await new Promise((resolve) => socket.on('welcome', resolve))
  return client
}

async function tell(): Promise<string> {
  const id = newId()
  await unitOfWork(systemContext(app.services, 'test'), async (work) => {
    const place = { permission: 'order.view', branchId: null, storeId: null } as const
    work.record({ ...place, entity: 'order', id, version: 1, action: 'create', old: null, new: {} })
  })
  return id
}

const delivered = ({ heard }: Client, id: string) => vi.waitFor(() => expect(heard).toContain(id), { timeout: 3000 })

/** Sets an end so many seconds away, by the database's clock; gives when that is by ours. */
async function endIn(seconds: number, table: 'session' | 'staff', column: string, staffId: string): Promise<number> {
  const key = sql.ref(table === 'session' ? 'staff_id' : 'id')
  const since = performance.now()
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = clock_timestamp() + make_interval(secs => ${seconds}) where ${key} = ${staffId}`.execute(
    app.database.db,
  )
  return since + seconds * 1000
}

test.each([
  ['the session is over', 'session', 'expires_at'],
  ['nobody was there for long', 'session', 'idle_expires_at'],
  ['the account is over', 'staff', 'expires_at'],
] as const)('a line is cut on time when %s, and hears nothing after', async (_, table, column) => {
  const caller = await app.addStaff({ permissions: ['order.view'] })
  const endsAt = await endIn(2.5, table, column, caller.id)
  const [client, witness] = [await enter(caller), await enter(await app.addStaff({ permissions: ['order.view'] }))]
  await delivered(client, await tell())
  const told: { id: string; at: number }[] = []
  while (client.endedAt === null) told.push({ at: performance.now(), id: await tell() })
  expect(client.endedAt - endsAt).toBeGreaterThan(-100)
  expect(client.endedAt - endsAt).toBeLessThan(1000)
  const last = await tell()
  await delivered(witness, last)
  const late = told.filter(({ at }) => at > endsAt + 100).map(({ id }) => id)
  expect([...late, last].filter((id) => client.heard.has(id))).toEqual([])
  witness.socket.disconnect()
})

test('a session that is put off before its end keeps its line', async () => {
  const caller = await app.addStaff({ permissions: ['order.view'] })
  const wouldEndAt = await endIn(1.5, 'session', 'idle_expires_at', caller.id)
  const client = await enter(caller)
  await endIn(3600, 'session', 'idle_expires_at', caller.id)
  while (performance.now() < wouldEndAt + 500) await delivered(client, await tell())
  expect(client.endedAt).toBeNull()
})

test('what nobody told of somebody’s rights or session is found within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const alone = await testApp({ live: true, contracts: {}, modules: [] })
  try {
    await alone.fastify.listen({ host: '127.0.0.1', port: 0 })
    const [changed, revoked, same] = [await alone.addStaff(), await alone.addStaff(), await alone.addStaff()]
    const [cut, over, standing] = [await enter(changed, alone), await enter(revoked, alone), await enter(same, alone)]
    const hear = vi.fn()
    cut.socket.on('access', hear)
    const { db } = alone.database
    await db.updateTable('staff').set({ access_version: 2 }).where('id', '=', changed.id).execute()
    await db.updateTable('session').set({ revoked_at: sql`now()` }).where('staff_id', '=', revoked.id).execute()
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(() => expect([cut.endedAt, over.endedAt]).not.toContain(null), { timeout: 3000 })
    expect(hear).toHaveBeenCalledTimes(1)
    expect(standing.endedAt).toBeNull()
  } finally {
    vi.useRealTimers()
    await alone.close()
  }
})

test('a line that comes in keeps no session alive: browsers take it up by themselves', async () => {
  const { db } = app.database
  const caller = await app.addStaff()
  await sql`update session set last_seen_at = now() - interval '1 hour' where staff_id = ${caller.id}`.execute(db)
  const times = () => db.selectFrom('session').select(['last_seen_at', 'idle_expires_at']).where('staff_id', '=', caller.id).execute()
  const before = await times()
  await enter(caller)
  expect(await times()).toEqual(before)
})

test('whoever comes in while their rights change does not keep a seat by those of before', async () => {
  const { db } = app.database
  const caller = await app.addStaff({ permissions: ['order.view'] })
  const colleague = await app.addStaff()
  const { role_id: id } = await db.selectFrom('staff').select('role_id').where('id', '=', caller.id).executeTakeFirstOrThrow()
  await db.updateTable('staff').set({ role_id: id }).where('id', '=', colleague.id).execute()
  const standing = await enter(colleague)
  // Held here, one is between the look-up and the seat.
  const [isFound, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { find } = app.services.access
  app.services.access.find = async (hash, load) => {
    const known = await find(hash, load)
    app.services.access.find = find
    isFound.resolve()
    await mayGoOn.promise
    return known
  }
  const entering = enter(caller)
  await isFound.promise
  await unitOfWork(systemContext(app.services, 'test'), async (work) => {
    await work.db.updateTable('role_grant').set({ permission: 'finance.view' }).where('role_id', '=', id).execute()
    await tellAccessChange(app.services, work, { about: 'role', id })
    work.nothing()
  })
  await vi.waitFor(() => expect(standing.endedAt).not.toBeNull(), { timeout: 3000 })
  mayGoOn.resolve()
  const client = await entering
  await vi.waitFor(() => expect(client.endedAt).not.toBeNull(), { timeout: 3000 })
})
