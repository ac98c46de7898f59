import type { Order, OrderEditPreview } from '@larder/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addItem } from '../../../../test/factories.ts'
import { inr, preview } from '../../../../test/order-editing.ts'
import { act, type OrderWorld, orderWorld, paidOnline, place, say } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'
import { findMisbooked } from '../../ledger/recompute.service.ts'
import { findBrokenOrders } from '../read/invariants.ts'

let world: OrderWorld
let idli: Awaited<ReturnType<typeof addItem>>
beforeAll(async () => {
  world = await orderWorld()
  idli = await addItem(world.db, world.store, { name: 'Idli', price_minor: 4_000 })
})
beforeEach(() => world.db.updateTable('item').set({ snoozed_until: null, version: 1 }).execute())
afterAll(async () => {
  expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
  expect(await findMisbooked(world.app.database.db)).toEqual([])
  await world.app.close()
})

/** Two dosas and three idlis, paid online. */
const both = (given: object = {}) =>
  place(world, {
    lines: [
      { itemId: world.item.id, quantity: 2 },
      { itemId: idli.id, quantity: 3 },
    ],
    payment: paidOnline('captured'),
    ...given,
  })
const read = async (id: string): Promise<Order> => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const itemOf = async (id: string) =>
  world.db.selectFrom('item').select(['snoozed_until', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
const totalOf = async (id: string, change: object): Promise<OrderEditPreview['total']> =>
  (await preview(world, id, { lines: [change] })).body.total
const mark = async (id: string, body: object, as: Caller = world.admin) =>
  world.app.call(`POST /orders/${id}/out-of-stock`, { as, body: { version: 1, line: 2, snooze: 'hour', ...body } })

test('a line is taken off, what was paid for it goes back, and its item is not sold for an hour, in one change', async () => {
  const { id } = await both()
  const expectedTotal = await totalOf(id, { type: 'remove', line: 2 })
  const { status, body } = await mark(id, { expectedTotal, note: 'By phone' })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ version: 2, total: expectedTotal, lines: [{ line: 1 }], refunds: [{ amount: inr(12_600) }] })
  expect(body.events.at(-1)).toMatchObject({ type: 'edit', reasonLabel: 'An item is sold out' })
  expect(body.events.at(-1).note).toMatch(/^3 × Idli removed; Total: .*; ₹126.00 goes back; Idli is not sold until 2:30\sPM\. By phone$/)
  expect(await itemOf(idli.id)).toEqual({ snoozed_until: '2026-11-20T09:00:00.000Z', version: 2 })
  const told = await world.db
    .selectFrom('audit_entry')
    .select(['entity', 'change_set_id'])
    .where('entity_id', 'in', [id, idli.id])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(told.map(({ entity }) => entity).sort()).toEqual(['item', 'order'])
  expect(new Set(told.map(({ change_set_id }) => change_set_id)).size).toBe(1)
  const refused = await world.app.call('POST /channel/quotes', {
    as: world.channel,
    body: { storeId: world.store.id, orderType: 'pickup', lines: [{ itemId: idli.id, quantity: 1 }] },
  })
  expect(JSON.stringify(refused.body)).toContain('sold-out')
})

test('something else is sent in its place, and until tomorrow is until six in the morning of its branch', async () => {
  const { id } = await both({ payment: { method: 'cash' } })
  const instead = { itemId: world.item.id, quantity: 1 }
  const expectedTotal = await totalOf(id, { type: 'substitute', line: 2, ...instead })
  const { status, body } = await mark(id, { instead, snooze: 'tomorrow', expectedTotal })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.lines[1]).toMatchObject({ name: 'Masala Dosa', quantity: 1, substitution: { replaces: 'Idli' } })
  expect((await itemOf(idli.id)).snoozed_until).toBe('2026-11-21T00:30:00.000Z')
  // A shorter one later takes nothing of it back.
  const second = await both({ lines: [{ itemId: world.item.id, quantity: 2 }], payment: { method: 'cash' } })
  await world.db.updateTable('order_line').set({ item_id: idli.id }).where('order_id', '=', second.id).execute()
  const next = await mark(second.id, {
    line: 1,
    instead,
    expectedTotal: await totalOf(second.id, { type: 'substitute', line: 1, ...instead }),
  })
  expect(next.status, JSON.stringify(next.body)).toBe(200)
  expect((await itemOf(idli.id)).snoozed_until).toBe('2026-11-21T00:30:00.000Z')
})

