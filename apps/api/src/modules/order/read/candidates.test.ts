import { addMinutes, distanceKm, type Instant, type Output, type orderContract, type Point, roadMinutes } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRider } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

type Candidate = Output<typeof orderContract.riders>[number]

const candidate = async (orderId: string, riderId: string): Promise<Candidate | undefined> => {
  const { body } = await world.app.call(`GET /orders/${orderId}/riders`, { as: world.admin })
  return body.find(({ id }: Candidate) => id === riderId)
}
const rideTo = (riderId: string, point: Point) =>
  world.app.call(`POST /channel/riders/${riderId}/positions`, {
    as: world.channel,
    body: { point, at: world.clock.instant(), shiftState: 'available' },
  })
const minutesBetweenPoints = (from: Point, to: Point) => roadMinutes(distanceKm(from, to))

test('whoever is given an order is at its customer once it is ready and they have ridden there, what they carry delivered before', async () => {
  const { id } = await place(world)
  await act(world, id, 'accept', { prepMinutes: 30 })
  const { body: order } = await world.app.call(`GET /orders/${id}`, { as: world.admin })
  const [store, customer] = [order.storePoint as Point, order.address.point as Point]
  const toCustomer = minutesBetweenPoints(store, customer)
  const arrival = async () => (await candidate(id, world.rider.id))?.arrivesAt

  await rideTo(world.rider.id, store)
  expect(await arrival(), 'waits at the store').toBe(addMinutes(order.acceptedAt as Instant, 30 + toCustomer))

  await act(world, id, 'mark-ready')
  expect(await arrival(), 'takes it at once').toBe(addMinutes(world.clock.instant(), toCustomer))

  const away = { lat: store.lat + 0.05, lng: store.lng }
  world.clock.forward(1)
  await rideTo(world.rider.id, away)
  const toStore = minutesBetweenPoints(away, store)
  expect(toStore).toBeGreaterThan(5)
  expect(await arrival(), 'rides to the store first').toBe(addMinutes(world.clock.instant(), toStore + toCustomer))

  const other = await place(world)
  await act(world, other.id, 'accept', { prepMinutes: 10 })
  await act(world, other.id, 'assign-rider', { riderId: world.rider.id })
  const loaded = await candidate(id, world.rider.id)
  const load = loaded?.reasons.find(({ factor }) => factor === 'load')?.minutes ?? 0
  expect(load).toBeGreaterThan(0)
  expect(loaded?.arrivesAt).toBe(addMinutes(world.clock.instant(), load + toStore + toCustomer))
})

test('of a rider whose place nobody knows, nobody knows when they would be there', async () => {
  const unseen = await addRider(world.app.database.db, world.branch)
  const { id } = await place(world)
  expect(await candidate(id, unseen.id)).toMatchObject({ distanceKm: null, arrivesAt: null })
})

test('of an order that no rider can take every one says why', async () => {
  const told = async (id: string) => {
    const { body } = await world.app.call(`GET /orders/${id}/riders`, { as: world.admin })
    return [...new Set((body as Candidate[]).map(({ because, arrivesAt }) => `${because} ${arrivesAt}`))]
  }
  const toCollect = await place(world, { orderType: 'pickup', address: undefined })
  expect(await told(toCollect.id)).toEqual(['This is a pick-up order. null'])
  const { id } = await place(world)
  await act(world, id, 'cancel', { reason: 'changed-mind' })
  expect(await told(id)).toEqual(['The order is cancelled. null'])
})
