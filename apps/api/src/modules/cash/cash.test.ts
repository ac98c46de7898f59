import type { CashDeposit, CashHolder } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRider, addStore } from '../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'
import { findMisbooked } from '../ledger/recompute.service.ts'

let world: OrderWorld
let cashier: Caller
let checker: Caller
beforeAll(async () => {
  world = await orderWorld()
  cashier = await world.app.addStaff({ name: 'Meera', permissions: ['cash.view', 'cash.create'], limits: { 'cash.create': 5_000 } })
  checker = await world.app.addStaff({ name: 'Arun', permissions: ['approval.view', 'cash.view', 'cash.create', 'cash.approve'] })
})
afterAll(async () => {
  expect(await findMisbooked(world.app.database.db)).toEqual([])
  await world.app.close()
})

const inr = (minor: number) => ({ minor, currency: 'INR' })
const holders = async (as: Caller = cashier): Promise<CashHolder[]> => (await world.app.call('GET /cash-holders', { as })).body.rows
const heldBy = async (id: string) => (await holders()).find((each) => each.id === id)?.balance.minor ?? 0
/** What is deposited of a rider, by somebody who was told what the rider holds now. */
const deposit = async (
  body: { riderId?: string; storeId?: string; counted: object; expected?: object; remark?: string; isAll?: boolean },
  as: Caller = cashier,
) => {
  const expected = inr(await heldBy(body.riderId ?? body.storeId ?? ''))
  return world.app.call('POST /cash-deposits', { as, body: { isAll: true, expected, ...body } })
}
const standing = async (account: string) => {
  const rows = await world.db.selectFrom('ledger_entry').select(['accounts', 'amounts']).execute()
  return rows.reduce((sum, { accounts, amounts }) => sum + Number(amounts[accounts.indexOf(account)] ?? 0), 0)
}

/** A rider who has just taken 250.00 at the door. */
async function carrying({ store = world.store, rider }: { store?: OrderWorld['store']; rider?: { id: string } } = {}) {
  const who = rider ?? (await addRider(world.db, world.branch))
  const { id, total, number } = await place({ ...world, store }, { payment: { method: 'cash' } })
  world.clock.forward(1)
  await act(world, id, 'accept', { prepMinutes: 15 })
  await act(world, id, 'mark-ready')
  await act(world, id, 'assign-rider', { riderId: who.id })
  await act(world, id, 'pick-up', { reason: 'phone-off' })
  const done = await act(world, id, 'deliver', { reason: 'phone-off', collected: total })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  return { ...who, order: { id, name: number } }
}

const carries = async (id: string) =>
  (await world.db.selectFrom('rider').select('cash_in_hand_minor').where('id', '=', id).executeTakeFirstOrThrow()).cash_in_hand_minor

