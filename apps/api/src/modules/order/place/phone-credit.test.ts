import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectBooked, leftOf, withCredits } from '../../../../test/credits.ts'
import { addItem, addStore } from '../../../../test/factories.ts'
import { inr } from '../../../../test/order-editing.ts'
import { home, type OrderWorld, orderWorld } from '../../../../test/order-world.ts'
import { enterAs } from '../../../../test/role-people.ts'
import type { Caller } from '../../../../test/test-app.ts'
import { installBuiltInRoles } from '../../role/role-install.service.ts'

let world: OrderWorld
let executive: Caller
beforeAll(async () => {
  world = await orderWorld({ gateway: null })
  await installBuiltInRoles(world.db)
  executive = await enterAs(world.db, 'custumercare-executive')
})
afterAll(() => world.app.close())
afterEach(() => expectBooked(world))

const basket = (given: object) => ({
  storeId: world.store.id,
  orderType: 'delivery',
  lines: [{ itemId: world.item.id, quantity: 2 }],
  address: home,
  name: 'Devika Pillai',
  paymentMethod: 'cash',
  ...given,
})
const quote = async (given: object, as = executive) =>
  (await world.app.call('POST /phone-orders/quote', { as, body: basket({ useCredits: true, ...given }) })).body
const place = (given: object, as = executive) =>
  world.app.call('POST /phone-orders', { as, body: basket({ useCredits: true, expectedTotal: inr(25_000), ...given }) })

test('an order that is taken over the phone tells what the caller has, and is paid by it where the caller wants that', async () => {
  const { id: customerId, customer } = await withCredits(world, [6_000, 4_000])
  expect(await quote({ customerId })).toMatchObject({ wallet: inr(10_000), credit: inr(10_000), toPay: inr(15_000) })
  expect(await quote({ customerId, useCredits: false })).toMatchObject({ wallet: inr(10_000), credit: inr(0), toPay: inr(25_000) })
  const unasked = await place({ customerId, useCredits: undefined })
  expect([unasked.status, unasked.body.credit, await leftOf(world, customerId)]).toEqual([200, inr(0), [6_000, 4_000]])
  const { status, body } = await place({ customerId, expectedToPay: inr(15_000) })
  expect([status, body.credit, body.due]).toEqual([200, inr(10_000), inr(15_000)])
  expect(await leftOf(world, customerId)).toEqual([0, 0])
  // By the number, for whoever finds callers by it.
  expect(await quote({ phone: customer.phone }, world.admin)).toMatchObject({ wallet: inr(0), toPay: inr(25_000) })
})

test('is refused where the wallet pays another part by now', async () => {
  const { id: customerId } = await withCredits(world, [10_000])
  const seen = await quote({ customerId })
  await place({ customerId, lines: [{ itemId: world.item.id, quantity: 1 }], expectedTotal: inr(14_500) })
  const { status, body } = await place({ customerId, expectedToPay: seen.toPay })
  expect([status, body.error.reason, Object.keys(body.error.fields)]).toEqual([409, 'price-changed', ['body.expectedToPay']])
  expect(body.error.current).toMatchObject({ wallet: inr(0), toPay: inr(25_000) })
})

test('neither tells nor spends what somebody has whom whoever takes it may not find', async () => {
  const { id: customerId, customer } = await withCredits(world, [10_000])
  const blind = await world.app.addStaff({ permissions: ['order.create', 'order.view'] })
  expect(await quote({ phone: customer.phone }, blind)).toMatchObject({ wallet: inr(0), credit: inr(0), toPay: inr(25_000) })
  expect((await place({ phone: customer.phone }, blind)).body.credit).toEqual(inr(0))
  expect(await leftOf(world, customerId)).toEqual([10_000])
  // A branch that the customer never ordered in: its people order for them as for a stranger.
  const other = await addStore(world.db, {})
  const item = await addItem(world.db, other, {})
  const permissions = ['order.create', 'order.view', 'customer.view', 'customer.reveal'] as const
  const elsewhere = await world.app.addStaff({ permissions: [...permissions], scope: { kind: 'store', ids: [other.id] } })
  const there = { storeId: other.id, lines: [{ itemId: item.id, quantity: 2 }] }
  expect(await quote({ ...there, phone: customer.phone }, elsewhere)).toMatchObject({ wallet: inr(0), credit: inr(0) })
  const near = await world.app.addStaff({ permissions: [...permissions], scope: { kind: 'store', ids: [world.store.id] } })
  expect(await quote({ phone: customer.phone }, near)).toMatchObject({ wallet: inr(10_000), credit: inr(10_000) })
})
