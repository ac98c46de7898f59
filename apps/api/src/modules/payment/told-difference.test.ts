import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { edit, quantity } from '../../../test/order-editing.ts'
import { act, type OrderWorld, orderWorld, paidOnline, place, say } from '../../../test/order-world.ts'
import { findMisbooked } from '../ledger/recompute.service.ts'
import { findBrokenOrders } from '../order/read/invariants.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(async () => {
  expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
  expect(await findMisbooked(world.db)).toEqual([])
  await world.app.close()
})

const inRupees = (minor: number) => ({ minor, currency: 'INR' })
const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const refundsOf = async (id: string) =>
  (await read(id)).refunds.map(({ method, state, amount }: { method: string; state: string; amount: object }) => ({
    method,
    state,
    amount,
  }))
const paid = (state: 'authorised' | 'captured') => place(world, { orderType: 'pickup', address: undefined, payment: paidOnline(state) })
/** Called off: what its channel is told to do about the money. */
const cancelled = async (id: string) => (await act(world, id, 'cancel', { reason: 'changed-mind' })).body.refunds.at(-1).id as string
const restored = async (id: string) => expect((await act(world, id, 'restore', { reason: 'customer-asks' })).status).toBe(200)
const handedOver = async (id: string, body: object = {}) => {
  const { status } = await read(id)
  if (status === 'pending') await act(world, id, 'accept', { prepMinutes: 10 })
  await act(world, id, 'start-preparing')
  await act(world, id, 'mark-ready')
  expect((await act(world, id, 'collect', body)).status).toBe(200)
}
const done = (id: string, refundId: string, given: object = {}) =>
  say(world, id, { type: 'refund', as: 'customer', refundId, state: 'done', ...given })
/** Said twice: the first time is taken in, the second finds it so. */
const toldTwice = async (id: string, refundId: string, given: object = {}) => {
  const first = await done(id, refundId, given)
  const before = await read(id)
  const second = await done(id, refundId, given)
  expect([first.status, second.status], JSON.stringify([first.body, second.body])).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  expect(await read(id)).toEqual(before)
  return before
}
const differencesOf = async (id: string) => (await world.app.call(`GET /payment-differences?orderId=${id}`, { as: world.admin })).body.rows
const rung = async (id: string) => {
  const differences = (await differencesOf(id)).map((row: { id: string }) => row.id)
  const rows = await world.db.selectFrom('event').select(['entity_id', 'payload']).where('kind', '=', 'message').execute()
  return rows
    .filter(({ entity_id }) => entity_id === id || differences.includes(entity_id))
    .map(({ payload }) => (payload as { title: string }).title)
}

describe('what was held and let go by its channel', () => {
  let order: Awaited<ReturnType<typeof paid>>
  let refundId: string
  beforeEach(async () => {
    order = await paid('authorised')
    refundId = await cancelled(order.id)
    await restored(order.id)
  })

  test('is a difference once its order was handed over, and reaches the bell, once', async () => {
    await handedOver(order.id)
    const { status, paymentState, events } = await toldTwice(order.id, refundId, { reference: 'void_7' })
    expect([status, paymentState]).toEqual(['delivered', 'captured'])
    expect(events.at(-1)).toMatchObject({ type: 'noteDifference', note: expect.stringContaining('nobody has paid it'), isInternal: true })
    expect(await differencesOf(order.id)).toMatchObject([
      {
        kind: 'let-go',
        status: 'open',
        gateway: null,
        channel: expect.any(String),
        reference: 'void_7',
        ours: order.total,
        theirs: inRupees(0),
      },
    ])
    expect(await rung(order.id)).toEqual(['Let go after hand-over'])
  })

  test('told of by the ending before is that of the one that stands', async () => {
    const second = await cancelled(order.id)
    const { paymentState, refunds } = await toldTwice(order.id, refundId, { reference: 'void_1' })
    expect([paymentState, refunds.map(({ state }: { state: string }) => state)]).toEqual(['voided', ['declined', 'done']])
    expect((await done(order.id, second)).status).toBe(200)
    expect(await differencesOf(order.id)).toEqual([])
  })

  test('stays known when it was collected at the door, and when the order is called off after all', async () => {
    expect((await done(order.id, refundId)).body).toMatchObject({ paymentState: 'due', due: order.total })
    await handedOver(order.id, { collected: order.total })
    expect((await done(order.id, refundId)).body).toMatchObject({ paymentState: 'collected' })
    const other = await paid('authorised')
    const first = await cancelled(other.id)
    await restored(other.id)
    await done(other.id, first)
    await act(world, other.id, 'cancel', { reason: 'changed-mind' })
    expect((await done(other.id, first)).body).toMatchObject({ status: 'cancelled', paymentState: 'voided' })
  })
})

