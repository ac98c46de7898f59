import { addDays, addMinutes, instantAt, newId, type TaxRate } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrateToLatest } from '#db/migrate.ts'
import { findBrokenOrders } from '#modules/order/read/invariants.ts'
import { databaseBefore } from '../../../test/earlier-database.ts'
import { addItem, addStore } from '../../../test/factories.ts'
import { newOrder, type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import { inr } from '../../../test/rupees.ts'
import type { Caller } from '../../../test/test-app.ts'

const zone = 'Asia/Kolkata'
const today = '2026-11-20'
let world: OrderWorld
let accountant: Caller
beforeAll(async () => {
  world = await orderWorld()
  accountant = await world.app.addStaff({ name: 'Asha', permissions: ['approval.view', 'setting.view', 'setting-tax.edit'] })
})
afterAll(() => world.app.close())

const since = (percent: number, from: string | null = null): TaxRate => ({ from, ratePpm: percent * 10_000 })
const call = (address: string, body?: object, as = accountant) => world.app.call(address, { as, ...(body && { body }) })
const add = (rates: TaxRate[], name: string = newId(), as = accountant) => call('POST /tax-profiles', { name, taxed: 'goods', rates }, as)
/** An item for 100.00 under these rates, in a store that packs for nothing. */
async function sold(rates: TaxRate[], priceMinor = 10_000) {
  const { body: profile } = await add(rates)
  const store = await addStore(world.db, { branch: world.branch, packing_minor: 0 })
  const item = await addItem(world.db, store, { tax_profile_id: profile.id, price_minor: priceMinor })
  return { profile, store, item }
}
type Sold = Awaited<ReturnType<typeof sold>>
const basketOf = ({ store, item }: Sold, quantity = 1) => ({
  storeId: store.id,
  orderType: 'pickup',
  lines: [{ itemId: item.id, quantity }],
})
const quote = async (of: Sold, quantity = 1) =>
  (await world.app.call('POST /channel/quotes', { as: world.channel, body: basketOf(of, quantity) })).body
const order = (of: Sold, given: object = {}) =>
  world.app.call('POST /channel/orders', { as: world.channel, body: { ...newOrder(of), ...basketOf(of), address: undefined, ...given } })
/** Asked for by who keeps the taxes, and approved by the administrator. */
async function approved(operation: string, id: string, body: object) {
  const { body: request } = await call('POST /approvals', { operation, params: { id }, body, reason: 'A new schedule of rates' })
  expect(request.error).toBeUndefined()
  const { status } = await call(`POST /approvals/${request.id}/approve`, { version: request.version }, world.admin)
  expect(status).toBe(200)
  return request
}
const moveTo = (date: string, time: string) => world.clock.forward((Date.parse(instantAt(date, time, zone)) - world.clock.ms()) / 60_000)

test('a profile tells its rate of today, what comes next, and how many items it taxes', async () => {
  const { profile, store } = await sold([since(18), since(12, today), since(5, addDays(today, 40))])
  await addItem(world.db, store, { tax_profile_id: profile.id })
  expect((await call(`GET /tax-profiles/${profile.id}`)).body).toMatchObject({
    ratePpm: 120_000,
    next: { from: addDays(today, 40), ratePpm: 50_000 },
    items: 2,
  })
})

test('is kept by those who keep the taxes, under a name that stands once, from a day that has come', async () => {
  const { status, body } = await add([since(5)], 'Sweets')
  expect(status).toBe(200)
  expect((await add([since(5)], 'SWEETS')).body.error.fields).toHaveProperty(['body.name'])
  const late = await add([since(5, addDays(today, 1))])
  expect(late.body.error.fields).toEqual({ 'body.rates.0.from': 'must be empty, or a day that has come' })
  expect((await add([since(5, today)])).status).toBe(200)
  const others = await world.app.addStaff({ permissions: ['setting.view', 'setting.edit', 'setting.create', 'setting.delete'] })
  const answers = [
    await add([since(5)], newId(), others),
    await call(`PATCH /tax-profiles/${body.id}`, { version: 1, name: 'Ours' }, others),
    await call(`DELETE /tax-profiles/${body.id}`, { version: 1 }, others),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401])
})

test('one that items use stays, and says how many they are; another goes', async () => {
  const { profile, item } = await sold([since(5)])
  const refused = await call(`DELETE /tax-profiles/${profile.id}`, { version: 1 })
  expect([refused.status, refused.body.error.message]).toEqual([409, 'It is used by 1 item.'])
  await world.db.updateTable('item').set({ tax_profile_id: null }).where('id', '=', item.id).execute()
  expect((await call(`DELETE /tax-profiles/${profile.id}`, { version: 1 })).status).toBe(200)
})

