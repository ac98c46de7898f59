import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensurePartitions } from '#db/partitions.ts'
import { addCustomer, addItem, addOrder, addRider, addStore, copyOrder } from '../../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../../test/order-world.ts'
import { plansOf, scansOf } from '../../../../test/plans.ts'
import type { Caller } from '../../../../test/test-app.ts'

const orders = 20_000
let world: OrderWorld
/** Sold in every other order; in three, all of them old; in none but one of another branch. */
let kinds: Record<'milk' | 'saffron' | 'elsewhere', { id: string }>
let elsewhere: Awaited<ReturnType<typeof addOrder>>

beforeAll(async () => {
  world = await orderWorld()
  const { db, store, clock, branch } = world
  await ensurePartitions(db, '2026-09', '2026-12')
  const other = await addStore(db)
  kinds = {
    milk: await addItem(db, store, { name: 'Toned Milk 500 ml' }),
    saffron: await addItem(db, store, { name: 'Kashmiri Saffron' }),
    elsewhere: await addItem(db, other, { name: 'Saffron Ice' }),
  }
  const [asha, biju] = [await addRider(db, branch, { name: 'Asha Thomas' }), await addRider(db, branch, { name: 'Biju Kurian' })]
  const chacko = await addRider(db, branch, { name: 'Chacko Kuruvila' })
  const namesake = await addCustomer(db, { name: 'Chacko Kuruvila' })
  const model = await addOrder(db, store, { at: clock.instant(), status: 'delivered', customer_name: 'Nobody', delivery_state: 'done' })
  await copyOrder(db, model, orders, {
    number: sql`'SB-' || n`,
    // Biju left when the first of these were ordered, Chacko some time after.
    rider_id: sql`case when n between 11001 and 15000 then ${chacko.id}::uuid when n > ${sql.lit(orders - 40)} then ${biju.id}::uuid when n % 3 = 0 then ${asha.id}::uuid end`,
    customer_id: sql`case when n in (100, 19000) then ${namesake.id}::uuid end`,
    payment_reference: sql`'pay_' || n || 'x'`,
    discounts: sql`case when n % 9000 = 0 then '[{"name":"Onam","code":"ONAM25","amount":{"minor":1,"currency":"INR"},"funders":[]}]'::jsonb else '[]' end`,
  })
  const line = (item: string, where: ReturnType<typeof sql>) =>
    sql`
    insert into order_line (order_id, line, item_id, name, unit, quantity, unit_price_minor, amount_minor)
    select id, 1, ${item}, 'x', 'pc', 1, 100, 100 from orders where ${where}`.execute(db)
  await line(kinds.milk.id, sql`number like 'SB-%' and substring(number from 4)::int % 2 = 0`)
  await line(kinds.saffron.id, sql`number in ('SB-19991', 'SB-19993', 'SB-19995')`)
  elsewhere = await addOrder(db, other, { at: clock.instant(), status: 'delivered', number: 'ZZ-1' })
  await sql`insert into order_line (order_id, line, item_id, name, unit, quantity, unit_price_minor, amount_minor)
    values (${elsewhere.id}, 1, ${kinds.elsewhere.id}, 'x', 'pc', 1, 100, 100)`.execute(db)
  await sql`vacuum analyze orders, order_line, item, rider`.execute(db)
})
afterAll(() => world.app.close())

const list = async (query: string, as: Caller = world.admin) => (await world.app.call(`GET /orders?${query}`, { as })).body
const numbers = async (query: string, as?: Caller) => (await list(query, as)).rows.map(({ number }: { number: string }) => number)

/** How many rows of orders and their lines were looked at, and which tables of them were read whole. */
async function looked(query: string) {
  const plans = await plansOf(world.app, () => list(query))
  const scans = [...scansOf(plans, 'orders'), ...scansOf(plans, 'order_line')]
  return {
    rows: scans.reduce((sum, scan) => sum + scan.looked, 0),
    whole: scans.filter(({ type, looked: some }) => type === 'Seq Scan' && some > 0).map(({ table }) => table),
  }
}

describe('an order is found by', () => {
  test.each<[string, string, string[]]>([
    ['what was bought', 'kashmiri', ['SB-19991', 'SB-19993', 'SB-19995']],
    ['who carried it', 'biju', Array.from({ length: 25 }, (_, at) => `SB-${orders - 39 + at}`)],
    ['what paid for it', 'pay_777x', ['SB-777']],
    ['the code of its coupon, in any case', 'onam25', ['SB-9000', 'SB-18000']],
    ['its number, which could be a code', 'sb-9000', ['SB-9000']],
  ])('%s, newest first, by an index', async (_, q, found) => {
    expect(await numbers(`q=${q}`)).toEqual(found)
    const { rows, whole } = await looked(`q=${q}`)
    expect(whole).toEqual([])
    // Ten thousand of the newest, with a line each, before the index is asked of what few have.
    expect(rows).toBeLessThanOrEqual(q === 'kashmiri' || q === 'biju' ? 21_000 : 200)
  })

  test('what half of them have is answered from the newest orders', async () => {
    expect((await numbers('q=milk&limit=3')) as string[]).toEqual(['SB-2', 'SB-4', 'SB-6'])
    const { rows, whole } = await looked('q=milk&limit=25')
    expect(whole).toEqual([])
    expect(rows).toBeLessThanOrEqual(400)
    expect((await list('q=milk&limit=1&count=true')).total).toEqual({ value: 1000, capped: true })
  })

  test('the name of a rider who carried thousands long ago and of a customer, a page from the newest of each', async () => {
    const seen: string[] = []
    for (let cursor = ''; seen.length < 250; ) {
      const { rows, next } = await list(`q=chacko%20kuruvila&limit=100${cursor}`)
      seen.push(...rows.map(({ number }: { number: string }) => number))
      cursor = `&cursor=${next}`
    }
    expect(seen).toEqual(['SB-100', ...Array.from({ length: 299 }, (_, at) => `SB-${11_001 + at}`)])
    expect((await numbers('q=chacko%20kuruvila&sort=placedAt&limit=3')) as string[]).toEqual(['SB-19000', 'SB-15000', 'SB-14999'])
    const { rows, whole } = await looked('q=chacko%20kuruvila')
    expect(whole).toEqual([])
    // Ten thousand of the newest; then what a page takes of the rider's, and the page itself.
    expect(rows).toBeLessThanOrEqual(10_000 + 2 * 26 + 10)
    expect((await list('q=chacko%20kuruvila&limit=1&count=true')).total).toEqual({ value: 1000, capped: true })
  })

  test('either of them, page after page, each once', async () => {
    const { rows, next } = await list('q=saffron&limit=2')
    const rest = await list(`q=saffron&limit=2&cursor=${next}`)
    expect([...rows, ...rest.rows].map(({ number }: { number: string }) => number)).toEqual(['ZZ-1', 'SB-19991', 'SB-19993', 'SB-19995'])
    expect(rest.next).toBeNull()
  })
})

test('what was bought, who carries and what paid find within the reach of whoever looks alone', async () => {
  const partner = await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'branch', ids: [elsewhere.branch_id] } })
  for (const q of ['kashmiri', 'biju', 'pay_777x', 'onam25', 'toned milk']) expect([q, await numbers(`q=${q}`, partner)]).toEqual([q, []])
  expect(await numbers('q=saffron', partner)).toEqual(['ZZ-1'])
  const officer = await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [world.store.id] } })
  expect(await numbers('q=saffron', officer)).toEqual(['SB-19991', 'SB-19993', 'SB-19995'])
})
