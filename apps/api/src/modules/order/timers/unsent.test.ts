import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const run = () => world.app.services.jobs.run('warn-unsent-refunds')
const told = async (id: string) => {
  const rows = await world.db
    .selectFrom('event')
    .select(['permission', 'store_id', 'payload'])
    .where('entity_id', '=', id)
    .where('kind', '=', 'message')
    .execute()
  return rows.filter(({ payload }) => (payload as { title: string }).title.includes('was not sent'))
}
const refund = async (method: 'source' | 'cash') => {
  const { id, number } = await place(world)
  for (const [verb, body] of [
    ['accept', { prepMinutes: 20 }],
    ['mark-ready', {}],
  ] as const)
    await act(world, id, verb, body)
  const body = { amount: { minor: 500, currency: 'INR' }, reasonCode: 'goodwill', method, note: 'By the phone' }
  const asked = await act(world, id, 'refunds', body)
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  return { id, number }
}

test('a refund that its channel has not sent for a day reaches whoever may refund, once', async () => {
  const [sent, byHand] = [await refund('source'), await refund('cash')]
  world.clock.forward(24 * 60 - 1)
  await run()
  expect(await told(sent.id)).toEqual([])
  world.clock.forward(1)
  for (const _ of ['now', 'again']) await run()
  expect(await told(sent.id)).toMatchObject([
    {
      permission: 'refund.create',
      store_id: world.store.id,
      payload: {
        title: `The refund of ${sent.number} was not sent`,
        text: '₹5.00 is to go back to its customer, and its channel has not sent it for 1 d.',
        entity: 'order',
        entityId: sent.id,
      },
    },
  ])
  expect(await told(byHand.id)).toEqual([])
})

test('one that was sent in time reaches nobody', async () => {
  const { id } = await refund('source')
  const { body } = await world.app.call(`GET /orders/${id}`, { as: world.admin })
  expect((await act(world, id, 'refunds/send', { refundId: body.refunds[0].id })).status).toBe(200)
  world.clock.forward(48 * 60)
  await run()
  expect(await told(id)).toEqual([])
})
