import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayWorld, gatewayWorld } from '../../../test/gateway-world.ts'
import { act, deliver, everyScope, place, say } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'
import { sequenceBatch } from '../../kit/record/outbox-sequence.ts'

let world: GatewayWorld
let store: Caller
let rider: Caller
beforeAll(async () => {
  world = await gatewayWorld()
  store = await world.app.addChannel(everyScope, 'store-app', { kind: 'store', ids: [world.store.id] })
  rider = await world.app.addChannel(everyScope, 'rider-app', { kind: 'branch', ids: [world.branch.id] })
})
afterAll(() => world.close())

const read = (address: string, as: Caller) => world.app.call(`GET ${address}`, { as })
const listed = async (id: string, as: Caller) =>
  (await read('/channel/orders?limit=200', as)).body.find((order: { id: string }) => order.id === id)
const heardOf = async (after: number, as: Caller) => {
  await sequenceBatch(world.db)
  const { body } = await read(`/channel/changes?after=${after}`, as)
  return body.changes.map(({ orderId }: { orderId: string }) => orderId)
}

test('where an order goes is told in the list as in the order: to riders while one of them has it, to stores never', async () => {
  const { id } = await place(world)
  expect((await listed(id, world.channel)).customerPoint).toMatchObject({ lat: 9.96 })
  for (const as of [store, rider]) expect((await listed(id, as)).customerPoint).toBeNull()
  world.clock.forward(1)
  await say(world, id, { type: 'accept', as: 'store', prepMinutes: 10 })
  expect((await act(world, id, 'assign-rider', { riderId: world.rider.id })).status).toBe(200)
  expect((await listed(id, store)).customerPoint).toBeNull()
  expect((await listed(id, rider)).customerPoint).toMatchObject({ lat: 9.96 })
  expect((await read(`/channel/orders/${id}`, store)).body).toMatchObject({ address: null, customerId: null })
})

test('what waits for its payment is neither the store’s nor a rider’s, and what its customer pays with is told to nobody else', async () => {
  const { sequence } = (await read('/channel/changes', store)).body
  const { id } = await world.begin()
  await world.settle()
  expect((await listed(id, world.channel)).payment.checkout).toMatch(/^http/)
  for (const as of [store, rider]) {
    expect(await listed(id, as)).toBeUndefined()
    expect((await read(`/channel/orders/${id}`, as)).status).toBe(404)
    expect(await heardOf(sequence, as)).not.toContain(id)
  }
  expect(await heardOf(sequence, world.channel)).toContain(id)
  await world.gateway.pay(await world.checkoutOf(id))
  await world.until(id, { status: 'pending', paymentState: 'captured' })
  for (const as of [store, rider]) {
    expect(await listed(id, as)).toMatchObject({ status: 'pending', payment: { state: 'captured', checkout: null } })
    expect(await heardOf(sequence, as)).toContain(id)
  }
})

test('whose an order is, is told to the customer’s app, which registers their devices by it once one was delivered', async () => {
  const { id } = await place(world)
  const { customerId } = (await read(`/channel/orders/${id}`, world.channel)).body
  const device = { ownerKind: 'customer', ownerId: customerId, platform: 'web', pushToken: 'push-1' }
  const register = async () => (await world.app.call('POST /channel/devices', { as: world.channel, body: device })).status
  expect(await register()).toBe(422)
  await deliver(world, id)
  expect(await register()).toBe(200)
  for (const as of [store, rider]) expect((await read(`/channel/orders/${id}`, as)).body.customerId).toBeNull()
})
