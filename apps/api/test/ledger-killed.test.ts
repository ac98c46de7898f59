import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureCurrentPartitions } from '../src/db/partitions.ts'
import { systemClock } from '../src/kit/clock.ts'
import { verifyEntries } from '../src/modules/audit/audit-verify-entries.ts'
import { findMisbooked } from '../src/modules/ledger/recompute.service.ts'
import { type ApiProcess, startApiProcess } from './api-process.ts'
import { addOrder, addStore } from './factories.ts'
import { isWaitedFor, whileHeld } from './held.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

const patience = { timeout: 60_000, interval: 10 }
const orders = 160
const folder = makeTemporaryFolder()
let database: TestDatabase
let api: ApiProcess | undefined
const ids: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  await ensureCurrentPartitions(database.db, systemClock.instant())
  const store = await addStore(database.db)
  for (let number = 0; number < orders; number++) {
    ids.push((await addOrder(database.db, store, { at: systemClock.instant(), payment_state: 'captured' })).id)
  }
  await sql`select begin_ledger_backfill()`.execute(database.db)
})
afterAll(async () => {
  await kill()
  await database.drop()
  folder.remove()
})

async function kill(): Promise<void> {
  api?.child.kill('SIGKILL')
  await api?.ended
}

async function start(): Promise<void> {
  api = startApiProcess(folder.path, { DATABASE_URL: database.url })
  await api.ready
}

const progress = async () => {
  const { rows } = await sql<{
    orders: number
    done: number
    stretches: number
    whole: number
  }>`select sum(orders)::int as orders, sum(done)::int as done,
    count(*)::int as stretches, count(*) filter (where reached = last_id)::int as whole from ledger_backfill`.execute(database.db)
  return rows[0]
}
const entries = async () => {
  const { rows } = await sql<{ entries: number }>`select count(*)::int as entries from ledger_entry`.execute(database.db)
  return rows[0]?.entries
}

test('orders of before the ledger are in stretches of as many each', async () => {
  expect(await progress()).toEqual({ orders, done: 0, stretches: 16, whole: 0 })
})

test('killed with its entries written and not committed, nothing of them is there', async () => {
  await whileHeld(database, 'lock table ledger_balance_delta in share mode', async () => {
    await start()
    await isWaitedFor(database)
    await kill()
  })
  expect([await progress(), await entries()]).toEqual([{ orders, done: 0, stretches: 16, whole: 0 }, 0])
})

test('killed while it waits for an order that somebody moves, it goes on behind what is booked', async () => {
  await whileHeld(database, `select from orders where id = '${ids[Math.floor(orders / 2)]}' for update`, async () => {
    await start()
    await isWaitedFor(database)
    await expect.poll(async () => (await progress())?.done, patience).toBeGreaterThan(0)
    await kill()
    expect((await progress())?.done).toBeLessThan(orders)
  })
})

test('in the end each order is booked once, and the chain is whole', async () => {
  await start()
  await expect.poll(progress, patience).toEqual({ orders, done: orders, stretches: 16, whole: 16 })
  const { rows } = await sql<{
    order: string
    kinds: string[]
  }>`select entity_id as order, array_agg(kind order by entity_sequence) as kinds
    from ledger_entry group by 1 order by 1`.execute(database.db)
  expect(rows).toEqual(ids.toSorted().map((id) => ({ order: id, kinds: ['placed', 'captured'] })))
  expect(await findMisbooked(database.db)).toEqual([])
  expect((await verifyEntries(database.db)).broken).toBeNull()
  const sums = await sql<{ sum: number }>`select sum(debit_minor - credit_minor)::bigint as sum from (
    select account, debit_minor, credit_minor from ledger_balance where scope_id = '00000000-0000-0000-0000-000000000000'
    union all select account, debit_minor, credit_minor from ledger_balance_delta) as figure group by account order by 1`.execute(
    database.db,
  )
  expect(sums.rows.map(({ sum }) => sum)).toEqual([-orders * 50_000, 0, orders * 50_000])
})
