import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditKeys } from '../src/modules/audit/audit-key.ts'
import { sealAudit } from '../src/modules/audit/audit-seal.service.ts'
import { verifyAudit } from '../src/modules/audit/audit-verify.service.ts'
import { findMisbooked } from '../src/modules/ledger/recompute.service.ts'
import { type ApiProcess, askProcess, startApiProcess } from './api-process.ts'
import { countsOf, fullCustomer, none, one, two } from './full-customer.ts'
import { whileHeld } from './held.ts'
import { deliver, home, type OrderWorld, orderWorld, place } from './order-world.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { testConfig } from './test-app.ts'
import { books, whereTold } from './what-is-kept.ts'

const patience = { timeout: 60_000, interval: 10 }
const folder = makeTemporaryFolder()
let world: OrderWorld
let api: ApiProcess | undefined

beforeAll(async () => {
  world = await orderWorld()
})
afterAll(async () => {
  await kill()
  await world.app.close()
  folder.remove()
})

async function start(): Promise<void> {
  await kill()
  api = startApiProcess(folder.path, { DATABASE_URL: world.app.database.url, SECRET_KEY: testConfig.secretKey })
  await api.ready
}
async function kill(): Promise<void> {
  api?.child.kill('SIGKILL')
  await api?.ended
}

