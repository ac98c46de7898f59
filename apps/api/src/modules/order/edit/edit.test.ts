import type { Order } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem } from '../../../../test/factories.ts'
import { edit as editOf, inr, lines, preview as previewOf, quantity } from '../../../../test/order-editing.ts'
import { act, home, type OrderWorld, orderWorld, paidOnline, place } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'
import { findMisbooked } from '../../ledger/recompute.service.ts'
import { findBrokenOrders } from '../read/invariants.ts'

let world: OrderWorld
let idli: Awaited<ReturnType<typeof addItem>>
let prawns: Awaited<ReturnType<typeof addItem>>
beforeAll(async () => {
  world = await orderWorld()
  idli = await addItem(world.db, world.store, { name: 'Idli', price_minor: 4_000 })
  prawns = await addItem(world.db, world.store, { name: 'Prawns', unit: 'kg', price_minor: 40_000 })
})
afterAll(async () => {
  expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
  expect(await findMisbooked(world.app.database.db)).toEqual([])
  await world.app.close()
})

const read = async (id: string): Promise<Order> => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const preview = (id: string, what: object) => previewOf(world, id, what)
const edit = (id: string, what: object, as?: Caller, besides?: object) => editOf(world, id, what, as, besides)
const entries = async (id: string) => {
  const rows = await world.db.selectFrom('ledger_entry').selectAll().where('entity_id', '=', id).orderBy('id').execute()
  return rows.map(({ kind, accounts, amounts }) => [kind, Object.fromEntries(accounts.map((account, at) => [account, amounts[at]]))])
}
async function toDoor(id: string) {
  for (const [verb, body] of [
    ['accept', { prepMinutes: 15 }],
    ['start-preparing', {}],
    ['mark-ready', {}],
    ['assign-rider', { riderId: world.rider.id }],
    ['pick-up', { reason: 'phone-off' }],
  ] as const)
    if ((await act(world, id, verb, body)).status !== 200) continue
}

