import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStore } from '../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import type { Caller } from '../../../test/test-app.ts'
import { sequenceBatch } from '../../kit/record/outbox-sequence.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const alerts = async (as: Caller = world.admin) => {
  await sequenceBatch(world.db)
  const { status, body } = await world.app.call('GET /alerts', { as })
  expect(status).toBe(200)
  return (body as { title: string; tone: string; entityId: string; at: string }[]).map(({ title, tone, entityId, at }) => ({
    title,
    tone,
    entityId,
    at,
  }))
}

test('who opens the page is told what still matters: orders that wait, orders that are late, and neither once it is done', async () => {
  const { id, number } = await place(world)
  expect(await alerts()).toEqual([])
  world.clock.forward(5)
  const warnedAt = world.clock.instant()
  await world.app.services.jobs.run('warn-waiting-orders')
  const waiting = { title: `${number} is waiting`, tone: 'warning', entityId: id, at: warnedAt }
  expect(await alerts()).toEqual([waiting])

  await act(world, id, 'accept', { prepMinutes: 20 })
  expect(await alerts()).toEqual([])
  world.clock.forward(120)
  const late = await alerts()
  expect(late).toMatchObject([{ title: `${number} is late`, tone: 'error', entityId: id }])
  expect((late[0]?.at ?? '') < world.clock.instant()).toBe(true)
})

test('nobody is told of an order that they may not see', async () => {
  const { id } = await place(world)
  await act(world, id, 'accept', { prepMinutes: 20 })
  world.clock.forward(120)
  const elsewhere = await addStore(world.db)
  const [own, other, blind] = [
    await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [world.store.id] } }),
    await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [elsewhere.id] } }),
    await world.app.addStaff({ permissions: ['store.view'] }),
  ]
  expect((await alerts(own)).map(({ entityId }) => entityId)).toContain(id)
  expect([await alerts(other), await alerts(blind)]).toEqual([[], []])
})

test('alerts are found by their own index among all events', async () => {
  const plans = await plansOf(world.app, () => world.app.call('GET /alerts', { as: world.admin }))
  expect(scansOf(plans, 'event').every(({ index }) => index === 'event_messages')).toBe(true)
})