test('a rate holds from the first minute of its day in the installation’s zone; an order keeps what it was charged', async () => {
  const fish = await sold([since(18), since(5, '2026-11-21')])
  moveTo(today, '23:59')
  const before = await quote(fish)
  expect([before.tax, before.total]).toEqual([inr(1800), inr(11_800)])
  const placed = await order(fish, { expectedTotal: before.total })
  expect(placed.status, JSON.stringify(placed.body)).toBe(200)
  moveTo('2026-11-21', '00:00')
  // Quoted before midnight and ordered after it: refused with the price of the new day, as any other change of price.
  const late = await order(fish, { expectedTotal: before.total })
  expect([late.status, late.body.error.reason, late.body.error.current.total]).toEqual([409, 'price-changed', inr(10_500)])
  expect((await order(fish, { expectedTotal: late.body.error.current.total })).status).toBe(200)
  const { rows } = await sql<{ tax_ppm: number }>`select tax_ppm from order_line where item_id = ${fish.item.id} order by order_id`.execute(
    world.db,
  )
  expect(rows.map(({ tax_ppm }) => tax_ppm)).toEqual([180_000, 50_000])
  expect((await world.app.call(`GET /orders/${placed.body.id}`, { as: world.admin })).body.tax).toEqual(inr(1800))
  expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
})

test('what a change of a profile holds for is what is ordered from then on', async () => {
  const fish = await sold([since(5)])
  const placed = (await order(fish)).body
  await approved('tax-profile.update', fish.profile.id, { version: 1, rates: [since(12)] })
  expect((await call(`GET /tax-profiles/${fish.profile.id}`)).body).toMatchObject({ ratePpm: 120_000, version: 2 })
  expect((await quote(fish)).tax).toEqual(inr(1200))
  expect((await world.app.call(`GET /orders/${placed.id}`, { as: world.admin })).body.tax).toEqual(inr(500))
})

test('what a profile charges is changed by two people once something bears it; its name, and what nothing bears, by one', async () => {
  const { profile } = await sold([since(5)])
  const change = (id: string, body: object) => call(`PATCH /tax-profiles/${id}`, body)
  const direct = await change(profile.id, { version: 1, rates: [since(12, today)] })
  expect([direct.status, direct.body.error.reason]).toEqual([409, 'needs-approval'])
  expect((await change(profile.id, { version: 1, name: `${profile.name} now`, rates: profile.rates })).status).toBe(200)
  const { title, changes } = await approved('tax-profile.update', profile.id, { version: 2, rates: [since(5), since(12, '2027-04-01')] })
  expect(title).toBe(`Change the rates of ${profile.name} now to 5 %, 12 % from 2027-04-01`)
  expect(changes.map(({ field }: { field: string }) => field)).toEqual(['rates'])
  const { body: unused } = await add([since(5)])
  expect((await change(unused.id, { version: 1, rates: [since(12)] })).body).toMatchObject({ ratePpm: 120_000, version: 2 })
})

test('delivery and packing bear the rate of their profiles on the day; one that a setting names, or is planned to, stays', async () => {
  const { profile, store, item } = await sold([since(18), since(5, addDays(await dayNow(), 1))])
  await world.db.updateTable('store').set({ packing_minor: 1000 }).where('id', '=', store.id).execute()
  await world.db.updateTable('item').set({ tax_profile_id: null }).where('id', '=', item.id).execute()
  const change = (key: string, body: object) => call(`PATCH /settings/taxes/${key}`, body)
  expect((await change('tax.packing', { version: 0, value: newId() })).body.error.fields).toEqual({ 'body.value': 'is not a tax profile' })
  const direct = await change('tax.packing', { version: 0, value: profile.id })
  expect([direct.status, direct.body.error.reason]).toEqual([409, 'needs-approval'])
  await approved('setting.changeTax', 'tax.packing', { version: 0, value: profile.id })
  const settings = (await call('GET /settings/values')).body as { id: string; names: Record<string, string> }[]
  expect(settings.find(({ id }) => id === 'tax.packing')?.names[profile.id]).toBe(profile.name)
  expect((await quote({ profile, store, item })).tax).toEqual(inr(180))
  const remove = () => call(`DELETE /tax-profiles/${profile.id}`, { version: 1 })
  expect((await remove()).body.error.message).toBe('It is used by “Tax on packing”.')
  expect((await call(`GET /tax-profiles/${profile.id}`)).body.settings).toEqual(['Tax on packing'])
  world.clock.forward(24 * 60)
  expect((await quote({ profile, store, item })).tax).toEqual(inr(50))
  await approved('setting.changeTax', 'tax.packing', { version: 1, value: 'none' })
  const takesEffectAt = addMinutes(world.clock.instant(), 60)
  await approved('setting.changeTax', 'tax.delivery', { version: 0, value: profile.id, takesEffectAt })
  expect((await remove()).body.error.message).toBe('It is used by “Tax on delivery”.')
  await world.db.deleteFrom('setting_plan').execute()
  expect((await remove()).status).toBe(200)
})

