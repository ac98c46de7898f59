import { addMinutes } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addStore } from '../../../../test/factories.ts'
import { act, newOrder, type OrderWorld, orderWorld, paidOnline, place, say } from '../../../../test/order-world.ts'
import { findBrokenOrders } from '../read/invariants.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(async () => {
  expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
  await world.app.close()
})

const unpaid = { payment: { method: 'online' } }
const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const run = (job: string) => world.app.services.jobs.run(job)
const pay = (id: string, given: object = {}) => {
  const { state, reference } = paidOnline()
  return say(world, id, { type: 'payment', as: 'customer', state, reference, ...given })
}
const kindsToldOf = async (id: string) =>
  (await world.db.selectFrom('event').select('kind').where('entity_id', '=', id).orderBy('id').execute()).map(({ kind }) => kind)

describe('an online order that nobody has paid', () => {
  test('waits for its payment, and no store has it', async () => {
    const placed = await place(world, unpaid)
    expect(placed).toMatchObject({ status: 'placed', paymentState: 'none' })
    const order = await read(placed.id)
    expect(order).toMatchObject({ status: 'placed', paymentState: 'none', paymentReference: null, pendingAt: null })
    expect(order.allowed.find(({ action }: { action: string }) => action === 'release').because).toBe('The customer has not paid yet.')
    await run('release-scheduled-orders')
    expect((await read(placed.id)).status).toBe('placed')
    expect(await kindsToldOf(placed.id)).toEqual(['changed'])
    expect((await act(world, placed.id, 'release')).body.error).toMatchObject({ kind: 'refused', reason: 'not-paid' })
  })

  test("is the store's once it is paid", async () => {
    const { id } = await place(world, unpaid)
    const paid = await pay(id, { reference: 'pay_later' })
    expect([paid.status, paid.body]).toMatchObject([200, { status: 'pending', paymentState: 'captured', version: 2 }])
    const order = await read(id)
    expect(order).toMatchObject({ paymentReference: 'pay_later', pendingAt: world.clock.instant() })
    expect(order.events.at(-1)).toMatchObject({ type: 'payment', from: 'placed', to: 'pending', actorKind: 'customer' })
    expect(await kindsToldOf(id)).toEqual(['changed', 'changed', 'order-notification'])
  })

  test('waits for its slot once it is paid', async () => {
    const from = addMinutes(world.clock.instant(), 600)
    const { id } = await place(world, { ...unpaid, slot: { from, to: addMinutes(from, 60) } })
    expect((await pay(id)).body).toMatchObject({ status: 'scheduled', paymentState: 'captured' })
  })

  test('is accepted at once by a store that accepts by itself, but not while it is shut', async () => {
    const store = await addStore(world.db, { branch: world.branch, auto_accept: true, prep_minutes: 10 })
    const there = { ...world, store, item: await addItem(world.db, store) }
    const [first, second] = [await place(there, unpaid), await place(there, unpaid)]
    expect((await pay(first.id)).body).toMatchObject({ status: 'accepted', promisedAt: addMinutes(world.clock.instant(), 20) })
    await world.db.updateTable('store').set({ open_mode: 'paused' }).where('id', '=', store.id).execute()
    expect((await pay(second.id)).body).toMatchObject({ status: 'pending' })
    expect(await kindsToldOf(second.id)).toEqual(['changed', 'changed', 'order-notification', 'message'])
  })

  test('is called off after a while, gives back its place, and owes nothing', async () => {
    const store = await addStore(world.db, { branch: world.branch, max_orders_per_quarter_hour: 1 })
    const there = { ...world, store, item: await addItem(world.db, store) }
    const { id } = await place(there, unpaid)
    world.clock.forward(14)
    await run('cancel-unpaid-orders')
    expect((await read(id)).status).toBe('placed')
    expect((await world.app.call('POST /channel/orders', { as: world.channel, body: newOrder(there) })).status).toBe(422)
    await say(world, id, { type: 'cancel', as: 'customer', reason: 'changed-mind' })
    expect(await read(id)).toMatchObject({ status: 'cancelled', paymentState: 'none', refunds: [] })
    const next = await place(there, unpaid)
    world.clock.forward(15)
    await Promise.all([run('cancel-unpaid-orders'), run('cancel-unpaid-orders')])
    const gone = await read(next.id)
    expect(gone).toMatchObject({ status: 'cancelled', paymentState: 'none', endReason: 'not-paid', refunds: [], version: 2 })
    expect((await act(world, next.id, 'restore', { reason: 'customer-asks' })).body.error.reason).toBe('not-paid')
    expect((await pay(next.id, { state: 'authorised' })).body.error).toMatchObject({ kind: 'refused', reason: 'order-over' })
  })

  test('and captured all the same by its channel once it is over, goes back through it', async () => {
    const { id } = await place(world, unpaid)
    await say(world, id, { type: 'cancel', as: 'customer', reason: 'changed-mind' })
    const told = {
      status: 'cancelled',
      paymentState: 'refunded',
      refunds: [{ method: 'source', state: 'approved', reason: 'changed-mind' }],
    }
    const { body } = await pay(id, { reference: 'pay_late' })
    expect(body).toMatchObject({ ...told, refunds: [{ amount: body.total }] })
    expect((await pay(id, { reference: 'pay_late' })).body).toEqual(body)
    expect(await read(id)).toMatchObject({ ...told, paymentReference: 'pay_late' })
    expect((await pay(id, { reference: 'pay_other' })).body.error.reason).toBe('order-over')
    const [refund] = body.refunds
    const done = await say(world, id, { type: 'refund', as: 'customer', refundId: refund.id, state: 'done', reference: 'back_1' })
    expect([done.status, done.body.refunds[0].state]).toEqual([200, 'done'])
  })

  test('and let go by its channel, was not captured by it as well', async () => {
    const payment = paidOnline('authorised')
    const { id } = await place(world, { payment })
    const [void_] = (await say(world, id, { type: 'cancel', as: 'customer', reason: 'changed-mind' })).body.refunds
    await say(world, id, { type: 'refund', as: 'customer', refundId: void_.id, state: 'done', reference: 'let_go_1' })
    const before = await read(id)
    expect(before).toMatchObject({ paymentState: 'voided', refunds: [{ method: 'void', state: 'done' }] })
    const late = await pay(id, { reference: payment.reference })
    expect([late.status, late.body.error?.reason, late.body.error?.message]).toEqual([
      409,
      'not-payable',
      'What was held for this order was let go: the same payment was not taken as well.',
    ])
    expect(await read(id)).toEqual(before)
  })

  test('on delivery and ended without it is not paid by a report', async () => {
    const { id } = await place(world, { payment: { method: 'cash' } })
    await say(world, id, { type: 'cancel', as: 'customer', reason: 'changed-mind' })
    expect((await pay(id)).body.error.reason).toBe('order-over')
  })
})

