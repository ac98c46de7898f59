import { addMinutes, maxPriceMinor, minutesBetween, newId } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { format } from '#kit/format.ts'
import { addItem, addStore } from '../../../../test/factories.ts'
import { home, newOrder, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const order = (given: object = {}, headers: Record<string, string> = {}) =>
  world.app.call('POST /channel/orders', { as: world.channel, body: newOrder(world, given), headers })
const hours = (opens: string, closes: string) => JSON.stringify([0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, opens, closes })))
const bakedAs = { vertical: 'cakes', message: '', flavour: 'Vanilla', weightGrams: 1000, eggless: false }
const countOrders = async (externalId: string) =>
  (await world.db.selectFrom('orders').select('id').where('external_id', '=', externalId).execute()).length

describe('an order that comes in', () => {
  test('is stored whole: customer, lines, timeline, record, events', async () => {
    const lines = [{ itemId: world.item.id, quantity: 3, substitution: 'refund', note: 'No onions' }]
    const { body: placed } = await order({
      lines,
      note: 'Ring twice',
      tip: { minor: 2000, currency: 'INR' },
      customer: { name: 'Fathima Beevi', phone: '09847098470' },
    })
    const { body: stored } = await world.app.call(`GET /orders/${placed.id}`, { as: world.admin })
    expect(stored).toMatchObject({
      number: expect.stringMatching(new RegExp(`^${world.branch.code}-\\d{5}$`)),
      status: 'pending',
      items: { minor: 30_000 },
      packing: { minor: 1000 },
      delivery: { minor: 3000 },
      tax: { minor: 1500 },
      tip: { minor: 2000 },
      rounding: { minor: 0 },
      total: { minor: 37_500 },
      taxes: [
        { name: 'CGST', ratePpm: 25_000, base: { minor: 30_000 }, amount: { minor: 750 } },
        { name: 'SGST', ratePpm: 25_000, base: { minor: 30_000 }, amount: { minor: 750 } },
      ],
      customer: { name: 'Fathima Beevi', phone: '+919847098470', orders: 1 },
      businessDay: '2026-11-20',
      address: home,
      itemSummary: '3 × Masala Dosa',
      lines: [{ name: 'Masala Dosa', quantity: 3, substitution: { preference: 'refund' }, note: 'No onions' }],
      events: [{ type: 'place', to: 'pending', actorKind: 'customer', actorName: 'Fathima Beevi', source: 'Test channel' }],
    })
    const events = await world.db
      .selectFrom('event')
      .select(['kind', 'action', 'payload'])
      .where('entity_id', '=', placed.id)
      .orderBy('id')
      .execute()
    const content = `New order ${placed.number} · Fish Cove · ${format().money(placed.total)}`
    expect(events).toMatchObject([
      { kind: 'changed', action: 'place' },
      { kind: 'order-notification', payload: { notification: { content, orderId: placed.id } } },
    ])
    expect(await world.db.selectFrom('audit_entry').select('action').where('entity_id', '=', placed.id).execute()).toEqual([
      { action: 'place' },
    ])
  })

  test('of a known phone belongs to the known customer', async () => {
    const customer = { name: 'Ann', phone: '+919847000001' }
    const [first, second] = [await place(world, { customer }), await place(world, { customer: { ...customer, name: 'Ann Mary' } })]
    const { body: one } = await world.app.call(`GET /orders/${first.id}`, { as: world.admin })
    const { body: two } = await world.app.call(`GET /orders/${second.id}`, { as: world.admin })
    expect([two.customerName, two.customer]).toEqual(['Ann Mary', one.customer])
    expect(two.customer).toMatchObject({ name: 'Ann', orders: 2 })
  })

  test('is accepted at once by a store that accepts by itself', async () => {
    const store = await addStore(world.db, { branch: world.branch, auto_accept: true, prep_minutes: 10 })
    const placed = await place({ ...world, store, item: await addItem(world.db, store) })
    const { body } = await world.app.call(`GET /orders/${placed.id}`, { as: world.admin })
    expect(body).toMatchObject({
      status: 'accepted',
      prepMinutes: 10,
      promisedAt: addMinutes(world.clock.instant(), 10 + 5 + 5),
      version: 1,
    })
    expect(body.events.map(({ type, actorName }: { type: string; actorName: string }) => [type, actorName])).toEqual([
      ['place', 'Anjali Menon'],
      ['accept', 'Larder'],
    ])
  })
})

