import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyEntries } from '../src/modules/audit/audit-verify-entries.ts'
import { type ApiProcess, askProcess, startApiProcess } from './api-process.ts'
import { addItem, addStore } from './factories.ts'
import { isWaitedFor, whileHeld } from './held.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { addStaff, type Caller } from './test-app.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

const patience = { timeout: 60_000, interval: 10 }
const folder = makeTemporaryFolder()
const storeCount = 5
/** Of each store the items, in the order in which they are gone through. */
const stores: string[][] = []
const [before, after] = [10_000, 10_500]
let database: TestDatabase
let api: ApiProcess
let admin: Caller

beforeAll(async () => {
  database = await testDatabase()
  admin = await addStaff(database, { isAdmin: true })
  for (let number = 0; number < storeCount; number++) {
    const store = await addStore(database.db)
    const items = []
    for (let item = 0; item < 4; item++) items.push((await addItem(database.db, store)).id)
    stores.push(items)
  }
  await start()
})
afterAll(async () => {
  await kill()
  await database.drop()
  folder.remove()
})

async function start(): Promise<void> {
  api = startApiProcess(folder.path, { DATABASE_URL: database.url })
  await api.ready
}
async function kill(): Promise<void> {
  api.child.kill('SIGKILL')
  await api.ended
}

async function ask(address: string, body?: object) {
  const answer = await askProcess(api, address, { as: admin, ...(body && { body }) })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body
}
const setOf = (id: string) => ask(`GET /change-sets/${id}`)

/** Of each store the prices that there are. */
async function prices(): Promise<number[][]> {
  const { rows } = await sql<{ id: string; price: number }>`select id, price_minor as price from item`.execute(database.db)
  const all = new Map(rows.map(({ id, price }) => [id, price]))
  return stores.map((items) => [...new Set(items.map((id) => all.get(id) ?? 0))])
}

/** A set is there, and what it came from has ended. */
async function expectSet(id: string, status: string): Promise<void> {
  const { db } = database
  const running = () => db.selectFrom('task').select('title').where('finished_at', 'is', null).execute()
  await expect.poll(async () => [(await setOf(id)).status, await running()], patience).toEqual([status, []])
}

/** Does an act of a set, killed within each of its stores and those that go on beside it: those before are wholly done, these not at all. */
async function killedInEach(id: string, verb: string, body: object, [from, to]: readonly [number, number]): Promise<void> {
  let begun = false
  for (const at of stores.keys()) {
    const held = stores.slice(at).map((items) => items.at(-1))
    const expected = stores.map((_, store) => [store < at ? to : from])
    await whileHeld(database, `select from item where id = any('{${held.join()}}') for update`, async () => {
      if (begun) await start()
      else await ask(`POST /change-sets/${id}/${verb}`, { version: (await setOf(id)).version, ...body })
      begun = true
      await isWaitedFor(database)
      await expect.poll(prices, patience).toEqual(expected)
      await kill()
      // The time is over in which it would be waited for.
      await sql`update task set leased_until = now() where status = 'running'`.execute(database.db)
      expect(await prices()).toEqual(expected)
    })
  }
  await start()
}

/** So often each act is killed at least: once within each store in each round. */
const kills = Number(process.env.KILLS ?? storeCount)
const rounds = Array.from({ length: Math.ceil(kills / storeCount) }, (_, round) => round + 1)

test.each(rounds)('a set that is killed within each store is published and taken back, each wholly and once: %i', async () => {
  const change = { price: { way: 'percent', byPpm: 50_000, rounding: 'none' } }
  const { id } = await ask('POST /change-sets', { filter: {}, change })
  await expectSet(id, 'validated')

  await killedInEach(id, 'publish', {}, [before, after])
  await expectSet(id, 'published')
  expect(await prices()).toEqual(stores.map(() => [after]))

  await killedInEach(id, 'roll-back', { reason: 'A slip' }, [after, before])
  await expectSet(id, 'rolled-back')
  expect(await prices()).toEqual(stores.map(() => [before]))

  const { rows } = await sql<{ entries: number; items: number }>`select count(*)::int as entries, count(distinct entity_id)::int as items
    from audit_entry where entity = 'item' and change_set_id = ${id}`.execute(database.db)
  expect(rows).toEqual([{ entries: 2 * stores.flat().length, items: stores.flat().length }])
  expect((await verifyEntries(database.db)).broken).toBeNull()
})
