import {
  type ChannelKind,
  type ChannelOrderEvent,
  type ChannelParty,
  channelKinds,
  channelParties,
  channelScopes,
  machineKinds,
  machinesOf,
  newId,
} from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMachine, addOrder } from '../../../test/factories.ts'
import { deliver, newOrder, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let other: Caller
beforeAll(async () => {
  world = await orderWorld()
  other = await world.app.addChannel([...channelScopes])
})
afterAll(() => world.app.close())

type Said = { [T in ChannelOrderEvent['type']]: Extract<ChannelOrderEvent, { type: T }> }

const sayings = (riderId: string): Said => ({
  accept: { type: 'accept', as: 'store', prepMinutes: 10 },
  reject: { type: 'reject', as: 'store', reason: 'too-busy' },
  delay: { type: 'delay', as: 'store', minutes: 10 },
  startPreparing: { type: 'startPreparing', as: 'store' },
  markReady: { type: 'markReady', as: 'store' },
  collect: { type: 'collect', as: 'store' },
  assignRider: { type: 'assignRider', as: 'rider', riderId },
  unassignRider: { type: 'unassignRider', as: 'rider' },
  arriveAtStore: { type: 'arriveAtStore', as: 'rider' },
  pickUp: { type: 'pickUp', as: 'rider' },
  arriveAtCustomer: { type: 'arriveAtCustomer', as: 'rider' },
  deliver: { type: 'deliver', as: 'rider' },
  fail: { type: 'fail', as: 'rider', reason: 'wrong-address' },
  payment: { type: 'payment', as: 'customer', state: 'captured', reference: 'pay_of_another' },
  edit: {
    type: 'edit',
    as: 'customer',
    tip: { minor: 500, currency: 'INR' },
    expectedTotal: { minor: 500, currency: 'INR' },
    reason: 'customer-asks',
  },
  outOfStock: { type: 'outOfStock', as: 'store', line: 1, snooze: 'no', expectedTotal: { minor: 500, currency: 'INR' } },
  refund: { type: 'refund', as: 'customer', refundId: newId(), state: 'done' },
  cancel: { type: 'cancel', as: 'customer', reason: 'changed-mind' },
})

const kinds = Object.keys(channelKinds) as ChannelKind[]
const partiesOf = (kind: ChannelKind): readonly ChannelParty[] => channelKinds[kind]
const rowOf = (id: string) => world.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test.each(['pending', 'ready', 'picked_up', 'delivered'])(
  'a second key with the same scopes reaches nothing of an order that is %s',
  async (status) => {
    const given = {
      at: world.clock.instant(),
      status,
      channel_id: world.channel.id,
      rider_id: status === 'pending' ? null : world.rider.id,
    }
    const { id } = await addOrder(world.db, world.store, given)
    const before = await rowOf(id)
    const call = (address: string, body?: object) => world.app.call(address, { as: other, body })
    expect((await call(`GET /channel/orders/${id}`)).status).toBe(404)
    expect((await call('GET /channel/orders')).body).toEqual([])
    for (const said of Object.values(sayings(world.rider.id))) {
      const { status: answered, body } = await call(`POST /channel/orders/${id}/events`, said)
      expect([said.type, answered, body.error.reason]).toEqual([said.type, 404, 'order-not-found'])
    }
    const naming: [string, object][] = [
      ['POST /channel/reviews', { orderId: id, food: 1 }],
      ['POST /channel/feedback', { orderId: id, kind: 'complaint', text: 'Cold.' }],
      [`POST /channel/riders/${world.rider.id}/positions`, { orderId: id, point: { lat: 9.9, lng: 76.2 }, at: world.clock.instant() }],
    ]
    for (const [address, body] of naming)
      expect((await call(address, body)).body.error.fields, address).toEqual({ 'body.orderId': 'is not an order' })
    expect(await rowOf(id)).toEqual(before)
    expect((await world.app.call(`GET /channel/orders/${id}`, { as: world.channel })).body).toMatchObject({ id, status })
  },
)

test('a key speaks for those whom it was made for, and for nobody else', async () => {
  const speaking: Record<ChannelParty, object> = {
    customer: { type: 'cancel', as: 'customer', reason: 'changed-mind' },
    store: { type: 'accept', as: 'store', prepMinutes: 10 },
    rider: { type: 'assignRider', as: 'rider', riderId: world.rider.id },
  }
  for (const kind of kinds) {
    const parties = partiesOf(kind)
    const key = await world.app.addChannel([...channelScopes], kind)
    for (const party of channelParties) {
      const { id } = await addOrder(world.db, world.store, { at: world.clock.instant(), channel_id: key.id })
      const { status, body } = await world.app.call(`POST /channel/orders/${id}/events`, { as: key, body: speaking[party] })
      if (parties.includes(party)) expect(status, `${kind} as ${party}`).toBe(200)
      else expect([status, body.error.reason, body.error.fields], `${kind} as ${party}`).toEqual([401, 'wrong-party', { as: party }])
    }
    const at = world.clock.instant()
    const ridden = await world.app.call(`POST /channel/riders/${world.rider.id}/positions`, {
      as: key,
      body: { point: { lat: 9.9, lng: 76.2 }, at },
    })
    expect(ridden.status, kind).toBe(parties.includes('rider') ? 200 : 401)
    const reviewed = await world.app.call('POST /channel/reviews', { as: key, body: { orderId: newId(), food: 5 } })
    expect(reviewed.status, kind).toBe(parties.includes('customer') ? 422 : 401)
  }
})

test('a cart is gone on with by the channel that opened it', async () => {
  const cart = { cartId: newId(), storeId: world.store.id }
  const send = (as: Caller, type: string) => world.app.call('POST /channel/carts', { as, body: { ...cart, type } })
  expect((await send(world.channel, 'opened')).status).toBe(200)
  const { status, body } = await send(other, 'ordered')
  expect([status, body.error.fields]).toEqual([422, { 'body.cartId': 'is the id of a cart of another channel' }])
  expect((await send(world.channel, 'abandoned')).body).toEqual({ id: cart.cartId, version: 2 })
})

test('a device is registered for a party of the key', async () => {
  const owners = { customer: 'customer', guest: 'customer', store: 'store', rider: 'rider' } as const
  for (const kind of kinds) {
    const as = await world.app.addChannel([...channelScopes], kind)
    const { id } = (
      await world.app.call('POST /channel/orders', { as: partiesOf(kind).includes('customer') ? as : world.channel, body: newOrder(world) })
    ).body
    const { customer_id } = await world.db
      .updateTable('orders')
      .set({ status: 'delivered' })
      .where('id', '=', id)
      .returning('customer_id')
      .executeTakeFirstOrThrow()
    const ids = { customer: customer_id, guest: null, store: world.store.id, rider: world.rider.id }
    for (const [ownerKind, party] of Object.entries(owners)) {
      const body = { ownerKind, ownerId: ids[ownerKind as keyof typeof owners], platform: 'ios', pushToken: newId() }
      const { status } = await world.app.call('POST /channel/devices', { as, body })
      expect(status, `${ownerKind} by ${kind}`).toBe(partiesOf(kind).includes(party) ? 200 : 401)
    }
  }
})

test('a device is registered for a customer whom the key served: anybody orders in any name', async () => {
  const customer = { name: 'Lina Paul', phone: '+919847077123' }
  const { id } = await place(world, { customer })
  const { customer_id: ownerId } = await world.db.selectFrom('orders').select('customer_id').where('id', '=', id).executeTakeFirstOrThrow()
  const register = () =>
    world.app.call('POST /channel/devices', {
      as: world.channel,
      body: { ownerKind: 'customer', ownerId, platform: 'ios', pushToken: newId() },
    })
  const { status, body } = await register()
  expect([status, body.error?.fields]).toEqual([422, { 'body.ownerId': 'is not a customer that this key speaks for' }])
  await deliver(world, id)
  expect((await register()).status).toBe(200)
})

test.each([
  ['guest', () => world.rider.id, 'is left out for a guest'],
  ['customer', () => undefined, 'is required for a customer'],
  ['store', () => null, 'is required for a store'],
  ['rider', () => undefined, 'is required for a rider'],
])("a device of a %s names its owner, a guest's nobody", async (ownerKind, owner, words) => {
  const body = { ownerKind, ownerId: owner(), platform: 'ios', pushToken: newId() }
  const { status, body: answer } = await world.app.call('POST /channel/devices', { as: world.channel, body })
  expect([status, answer.error?.fields]).toEqual([422, { 'body.ownerId': words }])
  expect(await world.db.selectFrom('device').select('id').where('push_token', '=', body.pushToken).execute()).toEqual([])
})

test('a push token that another key knows stays where it is', async () => {
  const body = { ownerKind: 'guest', platform: 'ios', pushToken: 'known-to-both' }
  const ids = await Promise.all(
    [world.channel, other].map(async (as) => (await world.app.call('POST /channel/devices', { as, body })).body.id),
  )
  const again = await world.app.call('POST /channel/devices', { as: world.channel, body: { ...body, appVersion: '2.0' } })
  expect(again.body.id).toBe(ids[0])
  const devices = await world.db.selectFrom('device').select(['id', 'app_version']).where('push_token', '=', body.pushToken).execute()
  expect(new Map(devices.map(({ id, app_version }) => [id, app_version]))).toEqual(
    new Map([
      [ids[0], '2.0'],
      [ids[1], null],
    ]),
  )
})

test('a machine is alive by a key of its kind, which alone sees it', async () => {
  const machines = await Promise.all(machineKinds.map((kind) => addMachine(world.db, world.store, { kind })))
  for (const kind of ['store-app', 'till', 'simulator'] as const) {
    const as = await world.app.addChannel([...channelScopes], kind)
    const { body: listed } = await world.app.call('GET /channel/machines', { as })
    expect(listed.map((machine: { kind: string }) => machine.kind).sort(), kind).toEqual([...machinesOf[kind]].sort())
    for (const machine of machines) {
      const { status } = await world.app.call(`POST /channel/machines/${machine.id}/heartbeat`, { as, body: {} })
      expect(status, `${machine.kind} by ${kind}`).toBe(machinesOf[kind].some((own) => own === machine.kind) ? 200 : 404)
    }
  }
})