describe('what was taken and given back by its channel', () => {
  let order: Awaited<ReturnType<typeof paid>>
  let refundId: string
  beforeEach(async () => {
    order = await paid('captured')
    refundId = await cancelled(order.id)
    await restored(order.id)
  })

  test('is due at hand-over where its order runs again, and staff are told', async () => {
    const after = await toldTwice(order.id, refundId, { reference: 'back_1' })
    expect(after).toMatchObject({
      status: 'accepted',
      paymentState: 'refunded',
      due: order.total,
      refunding: { done: order.total, left: inRupees(0) },
    })
    expect(await rung(order.id)).toEqual([`The payment of ${order.number} went back`])
    await handedOver(order.id, { collected: order.total })
    expect(await read(order.id)).toMatchObject({ status: 'delivered', paymentState: 'partially_refunded' })
    expect(await differencesOf(order.id)).toEqual([])
  })

  test('leaves nothing to give back when the order is called off again', async () => {
    await done(order.id, refundId)
    await act(world, order.id, 'cancel', { reason: 'changed-mind' })
    expect(await refundsOf(order.id)).toEqual([{ method: 'source', state: 'done', amount: order.total }])
    expect(await read(order.id)).toMatchObject({ paymentState: 'refunded', refunding: { left: inRupees(0) } })
  })

  test('told of by the ending before is that of the one that stands, and given twice it is a difference', async () => {
    const second = await cancelled(order.id)
    const { refunds } = await toldTwice(order.id, refundId, { reference: 'back_2' })
    expect(refunds.map(({ state }: { state: string }) => state)).toEqual(['done', 'declined'])
    expect(await differencesOf(order.id)).toEqual([])
    await toldTwice(order.id, second, { reference: 'back_3' })
    expect(await differencesOf(order.id)).toMatchObject([
      { kind: 'taken-back', reference: 'back_3', ours: inRupees(0), theirs: order.total },
    ])
    expect(await rung(order.id)).toEqual(['Given back, though taken back here'])
  })

  test('is a difference once its order was handed over', async () => {
    await handedOver(order.id)
    await toldTwice(order.id, refundId)
    expect(await differencesOf(order.id)).toMatchObject([{ kind: 'taken-back', ours: inRupees(0), theirs: order.total }])
    expect(await read(order.id)).toMatchObject({ paymentState: 'captured', refunds: [{ state: 'declined' }] })
  })

  test('of an edit that another one replaced counts as that', async () => {
    await edit(world, order.id, quantity(1))
    const [, first] = (await read(order.id)).refunds
    const { total } = (await edit(world, order.id, quantity(2))).body
    expect(await refundsOf(order.id)).toMatchObject([{ state: 'declined' }, { state: 'declined' }])
    const after = await toldTwice(order.id, first.id, { reference: 'back_4' })
    expect(after).toMatchObject({ total, due: first.amount, refunds: [{ state: 'declined' }, { state: 'done', cause: 'edit' }] })
  })
})

test('what staff decided not to give back and its channel gave all the same is a refund that was done', async () => {
  const order = await paid('captured')
  const asked = { amount: inRupees(100), reasonCode: 'goodwill', method: 'source' }
  const [{ id: refundId }] = (await act(world, order.id, 'refunds', asked)).body.refunds
  expect((await act(world, order.id, 'refunds/decline', { refundId, note: 'Asked twice' })).status).toBe(200)
  const after = await toldTwice(order.id, refundId, { reference: 'back_5' })
  expect(after).toMatchObject({ paymentState: 'partially_refunded', refunds: [{ state: 'done', reference: 'back_5' }] })
})

test('staff do not say it: a refund that was taken back stays so by their word', async () => {
  const order = await paid('captured')
  const refundId = await cancelled(order.id)
  await restored(order.id)
  const { status, body } = await act(world, order.id, 'refunds/complete', { refundId })
  expect([status, body.error?.reason]).toEqual([409, 'wrong-refund-state'])
})