describe('the same order again', () => {
  test('a hundred times at once is one order and one answer', async () => {
    const body = newOrder(world)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        world.app.call('POST /channel/orders', {
          as: world.channel,
          body,
          headers: index % 2 ? { 'idempotency-key': body.externalId } : {},
        }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(await countOrders(body.externalId)).toBe(1)
    const { orders } = await world.db.selectFrom('customer').select('orders').where('phone', '=', '+919847012345').executeTakeFirstOrThrow()
    const placed = await world.db.selectFrom('orders').select('id').where('customer_phone', '=', '+919847012345').execute()
    expect(orders).toBe(placed.length)
  })

  test('gives what is stored even when it could not be ordered any more', async () => {
    const body = newOrder(world)
    const first = await world.app.call('POST /channel/orders', { as: world.channel, body })
    await world.db.updateTable('item').set({ available: false }).where('id', '=', world.item.id).execute()
    const again = await world.app.call('POST /channel/orders', { as: world.channel, body })
    await world.db.updateTable('item').set({ available: true }).where('id', '=', world.item.id).execute()
    expect(again).toMatchObject({ status: 200, body: first.body })
  })

  test('with other content is refused, under its id as under its key', async () => {
    const externalId = newId()
    await order({ externalId })
    const otherContent = await order({ externalId, note: 'something else' })
    expect([otherContent.status, otherContent.body.error.fields]).toEqual([
      422,
      { 'body.externalId': 'was already used for an order with other content' },
    ])
    const key = { 'idempotency-key': newId() }
    await order({}, key)
    expect((await order({}, key)).body.error).toMatchObject({ kind: 'invalid', reason: 'idempotency-key-reused' })
  })

  test('from another channel is another order', async () => {
    const externalId = newId()
    const other = await world.app.addChannel(['channel:orders'])
    const [one, two] = [
      await order({ externalId }),
      await world.app.call('POST /channel/orders', { as: other, body: newOrder(world, { externalId }) }),
    ]
    expect(two.status).toBe(200)
    expect(two.body.id).not.toBe(one.body.id)
  })
})

describe('what cannot be ordered names its field', () => {
  const far = { ...home, point: { lat: 9.6, lng: 76.9 } }
  const anotherItem = newId()
  test.each<[string, () => object, string]>([
    ['no such store', () => ({ storeId: newId() }), 'body.storeId'],
    ['an item of another menu', () => ({ lines: [{ itemId: anotherItem, quantity: 1 }] }), 'body.lines.0.itemId'],
    ['an address that is out of reach', () => ({ address: far }), 'body.address.point'],
    ['a delivery without an address', () => ({ address: undefined }), 'body.address'],
    ['grams of what is sold by the piece', () => ({ lines: [{ itemId: world.item.id, quantity: 1, grams: 500 }] }), 'body.lines.0.grams'],
    ['a tip in another currency', () => ({ tip: { minor: 100, currency: 'EUR' } }), 'body.tip.currency'],
    [
      'a slot in the past',
      () => ({ slot: { from: addMinutes(world.clock.instant(), -60), to: addMinutes(world.clock.instant(), 60) } }),
      'body.slot.from',
    ],
    [
      'details of another vertical',
      () => ({ details: { vertical: 'cakes', message: '', flavour: '', weightGrams: 500, eggless: true } }),
      'body.details.vertical',
    ],
    ['cash that is captured', () => ({ payment: { method: 'cash', state: 'captured' } }), 'body.payment.state'],
  ])('%s', async (_, given, field) => {
    const { status, body } = await order(given())
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]])
  })

  test.each<[string, object, string]>([
    ['a paused store', { open_mode: 'paused' }, 'body.storeId'],
    ['a store outside its hours', { opening_hours: '[]' }, 'body.storeId'],
    ['a suspended store', { status: 'suspended' }, 'body.storeId'],
    ['a store that has enough to do', { max_orders_per_quarter_hour: 1 }, 'body.storeId'],
    ['too small a basket', { min_order_minor: 20_100 }, 'body.lines'],
  ])('%s', async (_, columns, field) => {
    const store = await addStore(world.db, { branch: world.branch, ...columns })
    const item = await addItem(world.db, store)
    const there = { ...world, store, item }
    if ('max_orders_per_quarter_hour' in columns) await place(there)
    const { status, body } = await world.app.call('POST /channel/orders', { as: world.channel, body: newOrder(there) })
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]])
    const { body: quote } = await world.app.call('POST /channel/quotes', {
      as: world.channel,
      body: { storeId: store.id, orderType: 'delivery', lines: [{ itemId: item.id, quantity: 2 }], address: home },
    })
    const problem = { field: field.replace('body.', ''), message: body.error.fields[field] }
    expect(quote.problems).toMatchObject([problem])
    expect(body.error.current.problems).toEqual(quote.problems)
  })

  test('a cake that needs its hours, as soon as possible or too early', async () => {
    const store = await addStore(world.db, { branch: world.branch, vertical: 'cakes', opening_hours: hours('09:00', '16:00') })
    const [cake, slice, tower] = [
      await addItem(world.db, store, { name: 'Black Forest' }),
      await addItem(world.db, store, { name: 'Pastry Slice', lead_hours: 0 }),
      await addItem(world.db, store, { name: 'Wedding Cake', lead_hours: 48 }),
    ]
    const there = { ...world, store, item: cake }
    const send = (given: object) =>
      world.app.call('POST /channel/orders', { as: world.channel, body: newOrder(there, { details: bakedAs, ...given }) })
    const line = (item: { id: string }) => ({ itemId: item.id, quantity: 2 })
    const slot = (from: string) => ({ from, to: addMinutes(from, 60) })
    // 13:30 now; four hours later the bakery is closed.
    const asap = await send({ lines: [line(slice), line(cake), line(tower)] })
    const fields = {
      'body.lines.1.itemId': 'Black Forest needs 4 hours: Nov 21, 2026, 9:00 AM IST at the earliest.',
      'body.lines.2.itemId': 'Wedding Cake needs 48 hours: Nov 22, 2026, 1:45 PM IST at the earliest.',
    }
    expect([asap.status, asap.body.error.fields]).toEqual([422, fields])
    const basket = { storeId: store.id, orderType: 'delivery', lines: [line(slice), line(cake)], address: home, details: bakedAs }
    const { body: quote } = await world.app.call('POST /channel/quotes', { as: world.channel, body: basket })
    expect(quote.problems).toEqual([
      {
        code: 'needs-notice',
        field: 'lines.1.itemId',
        message: fields['body.lines.1.itemId'],
        earliestAt: '2026-11-21T03:30:00.000Z',
      },
    ])

    const { body: plain } = await world.app.call('POST /channel/quotes', { as: world.channel, body: { ...basket, details: undefined } })
    const [, ...needed] = plain.problems.map(({ code, field }: { code: string; field: string }) => [code, field])
    expect(needed).toEqual(['flavour', 'weightGrams'].map((key) => ['details-needed', `details.${key}`]))

    const early = await send({ lines: [line(cake), line(tower)], slot: slot('2026-11-21T05:00:00.000Z') })
    expect(early.body.error.fields).toEqual({ 'body.slot.from': fields['body.lines.2.itemId'] })
    const planned = { ...basket, slot: slot('2026-11-21T05:00:00.000Z') }
    const { body: possible } = await world.app.call('POST /channel/quotes', { as: world.channel, body: planned })
    expect(possible).toMatchObject({ problems: [], promisedAt: planned.slot.to })
    expect((await send({ lines: [line(cake)], slot: planned.slot })).status).toBe(200)
    expect((await send({ lines: [line(slice)] })).status).toBe(200)
    const { body: menu } = await world.app.call(`GET /channel/stores/${store.id}/menu`, { as: world.channel })
    expect(menu.map(({ leadHours }: { leadHours: number }) => leadHours).sort()).toEqual([0, 4, 48])
  })

  test('the earliest moment that is named can be chosen, at once and five minutes later', async () => {
    const store = await addStore(world.db, { branch: world.branch, vertical: 'cakes' })
    const cake = await addItem(world.db, store, { name: 'Sponge', lead_hours: 2 })
    const basket = { storeId: store.id, orderType: 'delivery', lines: [{ itemId: cake.id, quantity: 2 }], address: home, details: bakedAs }
    const problems = async (given: object = {}) =>
      (await world.app.call('POST /channel/quotes', { as: world.channel, body: { ...basket, ...given } })).body.problems
    const at = (from: string) => ({ slot: { from, to: addMinutes(from, 60) } })
    const now = world.clock.instant()
    for (let minutes = 0; minutes < 30; minutes += 5.5) {
      const [asap] = await problems()
      const [early] = await problems(at(addMinutes(now, 60)))
      expect([early.code, early.earliestAt]).toEqual(['slot-too-early', asap.earliestAt])
      expect(asap.earliestAt).toMatch(/:(00|15|30|45):00\.000Z$/)
      expect(await problems(at(asap.earliestAt))).toEqual([])
      world.clock.forward(5)
      expect(await problems(at(asap.earliestAt))).toEqual([])
      world.clock.forward(0.5)
    }
    world.clock.forward(minutesBetween(world.clock.instant(), now))
  })

  test('another price than the customer saw, with the new quote', async () => {
    const { status, body } = await order({ expectedTotal: { minor: 24_000, currency: 'INR' } })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({
      reason: 'price-changed',
      message: 'The price has changed: it is ₹250.00 now, not ₹240.00.',
      current: { total: { minor: 25_000 }, items: { minor: 20_000 }, deliveryKm: 1.56, problems: [] },
    })
    expect((await order({ expectedTotal: { minor: 25_000, currency: 'INR' } })).status).toBe(200)
  })
})

