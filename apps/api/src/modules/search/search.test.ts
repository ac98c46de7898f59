import { newId, type SearchHit } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCustomer, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const find = async (q: string, as: Caller = world.admin): Promise<SearchHit[]> => {
  const { status, body } = await world.app.call(`GET /search?q=${encodeURIComponent(q)}`, { as })
  expect(status).toBe(200)
  return body
}
const kinds = (hits: readonly SearchHit[]) => [...new Set(hits.map(({ entity }) => entity))].sort()

test('records of every kind are found by what they are called, each told from its like', async () => {
  const order = await place(world)
  expect(await find(order.number)).toEqual([
    { entity: 'order', id: order.id, label: order.number, hint: expect.stringMatching(/^Pending, Fish Cove, Anjali Menon, ₹/) },
    expect.objectContaining({ entity: 'customer', label: 'Anjali Menon' }),
  ])
  expect(await find(`#${order.number.toLowerCase()}`)).toEqual(await find(order.number))
  expect((await find('98470 12345')).map(({ entity }) => entity)).toEqual(expect.arrayContaining(['order', 'customer']))
  for (const [q, entity] of [
    ['fish cove', 'store'],
    ['anjali', 'customer'],
    [world.branch.name.slice(0, 4), 'branch'],
    ['priya nair', 'staff'],
  ] as const) {
    expect(kinds(await find(q)), q).toContain(entity)
  }
  await world.db.insertInto('cuisine').values({ id: newId(), name: 'Malabar' }).execute()
  expect(await find('malab')).toEqual([{ entity: 'cuisine', id: expect.any(String), label: 'Malabar', hint: '' }])
  expect((await world.app.call('GET /search?q=xy', { as: world.admin })).status).toBe(422)
})

test('nobody finds what they may not see: kinds, places and masked fields are those of the lists', async () => {
  const { db, app, store } = world
  const elsewhere = await addStore(db, { display_name: 'Fish Cove Thrissur' })
  await addCustomer(db, { name: 'Devika Cove', phone: '+919744455566', search: 'devika cove' })
  const scope = { kind: 'branch', ids: [elsewhere.branch_id] } as const
  const partner = await app.addStaff({ permissions: ['store.view'], scope })
  expect((await find('cove', partner)).map(({ id }) => id)).toEqual([elsewhere.id])
  const [whole, masked] = [
    await app.addStaff({ permissions: ['customer.view', 'customer.reveal'] }),
    await app.addStaff({ permissions: ['customer.view'] }),
  ]
  const hintOf = async (as: Caller) => (await find('devika', as)).map(({ hint }) => hint).join()
  expect(await hintOf(whole)).toContain('9744455566')
  expect(await hintOf(masked)).not.toContain('97444')
  expect(await find('fish', await app.addStaff({ permissions: ['dashboard.view'] }))).toEqual([])
  expect((await find('fish cove')).map(({ id }) => id)).toEqual(expect.arrayContaining([store.id, elsewhere.id]))
})

test('among many customers it looks by index', async () => {
  const { db, app, admin } = world
  await sql`insert into customer (id, name, phone, search)
    select uuidv7(), 'Customer ' || n, '+9160' || lpad(n::text, 8, '0'), 'customer ' || n from generate_series(1, 30000) as n`.execute(db)
  await sql`vacuum analyze customer`.execute(db)
  for (const q of ['customer 2999', '6000029', 'nobody of this name']) {
    const plans = await plansOf(app, () => app.call(`GET /search?q=${encodeURIComponent(q)}`, { as: admin }))
    const walked = [...scansOf(plans, 'customer'), ...scansOf(plans, 'orders')].filter(
      ({ type, looked }) => type === 'Seq Scan' && looked > 100,
    )
    expect([q, walked]).toEqual([q, []])
  }
})
