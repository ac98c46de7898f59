import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayWorld, gatewayWorld } from '../../../test/gateway-world.ts'
import { act } from '../../../test/order-world.ts'

let world: GatewayWorld
beforeAll(async () => {
  world = await gatewayWorld()
  await world.captureWhen('handed-over')
})
afterAll(() => world.close())

const mostVain = 14
const words = 'It says that it did what it was asked, and has not done it.'
const handOver = async (id: string) => {
  await act(world, id, 'accept', { prepMinutes: 10 })
  await act(world, id, 'start-preparing')
  await act(world, id, 'mark-ready')
  expect((await act(world, id, 'collect')).status).toBe(200)
}
const captured = async () => {
  const order = await world.held()
  await handOver(order.id)
  await world.until(order.id, { paymentState: 'captured' })
  return order
}

test.each<[string, string, () => Promise<{ id: string; number: string }>, (id: string) => Promise<unknown>, object]>([
  ['capture', 'capture', () => world.held(), handOver, { paymentState: 'captured' }],
  ['let go', 'void', () => world.held(), (id) => act(world, id, 'cancel', { reason: 'changed-mind' }), { refunds: [{ state: 'done' }] }],
  [
    'give back',
    'refund',
    captured,
    (id) => act(world, id, 'refunds', { amount: { minor: 100, currency: 'INR' }, reasonCode: 'goodwill', method: 'source' }),
    { refunds: [{ state: 'done' }] },
  ],
])('a gateway that says yes and does not %s is asked ever later, and then it reaches the bell', async (_, kind, make, ask, wanted) => {
  const { id, number } = await make()
  const { id: paymentId } = await world.paymentOf(id)
  await world.gateway.misbehave({ forget: 1 })
  await ask(id)
  const asked = async () => {
    const attempts = world.db.selectFrom('payment_attempt').select('id').where('payment_id', '=', paymentId).where('kind', '=', kind)
    return (await attempts.execute()).length
  }
  for (let tries = 1; tries <= mostVain + 3; tries++) {
    await world.settle()
    await world.settle()
    expect(await asked()).toBe(Math.min(tries, mostVain))
    world.clock.forward(200)
  }
  expect(await world.paymentOf(id)).toMatchObject({ trouble: words, stuckAt: expect.any(String) })
  const told = await world.db
    .selectFrom('event')
    .select('payload')
    .where('kind', '=', 'message')
    .where('entity_id', '=', paymentId)
    .execute()
  expect(told.map(({ payload }) => (payload as { title: string }).title)).toEqual([`The payment of ${number} is stuck`])
  await world.gateway.misbehave({ forget: 0 })
  const { version } = await world.paymentOf(id)
  await world.app.call(`POST /payments/${paymentId}/retry`, { as: world.admin, body: { version } })
  await world.settle()
  // What was sent long ago is looked at seldom.
  world.clock.forward(25 * 60)
  await world.until(id, wanted)
  expect(await world.paymentOf(id)).toMatchObject({ trouble: null, stuckAt: null })
})
