import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { act, type OrderWorld, orderWorld, place, say } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body

describe('an order', () => {
  test('goes from placed to delivered through the back-office', async () => {
    const { id, total } = await place(world)
    // 2 x 100.00, 5 % tax, 10.00 packing, 30.00 delivery.
    expect(total).toEqual({ minor: 25_000, currency: 'INR' })
    const accepted = await act(world, id, 'accept', { prepMinutes: 15 })
    expect(accepted.body).toMatchObject({ status: 'accepted', prepMinutes: 15, version: 2 })
    expect((await act(world, id, 'start-preparing')).body.status).toBe('preparing')
    expect((await act(world, id, 'mark-ready')).body.status).toBe('ready')
    const assigned = await act(world, id, 'assign-rider', { riderId: world.rider.id })
    expect(assigned.body).toMatchObject({
      deliveryState: 'assigned',
      rider: { name: world.rider.name },
      riderDetail: { vehicle: 'scooter' },
    })
    expect((await act(world, id, 'pick-up', { reason: 'phone-off' })).body.status).toBe('picked_up')
    const delivered = await act(world, id, 'deliver', { reason: 'confirmed-by-phone', note: 'Handed to the guard.' })
    expect(delivered.body).toMatchObject({ status: 'delivered', deliveryState: 'done', paymentState: 'captured' })
    expect(delivered.body).toEqual(await read(id))
    expect(delivered.body.events.map((event: { type: string }) => event.type)).toEqual([
      'place',
      'accept',
      'startPreparing',
      'markReady',
      'assignRider',
      'pickUp',
      'deliver',
    ])
  })

  test('goes from placed to delivered by the apps of store and rider', async () => {
    const { id, total } = await place(world, { payment: { method: 'cash' } })
    for (const event of [
      { type: 'accept', as: 'store', prepMinutes: 15 },
      { type: 'delay', as: 'store', minutes: 5 },
      { type: 'startPreparing', as: 'store' },
      { type: 'markReady', as: 'store' },
      { type: 'assignRider', as: 'rider', riderId: world.rider.id },
      { type: 'arriveAtStore', as: 'rider' },
      { type: 'pickUp', as: 'rider' },
      { type: 'arriveAtCustomer', as: 'rider' },
      { type: 'deliver', as: 'rider', collected: total },
    ]) {
      const { status, body } = await say(world, id, event)
      expect([event.type, status, body.error?.message]).toEqual([event.type, 200, undefined])
    }
    expect(await read(id)).toMatchObject({ status: 'delivered', paymentState: 'collected', deliveryState: 'done', delays: 1 })
  })
})
