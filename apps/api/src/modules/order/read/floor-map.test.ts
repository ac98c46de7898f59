import { addSeconds, type FloorMap, mostOnMap, promisedStatuses } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBranch, addOrder, addRider, addStore, copyOrder } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'
import { plansOf, queriesOf, scansOf } from '../../../../test/plans.ts'
import type { Caller } from '../../../../test/test-app.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

async function mapped(query = '', as: Caller = world.admin): Promise<FloorMap> {
  const { status, body } = await world.app.call(`GET /floor/map?${query}`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const ids = ({ orders }: FloorMap) => orders.map(({ id }) => id)
const elsewhere = async () => {
  const branch = await addBranch(world.db)
  return { branch, store: await addStore(world.db, { branch }) }
}

test('an order is on it from when its store has it until it is over, with its store, its place and its rider', async () => {
  const { id, number } = await place(world)
  await act(world, id, 'accept', { prepMinutes: 10 })
  await act(world, id, 'assign-rider', { riderId: world.rider.id })
  const shown = await mapped()
  const { body: order } = await world.app.call(`GET /orders/${id}`, { as: world.admin })
  expect(shown.orders.find((each) => each.id === id)).toEqual({
    id,
    number,
    vertical: order.vertical,
    orderType: 'delivery',
    status: 'accepted',
    storeId: world.store.id,
    customerPoint: order.address.point,
    promisedAt: order.promisedAt,
    acceptedAt: order.acceptedAt,
    readyAt: null,
    prepMinutes: 10,
    version: expect.any(Number),
    pickedUpAt: null,
    riderId: world.rider.id,
  })
  expect(shown.stores.find((each) => each.id === world.store.id)?.point).toEqual(order.storePoint)
  expect(shown.riders.find((each) => each.id === world.rider.id)?.name).toBe(world.rider.name)
  await act(world, id, 'cancel', { reason: 'changed-mind' })
  expect(ids(await mapped())).not.toContain(id)
})

test('is cut by branch, vertical and status, and to the orders and riders of one’s scope', async () => {
  const { branch, store } = await elsewhere()
  const at = world.clock.instant()
  const fish = await addOrder(world.db, store, { at, vertical: 'fish', status: 'ready' })
  const fruit = await addOrder(world.db, store, { at, vertical: 'fruits', status: 'pending' })
  const other = await addOrder(world.db, world.store, { at, status: 'ready' })
  const [own, off] = [await addRider(world.db, branch), await addRider(world.db, branch, { shift_state: 'off' })]
  const cut = async (query: string, as?: Caller) => ids(await mapped(query, as)).filter((id) => [fish.id, fruit.id, other.id].includes(id))
  expect((await cut('')).toSorted()).toEqual([fish.id, fruit.id, other.id].toSorted())
  expect((await cut(`branchId=${branch.id}`)).toSorted()).toEqual([fish.id, fruit.id].toSorted())
  expect(await cut(`branchId=${branch.id}&vertical=fish`)).toEqual([fish.id])
  expect(await cut(`branchId=${branch.id}&status=pending`)).toEqual([fruit.id])
  const ridersOf = async (as?: Caller, query = '') => (await mapped(query, as)).riders.map(({ id }) => id)
  expect(await ridersOf(undefined, `branchId=${branch.id}`)).toEqual([own.id])
  const permissions = ['order.view', 'delivery.view'] as const
  const partner = await world.app.addStaff({ permissions: [...permissions], scope: { kind: 'branch', ids: [branch.id] } })
  expect([(await cut('', partner)).toSorted(), await ridersOf(partner)]).toEqual([[fish.id, fruit.id].toSorted(), [own.id]])
  expect(await cut(`branchId=${world.store.branch_id}`, partner)).toEqual([])
  expect(await ridersOf(), 'who is off shift and carries nothing is nobody’s business').not.toContain(off.id)
})

test('a store sees the riders of its orders alone, and who sees no deliveries sees none', async () => {
  const { branch, store } = await elsewhere()
  const [carrier] = [await addRider(world.db, branch), await addRider(world.db, branch)]
  const order = await addOrder(world.db, store, { at: world.clock.instant(), status: 'picked_up', rider_id: carrier.id })
  const scope = { kind: 'store', ids: [store.id] } as const
  const officer = await world.app.addStaff({ permissions: ['order.view', 'delivery.view'], scope: { ...scope, ids: [store.id] } })
  const shown = await mapped('', officer)
  expect([ids(shown), shown.riders.map(({ id }) => id)]).toEqual([[order.id], [carrier.id]])
  const looker = await world.app.addStaff({ permissions: ['order.view'], scope: { ...scope, ids: [store.id] } })
  expect(await mapped('', looker)).toMatchObject({ orders: [{ id: order.id }], riders: [] })
  const nobody = await world.app.addStaff({ permissions: ['delivery.view'] })
  expect((await world.app.call('GET /floor/map', { as: nobody })).body.error.fields).toEqual({ permission: 'order.view' })
})

test('says where a rider was heard of last, and when', async () => {
  const { branch } = await elsewhere()
  const rider = await addRider(world.db, branch)
  const at = addSeconds(world.clock.instant(), 1)
  const body = { point: { lat: 9.91, lng: 76.26 }, at, shiftState: 'available' }
  const before = (await mapped(`branchId=${branch.id}`)).riders
  expect(before).toMatchObject([{ id: rider.id, point: null, positionedAt: null }])
  expect((await world.app.call(`POST /channel/riders/${rider.id}/positions`, { as: world.channel, body })).status).toBe(200)
  expect((await mapped(`branchId=${branch.id}`)).riders).toMatchObject([{ id: rider.id, point: body.point, positionedAt: at }])
})

test('shows the oldest of more than it can hold and says so, in two statements that read open orders alone', async () => {
  const { branch, store } = await elsewhere()
  const done = await addOrder(world.db, store, { at: world.clock.instant(), status: 'delivered' })
  await copyOrder(world.db, done, 5_000)
  const open = await addOrder(world.db, store, { at: world.clock.instant(), status: 'ready' })
  await copyOrder(world.db, open, mostOnMap + 20)
  const read = () => mapped(`branchId=${branch.id}`)
  const shown = await read()
  expect([shown.orders.length, shown.isCut]).toEqual([mostOnMap, true])
  expect(ids(shown)).toEqual(ids(shown).toSorted())
  expect((await mapped(`branchId=${branch.id}&status=pending`)).isCut).toBe(false)
  const looked = scansOf(await plansOf(world.app, read), 'orders').reduce((sum, scan) => sum + scan.looked, 0)
  expect(looked).toBeLessThan((mostOnMap + 40) * promisedStatuses.length)
  expect((await queriesOf(world.app, read)).filter((query) => !query.sql.includes('"setting"')).length).toBeLessThanOrEqual(2)
})
