import { addMinutes, type Instant, localDateAt, type RejectedOrder, type Rejections } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBranch, addOrder, addStore } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'
import { noAnswer } from '../order.reference.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const inr = (minor: number) => ({ minor, currency: 'INR' })
const list = async (query: string, as: Caller = world.admin): Promise<RejectedOrder[]> => {
  const { status, body } = await world.app.call(`GET /rejected-orders?${query}`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.rows
}
const summary = async (query: string, as: Caller = world.admin): Promise<Rejections> =>
  (await world.app.call(`GET /rejected-orders/summary?${query}`, { as })).body
/** An order that was rejected at a moment, so many minutes after it came in. */
const addRejected = (store: OrderWorld['store'], at: Instant, given: object = {}) =>
  addOrder(world.db, store, {
    at: addMinutes(at, -4),
    status: 'rejected',
    payment_method: 'cash',
    payment_state: 'voided',
    ended_at: at,
    end_reason: 'too-busy',
    end_party: 'store',
    ...given,
  } as never)

test('an order that its store rejects is there with why, how soon, what was lost and how far its refund is', async () => {
  const { id, number, total } = await place(world)
  world.clock.forward(2)
  const rejected = await act(world, id, 'reject', { reason: 'too-busy' })
  expect(rejected.status, JSON.stringify(rejected.body)).toBe(200)
  const [row] = await list(`q=${number}`)
  expect(row).toMatchObject({
    id,
    number,
    reason: 'too-busy',
    party: 'store',
    rejectedAt: world.clock.instant(),
    seconds: 120,
    lost: total,
    paymentMethod: 'online',
    refund: 'approved',
    store: { id: world.store.id, name: 'Fish Cove' },
  })
  expect(row?.allowed).toEqual([{ action: 'restore', because: null }])
  expect(row?.reasonLabel).toBe(rejected.body.endReason?.label ?? row?.reasonLabel)
  expect((await act(world, id, 'restore', { reason: 'store-can-deliver' })).status).toBe(200)
  expect(await list(`q=${number}`)).toEqual([])
})

test('a rejected order is restored from its list by whoever may, as long as that is possible', async () => {
  const store = await addStore(world.db)
  const { minutes } = { minutes: 31 }
  const { number } = await addRejected(store, world.clock.instant())
  const only = async (as?: Caller) => (await list(`q=${number}`, as))[0]?.allowed
  expect(await only()).toEqual([{ action: 'restore', because: null }])
  expect(await only(await world.app.addStaff({ permissions: ['order.view', 'order.operate'] }))).toEqual([])
  world.clock.forward(minutes)
  expect(await only()).toEqual([{ action: 'restore', because: 'It ended more than 30 minutes ago.' }])
  world.clock.forward(-minutes)
  const paid = await addRejected(store, world.clock.instant(), { payment_method: 'online', payment_state: 'failed' })
  expect((await list(`q=${paid.number}`))[0]?.allowed).toEqual([{ action: 'restore', because: 'The customer has already been refunded.' }])
})

test('what nobody answered is on account of the store, and what ended otherwise is not among them', async () => {
  const store = await addStore(world.db)
  const now = world.clock.instant()
  await addRejected(store, now, { number: 'RJ-1', end_reason: noAnswer.code, end_party: noAnswer.party })
  await addOrder(world.db, store, {
    at: now,
    number: 'RJ-2',
    status: 'cancelled',
    ended_at: now,
    end_reason: 'changed-mind',
    end_party: 'customer',
  })
  const rows = await list(`storeId=${store.id}`)
  expect(rows).toMatchObject([{ number: 'RJ-1', reasonLabel: noAnswer.label, party: 'store', refund: null, seconds: 240 }])
})

describe('the summary', () => {
  let store: OrderWorld['store']
  let other: OrderWorld['store']
  // 13:30 in Kochi.
  const at = '2026-11-20T08:00:00.000Z' as Instant
  beforeAll(async () => {
    const branch = await addBranch(world.db)
    store = await addStore(world.db, { branch, vertical: 'fish', display_name: 'Net and Line' })
    other = await addStore(world.db, { branch, vertical: 'cakes' })
    await addRejected(store, at)
    await addRejected(store, addMinutes(at, -60), { total_minor: 20_000 })
    await addRejected(store, addMinutes(at, -24 * 60), { end_reason: 'item-unavailable' })
    await addRejected(other, at, { total_minor: 1_000 })
    await addRejected(other, addMinutes(at, -40 * 24 * 60))
  })

  test('counts by reason, store and hour what the list has of the same days', async () => {
    const of = `branchId=${store.branch_id}`
    const { hours, ...counted } = await summary(of)
    const today = localDateAt(at, 'Asia/Kolkata')
    expect(counted).toEqual({
      from: '2026-10-22',
      to: today,
      orders: 4,
      lost: [inr(121_000)],
      reasons: [
        { reason: 'too-busy', reasonLabel: expect.any(String), party: 'store', orders: 3, lost: inr(71_000) },
        { reason: 'item-unavailable', reasonLabel: expect.any(String), party: 'store', orders: 1, lost: inr(50_000) },
      ],
      stores: [
        { store: { id: store.id, name: 'Net and Line' }, vertical: 'fish', orders: 3, lost: inr(120_000) },
        { store: { id: other.id, name: other.display_name }, vertical: 'cakes', orders: 1, lost: inr(1_000) },
      ],
    })
    expect(hours.map((count, hour) => [hour, count]).filter(([, count]) => count)).toEqual([
      [12, 1],
      [13, 3],
    ])
    const rows = await list(`${of}&from=${counted.from}&to=${counted.to}`)
    expect([rows.length, rows.reduce((sum, { lost }) => sum + lost.minor, 0)]).toEqual([4, 121_000])
  })

  test.each([
    ['vertical=fish', 3],
    ['reason=item-unavailable', 1],
    ['party=rider', 0],
    ['from=2026-11-20&to=2026-11-20', 3],
    ['from=2026-10-01', 5],
  ])('and the list are cut alike by %s', async (cut, count) => {
    const of = `branchId=${store.branch_id}&${cut}`
    expect((await list(of)).length).toBe(count)
    expect((await summary(of)).orders).toBe(count)
  })

  test.each([
    ['from=2026-11-20&to=2026-11-19', { 'query.to': 'is before the first day' }],
    ['from=2026-08-01&to=2026-11-20', { 'query.from': 'is more than 92 days before the last' }],
    ['party=nobody', { 'query.party': expect.any(String) }],
  ])('says what is wrong with %s', async (query, fields) => {
    const { status, body } = await world.app.call(`GET /rejected-orders/summary?${query}`, { as: world.admin })
    expect([status, body.error.fields]).toEqual([422, fields])
  })

  test('whoever has one store, or another branch, counts its own alone', async () => {
    const ofStore = await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [other.id] } } as never)
    expect((await summary(`branchId=${store.branch_id}`, ofStore)).orders).toBe(1)
    expect((await list(`branchId=${store.branch_id}`, ofStore)).length).toBe(2)
    const nobody = await world.app.addStaff({ permissions: ['rider.view'] })
    for (const path of ['/rejected-orders', '/rejected-orders/summary'])
      expect((await world.app.call(`GET ${path}`, { as: nobody })).status).toBe(401)
  })
})