describe('cash of a rider', () => {
  test('is what the ledger has them hold, order by order, and is gone once all of it is deposited, with a receipt', async () => {
    const rider = await carrying()
    const [holder] = (await holders()).filter(({ id }) => id === rider.id)
    expect(holder).toMatchObject({ holder: 'rider', balance: inr(25_000), limit: inr(500_000), orders: 1, since: world.clock.instant() })
    const open = await world.app.call(`GET /cash-orders?holderId=${rider.id}`, { as: cashier })
    expect(open.body.rows).toMatchObject([{ order: rider.order, amount: inr(25_000), from: { id: rider.id } }])

    const made = await deposit({ riderId: rider.id, counted: inr(25_000), broughtBy: 'A neighbour' } as never)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect(made.body).toMatchObject({
      holder: 'rider',
      expected: inr(25_000),
      difference: inr(0),
      receivedBy: 'Meera',
      status: 'deposited',
    })
    expect([await heldBy(rider.id), await carries(rider.id)]).toEqual([0, 0])
    expect((await world.app.call(`GET /cash-holders/${rider.id}`, { as: cashier })).body).toMatchObject({ balance: inr(0), since: null })
    const orders = await world.app.call(`GET /cash-deposits/${made.body.id}/orders`, { as: cashier })
    expect(orders.body.rows).toMatchObject([{ order: rider.order, amount: inr(25_000) }])
    for (const [order, deposits] of [
      [rider.order.id, [made.body.id]],
      [(await carrying()).order.id, []],
    ] as const) {
      const { body } = await world.app.call(`GET /cash-deposits?orderId=${order}`, { as: cashier })
      expect(body.rows.map(({ id }: CashDeposit) => id)).toEqual(deposits)
    }
    const receipt = await world.app.call(`GET /cash-deposits/${made.body.id}/receipt`, { as: cashier })
    expect([receipt.status, String(receipt.body).slice(0, 5)]).toEqual([200, '%PDF-'])
    const again = await deposit({ riderId: rider.id, counted: inr(25_000) })
    expect(again.body.error.fields['body.counted']).toContain('holds nothing')
  })

  test('that is less than expected needs a reason, and more than a limit another person', async () => {
    const rider = await carrying()
    const short = { riderId: rider.id, counted: inr(24_000) }
    const asked = await deposit(short)
    expect([asked.status, asked.body.error.fields]).toEqual([
      422,
      { 'body.remark': 'is required: ₹10.00 less was counted than the ₹250.00 expected' },
    ])
    const before = await standing('cash-differences')
    const far = await deposit({ riderId: rider.id, counted: inr(10_000), remark: 'Lost' })
    expect([far.status, far.body.error.reason]).toEqual([409, 'needs-approval'])
    expect((await deposit({ ...short, remark: 'A note was torn' })).body).toMatchObject({
      difference: inr(-1_000),
      remark: 'A note was torn',
    })
    expect((await standing('cash-differences')) - before).toBe(1_000)
    expect([await heldBy(rider.id), await carries(rider.id)]).toEqual([0, 0])
  })

  test('is deposited in parts, of several stores, first what was taken first, to the last unit', async () => {
    const rider = await carrying()
    const other = await addStore(world.db, { branch_id: world.branch.id, area_id: world.store.area_id, packing_minor: 1001 })
    await world.db.updateTable('item').set({ store_id: other.id }).where('id', '=', world.item.id).execute()
    await carrying({ store: other, rider })
    await world.db.updateTable('item').set({ store_id: world.store.id }).where('id', '=', world.item.id).execute()
    const all = await heldBy(rider.id)
    expect((await deposit({ riderId: rider.id, counted: inr(10_001), isAll: false })).status).toBe(200)
    expect([await heldBy(rider.id), await carries(rider.id)]).toEqual([all - 10_001, all - 10_001])
    const left = await world.app.call(`GET /cash-orders?holderId=${rider.id}`, { as: cashier })
    expect(left.body.rows.map(({ amount }: { amount: { minor: number } }) => amount.minor)).toEqual([14_999, all - 25_000])
    const above = await deposit({ riderId: rider.id, counted: inr(all), isAll: false })
    expect(above.body.error.fields['body.counted']).toContain('must be at most')
    expect((await deposit({ riderId: rider.id, counted: inr(all - 10_001) })).body.difference).toEqual(inr(0))
    expect(await heldBy(rider.id)).toBe(0)
  })

  test('brought to two people at once is deposited once, and the other is told by whom', async () => {
    const rider = await carrying()
    const expected = inr(25_000)
    const sent = await Promise.all([cashier, checker].map((as) => deposit({ riderId: rider.id, counted: expected, expected }, as)))
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = sent.find(({ status }) => status === 200)?.body
    expect(sent.find(({ status }) => status === 409)?.body.error).toMatchObject({
      kind: 'stale',
      current: { id: rider.id, balance: inr(0) },
      message: expect.stringContaining(`holds ₹0.00 now, not ₹250.00. The last deposit is ${won.number}, received by ${won.receivedBy}.`),
    })
    expect(await heldBy(rider.id)).toBe(0)
  })

  test('sent twice by a double click, or again after a lost answer, is one deposit', async () => {
    const rider = await carrying()
    const call = {
      as: cashier,
      body: { riderId: rider.id, counted: inr(25_000), expected: inr(25_000), isAll: true },
      headers: { 'idempotency-key': 'once-only-deposit' },
    }
    const first = await world.app.call('POST /cash-deposits', call)
    const again = await world.app.call('POST /cash-deposits', call)
    expect([first.status, again.status, again.body.id]).toEqual([200, 200, first.body.id])
    expect(await world.db.selectFrom('cash_deposit').selectAll().where('rider_id', '=', rider.id).execute()).toHaveLength(1)
  })

  test('that was deposited wrongly is with them again, order by order, once somebody else has reversed it', async () => {
    const rider = await carrying()
    const made: CashDeposit = (await deposit({ riderId: rider.id, counted: inr(24_990), remark: 'A coin' }, checker)).body
    const reverse = (as: Caller) =>
      world.app.call(`POST /cash-deposits/${made.id}/reverse`, { as, body: { version: 1, reason: 'Of another rider' } })
    expect((await reverse(cashier)).body.error).toMatchObject({ reason: 'missing-permission', fields: { permission: 'cash.approve' } })
    expect((await reverse(checker)).body.error.reason).toBe('own-deposit')
    const second = await world.app.addStaff({ name: 'Latha', permissions: ['cash.view', 'cash.approve'] })
    expect((await reverse(second)).body).toMatchObject({ status: 'reversed', reversedBy: 'Latha', reversedBecause: 'Of another rider' })
    expect([await heldBy(rider.id), await carries(rider.id)]).toEqual([25_000, 25_000])
    const open = await world.app.call(`GET /cash-orders?holderId=${rider.id}`, { as: cashier })
    expect(open.body.rows).toMatchObject([{ order: rider.order, amount: inr(25_000) }])
    const booked = await world.db
      .selectFrom('ledger_entry')
      .select(['kind', 'accounts', 'amounts'])
      .where('entity_id', '=', made.id)
      .orderBy('id')
      .execute()
    expect(booked.map(({ kind }) => kind)).toEqual(['cash-deposited', 'cash-deposit-reversed'])
    expect(booked[1]?.amounts.map((minor) => Number(minor))).toEqual(booked[0]?.amounts.map((minor) => -Number(minor)))
    const third = await world.app.addStaff({ permissions: ['cash.view', 'cash.approve'] })
    const twice = await world.app.call(`POST /cash-deposits/${made.id}/reverse`, { as: third, body: { version: 2, reason: 'Again' } })
    expect(twice.body.error.reason).toBe('reversed-already')
  })

  test('goes back to nobody who has left', async () => {
    const rider = await carrying()
    const made: CashDeposit = (await deposit({ riderId: rider.id, counted: inr(25_000) })).body
    const { version } = (await world.app.call(`GET /riders/${rider.id}`, { as: world.admin })).body
    const gone = await world.app.call(`POST /riders/${rider.id}/leave`, { as: world.admin, body: { version, reason: 'Moved' } })
    expect(gone.status).toBe(200)
    const { status, body } = await world.app.call(`POST /cash-deposits/${made.id}/reverse`, {
      as: world.admin,
      body: { version: 1, reason: 'Wrong' },
    })
    expect([status, body.error.reason, await carries(rider.id), await heldBy(rider.id)]).toEqual([409, 'rider-left', 0, 0])
  })

  test('is kept as it was counted: neither a deposit nor its orders can be changed', async () => {
    const rider = await carrying()
    const { id } = (await deposit({ riderId: rider.id, counted: inr(25_000) })).body
    const changes = [
      world.db.updateTable('cash_deposit').set({ counted_minor: 1 }).where('id', '=', id),
      world.db.deleteFrom('cash_deposit').where('id', '=', id),
      world.db.updateTable('cash_deposit_order').set({ minor: 1 }).where('deposit_id', '=', id),
    ]
    for (const change of changes) await expect(change.execute()).rejects.toThrow(/stays as it was counted|never changed|append/)
  })
})