test('an item of no profile is not taxed', async () => {
  const { store } = await sold([since(5)])
  const item = await addItem(world.db, store, { tax_profile_id: null })
  expect((await quote({ store, item } as Sold)).tax).toEqual(inr(0))
})

test('on every day the tax is that of the day’s rate, each half of it halves up, and the parts are the total', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        first: fc.integer({ min: 0, max: 400_000 }),
        later: fc.uniqueArray(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 4 }),
        ppm: fc.integer({ min: 0, max: 400_000 }),
        price: fc.integer({ min: 1, max: 5_000_000 }),
        quantity: fc.integer({ min: 1, max: 9 }),
      }),
      async ({ first, later, ppm, price, quantity }) => {
        const now = await dayNow()
        const rates = [
          { from: null, ratePpm: first },
          ...later.sort((a, b) => a - b).map((days, at) => ({ from: addDays(now, days), ratePpm: ppm + at })),
        ]
        const told = await quote(await sold(rates, price), quantity)
        const at = later.filter((days) => days <= 0).length - 1
        const rate = BigInt(at < 0 ? first : ppm + at)
        const amount = BigInt(price * quantity)
        expect(BigInt(told.tax.minor)).toBe(2n * ((amount * rate + 1_000_000n) / 2_000_000n))
        expect(told.total.minor).toBe(told.items.minor + told.tax.minor + told.rounding.minor)
      },
    ),
    { numRuns: 25 },
  )
})

async function dayNow(): Promise<string> {
  const { rows } = await sql<{
    day: string
  }>`select (${world.clock.instant()}::timestamptz at time zone ${zone})::date::text as day`.execute(world.db)
  return rows[0]?.day ?? ''
}

test('an installation of before has a profile for each rate that its items bear, and each item its own', async () => {
  const database = await databaseBefore('0063')
  onTestFinished(() => database.drop())
  const { db } = database
  const store = await addStore(db)
  const category = { id: newId(), store_id: store.id, name: 'Meals' }
  await db.insertInto('menu_category').values(category).execute()
  for (const [sku, ppm] of [
    ['A', 0],
    ['B', 50_000],
    ['C', 50_000],
    ['D', 2500],
  ] as const)
    await sql`insert into item (id, store_id, category_id, sku, name, unit, price_minor, tax_ppm)
      values (${newId()}, ${store.id}, ${category.id}, ${sku}, ${sku}, 'pc', 100, ${ppm})`.execute(db)
  await sql`insert into setting (key, value) values ('tax.deliveryPpm', '180000'), ('tax.packingPpm', '0')`.execute(db)
  await migrateToLatest(database.url)
  const charged =
    await sql`select key, name, taxed, rates from setting join tax_profile on to_jsonb(tax_profile.id::text) = setting.value`.execute(db)
  expect(charged.rows).toEqual([{ key: 'tax.delivery', name: 'Delivery', taxed: 'delivery', rates: [{ from: null, ratePpm: 180_000 }] }])
  expect(await db.selectFrom('setting').select('key').execute()).toEqual([{ key: 'tax.delivery' }])
  const { rows } =
    await sql`select sku, tax_profile.name, rates from item join tax_profile on tax_profile.id = item.tax_profile_id order by sku`.execute(
      db,
    )
  const of = (name: string, ratePpm: number) => ({ name, rates: [{ from: null, ratePpm }] })
  expect(rows).toEqual([
    { sku: 'A', ...of('Free of tax', 0) },
    { sku: 'B', ...of('5 %', 50_000) },
    { sku: 'C', ...of('5 %', 50_000) },
    { sku: 'D', ...of('0.25 %', 2500) },
  ])
  const { count } = await db.selectFrom('tax_profile').select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  expect(count).toBe(4)
})
