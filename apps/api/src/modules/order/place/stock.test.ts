import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem } from '../../../../test/factories.ts'
import { act, newOrder, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const stockOf = async (id: string) =>
  (await world.db.selectFrom('item').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock
const heldBy = (orderId: string) => world.db.selectFrom('item_hold').selectAll().where('order_id', '=', orderId).execute()
const set = (id: string, columns: object) => world.db.updateTable('item').set(columns).where('id', '=', id).execute()
const sold = (columns: object) => addItem(world.db, world.store, { name: 'Appam', ...columns })
const quote = async (itemId: string, quantity = 1) => {
  const { lines: _, externalId: __, customer: ___, payment: ____, ...basket } = newOrder(world)
  const body = { ...basket, lines: [{ itemId, quantity }] }
  return (await world.app.call('POST /channel/quotes', { as: world.channel, body })).body.problems
}
const why = async (id: string) => (await world.app.call(`GET /items/${id}/obstacles`, { as: world.admin })).body.obstacles
/** Served on no day but Sundays; the world stands on a Friday. */
const onSundays = JSON.stringify([{ day: 0, opens: '07:00', closes: '11:00' }])

test('an order takes of what is counted, and gives it back when it is rejected or cancelled', async () => {
  const { id } = await sold({ stock: 5 })
  const first = await place(world, { lines: [{ itemId: id, quantity: 3 }] })
  expect([await stockOf(id), await heldBy(first.id)]).toMatchObject([2, [{ item_id: id, amount: 3 }]])
  expect((await act(world, first.id, 'reject', { reason: 'too-busy' })).status).toBe(200)
  expect([await stockOf(id), await heldBy(first.id)]).toEqual([5, []])
})

test('what was not counted as it was ordered is not given back', async () => {
  const { id } = await sold({ stock: null })
  const placed = await place(world, { lines: [{ itemId: id, quantity: 3 }] })
  await set(id, { stock: 10 })
  await act(world, placed.id, 'reject', { reason: 'too-busy' })
  expect(await stockOf(id)).toBe(10)
})

test('of several who want the last of it one has it', async () => {
  const { id } = await sold({ stock: 2 })
  const body = () => newOrder(world, { lines: [{ itemId: id, quantity: 2 }] })
  const answers = await Promise.all([1, 2, 3].map(() => world.app.call('POST /channel/orders', { as: world.channel, body: body() })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect(await stockOf(id)).toBe(0)
  expect(await quote(id)).toMatchObject([{ code: 'sold-out', message: 'Appam is sold out.' }])
})

test('a basket of more than is left, or than one order may have, is told so at its line', async () => {
  const { id } = await sold({ stock: 3, max_per_order: 2 })
  expect(await quote(id, 4)).toMatchObject([
    { code: 'too-few-left', field: 'lines.0.quantity', message: 'Only 3 of Appam are left.' },
    { code: 'too-many', message: 'An order has at most 2 of Appam.' },
  ])
  expect(await quote(id, 2)).toEqual([])
})

test('what is served at other hours is not sold now, by a basket and on the menu', async () => {
  const { id } = await sold({ schedule: onSundays })
  expect(await quote(id)).toMatchObject([{ code: 'not-served-now', opensAt: '2026-11-22T01:30:00.000Z' }])
  const menu = (await world.app.call(`GET /channel/stores/${world.store.id}/menu`, { as: world.channel })).body
  expect(menu.find((item: { id: string }) => item.id === id)).toMatchObject({ available: false })
})

test('why an item cannot be ordered is told with every reason that holds', async () => {
  const until = '2026-11-20T12:00:00.000Z'
  const { id, category_id } = await sold({ stock: 0, available: false, snoozed_until: until, schedule: onSundays, lead_hours: 3 })
  await world.db.updateTable('menu_category').set({ active: false }).where('id', '=', category_id).execute()
  await world.db.updateTable('store').set({ open_mode: 'paused' }).where('id', '=', world.store.id).execute()
  const obstacles = await why(id)
  await world.db.updateTable('store').set({ open_mode: 'open' }).where('id', '=', world.store.id).execute()
  expect(obstacles.map(({ code }: { code: string }) => code)).toEqual([
    'category-off',
    'unavailable',
    'snoozed',
    'sold-out',
    'out-of-hours',
    'needs-notice',
    'store',
  ])
  expect(obstacles[2]).toMatchObject({ until })
  expect(await why((await sold({})).id)).toEqual([])
})
