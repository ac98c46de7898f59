import { addSeconds, currentInstant, newId } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addMachine, addOrder, addRider, addStore } from '../../../test/factories.ts'
import { newOrder, type OrderWorld, orderWorld, place, say } from '../../../test/order-world.ts'
import { testApp } from '../../../test/test-app.ts'
import { ensureCurrentPartitions } from '../../db/partitions.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const call = (address: string, body?: object) => world.app.call(address, { as: world.channel, body })
const entriesOf = async (id: string) =>
  (await world.db.selectFrom('audit_entry').select('action').where('entity_id', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  )

describe('the catalogue', () => {
  test('shows live stores with where they deliver, and whether they take orders now', async () => {
    await addStore(world.db, { branch: world.branch, status: 'suspended' })
    const paused = await addStore(world.db, { branch: world.branch, open_mode: 'paused' })
    const { body } = await call('GET /channel/stores')
    expect(body.map(({ id, isOpenNow }: { id: string; isOpenNow: boolean }) => [id, isOpenNow])).toEqual([
      [world.store.id, true],
      [paused.id, false],
    ])
    expect(body[0]).toMatchObject({ name: 'Fish Cove', prepMinutes: 20, area: { maxKm: 8, centre: { lat: 9.95, lng: 76.25 } } })
  })

  test('shows a menu with what is sold out', async () => {
    const store = await addStore(world.db, { branch: world.branch, open_mode: 'closed' })
    const snoozed = await addItem(world.db, store, {
      snoozed_until: addSeconds(world.clock.instant(), 60),
      choices: { Size: ['Half', 'Full'] },
    })
    const { body } = await call(`GET /channel/stores/${store.id}/menu`)
    expect(body).toMatchObject([
      { id: snoozed.id, available: false, price: { minor: 10_000, currency: 'INR' }, choices: { Size: ['Half', 'Full'] } },
    ])
    expect((await call(`GET /channel/stores/${newId()}/menu`)).status).toBe(404)
  })
})

describe('orders, as apps see them', () => {
  test('come oldest first after an id, with what an app needs to go on', async () => {
    const [first, second, third] = [await place(world), await place(world), await place(world)]
    await say(world, third.id, { type: 'cancel', as: 'customer', reason: 'changed-mind' })
    const { body } = await call(`GET /channel/orders?after=${first.id}&limit=5`)
    expect(body).toMatchObject([
      { id: second.id, status: 'pending', storePoint: { lat: 9.95 }, customerPoint: { lat: 9.96 }, weighedLines: [] },
    ])
    expect((await call(`GET /channel/orders/${third.id}`)).body).toMatchObject({ status: 'cancelled', version: 2 })
    expect((await call(`GET /channel/orders/${newId()}`)).status).toBe(404)
  })

  test('can be cancelled by the customer until the store begins', async () => {
    const { id } = await place(world)
    await say(world, id, { type: 'accept', as: 'store', prepMinutes: 10 })
    await say(world, id, { type: 'startPreparing', as: 'store' })
    const late = await say(world, id, { type: 'cancel', as: 'customer', reason: 'changed-mind' })
    expect([late.status, late.body.error.reason]).toEqual([409, 'already-prepared'])
  })

  test('need a key with the right scope', async () => {
    const other = await world.app.addChannel(['channel:catalogue'])
    expect((await world.app.call('GET /channel/orders', { as: other })).status).toBe(401)
    expect((await world.app.call('GET /channel/orders')).body.error).toMatchObject({ kind: 'credentials' })
    expect((await world.app.call('GET /channel/orders', { as: world.admin })).body.error).toMatchObject({ kind: 'credentials' })
  })
})

describe('a position', () => {
  const send = (id: string, seconds: number, given: object = {}) =>
    call(`POST /channel/riders/${id}/positions`, {
      point: { lat: 9.97 + seconds / 1e4, lng: 76.28 },
      at: addSeconds(world.clock.instant(), seconds),
      ...given,
    })

  test('counts when it is the newest; only a change of shift is a fact of the record', async () => {
    const rider = await addRider(world.db, world.branch, { shift_state: 'off' })
    expect((await send(rider.id, 10)).body).toEqual({ taken: true, because: null, messages: 0 })
    expect((await send(rider.id, 5)).body).toEqual({ taken: false, because: 'older-position', messages: 0 })
    expect((await send(rider.id, 20, { shiftState: 'available' })).body).toEqual({ taken: true, because: null, messages: 0 })
    const blocked = await addRider(world.db, world.branch, { status: 'blocked' })
    expect((await send(blocked.id, 10)).body).toMatchObject({ taken: false, because: 'rider-not-active' })
    const stored = await world.db.selectFrom('rider').selectAll().where('id', '=', rider.id).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ lat: 9.972, shift_state: 'available', version: 2, positioned_at: addSeconds(world.clock.instant(), 20) })
    expect(await entriesOf(rider.id)).toEqual(['shift'])
  })

  test('from the future or of nobody is refused', async () => {
    expect((await send(world.rider.id, 61)).body.error.fields).toEqual({ 'body.at': 'lies in the future' })
    expect((await send(newId(), 1)).status).toBe(404)
  })
})