describe('a payment', () => {
  test('that is reported again is the same one, however often at once', async () => {
    const { id } = await place(world, unpaid)
    const reports = await Promise.all(Array.from({ length: 10 }, () => pay(id, { reference: 'pay_often' })))
    expect(reports.map(({ status }) => status)).toEqual(reports.map(() => 200))
    expect((await read(id)).version).toBe(2)
  })

  test('is authorised, then captured, under one reference', async () => {
    const { id } = await place(world, unpaid)
    await pay(id, { state: 'authorised', reference: 'pay_steps' })
    expect((await pay(id, { reference: 'pay_steps' })).body).toMatchObject({ status: 'pending', paymentState: 'captured', version: 3 })
    expect((await pay(id, { state: 'authorised', reference: 'pay_steps' })).body).toMatchObject({ paymentState: 'captured', version: 3 })
    expect((await pay(id, { reference: 'pay_other' })).body.error).toMatchObject({ kind: 'refused', reason: 'not-payable' })
  })

  test.each([
    ['a part', 10_000, 'partially_refunded'],
    ['all', 25_000, 'refunded'],
  ])('that is reported again after %s of it went back changes nothing', async (_, minor, paymentState) => {
    const payment = paidOnline()
    const { id } = await place(world, { payment })
    const refund = { amount: { minor, currency: 'INR' }, reasonCode: 'goodwill', method: 'source' }
    expect((await act(world, id, 'refunds', refund)).body).toMatchObject({ paymentState })
    const before = await read(id)
    expect((await pay(id, { reference: payment.reference })).body).toMatchObject({ paymentState, version: before.version })
    expect(await read(id)).toEqual(before)
  })

  test('pays one order of its channel', async () => {
    const { id } = await place(world, { payment: { ...paidOnline(), reference: 'pay_once' } })
    const second = await place(world, unpaid)
    expect((await pay(second.id, { reference: 'pay_once' })).body.error.fields).toEqual({ 'body.reference': 'already pays another order' })
    const body = newOrder(world, { payment: { ...paidOnline(), reference: 'pay_once' } })
    const third = await world.app.call('POST /channel/orders', { as: world.channel, body })
    expect([third.status, third.body.error.fields]).toEqual([422, { 'body.payment.reference': 'already pays another order' }])
    expect((await read(id)).paymentReference).toBe('pay_once')
  })

  test.each<[object, string]>([
    [{ method: 'online', state: 'captured' }, 'body.payment.reference'],
    [{ method: 'online', reference: 'pay_half' }, 'body.payment.state'],
    [{ method: 'cash', reference: 'pay_cash' }, 'body.payment.reference'],
  ])('%j is half a payment', async (payment, field) => {
    const { status, body } = await world.app.call('POST /channel/orders', { as: world.channel, body: newOrder(world, { payment }) })
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]])
  })

  test('on delivery is not reported', async () => {
    const { id } = await place(world, { payment: { method: 'cash' } })
    expect((await pay(id)).body.error.reason).toBe('not-payable')
  })
})

