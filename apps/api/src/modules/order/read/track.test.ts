import { addSeconds, type OrderTrack } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBranch, addRider } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const track = async (id: string, as = world.admin): Promise<OrderTrack> => {
  const { status, body } = await world.app.call(`GET /orders/${id}/track`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** The rider's app says where they are now, and time goes on. */
async function ride(riderId: string, lat: number, seconds: number) {
  const body = { point: { lat, lng: 76.26 }, at: world.clock.instant(), shiftState: 'available' }
  const answer = await world.app.call(`POST /channel/riders/${riderId}/positions`, { as: world.channel, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  world.clock.forward(seconds / 60)
}
async function carried(riderId: string) {
  const { id } = await place(world)
  await act(world, id, 'accept', { prepMinutes: 10 })
  expect((await act(world, id, 'assign-rider', { riderId })).status).toBe(200)
  return id
}

test('an order without a rider has no way', async () => {
  expect(await track((await place(world)).id)).toEqual({ rider: null, points: [] })
})

test('the way of its rider is kept from when they were given it, one position every ten seconds at most', async () => {
  await ride(world.rider.id, 9.9, 30)
  const id = await carried(world.rider.id)
  const begun = world.clock.instant()
  for (const lat of [9.91, 9.92, 9.93, 9.94]) await ride(world.rider.id, lat, 6)
  expect(await track(id)).toEqual({
    rider: { id: world.rider.id, name: world.rider.name },
    points: [
      { lat: 9.91, lng: 76.26, at: begun },
      { lat: 9.93, lng: 76.26, at: addSeconds(begun, 12) },
    ],
  })
  await act(world, id, 'mark-ready')
  const reason = { reason: 'forgot' }
  await act(world, id, 'pick-up', reason)
  const { status, body } = await act(world, id, 'deliver', reason)
  expect(status, JSON.stringify(body)).toBe(200)
  world.clock.forward(1)
  await ride(world.rider.id, 10, 20)
  expect((await track(id)).points, 'where they went after it was over is not of it').toHaveLength(2)
})

test('who is given it next has a way of their own', async () => {
  const [one, two] = [await addRider(world.db, world.branch), await addRider(world.db, world.branch)]
  const id = await carried(one.id)
  await ride(one.id, 9.91, 20)
  await ride(two.id, 9.95, 20)
  await act(world, id, 'assign-rider', { riderId: two.id })
  await ride(two.id, 9.96, 20)
  expect(await track(id)).toMatchObject({ rider: { id: two.id }, points: [{ lat: 9.96 }] })
})

test('it takes seeing deliveries, of this branch', async () => {
  const id = await carried(world.rider.id)
  const clerk = await world.app.addStaff({ permissions: ['order.view'] })
  expect((await world.app.call(`GET /orders/${id}/track`, { as: clerk })).status).toBe(401)
  const elsewhere = await world.app.addStaff({
    permissions: ['delivery.view'],
    scope: { kind: 'branch', ids: [(await addBranch(world.db)).id] },
  } as never)
  expect((await world.app.call(`GET /orders/${id}/track`, { as: elsewhere })).status).toBe(404)
})
