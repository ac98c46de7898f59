import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, createPool, type Database } from '../src/db/database.ts'
import { type EmbeddedDatabase, startEmbedded } from '../src/db/embedded.ts'
import { type ApiProcess, askProcess, startApiProcess } from './api-process.ts'
import { addItem, addStore } from './factories.ts'
import { everyScope, newOrder } from './order-world.ts'
import { askServer, type Standby, startStandby } from './standby.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { addChannel, addStaff, type Caller } from './test-app.ts'

const patience = { timeout: 20_000, interval: 50 }
const lag = 3

let folder: ReturnType<typeof makeTemporaryFolder>
let primary: EmbeddedDatabase
let standby: Standby
let db: Database
let api: ApiProcess
let staff: Caller
let channel: Caller
let order: { store: Awaited<ReturnType<typeof addStore>>; item: Awaited<ReturnType<typeof addItem>> }

beforeAll(async () => {
  folder = makeTemporaryFolder()
  primary = await startEmbedded({ dataDir: folder.path })
  const home = join(folder.path, 'standby')
  mkdirSync(home, { mode: 0o755 })
  standby = await startStandby(primary, home)
  api = startApiProcess(folder.path, { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: standby.url })
  await api.ready
  db = createDatabase(createPool(primary.url, { applicationName: 'test' }))
  staff = await addStaff({ db }, { isAdmin: true })
  channel = await addChannel({ db }, everyScope)
  const store = await addStore(db)
  order = { store, item: await addItem(db, store) }
})

afterAll(async () => {
  api?.child.kill('SIGKILL')
  await api?.ended
  await db?.destroy()
  await standby?.kill()
  await primary?.stop()
  folder.remove()
})

const call = (as: Caller, address: string, body?: object) => askProcess(api, address, { as, ...(body && { body }) })
const replicaState = async () => (await call(staff, 'GET /ready')).body.replica
const place = async (name: string, phone: string) => {
  const placed = await call(channel, 'POST /channel/orders', newOrder(order as never, { customer: { name, phone } }))
  expect(placed.status).toBe(200)
  return placed.body as { id: string; version: number }
}

/** What the product asks the standby about customers, with what waits on them for approval, and histories: of each connection the last. */
async function readsOfStandby(): Promise<string[]> {
  const rows = await askServer<{ query: string }>(
    standby.adminUrl,
    `select query from pg_stat_activity where application_name = 'larder replica reads' and query ~ 'audit_entry|customer|approval'`,
  )
  return rows.map(({ query }) => query)
}

test('reads of much come from a replica that is up to date', async () => {
  await expect.poll(replicaState, patience).toBe('current')
  await place('Anjali Menon', '+91 98470 12340')
  await expect
    .poll(async () => {
      expect((await call(staff, 'GET /customers?q=Anjali')).body.rows).toHaveLength(1)
      return (await readsOfStandby()).length
    }, patience)
    .toBeGreaterThan(0)
})

test('however far the replica is behind, everyone reads what was written', async () => {
  await askServer(standby.adminUrl, `alter system set recovery_min_apply_delay = '${lag}s'`, 'select pg_reload_conf()')
  const { id, version } = await place('Meera Thomas', '+91 98470 12341')
  expect(await call(staff, `GET /orders/${id}`)).toMatchObject({ status: 200, body: { status: 'pending' } })
  expect((await call(staff, 'GET /customers?q=Meera')).body.rows).toHaveLength(1)
  expect(await call(staff, `POST /orders/${id}/accept`, { version, prepMinutes: 15 })).toMatchObject({ status: 200 })
  expect(await call(staff, `GET /orders/${id}`)).toMatchObject({ body: { status: 'accepted' } })
  const { body: history } = await call(staff, `GET /history/order/${id}`)
  expect(history.rows.map(({ action }: { action: string }) => action)).toEqual(['accept', 'place'])
  await expect.poll(replicaState, patience).toBe('behind')
  await askServer(standby.adminUrl, 'alter system reset recovery_min_apply_delay', 'select pg_reload_conf()')
  await expect.poll(replicaState, patience).toBe('current')
})

test('without its replica the product is ready and reads everything, and takes it up again', async () => {
  const { id } = await place('Joseph Kurian', '+91 98470 12342')
  await standby.kill()
  for (const path of ['/customers?q=Joseph', `/orders/${id}`, `/history/order/${id}`, '/dashboard']) {
    expect([path, (await call(staff, `GET ${path}`)).status]).toEqual([path, 200])
  }
  await expect.poll(() => call(staff, 'GET /ready'), patience).toMatchObject({ status: 200, body: { ready: true, replica: 'away' } })
  standby.start()
  await expect.poll(replicaState, patience).toBe('current')
})

test('a server that is no replica of this database is never read from', async () => {
  const other = startApiProcess(folder.path, { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: primary.url })
  try {
    const address = await other.ready
    const seen = new Set<string>()
    const state = async () => {
      const { replica } = (await (await fetch(`${address}/api/ready`)).json()) as { replica: string }
      seen.add(replica)
      return replica
    }
    // Not looked at yet, it is away.
    await expect.poll(state, patience).toBe('no-replica')
    expect([...seen].filter((replica) => !['away', 'no-replica'].includes(replica))).toEqual([])
  } finally {
    other.child.kill('SIGKILL')
    await other.ended
  }
})
