import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrder, copyOrder } from '../../../../test/factories.ts'
import { newOrder, type OrderWorld, orderWorld } from '../../../../test/order-world.ts'
import { plansOf, scansOf } from '../../../../test/plans.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

test('whether a key serves a customer is looked for among the orders of that customer alone', async () => {
  const { app, db, store, clock } = world
  await sql`insert into customer (id, name, phone, search) select uuidv7(), 'Bulk ' || n, '+9170' || lpad(n::text, 8, '0'), 'bulk ' || n
    from generate_series(1, 5000) as n`.execute(db)
  const model = await addOrder(db, store, { at: clock.instant(), status: 'delivered' })
  const customer = sql`(select id from customer where phone = '+9170' || lpad((n % 5000 + 1)::text, 8, '0'))`
  await copyOrder(db, model, 20_000, { customer_id: customer })
  await sql`vacuum analyze customer, orders`.execute(db)
  const { customer: _, externalId: __, payment: ___, ...basket } = newOrder(world)
  const body = { ...basket, customerPhone: '+917000000199', useCredits: true }
  const plans = await plansOf(app, async () => {
    expect((await app.call('POST /channel/quotes', { as: world.channel, body })).body).toMatchObject({ credit: { minor: 0 }, problems: [] })
  })
  const scans = scansOf(plans, 'orders').filter(({ looked }) => looked > 0)
  expect(scans.filter(({ index }) => !index?.includes('customer_id'))).toEqual([])
  expect(scans.reduce((sum, { looked }) => sum + looked, 0)).toBe(4)
})