describe('cash of a counter', () => {
  test("is the store's to deposit", async () => {
    const { id, total } = await place(world, { payment: { method: 'cash' }, orderType: 'pickup', address: undefined })
    world.clock.forward(1)
    await act(world, id, 'accept', { prepMinutes: 15 })
    await act(world, id, 'mark-ready')
    expect((await act(world, id, 'collect', { collected: total })).status).toBe(200)
    const [holder] = (await holders()).filter((each) => each.id === world.store.id)
    expect(holder).toMatchObject({ holder: 'store', name: 'Fish Cove', balance: total, limit: null, orders: 1 })
    const office = await standing('cash-office')
    expect((await deposit({ storeId: world.store.id, counted: total })).body).toMatchObject({
      holder: 'store',
      from: { name: 'Fish Cove' },
    })
    expect((await standing('cash-office')) - office).toBe(total.minor)
    expect(await heldBy(world.store.id)).toBe(0)
  })
})

test.each([
  [{ counted: inr(1), riderId: undefined }, 'riderId', 'is required, or a store'],
  [{ counted: { minor: 1, currency: 'EUR' } }, 'counted', 'must be in INR'],
  [{ counted: inr(0), isAll: false }, 'counted', 'must be more than nothing'],
  [{ counted: inr(-1) }, 'counted', 'must not be negative'],
])('what is wrong is said at its field: %j', async (body, field, words) => {
  const rider = await carrying()
  const refused = await deposit({ riderId: rider.id, expected: inr(25_000), ...body } as never)
  expect([refused.status, Object.entries(refused.body.error.fields)]).toEqual([422, [[expect.stringContaining(`body.${field}`), words]]])
})

test('nothing is deposited while earlier orders are still being booked', async () => {
  const rider = await carrying()
  const behind = { last_id: rider.order.id, reached: '00000000-0000-0000-0000-000000000000', orders: 1 }
  await world.db.insertInto('ledger_backfill').values(behind).execute()
  const refused = await deposit({ riderId: rider.id, counted: inr(25_000) })
  await world.db.deleteFrom('ledger_backfill').execute()
  expect([refused.status, refused.body.error.reason]).toEqual([409, 'orders-not-booked'])
})

test('who has another branch sees and takes nothing of it, and a store sees what its own counter holds', async () => {
  const rider = await carrying()
  const elsewhere = await addStore(world.db)
  const scope = { kind: 'branch', ids: [elsewhere.branch_id] } as const
  const other = await world.app.addStaff({ permissions: ['cash.view', 'cash.create'], scope })
  expect(await holders(other)).toEqual([])
  // Whatever they say, they are told neither who it is nor how much.
  const refused = await deposit({ riderId: rider.id, counted: inr(25_000), expected: inr(1) }, other)
  expect([refused.status, refused.body.error.fields]).toEqual([422, { 'body.riderId': 'does not exist' }])
  expect(await heldBy(rider.id)).toBe(25_000)
  const officer = await world.app.addStaff({ permissions: ['cash.view'], scope: { kind: 'store', ids: [world.store.id] } })
  expect((await holders(officer)).filter(({ holder }) => holder === 'rider')).toEqual([])
  expect((await world.app.call(`GET /cash-orders?holderId=${rider.id}`, { as: officer })).body.rows).toEqual([])
})
