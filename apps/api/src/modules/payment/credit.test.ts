import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectBooked, leftOf, withCredits } from '../../../test/credits.ts'
import { type GatewayWorld, gatewayWorld } from '../../../test/gateway-world.ts'
import { inr } from '../../../test/order-editing.ts'

let world: GatewayWorld
beforeAll(async () => {
  world = await gatewayWorld()
})
afterAll(() => world.close())
afterEach(() => expectBooked(world))

test('a gateway is asked for what credits do not pay, and gives back no more', async () => {
  const { customer, id: customerId } = await withCredits(world, [10_000])
  const { id } = await world.begin({ customer, useCredits: true })
  expect((await world.paymentOf(id)).amount).toEqual(inr(15_000))
  await world.gateway.pay(await world.checkoutOf(id))
  await world.until(id, { paymentState: 'captured', status: 'pending' })
  const body = { version: (await world.read(id)).version, reason: 'took-too-long' }
  await world.app.call(`POST /orders/${id}/cancel`, { as: world.admin, body })
  await world.until(id, { refunds: [{ amount: inr(15_000), state: 'done' }], credit: inr(0) })
  expect((await world.paymentOf(id)).refunded).toEqual(inr(15_000))
  expect(await leftOf(world, customerId)).toEqual([10_000])
})

test('it hears nothing of an order that credits pay whole', async () => {
  const { customer } = await withCredits(world, [25_000])
  const { id } = await world.begin({ customer, useCredits: true, expectedToPay: inr(0) })
  expect(await world.read(id)).toMatchObject({ status: 'pending', paymentState: 'captured', gateway: null, credit: inr(25_000) })
  expect(await world.paymentOf(id)).toBeUndefined()
})