/** Kills the process where its unit waits for what is locked, within a statement of these words, with what it wrote before uncommitted. */
async function killedAt({ lock, words }: { lock: string; words: string }, begin: () => Promise<unknown>, look: () => Promise<void>) {
  await whileHeld(world.app.database, lock, async () => {
    const begun = begin().catch(() => {})
    const waiting = async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ~* ${words}`.execute(world.db)
      return rows.length
    }
    await expect.poll(waiting, patience).toBe(1)
    await kill()
    await begun
    await look()
  })
}

/** How often entries tell that something was done with a record. */
async function toldOf(id: string, action: string): Promise<number> {
  const { rows } = await sql<{ told: number }>`select count(*)::int as told from audit_entry
    where entity = 'customer' and entity_id = ${id} and action = ${action}`.execute(world.db)
  return rows[0]?.told ?? 0
}

/** Where the unit of a merge is killed: as it takes the first along, between two kinds, with the last, at its entries. */
const placesOfMerge = {
  'as the first of it moves': { lock: 'lock table customer_merged_row in share mode', words: 'customer_merged_row' },
  'between what moves': { lock: 'lock table review in share mode', words: 'update "review"' },
  'as the last of it moves': { lock: 'lock table device in share mode', words: 'update "device"' },
  'at its entries': { lock: 'lock table audit_entry in share mode', words: 'into audit_entry|into "audit_entry"' },
}

/** Two customers, and the merge of the one into the other as somebody sends it, the same each time. */
async function twoToMerge() {
  const [from, into] = [await fullCustomer(world), await fullCustomer(world)]
  const body = { version: from.version, into: { id: into.id, version: into.version } }
  const headers = { 'idempotency-key': newId() }
  const send = () => askProcess(api as ApiProcess, `POST /customers/${from.id}/merge`, { as: world.admin, body, headers })
  const standing = async () => {
    const { merged_into } = await world.db.selectFrom('customer').select('merged_into').where('id', '=', from.id).executeTakeFirstOrThrow()
    return [await countsOf(world, from.id), await countsOf(world, into.id), merged_into]
  }
  return { from, into, send, standing }
}

test.each(Object.entries(placesOfMerge))(
  'a merge that is killed %s leaves two as they were, and sent again it is done once',
  async (_, at) => {
    const { from, into, send, standing } = await twoToMerge()
    await start()
    await killedAt(at, send, async () => expect(await standing()).toEqual([one, one, null]))
    expect([await standing(), await toldOf(from.id, 'merge')]).toEqual([[one, one, null], 0])

    await start()
    const done = await send()
    expect([done.status, (await send()).body]).toEqual([200, done.body])
    expect([await standing(), await toldOf(from.id, 'merge')]).toEqual([[none, two, into.id], 1])
    await kill()
  },
)

test('a merge that is killed once it is written, before anybody heard of it, is one; sent again it is told and not done again', async () => {
  const { from, into, send, standing } = await twoToMerge()
  await start()
  const sent = send().catch(() => {})
  await expect.poll(async () => (await standing())[2], patience).toBe(into.id)
  await kill()
  await sent
  await start()
  expect((await send()).status).toBe(200)
  expect([await standing(), await toldOf(from.id, 'merge')]).toEqual([[none, two, into.id], 1])
  await kill()
})

/** Nobody else is called so, lives there or has this number. */
const person = { name: 'Zubaida Quereshi', phone: '+91 98470 55667', email: 'zubaida.q@mail.test' }
const told = ['zubaida', 'quereshi', '9847055667', '98470 55667', 'zubaida.q@mail.test', 'jasmine terrace', '98••• ••667']

/** Somebody of whom much is told, and whose erasure is asked for and waits for nothing. */
async function toBeErased(): Promise<string> {
  const { app, channel, admin, db, store } = world
  const ok = async (address: string, body: object, as = admin) => {
    const answer = await app.call(address, { as, body, headers: { 'idempotency-key': newId() } })
    expect([address, answer.status, answer.body.error]).toEqual([address, 200, undefined])
    return answer.body
  }
  const address = { ...home, line1: '7 Jasmine Terrace', instructions: 'Ring for Zubaida twice' }
  const { id: orderId } = await place(world, { customer: { name: person.name, phone: person.phone }, address, note: 'For Zubaida' })
  await deliver(world, orderId)
  const { customer_id: id } = await db.selectFrom('orders').select('customer_id').where('id', '=', orderId).executeTakeFirstOrThrow()
  const version = async () => (await app.call(`GET /customers/${id}`, { as: admin })).body.version
  await ok(`PATCH /customers/${id}`, { version: await version(), email: person.email, addresses: [address] })
  await ok(`POST /customers/${id}/flag`, { version: await version(), flag: 'watch', reason: 'Zubaida disputes everything' })
  await ok('POST /channel/devices', { ownerKind: 'customer', ownerId: id, platform: 'web', pushToken: 'push-zubaida' }, channel)
  await ok('POST /channel/reviews', { orderId, food: 4, text: 'Zubaida says: good' }, channel)
  const heard = { externalId: newId(), orderId, kind: 'complaint', text: 'Zubaida was not amused' }
  await ok('POST /channel/feedback', heard, channel)
  const opened = { cartId: newId(), storeId: store.id, type: 'opened', customerPhone: person.phone, deviceToken: 'zubaida-web' }
  await ok('POST /channel/carts', opened, channel)
  await ok(`POST /customers/${id}/ask-erasure`, { version: await version(), reason: 'Zubaida Quereshi asked for it' })
  return id ?? ''
}

/** Where the unit of an erasure is killed: early, within what hangs on its orders, as entries are redacted, at the very end. */
const placesOfErasure = [
  { lock: 'lock table feedback in share mode', words: 'feedback' },
  { lock: 'lock table review in share mode', words: 'review' },
  { lock: 'lock table audit_redaction in share mode', words: 'audit_redaction' },
  { lock: 'lock table idempotency_key in share row exclusive mode', words: 'idempotency_key' },
]

test('an erasure that is killed wherever it may be leaves all as it was, and is carried out once; the books say what they said', async () => {
  const id = await toBeErased()
  const account = async () => [await books(world), await findMisbooked(world.db)]
  const [before, where] = [await account(), await whereTold(world, told)]
  // What the test is worth: they are told of in this many places.
  expect(where.length).toBeGreaterThan(15)
  const state = async () => {
    const row = await world.db.selectFrom('customer').select(['name', 'erasure']).where('id', '=', id).executeTakeFirstOrThrow()
    return [row.name, row.erasure]
  }
  for (const at of placesOfErasure)
    await killedAt(at, start, async () => {
      expect(await state()).toEqual([person.name, 'asked'])
      expect(await whereTold(world, told)).toEqual(expect.arrayContaining(where))
    })
  expect([await toldOf(id, 'finishErasure'), await state()]).toEqual([0, [person.name, 'asked']])

  await start()
  await expect.poll(async () => (await state())[1], patience).toBe('done')
  await kill()
  expect(await whereTold(world, told)).toEqual([])
  expect(await account()).toEqual(before)
  expect(await toldOf(id, 'finishErasure')).toBe(1)
  const { rows } = await sql<{ redactions: number }>`select count(*)::int as redactions from audit_redaction`.execute(world.db)
  expect(rows).toEqual([{ redactions: 1 }])
  const keys = auditKeys(testConfig)
  await sealAudit(world.db, keys)
  expect((await verifyAudit(world.db, keys)).broken).toBeNull()
})
