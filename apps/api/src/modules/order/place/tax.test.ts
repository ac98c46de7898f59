import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addItem, addStore, taxProfileOf } from '../../../../test/factories.ts'
import { act, home, type OrderWorld, orderWorld, paidOnline, place } from '../../../../test/order-world.ts'
import { inr, taxesOf } from '../../../../test/rupees.ts'
import { findBrokenOrders } from '../read/invariants.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())
afterEach(async () => {
  await world.db.deleteFrom('setting').execute()
  world.app.services.settings.forget()
})

async function set(values: Record<string, string | number>) {
  const { body: seen } = await world.app.call('GET /settings/values', { as: world.admin })
  for (const [key, given] of Object.entries(values)) {
    // A rate is that of a profile.
    const value = typeof given === 'number' ? await taxProfileOf(world.db, given) : given
    const { version } = seen.find(({ id }: { id: string }) => id === key)
    expect((await world.app.call(`PATCH /settings/taxes/${key}`, { as: world.admin, body: { version, value } })).status).toBe(200)
  }
}

/** A kilogram of fish for 449.99 at 5 %, packed for 10.00 and delivered for 30.00, with a tip of 20.00. */
async function placeFish(given: object = {}) {
  const store = await addStore(world.db, { branch: world.branch, vertical: 'fish', packing_minor: 1000 })
  const item = await addItem(world.db, store, { unit: 'kg', price_minor: 44_999, tax_ppm: 50_000 })
  const lines = [{ itemId: item.id, quantity: 1, grams: 1000 }]
  return place({ ...world, store, item }, { lines, payment: { method: 'cash' }, tip: inr(2000), ...given })
}

async function packed(id: string, packedGrams: number) {
  world.clock.forward(1)
  await act(world, id, 'accept', { prepMinutes: 15 })
  return (await act(world, id, 'pack-weights', { lines: [{ line: 1, packedGrams }] })).body
}

const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const broken = () => findBrokenOrders(world.app.database.pool)

test('an order keeps the tax regime under which it was priced', async () => {
  const before = await placeFish({ tip: undefined })
  await set({ 'installation.taxRegime': 'simple' })
  // 449.99 and 22.50 of tax, 10.00 and 30.00: 512.49, in whole rupees 512.00.
  const after = await placeFish({ tip: undefined })
  expect([before.total, after.total]).toEqual([inr(51_200), inr(51_249)])
  const packedTaxesOf = async (id: string) => {
    const { taxes, total } = await packed(id, 1001)
    return [taxes.map(({ name }: { name: string }) => name), total.minor]
  }
  expect(await packedTaxesOf(before.id)).toEqual([['CGST', 'SGST'], 51_300])
  expect(await packedTaxesOf(after.id)).toEqual([['Tax'], 51_296])
})

test('tax on delivery and packing is added to what is added on the items, and never on a tip', async () => {
  await set({ 'tax.delivery': 180_000, 'tax.packing': 50_000 })
  const { id } = await placeFish()
  // 5 % of 449.99 is 22.50, of 10.00 is 0.50; 18 % of 30.00 is 5.40: 28.40 on 509.99 with the tip, 538.39 rounded to 538.00.
  expect(await read(id)).toMatchObject({
    pricesIncludeTax: false,
    items: inr(44_999),
    packing: inr(1000),
    delivery: inr(3000),
    tip: inr(2000),
    tax: inr(2840),
    taxes: taxesOf(
      ['CGST', 25_000, 45_999, 1150],
      ['SGST', 25_000, 45_999, 1150],
      ['CGST', 90_000, 3000, 270],
      ['SGST', 90_000, 3000, 270],
    ),
    rounding: inr(-39),
    total: inr(53_800),
  })
  expect(await broken()).toEqual([])
})