describe('a channel learns how an order ended and what is given back', () => {
  const seen = async (id: string) => (await world.app.call(`GET /channel/orders/${id}`, { as: world.channel })).body

  test('cancelled after it was paid: the refund is decided, not sent', async () => {
    const { id } = await place(world, { externalId: 'ended-1' })
    expect(await seen(id)).toMatchObject({ endReason: null, refunds: [] })
    const cancelled = await say(world, id, { type: 'cancel', as: 'customer', reason: 'changed-mind' })
    const told = {
      endReason: 'changed-mind',
      refunds: [{ amount: { minor: 25_000, currency: 'INR' }, method: 'source', state: 'approved', reason: 'changed-mind' }],
    }
    expect(cancelled.body).toMatchObject(told)
    expect(await seen(id)).toMatchObject(cancelled.body)
  })

  test('never paid: there is nothing to give back', async () => {
    const { id } = await place(world, unpaid)
    await say(world, id, { type: 'cancel', as: 'customer', reason: 'changed-mind' })
    expect(await seen(id)).toMatchObject({ endReason: 'changed-mind', refunds: [] })
  })

  test('the same order sent again and the list of active orders tell it as well', async () => {
    const order = newOrder(world)
    const send = () => world.app.call('POST /channel/orders', { as: world.channel, body: order })
    const { body: placed } = await send()
    expect((await send()).body).toEqual(placed)
    const { body: active } = await world.app.call('GET /channel/orders?limit=200', { as: world.channel })
    expect(active.find(({ id }: { id: string }) => id === placed.id)).toMatchObject({ endReason: null, refunds: [] })
  })
})

