import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem } from '../../../test/factories.ts'
import { act, everyScope, home, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const keyOf = (channelKind: 'store-app' | 'till') => world.app.addChannel(everyScope, channelKind, { kind: 'store', ids: [world.store.id] })
const read = async (as: Caller, id: string) => (await world.app.call(`GET /channel/orders/${id}`, { as })).body

test('a store learns from its app what to make, without the phone and the door of its customer', async () => {
  const fish = await addItem(world.db, world.store, { name: 'Seer Fish', unit: 'kg' })
  const { id } = await place(world, {
    lines: [
      { itemId: world.item.id, quantity: 2, note: 'Crisp' },
      { itemId: fish.id, quantity: 1, grams: 750 },
    ],
    note: 'Ring twice',
  })
  for (const kind of ['store-app', 'till'] as const) {
    const seen = await read(await keyOf(kind), id)
    expect(seen.lines).toMatchObject([
      { line: 1, itemId: world.item.id, name: 'Masala Dosa', quantity: 2, note: 'Crisp', orderedGrams: null },
      { line: 2, itemId: fish.id, name: 'Seer Fish', orderedGrams: 750, packedGrams: null },
    ])
    expect(seen).toMatchObject({
      note: 'Ring twice',
      orderType: 'delivery',
      customerName: 'Anjali Menon',
      customerPhone: null,
      address: null,
    })
  }
})

test("a rider's app learns where it goes while a rider has it, and the customer's own app always", async () => {
  const own = await world.app.addChannel(everyScope, 'customer-app')
  const riders = await world.app.addChannel(everyScope, 'rider-app', { kind: 'branch', ids: [world.branch.id] })
  const { id } = await place({ ...world, channel: own })
  const reached = { customerPhone: '+919847012345', address: home }
  expect(await read(own, id)).toMatchObject(reached)
  await act(world, id, 'accept', { prepMinutes: 20 })
  await act(world, id, 'mark-ready')
  expect(await read(riders, id)).toMatchObject({ customerPhone: null, address: null })
  await act(world, id, 'assign-rider', { riderId: world.rider.id })
  expect(await read(riders, id)).toMatchObject(reached)
  await act(world, id, 'pick-up', { reason: 'app-fails' })
  await act(world, id, 'deliver', { reason: 'app-fails' })
  expect(await read(riders, id)).toMatchObject({ status: 'delivered', customerPhone: null, address: null })
  expect(await read(own, id)).toMatchObject(reached)
})