describe('what an order may come to', () => {
  test('the largest fee of an area leaves quotes and orders answered, and everything readable; more is refused', async () => {
    const store = await addStore(world.db, { branch: world.branch })
    const there = { ...world, store, item: await addItem(world.db, store) }
    const send = (version: number, minor: number) => {
      const body = { version, feeTiers: [{ maxKm: 8, fee: { minor, currency: 'INR' } }] }
      return world.app.call(`PATCH /areas/${store.area_id}`, { as: world.admin, body })
    }
    const { status, body } = await send(1, maxPriceMinor + 1)
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['body.feeTiers.0.fee.minor']])
    expect((await send(1, maxPriceMinor)).status).toBe(200)
    const { externalId: _, customer: __, payment: ___, ...basket } = newOrder(there)
    const quote = await world.app.call('POST /channel/quotes', { as: world.channel, body: basket })
    expect([quote.status, quote.body.delivery, quote.body.problems]).toEqual([200, { minor: maxPriceMinor, currency: 'INR' }, []])
    const placed = await world.app.call('POST /channel/orders', { as: world.channel, body: newOrder(there) })
    expect([placed.status, placed.body.total]).toEqual([200, quote.body.total])
    for (const path of [`/orders/${placed.body.id}`, `/stores/${store.id}`, '/dashboard', '/orders/board'])
      expect([path, (await world.app.call(`GET ${path}`, { as: world.admin })).status]).toEqual([path, 200])
  })

  const dear = async (price_minor: number, given: object = {}) => {
    const item = await addItem(world.db, world.store, { name: 'Caviar', price_minor, ...given })
    return item.id
  }

  test('a line beyond it has no price: the quote says so, the order is refused and names the line', async () => {
    const lines = [{ itemId: await dear(maxPriceMinor, { unit: 'g' }), quantity: 99, grams: 50_000 }]
    const { body: quote } = await world.app.call('POST /channel/quotes', {
      as: world.channel,
      body: { storeId: world.store.id, orderType: 'pickup', lines },
    })
    expect(quote.problems).toContainEqual({
      code: 'above-maximum',
      field: 'lines.0.quantity',
      message: expect.stringContaining('₹10,00,00,00,000.00'),
    })
    const { status, body } = await order({ lines })
    expect([status, Object.keys(body.error.fields)]).toEqual([422, expect.arrayContaining(['body.lines.0.quantity'])])
  })

  test('lines that only together are beyond it are refused as lines', async () => {
    const itemId = await dear(maxPriceMinor)
    const { status, body } = await order({ lines: Array.from({ length: 60 }, () => ({ itemId, quantity: 99 })) })
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['body.lines']])
  })

  test('packed weights that lead beyond it are refused, line or whole', async () => {
    const itemId = await dear(maxPriceMinor, { unit: 'kg' })
    const { body: placed } = await order({ lines: [1, 2, 3].map(() => ({ itemId, quantity: 30 })), payment: { method: 'cash' } })
    await world.app.call(`POST /orders/${placed.id}/accept`, { as: world.admin, body: { version: 1, prepMinutes: 10 } })
    const pack = (...grams: number[]) =>
      world.app.call(`POST /orders/${placed.id}/pack-weights`, {
        as: world.admin,
        body: { version: 2, lines: grams.map((packedGrams, at) => ({ line: at + 1, packedGrams })) },
      })
    expect((await pack(200_000)).body.error.fields).toHaveProperty(['body.lines.0.packedGrams'])
    expect((await pack(60_000, 60_000, 60_000)).body.error.fields).toHaveProperty(['body.lines'])
  })
})