// 2 dosas at 100.00, 5 % tax, 10.00 packing, 30.00 delivery: 250.00.
describe('an order that is paid at the door', () => {
  const cash = () => place(world, { payment: { method: 'cash' } })

  test('comes to what its lines come to by the engine of quotes, and is due at the door', async () => {
    const { id } = await cash()
    const told = await preview(id, quantity(3))
    expect(told.body).toMatchObject({
      before: inr(25_000),
      total: inr(35_500),
      difference: inr(10_500),
      due: inr(35_500),
      refund: inr(0),
      told: ['Masala Dosa: 2 × → 3 ×'],
      problems: [],
    })
    const made = await edit(id, quantity(3), world.admin, { note: 'By phone.' })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect(made.body).toMatchObject({
      total: inr(35_500),
      due: inr(35_500),
      itemCount: 3,
      itemSummary: '3 × Masala Dosa',
      paymentState: 'due',
      version: 2,
      lines: [{ line: 1, quantity: 3, amount: inr(30_000), tax: inr(1_500) }],
    })
    expect(made.body.events.at(-1)).toMatchObject({
      type: 'edit',
      actorName: 'Priya Nair',
      reasonLabel: 'The customer asks for it',
      isInternal: false,
      note: 'Masala Dosa: 2 × → 3 ×; Total: ₹250.00 → ₹355.00; ₹355.00 is due at hand-over. By phone.',
    })
    expect(made.body).toEqual(await read(id))
    expect((await entries(id)).at(-1)).toEqual(['edited', { customers: 10_500, 'open-orders': -10_500 }])
    const history = await world.app.call(`GET /history/order/${id}`, { as: world.admin })
    expect(JSON.stringify(history.body)).toContain('3 × Masala Dosa')
  })

  test('is edited line by line: added, substituted, removed, noted; kept lines keep their price and numbers', async () => {
    const { id } = await cash()
    const added = await edit(id, lines({ type: 'add', itemId: idli.id, quantity: 2, note: 'soft' }))
    expect(added.body.lines).toMatchObject([{ line: 1 }, { line: 2, name: 'Idli', quantity: 2, unitPrice: inr(4_000), note: 'soft' }])
    await world.db.updateTable('item').set({ price_minor: 12_000 }).where('id', '=', world.item.id).execute()
    const dearer = await edit(id, quantity(4))
    expect(dearer.body.lines[0]).toMatchObject({ unitPrice: inr(10_000), amount: inr(40_000) })
    const other = await edit(id, lines({ type: 'substitute', line: 2, itemId: world.item.id, quantity: 1 }, { type: 'remove', line: 1 }))
    expect(other.body.lines).toMatchObject([
      { line: 2, name: 'Masala Dosa', unitPrice: inr(12_000), substitution: { preference: null, replaces: 'Idli' } },
    ])
    expect(other.body.events.at(-1).note).toContain('2 × Idli replaced by 1 × Masala Dosa; 4 × Masala Dosa removed')
    await world.db.updateTable('item').set({ price_minor: 10_000 }).where('id', '=', world.item.id).execute()
    expect((await edit(id, { tip: inr(2_000) })).body).toMatchObject({ tip: inr(2_000), version: 5 })
  })

  test('moves with its fee, its promise and nothing else; an address out of reach is refused at its field', async () => {
    const tiers = JSON.stringify([
      { maxKm: 3, fee: inr(3_000) },
      { maxKm: 8, fee: inr(6_000) },
    ])
    await world.db.updateTable('area').set({ fee_tiers: tiers }).where('id', '=', world.store.area_id).execute()
    const { id } = await cash()
    world.clock.forward(1)
    await act(world, id, 'accept', { prepMinutes: 15 })
    const before = await read(id)
    const near = await edit(id, { address: { ...home, line1: '14 Hill Road' } })
    expect(near.body).toMatchObject({
      delivery: inr(3_000),
      total: before.total,
      promisedAt: before.promisedAt,
      address: { line1: '14 Hill Road' },
    })
    const far = { ...home, line1: '1 Fort Road', locality: 'Fort', point: { lat: home.point.lat + 0.04, lng: home.point.lng } }
    const moved = await edit(id, { address: far })
    expect(moved.body).toMatchObject({ delivery: inr(6_000), total: inr(28_000) })
    expect(moved.body.promisedAt > (before.promisedAt ?? '')).toBe(true)
    const beyond = await edit(id, { address: { ...far, point: { lat: 12, lng: 77 } } })
    expect([beyond.status, beyond.body.error.reason, beyond.body.error.fields]).toEqual([
      422,
      'cannot-be-edited',
      { 'body.address.point': 'Fish Cove does not deliver there' },
    ])
  })

  test('has one winner of two at once, and happens once however often it is sent', async () => {
    const { id } = await cash()
    const body = {
      version: 1,
      ...lines({ type: 'add', itemId: idli.id, quantity: 1 }),
      expectedTotal: inr(29_200),
      reason: 'customer-asks',
    }
    const [one, two] = await Promise.all([1, 2].map(() => world.app.call(`POST /orders/${id}/edit`, { as: world.admin, body })))
    expect([one?.status, two?.status].sort()).toEqual([200, 409])
    const again = { ...body, version: 2, expectedTotal: inr(33_400) }
    const headers = { 'idempotency-key': 'pressed-twice' }
    const pressed = await Promise.all(
      [1, 2].map(() => world.app.call(`POST /orders/${id}/edit`, { as: world.admin, body: again, headers })),
    )
    expect(pressed.map(({ status }) => status)).toEqual([200, 200])
    expect(await read(id)).toMatchObject({ version: 3, total: inr(33_400) })
  })

  test('is never edited for another price than was seen', async () => {
    const { id } = await cash()
    const dear = await act(world, id, 'edit', { ...quantity(3), expectedTotal: inr(35_400), reason: 'customer-asks' })
    expect([dear.status, dear.body.error.reason]).toEqual([409, 'edit-price-changed'])
    expect(dear.body.error).toMatchObject({
      fields: { 'body.expectedTotal': 'is not what it comes to, ₹355.00' },
      current: { total: inr(35_500) },
    })
    expect(await read(id)).toMatchObject({ version: 1, total: inr(25_000) })
  })
})