describe('a cart', () => {
  const send = (cartId: string, type: string, line?: object) => call('POST /channel/carts', { cartId, storeId: world.store.id, type, line })
  test('is kept with every event, until it is ordered', async () => {
    const cartId = newId()
    const line = { itemId: world.item.id, quantity: 2 }
    expect((await send(cartId, 'opened')).body).toEqual({ id: cartId, version: 1 })
    await send(cartId, 'line-added', line)
    await send(cartId, 'line-changed', { ...line, quantity: 3 })
    await send(cartId, 'ordered')
    const cart = await world.db.selectFrom('cart').selectAll().where('id', '=', cartId).executeTakeFirstOrThrow()
    expect(cart).toMatchObject({ state: 'ordered', total_minor: 30_000, version: 4, lines: [{ quantity: 3, name: 'Masala Dosa' }] })
    const events = await world.db
      .selectFrom('cart_event')
      .select(['sequence', 'type'])
      .where('cart_id', '=', cartId)
      .orderBy('sequence')
      .execute()
    expect(events.map(({ sequence, type }) => `${sequence} ${type}`)).toEqual(['1 opened', '2 line-added', '3 line-changed', '4 ordered'])
    expect((await send(cartId, 'line-removed', { ...line, quantity: 0 })).body.error.reason).toBe('cart-ordered')
    expect(await entriesOf(cartId)).toEqual(['opened', 'line-added', 'line-changed', 'ordered'])
  })

  test('takes a line with a line event and with no other', async () => {
    for (const [type, line] of [
      ['opened', { itemId: world.item.id, quantity: 1 }],
      ['line-added', undefined],
    ] as const) {
      expect(Object.keys((await send(newId(), type, line)).body.error.fields)).toEqual(['body.line'])
    }
    const foreign = await addItem(world.db, await addStore(world.db))
    expect(Object.keys((await send(newId(), 'line-added', { itemId: foreign.id, quantity: 1 })).body.error.fields)).toEqual([
      'body.line.itemId',
    ])
  })
})

describe('what customers say', () => {
  test('a delivered order is reviewed once', async () => {
    const delivered = await addOrder(world.db, world.store, {
      at: world.clock.instant(),
      status: 'delivered',
      rider_id: world.rider.id,
      channel_id: world.channel.id,
    })
    const review = { orderId: delivered.id, food: 5, delivery: 4, tags: ['hot'], text: 'Lovely' }
    const answers = await Promise.all([1, 2, 3].map(() => call('POST /channel/reviews', review)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error.reason).toBe('already-reviewed')
    const stored = await world.db.selectFrom('review').selectAll().where('order_id', '=', delivered.id).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ food_stars: 5, delivery_stars: 4, rider_id: world.rider.id, store_id: world.store.id, state: 'pending' })
    expect(await entriesOf(stored.id)).toEqual(['create'])
  })

  test('an order on its way is not reviewed yet', async () => {
    const { id } = await place(world)
    expect((await call('POST /channel/reviews', { orderId: id, food: 5 })).body.error.reason).toBe('not-delivered')
    expect(Object.keys((await call('POST /channel/reviews', { orderId: newId(), food: 5 })).body.error.fields)).toEqual(['body.orderId'])
  })

  test('feedback finds its customer by phone or order', async () => {
    const { id } = await place(world)
    const { body } = await call('POST /channel/feedback', { orderId: id, kind: 'praise', text: 'So quick!' })
    const stored = await world.db.selectFrom('feedback').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
    const { customer_id } = await world.db.selectFrom('orders').select('customer_id').where('id', '=', id).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ order_id: id, customer_id, kind: 'praise' })
  })
})

test('a push token belongs to who registered it last', async () => {
  const device = { platform: 'android', pushToken: 'a-token', ownerKind: 'guest' }
  const first = await call('POST /channel/devices', device)
  const second = await call('POST /channel/devices', { ...device, ownerKind: 'rider', ownerId: world.rider.id })
  expect(second.body.id).toBe(first.body.id)
  expect(await world.db.selectFrom('device').select(['owner_kind', 'version']).execute()).toEqual([{ owner_kind: 'rider', version: 2 }])
  const { new: kept } = await world.db
    .selectFrom('audit_entry')
    .select('new')
    .where('entity_id', '=', first.body.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(kept)).not.toContain('a-token')
})

test('a machine that is known is alive', async () => {
  const { id } = await addMachine(world.db, world.store)
  expect((await call(`POST /channel/machines/${id}/heartbeat`, { appVersion: '2.1' })).body).toEqual({
    id,
    lastHeartbeatAt: world.clock.instant(),
    messages: [],
  })
  expect((await call(`POST /channel/machines/${newId()}/heartbeat`, {})).status).toBe(404)
  const listed = { id, storeId: world.store.id, kind: 'till', lastHeartbeatAt: world.clock.instant() }
  expect((await call('GET /channel/machines')).body).toEqual([listed])
})

test('the figures count each order once, and each request that was too much by who asked', async () => {
  const busy = await testApp({ config: { requestsPerMinute: 1 } })
  const { db } = busy.database
  await ensureCurrentPartitions(db, currentInstant())
  const store = await addStore(db)
  const shop = { store, item: await addItem(db, store) }
  const channel = await busy.addChannel(['channel:orders'])
  const person = await busy.addStaff()
  for (let order = 0; order < 3; order++)
    expect((await busy.call('POST /channel/orders', { as: channel, body: newOrder(shop) })).status).toBe(200)
  const statuses: number[] = []
  // One after the other: who asks is known once the first was let in.
  for (let times = 0; times < 4; times++) statuses.push((await busy.call('GET /me', { as: person })).status)
  const refused = statuses.filter((status) => status === 429).length
  expect(refused).toBeGreaterThan(0)
  const { payload } = await busy.fastify.inject({ url: '/metrics' })
  expect(payload).toContain('larder_changes_total{entity="order",action="place"} 3\n')
  expect(payload).toContain(`larder_limited_total{reason="too-many-requests",caller="staff"} ${refused}\n`)
  await busy.close()
})
