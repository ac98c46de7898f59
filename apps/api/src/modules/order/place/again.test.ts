import { addMinutes, newId } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectBooked, leftOf, withCredits } from '../../../../test/credits.ts'
import { addItem } from '../../../../test/factories.ts'
import { gatewayWorld } from '../../../../test/gateway-world.ts'
import { inr } from '../../../../test/order-editing.ts'
import { act, home, type OrderWorld, orderWorld, paidOnline, place } from '../../../../test/order-world.ts'
import { enterAs } from '../../../../test/role-people.ts'
import type { Caller } from '../../../../test/test-app.ts'
import { findMisbooked } from '../../ledger/recompute.service.ts'
import { installBuiltInRoles } from '../../role/role-install.service.ts'
import { findBrokenOrders } from '../read/invariants.ts'

let world: OrderWorld
let vada: Awaited<ReturnType<typeof addItem>>
let prawns: Awaited<ReturnType<typeof addItem>>
let executive: Caller
beforeAll(async () => {
  world = await orderWorld({ gateway: null })
  await installBuiltInRoles(world.db)
  vada = await addItem(world.db, world.store, { name: 'Vada', price_minor: 4_000 })
  prawns = await addItem(world.db, world.store, {
    name: 'Prawns',
    unit: 'kg',
    price_minor: 40_000,
    choices: { cut: ['whole', 'cleaned'] },
  })
  executive = await world.app.addStaff({ name: 'Meera', permissions: ['order.view', 'order.create'] })
})
afterAll(async () => {
  expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
  expect(await findMisbooked(world.app.database.db)).toEqual([])
  await world.app.close()
})

const cash = { paymentMethod: 'cash' }
const read = async (id: string, as: Caller = world.admin) => (await world.app.call(`GET /orders/${id}`, { as })).body
const preview = (id: string, body: object = cash, as: Caller = executive) =>
  world.app.call(`POST /orders/${id}/again/preview`, { as, body })
const again = (id: string, body: object, as: Caller = executive, headers: Record<string, string> = {}) =>
  world.app.call(`POST /orders/${id}/again`, { as, body: { ...cash, ...body }, headers })
const sellable = (id: string, available: boolean) => world.db.updateTable('item').set({ available }).where('id', '=', id).execute()

// 2 dosas at 100.00, 2 vadas at 40.00, 500 g of prawns at 400.00 a kg, 5 % tax, 10.00 packing, 30.00 delivery.
const mixed = () =>
  place(world, {
    customer: { name: 'Anjali Menon', phone: '+91 98470 54321' },
    note: 'Ring twice',
    lines: [
      { itemId: world.item.id, quantity: 2, note: 'crisp' },
      { itemId: vada.id, quantity: 2, substitution: 'refund' },
      { itemId: prawns.id, quantity: 2, grams: 250, choices: { cut: 'cleaned' } },
    ],
    payment: paidOnline(),
  })