describe('an order that was paid before', () => {
  test('gives back what it comes to less, takes that back where it comes to more again, and asks for the rest', async () => {
    const { id } = await place(world)
    const less = await edit(id, quantity(1), world.admin, { reason: 'item-unavailable' })
    expect(less.body).toMatchObject({
      total: inr(14_500),
      paymentState: 'partially_refunded',
      due: inr(0),
      refunds: [{ cause: 'edit', state: 'approved', amount: inr(10_500), reasonLabel: 'An item is sold out', method: 'source' }],
      refunding: { captured: inr(25_000), left: inr(14_500) },
    })
    expect((await entries(id)).slice(2)).toEqual([
      ['edited', { customers: -10_500, 'open-orders': 10_500 }],
      ['refund-approved', { customers: 10_500, 'refunds-due': -10_500 }],
    ])
    const more = await edit(id, lines({ type: 'add', itemId: idli.id, quantity: 1 }))
    expect(more.body).toMatchObject({
      total: inr(18_700),
      due: inr(0),
      refunds: [
        { state: 'declined', amount: inr(10_500) },
        { state: 'approved', amount: inr(6_300), cause: 'edit' },
      ],
    })
    const told = await preview(id, quantity(3))
    expect(told.body).toMatchObject({ total: inr(39_700), due: inr(14_700), refund: inr(0) })
    const rest = await edit(id, quantity(3))
    expect(rest.body).toMatchObject({
      total: inr(39_700),
      due: inr(14_700),
      paymentState: 'captured',
      refunding: { captured: inr(25_000) },
    })
    const unpaid = await world.app.call('GET /orders?status=unpaid', { as: world.admin })
    expect(unpaid.body.rows.map((row: { id: string }) => row.id)).toContain(id)
    await toDoor(id)
    const without = await act(world, id, 'deliver', { reason: 'phone-off' })
    expect(without.body.error.fields).toEqual({ 'body.collected': 'must be the amount due, ₹147.00' })
    const held = await world.db.selectFrom('rider').select('cash_in_hand_minor').where('id', '=', world.rider.id).executeTakeFirstOrThrow()
    const done = await act(world, id, 'deliver', { reason: 'phone-off', collected: inr(14_700) })
    expect(done.body).toMatchObject({ status: 'delivered', due: inr(0), paymentState: 'captured', refunding: { captured: inr(39_700) } })
    const after = await world.db.selectFrom('rider').select('cash_in_hand_minor').where('id', '=', world.rider.id).executeTakeFirstOrThrow()
    expect(after.cash_in_hand_minor - held.cash_in_hand_minor).toBe(14_700)
    const booked = await entries(id)
    expect(booked).toContainEqual(['collected', { 'rider-cash': 14_700, customers: -14_700 }])
    expect(booked.filter(([kind]) => kind === 'captured')).toEqual([['captured', { gateway: 25_000, customers: -25_000 }]])
  })

  test('owes nothing once it is cancelled, for screens and channels, and as much as before once it is restored', async () => {
    const { id } = await place(world)
    expect((await edit(id, quantity(3))).body).toMatchObject({ due: inr(10_500) })
    expect((await act(world, id, 'cancel', { reason: 'changed-mind' })).body).toMatchObject({ status: 'cancelled', due: inr(0) })
    const told = await world.app.call(`GET /channel/orders/${id}`, { as: world.channel })
    expect(told.body).toMatchObject({ status: 'cancelled', due: inr(0) })
    expect((await act(world, id, 'restore', { reason: 'customer-asks' })).body).toMatchObject({
      due: inr(10_500),
      paymentState: 'captured',
    })
  })

  test('that is only authorised is captured with what it was authorised for at most, and the rest is due', async () => {
    const { id } = await place(world, { payment: paidOnline('authorised'), orderType: 'pickup', address: undefined })
    expect((await edit(id, quantity(1))).body).toMatchObject({ total: inr(11_500), refunds: [], paymentState: 'authorised', due: inr(0) })
    expect((await edit(id, quantity(2))).body).toMatchObject({ total: inr(22_000), due: inr(0) })
    expect((await edit(id, quantity(3))).body).toMatchObject({ total: inr(32_500), due: inr(10_500) })
    await toDoor(id)
    const done = await act(world, id, 'collect', { collected: inr(10_500) })
    expect(done.body, JSON.stringify(done.body)).toMatchObject({ status: 'delivered', paymentState: 'captured' })
    expect((await entries(id)).find(([kind]) => kind === 'captured')?.[1]).toEqual({
      gateway: 22_000,
      'store-cash': 10_500,
      customers: -32_500,
    })
  })

  test('that is only authorised keeps what is held however light it is packed, and lets it go once it is cancelled', async () => {
    const { id } = await place(world, { payment: paidOnline('authorised'), orderType: 'pickup', address: undefined })
    world.clock.forward(1)
    await act(world, id, 'accept', { prepMinutes: 10 })
    await act(world, id, 'start-preparing')
    const added = await edit(id, lines({ type: 'add', itemId: prawns.id, quantity: 1, grams: 2000 }))
    const { total } = added.body
    expect(added.body, JSON.stringify(added.body)).toMatchObject({ due: inr(total.minor - 22_000) })
    const weigh = async (packedGrams: number) => (await act(world, id, 'pack-weights', { lines: [{ line: 2, packedGrams }] })).body
    const lighter = await weigh(1000)
    expect(lighter.total.minor).toBeLessThan(total.minor - 22_000)
    expect(lighter.due).toEqual(inr(lighter.total.minor - 22_000))
    expect(await weigh(2000)).toMatchObject({ total, due: added.body.due })
    await weigh(1000)
    const cancelled = await act(world, id, 'cancel', { reason: 'changed-mind' })
    expect(cancelled.body).toMatchObject({ paymentState: 'voided', refunds: [{ method: 'void', state: 'approved', amount: inr(22_000) }] })
    expect((await act(world, id, 'restore', { reason: 'customer-asks' })).body).toMatchObject({
      paymentState: 'authorised',
      due: lighter.due,
    })
  })

  test('gives back no more than is left, and keeps its lines once part of it was refunded', async () => {
    const { id } = await place(world)
    const refund = { amount: inr(24_000), reasonCode: 'goodwill', method: 'source' }
    await edit(id, { tip: inr(3_000) })
    expect((await act(world, id, 'refunds', refund)).status).toBe(200)
    const lockedIn = await edit(id, quantity(1))
    expect(lockedIn.body.error.fields['body.lines']).toContain('part of the order was refunded')
    expect((await edit(id, { tip: inr(0) })).body).toMatchObject({ due: inr(0), total: inr(25_000) })
  })

  test('is weighed after it was edited, and what was weighed is edited no more', async () => {
    const weighed = {
      lines: [
        { itemId: prawns.id, quantity: 1, grams: 1000 },
        { itemId: world.item.id, quantity: 1 },
      ],
    }
    const { id } = await place(world, { ...weighed, orderType: 'pickup', address: undefined })
    const bought = await read(id)
    world.clock.forward(1)
    await act(world, id, 'accept', { prepMinutes: 15 })
    const more = await edit(id, lines({ type: 'change', line: 1, grams: 1500 }))
    expect(more.body).toMatchObject({ due: inr(21_000), total: inr(bought.total.minor + 21_000), lines: [{ orderedGrams: 1500 }, {}] })
    const packed = await act(world, id, 'pack-weights', { lines: [{ line: 1, packedGrams: 1400 }] })
    expect(packed.body).toMatchObject({ due: inr(16_800), refunds: [], total: inr(bought.total.minor + 16_800) })
    const light = await act(world, id, 'pack-weights', { lines: [{ line: 1, packedGrams: 900 }] })
    expect(light.body).toMatchObject({
      due: inr(0),
      total: inr(bought.total.minor - 4_200),
      refunds: [{ cause: 'weights', amount: inr(4_200) }],
    })
    const again = await edit(id, lines({ type: 'change', line: 1, grams: 500 }))
    expect(again.body.error.fields).toEqual({ 'body.lines.0.line': 'has been weighed and packed' })
    const other = await edit(id, lines({ type: 'change', line: 2, quantity: 2 }))
    // What was light is off it, as long as nobody has sent it.
    expect(other.body).toMatchObject({
      total: inr(bought.total.minor - 4_200 + 10_500),
      due: inr(10_500 - 4_200),
      lines: [{ packedGrams: 900 }, { quantity: 2 }],
      refunds: [{ cause: 'weights', state: 'declined' }],
    })
  })

  test('gives back by its payment no more than that has, and by hand what was taken at the counter', async () => {
    const { id, total } = await place(world, { orderType: 'pickup', address: undefined })
    await edit(id, quantity(4))
    world.clock.forward(1)
    await act(world, id, 'accept', { prepMinutes: 15 })
    await act(world, id, 'mark-ready')
    expect((await act(world, id, 'collect', { collected: inr(21_000) })).status).toBe(200)
    const refund = (minor: number, method: string) =>
      act(world, id, 'refunds', { amount: inr(minor), reasonCode: 'poor-quality', method, note: 'Through the bank' })
    const { body } = await refund(total.minor + 1, 'source')
    expect(body.error.fields).toEqual({ 'body.method': 'is possible for ₹220.00 at most: the rest was paid at hand-over' })
    expect((await refund(total.minor, 'source')).body).toMatchObject({ refunding: { left: inr(21_000) } })
    expect((await refund(1, 'source')).body.error.fields).toHaveProperty(['body.method'])
    expect((await refund(21_000, 'manual')).body).toMatchObject({ refunding: { left: inr(0) }, paymentState: 'refunded' })
  })

  test('is not edited while its customer pays', async () => {
    const { id } = await place(world, { payment: { method: 'online' } })
    const answer = await act(world, id, 'edit', { tip: inr(100), expectedTotal: inr(25_100), reason: 'customer-asks' })
    expect([answer.status, answer.body.error.reason]).toEqual([409, 'wrong-status'])
    expect((await read(id)).allowed).toContainEqual({ action: 'edit', because: 'The order is only placed yet.' })
  })
})
