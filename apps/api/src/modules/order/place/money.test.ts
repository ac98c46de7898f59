import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addRider, addStore } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, paidOnline, place, say } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const forRider = { reason: 'phone-off' }
const rupees = (amount: number) => ({ minor: amount * 100, currency: 'INR' })

describe('cash', () => {
  async function onTheWay() {
    const rider = await addRider(world.db, world.branch)
    const { id, total } = await place(world, { payment: { method: 'cash' } })
    await act(world, id, 'accept', { prepMinutes: 15 })
    await act(world, id, 'mark-ready')
    await act(world, id, 'assign-rider', { riderId: rider.id })
    await act(world, id, 'pick-up', forRider)
    return { id, total, rider }
  }

  test('must be collected to the paisa; it is then in the hands of the rider', async () => {
    const { id, total, rider } = await onTheWay()
    for (const collected of [undefined, rupees(249), { ...total, currency: 'EUR' }]) {
      const { status, body } = await act(world, id, 'deliver', { ...forRider, collected })
      expect([status, body.error.reason]).toEqual([422, 'wrong-amount'])
      expect(body.error.fields).toEqual({ 'body.collected': 'must be the amount due, ₹250.00' })
    }
    expect((await act(world, id, 'deliver', { ...forRider, collected: total })).body).toMatchObject({
      status: 'delivered',
      paymentState: 'collected',
    })
    const { cash_in_hand_minor } = await world.db.selectFrom('rider').selectAll().where('id', '=', rider.id).executeTakeFirstOrThrow()
    expect(cash_in_hand_minor).toBe(25_000)
  })

  test('is not asked for where nothing is due', async () => {
    const { id } = await place(world, { orderType: 'pickup', address: undefined })
    await act(world, id, 'accept', { prepMinutes: 15 })
    await act(world, id, 'mark-ready')
    const { status, body } = await act(world, id, 'collect', { collected: rupees(220) })
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['body.collected']])
    expect((await act(world, id, 'collect')).body).toMatchObject({
      status: 'delivered',
      paymentState: 'captured',
      deliveryState: 'unassigned',
    })
  })

  test('beyond what a rider may carry keeps the order from them, and the list of riders says so', async () => {
    const rider = await addRider(world.db, world.branch, { cash_in_hand_minor: 490_000 })
    const { id } = await place(world, { payment: { method: 'cash' } })
    const { body: riders } = await world.app.call(`GET /orders/${id}/riders`, { as: world.admin })
    const because = 'Would carry ₹5,150.00 in cash, the limit is ₹5,000.00.'
    expect(riders.find((each: { id: string }) => each.id === rider.id)).toMatchObject({ because })
    const { status, body } = await act(world, id, 'assign-rider', { riderId: rider.id })
    expect([status, body.error.fields]).toEqual([409, { 'body.riderId': because }])
  })
})

describe('an ending', () => {
  test.each([
    ['captured', 'refunded', 'source'],
    ['authorised', 'voided', 'void'],
  ] as const)('of a payment that was %s leaves it %s, and a restore takes that back', async (state, ended, method) => {
    const { id, total } = await place(world, { payment: paidOnline(state) })
    const cancelled = await act(world, id, 'cancel', { reason: 'took-too-long', note: 'Called twice.' })
    expect(cancelled.body).toMatchObject({
      status: 'cancelled',
      paymentState: ended,
      endReason: 'took-too-long',
      endReasonLabel: 'Taking too long',
      endParty: 'store',
      endNote: 'Called twice.',
    })
    expect(cancelled.body.refunds).toMatchObject([
      { amount: total, method, state: 'approved', reason: 'took-too-long', bears: { store: total } },
    ])
    world.clock.forward(29)
    const restored = await act(world, id, 'restore', { reason: 'customer-asks' })
    expect(restored.body).toMatchObject({
      status: 'accepted',
      paymentState: state,
      endReason: null,
      endedAt: null,
      prepMinutes: 20,
      refunds: [{ state: 'declined' }],
    })
  })

  test('of an unpaid order owes nothing; the cash is due again after a restore', async () => {
    const { id } = await place(world, { payment: { method: 'cash' } })
    expect((await act(world, id, 'reject', { reason: 'too-busy' })).body).toMatchObject({ paymentState: 'voided', refunds: [] })
    expect((await act(world, id, 'restore', { reason: 'ended-by-mistake' })).body.paymentState).toBe('due')
  })

  test('cannot be taken back after half an hour, nor once the money has left', async () => {
    const [late, paidBack] = [await place(world), await place(world)]
    await act(world, late.id, 'cancel', { reason: 'changed-mind' })
    world.clock.forward(30)
    const tooLate = await act(world, late.id, 'restore', { reason: 'customer-asks' })
    expect(tooLate.body.error).toMatchObject({ reason: 'ended-too-long-ago', message: 'It ended more than 30 minutes ago.' })
    await act(world, paidBack.id, 'cancel', { reason: 'changed-mind' })
    await world.db.updateTable('refund').set({ state: 'sent' }).where('order_id', '=', paidBack.id).execute()
    expect((await act(world, paidBack.id, 'restore', { reason: 'customer-asks' })).body.error).toMatchObject({ reason: 'payment-gone' })
  })

  test('needs a reason of its list', async () => {
    const { id } = await place(world)
    for (const reason of ['no-such-reason', 'too-busy']) {
      const { status, body } = await act(world, id, 'cancel', { reason })
      expect([status, body.error.fields]).toEqual([422, { 'body.reason': 'is not a reason to cancel an order' }])
    }
  })

  test('of a failed delivery keeps what was paid until somebody decides', async () => {
    const { id, total } = await place(world)
    await act(world, id, 'accept', { prepMinutes: 15 })
    await act(world, id, 'mark-ready')
    await act(world, id, 'assign-rider', { riderId: world.rider.id })
    await act(world, id, 'pick-up', forRider)
    const failed = await act(world, id, 'fail', { reason: 'rider-accident' })
    expect(failed.body).toMatchObject({ status: 'failed', deliveryState: 'failed', paymentState: 'captured' })
    expect(failed.body.refunds).toMatchObject([{ amount: total, state: 'requested', bears: { rider: total } }])
  })
})

