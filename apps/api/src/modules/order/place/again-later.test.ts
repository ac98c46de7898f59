import { addMinutes, type Instant } from '@larder/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addItem, addStore } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, paidOnline, place } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

// 13:30 in Kochi, on a Friday.
const daily = (opens: string, closes: string) => JSON.stringify([0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, opens, closes })))
const slotFrom = (from: string) => ({ from, to: addMinutes(from as Instant, 60) })

let order: Awaited<ReturnType<typeof place>>
let shop: Pick<OrderWorld, 'store' | 'item'>
beforeEach(async () => {
  const store = await addStore(world.db, { branch: world.branch, display_name: 'Harbour Bakes' })
  shop = { store, item: await addItem(world.db, store, { name: 'Puffs' }) }
  order = await place({ ...world, ...shop }, { payment: paidOnline() })
})

const change = (columns: object) => world.db.updateTable('store').set(columns).where('id', '=', shop.store.id).execute()
const changeItem = (columns: object) => world.db.updateTable('item').set(columns).where('id', '=', shop.item.id).execute()
const cash = { paymentMethod: 'cash' }
const preview = async (body: object = cash) =>
  (await world.app.call(`POST /orders/${order.id}/again/preview`, { as: world.admin, body })).body
const again = (slot?: object) =>
  world.app.call(`POST /orders/${order.id}/again`, {
    as: world.admin,
    body: { ...cash, ...(slot && { slot }), expectedTotal: order.total },
  })
const offered = async () => (await preview()).nextSlot
const allowed = async () => {
  const { body } = await world.app.call(`GET /orders/${order.id}`, { as: world.admin })
  return body.allowed.find(({ action }: { action: string }) => action === 'again').because
}

test('of a shut store it is told when it opens, and the slot of its next opening is one that is taken', async () => {
  expect(await offered(), 'nothing is in its way').toBeNull()
  await change({ opening_hours: daily('07:30', '12:00') })
  const slot = slotFrom('2026-11-21T02:00:00.000Z')
  expect(await preview()).toMatchObject({
    problems: [{ field: 'slot', message: 'Harbour Bakes is closed. Opens Nov 21, 2026, 7:30 AM IST.' }],
    nextSlot: slot,
  })
  expect(await preview({ ...cash, slot })).toMatchObject({ problems: [], nextSlot: null })
  const made = await again(slot)
  expect(made.body).toMatchObject({ status: 'scheduled', slotFrom: slot.from, slotTo: slot.to })
  expect((await again()).body.error.current.nextSlot, 'a refusal tells it too').toEqual(slot)
  expect(await preview({ ...cash, slot: slotFrom('2026-11-21T08:00:00.000Z') }), 'shut in another slot').toMatchObject({ nextSlot: slot })
})

test('a slot that is full is passed over, until one of it is called off', async () => {
  await change({ opening_hours: daily('07:30', '12:00'), max_orders_per_quarter_hour: 1 })
  const [first, second] = [slotFrom('2026-11-21T02:00:00.000Z'), slotFrom('2026-11-21T03:00:00.000Z')]
  const made = []
  for (const _ of [1, 2, 3, 4]) made.push((await again(first)).body)
  expect((await again(first)).body.error.fields).toEqual({ 'body.slot.from': expect.stringContaining('has all the orders') })
  expect(await offered()).toEqual(second)
  await act(world, made[0].id, 'cancel', { reason: 'changed-mind' })
  expect(await offered()).toEqual(first)
})

test('a pause that ends is waited for; of one without an end no slot is known, and one may be chosen all the same', async () => {
  await change({ open_mode: 'paused', open_mode_until: addMinutes(world.clock.instant(), 50) })
  expect(await offered()).toEqual(slotFrom(addMinutes(world.clock.instant(), 50)))
  await change({ open_mode_until: null })
  expect(await preview()).toMatchObject({ problems: [{ field: 'slot', message: 'Harbour Bakes is paused.' }], nextSlot: null })
  expect(await allowed()).toBeNull()
  expect((await again(slotFrom('2026-11-21T02:00:00.000Z'))).status).toBe(200)
})

test('the notice of an item and the hours at which it is served are kept', async () => {
  await change({ opening_hours: daily('07:30', '18:00') })
  await changeItem({ lead_hours: 20 })
  expect(await offered(), '9:30 AM at the earliest, and five minutes to choose it').toEqual(slotFrom('2026-11-21T04:15:00.000Z'))
  await changeItem({ lead_hours: null, schedule: JSON.stringify([{ day: 0, opens: '07:00', closes: '11:00' }]) })
  expect(await offered()).toEqual(slotFrom('2026-11-22T02:00:00.000Z'))
  await changeItem({ schedule: null, available: false })
  expect(await offered(), 'no hour mends what is sold out').toBeNull()
})

test('where nothing of its store can be ordered for any hour, it is told before it is tried', async () => {
  await change({ opening_hours: '[]' })
  expect(await allowed()).toBe('Harbour Bakes has no hours in which it opens.')
  expect(await offered()).toBeNull()
  for (const slot of [undefined, slotFrom('2026-11-21T04:00:00.000Z')]) expect((await again(slot)).status).toBe(422)
  await change({
    special_days: JSON.stringify([{ date: '2026-11-24', closed: false, hours: [{ opens: '10:00', closes: '12:00' }], note: '' }]),
  })
  expect([await allowed(), await offered()]).toEqual([null, slotFrom('2026-11-24T04:30:00.000Z')])
  await change({ status: 'suspended' })
  expect(await allowed()).toBe('Harbour Bakes is not taking orders at present.')
})
