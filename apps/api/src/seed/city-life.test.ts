import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentInstant } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findBrokenOrders } from '#modules/order/read/invariants.ts'
import { type ApiProcess, startApiProcess } from '../../test/api-process.ts'
import { makeTemporaryFolder } from '../../test/temporary-folder.ts'
import { type TestDatabase, testDatabase } from '../../test/test-database.ts'
import { seedDemo } from './seed.ts'

const SIMULATOR = join(import.meta.dirname, '../../../simulator/src/main.ts')
const patience = { timeout: 60_000, interval: 250 }

const folder = makeTemporaryFolder()
const ackLog = join(folder.path, 'acknowledged')
let city: TestDatabase
let api: ApiProcess
let simulator: ChildProcess

beforeAll(async () => {
  city = await testDatabase()
  const { channelKey } = await seedDemo(city.url, { orders: 300, dataDir: folder.path, now: currentInstant() })
  const address = await startApi('0')
  const args = [SIMULATOR, '--url', address, '--key', channelKey, '--rate', '4/s', '--speed', '300', '--ack-log', ackLog]
  simulator = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
})

afterAll(async () => {
  simulator?.kill('SIGKILL')
  api?.child.kill('SIGKILL')
  await Promise.all([api?.ended])
  await city.drop()
  folder.remove()
})

function startApi(port: string): Promise<string> {
  api = startApiProcess(folder.path, { DEMO: 'on', DATABASE_URL: city.url, PORT: port })
  return api.ready
}

async function numberOf(statement: string): Promise<number> {
  const { rows } = await sql.raw<{ count: number }>(statement).execute(city.db)
  return Number(rows[0]?.count)
}

const simulated = `from orders where external_id like 'larder-%'`

test('orders come in and are delivered, through a restart of the API, and nothing acknowledged is lost', async () => {
  await vi.waitFor(async () => expect(await numberOf(`select count(*) ${simulated} and status = 'delivered'`)).toBeGreaterThan(2), patience)
  const port = new URL(await api.ready).port
  api.child.kill('SIGKILL')
  await api.ended
  const before = await numberOf(`select count(*) ${simulated} and status = 'delivered'`)
  await startApi(port)
  await vi.waitFor(
    async () => expect(await numberOf(`select count(*) ${simulated} and status = 'delivered'`)).toBeGreaterThan(before + 2),
    patience,
  )

  simulator.kill('SIGTERM')
  expect(await once(simulator, 'exit')).toEqual([0, null])
  const ids = readFileSync(ackLog, 'utf8').trim().split('\n')
  expect(new Set(ids).size).toBe(ids.length)
  const kept = await city.db.selectFrom('orders').select('id').where('id', 'in', ids).execute()
  expect(kept).toHaveLength(ids.length)
  expect(await numberOf(`select count(*) from (select external_id ${simulated} group by 1 having count(*) > 1) as twice`)).toBe(0)
  expect(
    await numberOf(
      `select count(*) ${simulated} and (select count(*) from audit_entry where entity_id = orders.id::text and action = 'place') <> 1`,
    ),
  ).toBe(0)
})

test('what was done live and what was seeded keep the same rules', async () => {
  expect(await findBrokenOrders(city.pool)).toEqual([])
})

test('what no app attends is left to staff', async () => {
  const byHand = `from order_event join orders on orders.id = order_id join store on store.id = store_id where not exists (select from machine where machine.store_id = store.id and kind in ('tablet', 'till')) and orders.external_id like 'larder-%'`
  expect(await numberOf(`select count(*) ${byHand} and order_event.type = 'place'`)).toBeGreaterThan(0)
  expect(await numberOf(`select count(*) ${byHand} and order_event.actor_kind = 'store'`)).toBe(0)
})