describe('an order that is ordered again', () => {
  test('holds what it held, for whom and where, at the prices of now; the two tell of each other', async () => {
    const old = await mixed()
    const before = await read(old.id)
    await act(world, old.id, 'cancel', { reason: 'changed-mind' })
    await world.db.updateTable('item').set({ price_minor: 12_000 }).where('id', '=', world.item.id).execute()
    const told = await preview(old.id)
    expect(told.body).toMatchObject({
      before: before.total,
      total: inr(before.total.minor + 4_200),
      takesOnline: false,
      problems: [],
      lines: [
        { line: 1, name: 'Masala Dosa', amount: inr(24_000), because: null, isLeftOut: false },
        { line: 2, amount: inr(8_000) },
        { line: 3, amount: inr(20_000) },
      ],
    })
    const made = await again(old.id, { expectedTotal: told.body.total, note: 'She called: the first one went cold.' })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const { id, number } = made.body
    expect(id).not.toBe(old.id)
    expect(made.body).toMatchObject({
      status: 'pending',
      total: told.body.total,
      due: told.body.total,
      paymentMethod: 'cash',
      paymentState: 'due',
      customerName: 'Anjali Menon',
      customer: { id: before.customer.id, orders: before.customer.orders + 1 },
      note: 'Ring twice',
      tip: inr(0),
      version: 1,
    })
    expect([made.body.store, made.body.address, made.body.details]).toEqual([before.store, before.address, before.details])
    const bare = (lines: (typeof before)['lines']) =>
      lines.map(({ unitPrice: _, amount: __, tax: ___, ...line }: Record<string, unknown>) => line)
    expect(bare(made.body.lines)).toEqual(bare(before.lines))
    expect(made.body.events).toMatchObject([
      { type: 'place', actorKind: 'staff', actorName: 'Meera', source: 'back-office', order: { id: old.id, number: old.number } },
      { type: 'note', isInternal: true, note: 'She called: the first one went cold.', order: null },
    ])
    expect((await read(old.id)).events.at(-1)).toMatchObject({ type: 'again', actorName: 'Meera', order: { id, number } })
    expect((await read(old.id)).version, 'nobody’s open form becomes stale').toBe(before.version + 1)
    expect(await read(id, executive)).toEqual(made.body)
    await world.db.updateTable('item').set({ price_minor: 10_000 }).where('id', '=', world.item.id).execute()

    const entries = await world.db.selectFrom('audit_entry').selectAll().where('entity', '=', 'order').orderBy('id').execute()
    const [ofOld, ofNew] = entries.slice(-2)
    expect([ofOld?.action, ofOld?.entity_id, ofNew?.action, ofNew?.entity_id]).toEqual(['again', old.id, 'place', id])
    expect([ofOld?.new, ofNew?.new]).toMatchObject([{ order_number: number }, { again_of: old.number }])
    expect(ofNew?.reason).toBe('She called: the first one went cold.')
    expect(ofOld?.change_set_id, 'one set').toBe(ofNew?.change_set_id)
  })

  test('comes in by the channel of the order before, whose app sees it', async () => {
    const old = await mixed()
    const made = await again(old.id, { expectedTotal: old.total })
    const seen = await world.app.call(`GET /channel/orders/${made.body.id}`, { as: world.channel })
    expect([seen.status, seen.body.customerName]).toEqual([200, 'Anjali Menon'])
    expect(seen.body.externalId).not.toBe('')
  })

  test('what is not sold now is told line by line, and left out only if somebody says so', async () => {
    const old = await mixed()
    await sellable(vada.id, false)
    await world.db.updateTable('order_line').set({ item_id: newId() }).where('order_id', '=', old.id).where('line', '=', 3).execute()
    const told = await preview(old.id)
    expect(told.body.lines.map(({ amount, because }: Record<string, unknown>) => [amount, because])).toEqual([
      [inr(20_000), null],
      [inr(8_000), 'Vada is sold out.'],
      [null, 'Prawns is not on the menu of Fish Cove any more.'],
    ])
    expect(told.body.problems).toEqual([
      { field: 'without', message: 'Vada is sold out.' },
      { field: 'without', message: 'Prawns is not on the menu of Fish Cove any more.' },
    ])
    const refused = await again(old.id, { expectedTotal: told.body.total })
    expect([refused.status, refused.body.error.reason, refused.body.error.fields]).toEqual([
      422,
      'cannot-be-ordered-again',
      { 'body.without': 'Vada is sold out. Prawns is not on the menu of Fish Cove any more.' },
    ])
    expect(refused.body.error.current.total).toEqual(told.body.total)
    const without = [2, 3]
    const less = await preview(old.id, { ...cash, without })
    expect(less.body).toMatchObject({
      total: inr(25_000),
      problems: [],
      lines: [{}, { isLeftOut: true, amount: null }, { isLeftOut: true }],
    })
    expect((await again(old.id, { without, expectedTotal: less.body.total })).body.itemSummary).toBe('2 × Masala Dosa')
    const none = await again(old.id, { without: [1, 2, 3], expectedTotal: inr(1) })
    expect([none.status, none.body.error.fields]).toEqual([422, { 'body.without': 'Nothing is left to be ordered.' }])
    await sellable(vada.id, true)
  })

  test('is never placed for another total than was seen', async () => {
    const old = await mixed()
    const dear = await again(old.id, { expectedTotal: inr(1_00) })
    expect([dear.status, dear.body.error.reason, Object.keys(dear.body.error.fields)]).toEqual([
      409,
      'price-changed',
      ['body.expectedTotal'],
    ])
    expect(dear.body.error.current.total).toEqual(old.total)
  })

  test('is for a slot where one is given; a slot that cannot be is refused at its field, a shut store at the slot, which another hour mends', async () => {
    const old = await mixed()
    const from = addMinutes(world.clock.instant(), 24 * 60)
    const slot = { from, to: addMinutes(from, 60) }
    const made = await again(old.id, { slot, expectedTotal: old.total })
    expect(made.body).toMatchObject({ status: 'scheduled', timing: 'slot', slotFrom: slot.from, slotTo: slot.to })
    expect(made.body.events.map(({ type, actorKind }: Record<string, unknown>) => [type, actorKind])).toEqual([
      ['place', 'staff'],
      ['schedule', 'system'],
    ])
    const gone = { from: addMinutes(world.clock.instant(), -60), to: world.clock.instant() }
    const late = await again(old.id, { slot: gone, expectedTotal: old.total })
    expect([late.status, late.body.error.fields]).toEqual([422, { 'body.slot.from': 'The slot has begun already.' }])
    await world.db.updateTable('store').set({ open_mode: 'closed' }).where('id', '=', world.store.id).execute()
    const shut = await again(old.id, { expectedTotal: old.total })
    expect([shut.status, shut.body.error.fields]).toEqual([422, { 'body.slot': expect.stringContaining(' is closed.') }])
    expect((await again(old.id, { slot, expectedTotal: old.total })).status, 'shut by hand says nothing of tomorrow').toBe(200)
    await world.db.updateTable('store').set({ open_mode: 'open' }).where('id', '=', world.store.id).execute()
  })

  test('is placed once however often it is sent under one key, and again under another', async () => {
    const old = await mixed()
    const press = (key: string) => again(old.id, { expectedTotal: old.total }, executive, { 'idempotency-key': key })
    const [one, two] = await Promise.all([press('pressed-twice-again'), press('pressed-twice-again')])
    expect([one?.status, two?.status, one?.body.id]).toEqual([200, 200, two?.body.id])
    expect((await press('another-press')).body.id).not.toBe(one?.body.id)
    expect((await read(old.id)).events.filter(({ type }: { type: string }) => type === 'again')).toHaveLength(2)
  })

  test('a picked-up one stays one, without an address; nothing is paid online where no gateway is', async () => {
    const old = await place(world, { orderType: 'pickup', address: undefined, payment: { method: 'cash' } })
    const made = await again(old.id, { paymentMethod: 'card', expectedTotal: old.total })
    expect(made.body).toMatchObject({ orderType: 'pickup', address: null, paymentMethod: 'card', paymentState: 'due' })
    const online = await again(old.id, { paymentMethod: 'online', expectedTotal: old.total })
    expect([online.status, online.body.error.fields]).toEqual([422, { 'body.paymentMethod': 'Payments go to no gateway here.' }])
  })
})