test('weights that come with an order that is ready are named where they were sent', async () => {
  const item = await addItem(world.db, world.store, { name: 'Seer Fish', unit: 'kg' })
  const { id } = await place(world, { lines: [{ itemId: item.id, quantity: 2 }] })
  world.clock.forward(1)
  await say(world, id, { type: 'accept', as: 'store', prepMinutes: 10 })
  await say(world, id, { type: 'startPreparing', as: 'store' })
  const { status, body } = await say(world, id, { type: 'markReady', as: 'store', packed: [{ line: 9, grams: 500 }] })
  expect([status, body.error.reason, Object.keys(body.error.fields)]).toEqual([422, 'not-a-weighed-line', ['body.packed.0.line']])
  const twice = [1, 1].map((line) => ({ line, grams: 500 }))
  const { body: refused } = await say(world, id, { type: 'markReady', as: 'store', packed: twice })
  expect(refused.error.fields).toEqual({ 'body.packed.1.line': 'stands here twice' })
})

test('a weight of less than half or more than twice what was ordered is taken for a slip, by whoever it is said', async () => {
  const item = await addItem(world.db, world.store, { name: 'Pearl Spot', unit: 'kg', price_minor: 70_00 })
  const { id, total } = await place(world, { lines: [{ itemId: item.id, quantity: 1, grams: 2001 }] })
  world.clock.forward(1)
  await say(world, id, { type: 'accept', as: 'store', prepMinutes: 10 })
  await say(world, id, { type: 'startPreparing', as: 'store' })
  const slips = [
    [4003, 'more-than-ordered', 'must be at most 4002 g, twice what was ordered'],
    [1000, 'less-than-ordered', 'must be at least 1001 g, half of what was ordered: for less, edit the order'],
    [2, 'less-than-ordered', 'must be at least 1001 g, half of what was ordered: for less, edit the order'],
  ] as const
  for (const [grams, reason, words] of slips) {
    const slip = await say(world, id, { type: 'markReady', as: 'store', packed: [{ line: 1, grams }] })
    expect([slip.status, slip.body.error.reason, slip.body.error.fields]).toEqual([422, reason, { 'body.packed.0.grams': words }])
    const staff = await act(world, id, 'pack-weights', { lines: [{ line: 1, packedGrams: grams }] })
    expect([staff.status, staff.body.error.reason, staff.body.error.fields]).toEqual([422, reason, { 'body.lines.0.packedGrams': words }])
  }
  expect(await read(id)).toMatchObject({ total, refunds: [], status: 'preparing' })
  expect((await act(world, id, 'pack-weights', { lines: [{ line: 1, packedGrams: 1001 }] })).status).toBe(200)
  expect((await say(world, id, { type: 'markReady', as: 'store', packed: [{ line: 1, grams: 4002 }] })).status).toBe(200)
  const told = (await read(id)).events.filter(({ type }: { type: string }) => type === 'packWeights' || type === 'markReady')
  expect(told.map(({ note }: { note: string }) => note)).toEqual(['1.001 kg of 2.001 kg Pearl Spot', '4.002 kg of 2.001 kg Pearl Spot'])
})

test('what a word or number may be is named, and so is what is missing', async () => {
  const { id } = await place(world)
  const fieldsOf = async (event: object) => (await say(world, id, event)).body.error.fields
  expect(await fieldsOf({ type: 'delay', as: 'store', minutes: 7 })).toEqual({ 'body.minutes': 'must be 5 or 10 or 20 or 30' })
  expect((await fieldsOf({ type: 'explode', as: 'store' }))['body.type']).toMatch(/^must be "accept" or "reject" or /)
  expect(await fieldsOf({ type: 'reject', as: 'store' })).toEqual({ 'body.reason': 'is required' })
})

test('a reference or id with characters that cannot be seen is none', async () => {
  const payment = { ...paidOnline(), reference: 'pay\u200b_1' }
  const { status, body } = await world.app.call('POST /channel/orders', {
    as: world.channel,
    body: newOrder(world, { payment, externalId: 'app\u2060-1' }),
  })
  const words = 'contains a character that cannot be seen'
  expect([status, body.error.fields]).toEqual([422, { 'body.externalId': words, 'body.payment.reference': words }])
})