test('prices that include tax add up to the total; the tax is told within them', async () => {
  await set({ 'tax.prices': 'inclusive', 'tax.delivery': 180_000, 'tax.packing': 50_000, 'installation.taxRegime': 'simple' })
  const { id, total } = await placeFish()
  // Within 449.99 at 5 %: 21.43 (21.428...), within 10.00: 0.48 (0.476...), within 30.00 at 18 %: 4.58 (4.576...).
  const expected = {
    pricesIncludeTax: true,
    items: inr(44_999),
    tax: inr(2649),
    taxes: taxesOf(['Tax', 50_000, 43_808, 2191], ['Tax', 180_000, 2542, 458]),
    rounding: inr(0),
    total: inr(50_999),
  }
  expect(await read(id)).toMatchObject({ ...expected, lines: [{ amount: inr(44_999), tax: inr(2143) }] })
  const { store_id: storeId } = await world.db.selectFrom('orders').select('store_id').where('id', '=', id).executeTakeFirstOrThrow()
  const { item_id: itemId } = await world.db.selectFrom('order_line').select('item_id').where('order_id', '=', id).executeTakeFirstOrThrow()
  const basket = { storeId, orderType: 'delivery', address: home, lines: [{ itemId, quantity: 1, grams: 1000 }], tip: inr(2000) }
  expect((await world.app.call('POST /channel/quotes', { as: world.channel, body: basket })).body).toMatchObject(expected)
  expect(total).toEqual(inr(50_999))
  expect(await broken()).toEqual([])
})

test('under GST each half of what is within the prices is reckoned by itself, and the total rounded as ever', async () => {
  await set({ 'tax.prices': 'inclusive' })
  const { id } = await placeFish()
  // Within 449.99 at 2.5 % of 105 %: 10.71 (10.714...), twice; 509.99 is rounded to 510.00.
  expect(await read(id)).toMatchObject({
    tax: inr(2142),
    taxes: taxesOf(['CGST', 25_000, 42_857, 1071], ['SGST', 25_000, 42_857, 1071]),
    rounding: inr(1),
    total: inr(51_000),
  })
  expect(await broken()).toEqual([])
})

test('an order of before each half was reckoned by itself keeps its one rounding when it is weighed, the odd paisa with the centre', async () => {
  await set({ 'tax.prices': 'inclusive' })
  const { id } = await placeFish()
  await world.db.updateTable('orders').set({ tax_parts: 1 }).where('id', '=', id).execute()
  expect(await packed(id, 1000)).toMatchObject({
    tax: inr(2143),
    taxes: taxesOf(['CGST', 25_000, 42_856, 1072], ['SGST', 25_000, 42_856, 1071]),
  })
  expect(await broken()).toEqual([])
})

test('an order keeps whether its prices include tax and how its charges are taxed, also when its weights are packed', async () => {
  await set({ 'tax.prices': 'inclusive', 'tax.delivery': 180_000, 'tax.packing': 50_000, 'installation.taxRegime': 'simple' })
  const [cash, online] = [await placeFish(), await placeFish({ payment: paidOnline() })]
  const before = await read(cash.id)
  await set({ 'tax.prices': 'exclusive', 'tax.delivery': 'none', 'tax.packing': 120_000, 'installation.taxRegime': 'in-gst' })
  expect(await read(cash.id)).toEqual(before)
  // 900 g are 404.99; within it 19.29 (19.285...), with the 0.48 and 4.58 of packing and delivery as they were.
  expect(await packed(cash.id, 900)).toMatchObject({
    pricesIncludeTax: true,
    items: inr(40_499),
    tax: inr(2435),
    taxes: taxesOf(['Tax', 50_000, 39_522, 1977], ['Tax', 180_000, 2542, 458]),
    rounding: inr(0),
    total: inr(46_499),
  })
  // What was paid for does not grow: 1,100 g are 494.99, 45.00 more than was paid for.
  expect(await packed(online.id, 1100)).toMatchObject({ items: inr(49_499), discount: inr(4500), total: inr(50_999) })
  expect(await broken()).toEqual([])
})