describe('with credits of its customer', () => {
  const permissions = ['order.view', 'order.create', 'customer.view'] as const

  test('tells what they have, and is paid by it where that is wanted, as an order over the phone is', async () => {
    const care = await world.app.addStaff({ permissions: [...permissions] })
    const { id, orderId } = await withCredits(world, [6_000, 4_000])
    const { total } = (await preview(orderId, cash, care)).body
    expect((await preview(orderId, cash, care)).body).toMatchObject({ wallet: inr(10_000), credit: inr(0), toPay: total })
    const toPay = inr(total.minor - 10_000)
    expect((await preview(orderId, { ...cash, useCredits: true }, care)).body).toMatchObject({
      wallet: inr(10_000),
      credit: inr(10_000),
      toPay,
    })
    const plain = await again(orderId, { expectedTotal: total }, care)
    expect([plain.body.credit, await leftOf(world, id)]).toEqual([inr(0), [6_000, 4_000]])
    const paid = await again(orderId, { useCredits: true, expectedTotal: total, expectedToPay: toPay }, care)
    expect([paid.status, paid.body.credit, paid.body.due]).toEqual([200, inr(10_000), toPay])
    expect(await leftOf(world, id)).toEqual([0, 0])
    const late = await again(orderId, { useCredits: true, expectedTotal: total, expectedToPay: toPay }, care)
    expect([late.status, late.body.error.reason, Object.keys(late.body.error.fields)]).toEqual([
      409,
      'price-changed',
      ['body.expectedToPay'],
    ])
    expect(late.body.error.current).toMatchObject({ wallet: inr(0), toPay: total })
    await expectBooked(world)
  })

  test('neither tells nor spends them to whoever may not find the customer', async () => {
    const { id, orderId } = await withCredits(world, [10_000])
    const told = (await preview(orderId, { ...cash, useCredits: true })).body
    expect(told).toMatchObject({ wallet: inr(0), credit: inr(0), toPay: told.total })
    const made = await again(orderId, { useCredits: true, expectedTotal: told.total })
    expect([made.status, made.body.credit, await leftOf(world, id)]).toEqual([200, inr(0), [10_000]])
  })

  test('that are spent in the moment before it is placed is refused, and spends nothing', async () => {
    const care = await world.app.addStaff({ permissions: [...permissions] })
    const { id, orderId } = await withCredits(world, [10_000])
    const { total, toPay } = (await preview(orderId, { ...cash, useCredits: true }, care)).body
    const both = await Promise.all([1, 2].map(() => again(orderId, { useCredits: true, expectedTotal: total, expectedToPay: toPay }, care)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await leftOf(world, id)).toEqual([0])
    await expectBooked(world)
  })
})

describe('by role and reach', () => {
  test('only whoever may take orders for customers is offered it, and may', async () => {
    const old = await place(world)
    const operator = await world.app.addStaff({ permissions: ['order.view', 'order.operate', 'order.edit'] })
    for (const [as, isOffered] of [
      [executive, true],
      [operator, false],
    ] as const) {
      const { body } = await world.app.call(`GET /orders/${old.id}`, { as })
      expect(body.allowed.some(({ action }: { action: string }) => action === 'again')).toBe(isOffered)
    }
    for (const answer of [await preview(old.id, cash, operator), await again(old.id, { expectedTotal: old.total }, operator)])
      expect([answer.status, answer.body.error.kind]).toEqual([401, 'not-permitted'])
  })

  test.each([
    ['custumercare-admin', true],
    ['custumercare-executive', true],
    ['branch-partner', false],
    ['office-staff', false],
    ['store-officer', false],
  ] as const)('%s: %s', async (role, may) => {
    const old = await place(world, { address: home })
    const as = await enterAs(
      world.db,
      role,
      role === 'branch-partner'
        ? { kind: 'branch', ids: [world.branch.id] }
        : role === 'store-officer'
          ? { kind: 'store', ids: [world.store.id] }
          : undefined,
    )
    const made = await again(old.id, { expectedTotal: old.total }, as)
    expect(made.status).toBe(may ? 200 : 401)
  })

  test('an order out of reach is none', async () => {
    const old = await place(world)
    const elsewhere = await world.app.addStaff({ permissions: ['order.view', 'order.create'], scope: { kind: 'branch', ids: [newId()] } })
    for (const answer of [await preview(old.id, cash, elsewhere), await again(old.id, { expectedTotal: old.total }, elsewhere)])
      expect([answer.status, answer.body.error.reason]).toEqual([404, 'order-not-found'])
  })
})

test('with a gateway its customer pays by the link of the app, and no store has it before', async () => {
  const paid = await gatewayWorld()
  const as = await paid.app.addStaff({ permissions: ['order.view', 'order.create'] })
  const old = await place(paid, { payment: { method: 'cash' } })
  const body = { paymentMethod: 'online' }
  const told = await paid.app.call(`POST /orders/${old.id}/again/preview`, { as, body })
  expect([told.body.takesOnline, told.body.problems]).toEqual([true, []])
  const made = await paid.app.call(`POST /orders/${old.id}/again`, { as, body: { ...body, expectedTotal: told.body.total } })
  expect(made.body).toMatchObject({ status: 'placed', paymentState: 'none', gateway: 'simulated' })
  expect(await paid.checkoutOf(made.body.id)).toMatch(/^http/)
  await paid.close()
})