describe('packed weights', () => {
  async function fishOrder(payment: object) {
    const store = await addStore(world.db, { branch: world.branch, vertical: 'fish', display_name: 'Fish Cove' })
    // 450.00 a kilogram, untaxed; 30.00 delivery.
    const item = await addItem(world.db, store, { name: 'Pearl Spot', unit: 'kg', price_minor: 45_000, tax_ppm: 0 })
    const placed = await place({ ...world, store, item }, { lines: [{ itemId: item.id, quantity: 1, grams: 1000 }], payment })
    await act(world, placed.id, 'accept', { prepMinutes: 15 })
    return placed.id
  }
  const pack = (id: string, packedGrams: number) => act(world, id, 'pack-weights', { lines: [{ line: 1, packedGrams }] })

  test('are needed before the order is ready', async () => {
    const id = await fishOrder({ method: 'cash' })
    expect((await act(world, id, 'mark-ready')).body.error).toMatchObject({
      reason: 'weights-missing',
      message: 'One line has no packed weight yet.',
    })
    expect((await pack(id, 1100)).body).toMatchObject({ total: { minor: 52_500 }, items: { minor: 49_500 }, discount: { minor: 0 } })
    expect((await act(world, id, 'mark-ready')).status).toBe(200)
  })

  test('that are less give the difference back; more is on the store', async () => {
    const id = await fishOrder(paidOnline())
    const less = await pack(id, 900)
    expect(less.body).toMatchObject({
      total: { minor: 43_500 },
      paymentState: 'partially_refunded',
      lines: [{ packedGrams: 900, amount: { minor: 40_500 } }],
    })
    expect(less.body.refunds).toMatchObject([{ amount: { minor: 4500 }, reason: 'weight-difference', bears: { store: { minor: 4500 } } }])
    await say(world, id, { type: 'refund', as: 'customer', refundId: less.body.refunds[0].id, state: 'sent' })
    const more = await pack(id, 1200)
    expect(more.body).toMatchObject({ items: { minor: 54_000 }, discount: { minor: 13_500 }, total: { minor: 43_500 } })
    expect(more.body.discounts).toMatchObject([{ name: 'Weight difference', funders: [{ party: 'store', amount: { minor: 13_500 } }] }])
    expect(more.body.refunds).toMatchObject([{ amount: { minor: 4500 }, state: 'sent' }])
  })

  test('that are corrected take back what has not been sent, and what is beyond the order is on the store', async () => {
    const id = await fishOrder(paidOnline())
    await pack(id, 600)
    const less = await pack(id, 900)
    expect(less.body).toMatchObject({ total: { minor: 43_500 }, refunding: { captured: { minor: 48_000 }, pending: { minor: 4500 } } })
    expect(less.body.refunds).toMatchObject([
      { amount: { minor: 18_000 }, state: 'declined' },
      { amount: { minor: 4500 }, state: 'approved' },
    ])
    const whole = await pack(id, 1200)
    expect(whole.body).toMatchObject({ total: { minor: 48_000 }, discount: { minor: 9000 }, paymentState: 'captured', due: { minor: 0 } })
    expect(whole.body.refunding).toMatchObject({ captured: { minor: 48_000 }, pending: { minor: 0 }, left: { minor: 48_000 } })
    const [, { id: taken }] = whole.body.refunds
    const { status, body } = await say(world, id, { type: 'refund', as: 'customer', refundId: taken, state: 'sent' })
    expect([status, body.error?.reason]).toEqual([409, 'wrong-refund-state'])
  })

  test('of an order that is only authorised lower and raise what is captured, never above what was ordered', async () => {
    const id = await fishOrder(paidOnline('authorised'))
    expect((await pack(id, 600)).body).toMatchObject({ total: { minor: 30_000 }, refunds: [], paymentState: 'authorised' })
    expect((await pack(id, 1200)).body).toMatchObject({ total: { minor: 48_000 }, discount: { minor: 9000 }, due: { minor: 0 } })
  })

  test('are for weighed lines, each once', async () => {
    const id = await fishOrder({ method: 'cash' })
    const { status, body } = await act(world, id, 'pack-weights', {
      lines: [
        { line: 1, packedGrams: 900 },
        { line: 2, packedGrams: 900 },
      ],
    })
    expect([status, body.error.fields]).toEqual([422, { 'body.lines.1.line': 'is not a weighed line of this order' }])
  })
})
