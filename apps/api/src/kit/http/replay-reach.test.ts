import { newId, type StaffScope } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let elsewhere: { id: string; branch_id: string }
let crateId: string
beforeAll(async () => {
  world = await orderWorld()
  elsewhere = await addStore(world.db)
  crateId = newId()
  const crate = {
    id: crateId,
    code: 'C-1',
    name: 'Crate',
    size: 'small',
    capacity_grams: 8000,
    stock: 10,
    deposit_minor: 10_000,
    currency: 'INR',
  }
  await world.db.insertInto('crate').values(crate).execute()
})
afterAll(() => world.app.close())

const storesOf = (...ids: string[]): StaffScope => ({ kind: 'store', ids: ids as never })

async function moveTo(person: Caller, scope: StaffScope): Promise<void> {
  await sql`update staff set scope_kind = ${scope.kind}, scope_ids = ${[...scope.ids]}::uuid[] where id = ${person.id}`.execute(world.db)
  world.app.services.access.forget({ about: 'staff', id: person.id })
}

/** A write under one key, by somebody of the store, as often as it is sent. */
async function keyed(address: string, body: object) {
  const as = await world.app.addStaff({
    permissions: ['order.operate', 'order.view', 'crate-movement.create', 'crate-movement.view'],
    scope: storesOf(world.store.id),
  })
  const headers = { 'idempotency-key': newId() }
  return { as, send: () => world.app.call(address, { as, body, headers }) }
}

const issue = () => ({ kind: 'issue', quantity: 1, crateId, storeId: world.store.id })
const traces = async () => {
  const { rows } = await sql<{
    traces: number
  }>`select ((select count(*) from audit_entry) + (select count(*) from event))::int as traces`.execute(world.db)
  return rows[0]?.traces
}

test('an answer that is kept is not told to whose reach no longer has the record: it is refused as if it had never been asked', async () => {
  const order = await place(world)
  const accept = await keyed(`POST /orders/${order.id}/accept`, { version: order.version, prepMinutes: 15 })
  expect((await accept.send()).status).toBe(200)
  const add = await keyed('POST /crate-movements', issue())
  expect((await add.send()).status).toBe(200)
  const before = await traces()
  for (const { as } of [accept, add]) await moveTo(as, storesOf(elsewhere.id))
  const [act, creation] = [await accept.send(), await add.send()]
  expect([act.status, act.body.error.kind, Object.keys(act.body)]).toEqual([404, 'not-found', ['error']])
  expect([creation.status, creation.body.error.fields, Object.keys(creation.body)]).toEqual([
    422,
    expect.objectContaining({ 'body.storeId': 'does not exist' }),
    ['error'],
  ])
  expect([act, creation].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, undefined])
  expect(await traces()).toBe(before)
})

test('whose reach is another one and still has the record does nothing twice', async () => {
  const add = await keyed('POST /crate-movements', issue())
  const first = await add.send()
  await moveTo(add.as, storesOf(world.store.id, elsewhere.id))
  const before = await traces()
  const again = await add.send()
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect(again.body).toEqual(first.body)
  expect(await traces()).toBe(before)
  await moveTo(add.as, storesOf(world.store.id))
  expect((await add.send()).body).toEqual(first.body)
})