test('pressed twice it happens once, by one person and by two', async () => {
  const { id } = await both({ payment: { method: 'cash' } })
  const expectedTotal = await totalOf(id, { type: 'remove', line: 2 })
  const answers = await Promise.all([mark(id, { expectedTotal }), mark(id, { expectedTotal, snooze: 'tomorrow' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await itemOf(idli.id)).version).toBe(2)
  expect((await read(id)).lines).toHaveLength(1)
})

test('what does not fit is told at its field, and nothing of it is done', async () => {
  const { id } = await both({ payment: { method: 'cash' } })
  const expectedTotal = await totalOf(id, { type: 'remove', line: 2 })
  for (const [body, code, fields] of [
    [{ line: 9, expectedTotal }, 422, { 'body.line': 'is not a line of this order' }],
    [{ expectedTotal: inr(1) }, 409, { 'body.expectedTotal': expect.stringContaining('is not what it comes to') }],
    [{ instead: { itemId: idli.id, quantity: 500 }, expectedTotal }, 422, { 'body.instead.quantity': expect.anything() }],
  ] as const) {
    const answer = await mark(id, body)
    expect([answer.status, answer.body.error.fields]).toEqual([code, fields])
  }
  expect(await itemOf(idli.id)).toEqual({ snoozed_until: null, version: 1 })
  expect((await read(id)).version).toBe(1)
})

test('who may not operate menus edits the order alone; offered while what was ordered can be edited', async () => {
  const editor = await world.app.addStaff({ permissions: ['order.view', 'order.edit'] })
  const { id } = await both({ payment: { method: 'cash' } })
  const expectedTotal = await totalOf(id, { type: 'remove', line: 2 })
  expect((await mark(id, { expectedTotal }, editor)).status).toBe(401)
  expect((await mark(id, { expectedTotal, snooze: 'no' }, editor)).status).toBe(200)
  expect(await itemOf(idli.id)).toEqual({ snoozed_until: null, version: 1 })
  const offer = async () => (await read(id)).allowed.find(({ action }) => action === 'outOfStock')
  expect(await offer()).toEqual({ action: 'outOfStock', because: null })
  for (const [verb, body] of [
    ['accept', { prepMinutes: 15 }],
    ['start-preparing', {}],
    ['mark-ready', {}],
  ] as const)
    expect((await act(world, id, verb, body)).status).toBe(200)
  expect((await offer())?.because).toBe('What was ordered cannot be edited any more: the order is ready.')
})

test("a store's app says so itself, where its key reaches the store's menu", async () => {
  const { id } = await both({ payment: { method: 'cash' } })
  const expectedTotal = await totalOf(id, { type: 'remove', line: 2 })
  const said = { type: 'outOfStock', as: 'store', line: 2, snooze: 'four-hours', expectedTotal }
  const own = await say(world, id, said)
  expect([own.status, own.body.error.fields]).toEqual([422, { 'body.snooze': "is for whoever reaches the store's menu" }])
  const till = await world.app.addChannel(['channel:order-events'], 'store-app', { kind: 'store', ids: [world.store.id] })
  const { status, body } = await say({ app: world.app, channel: till }, id, said)
  expect(status, JSON.stringify(body)).toBe(200)
  expect((await itemOf(idli.id)).snoozed_until).toBe('2026-11-20T12:00:00.000Z')
  const again = await say(world, id, said)
  expect([again.status, again.body.error.fields]).toEqual([422, { 'body.line': 'is not a line of this order' }])
})
