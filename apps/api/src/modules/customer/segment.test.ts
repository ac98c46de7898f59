import { addMinutes, currentInstant, customerContract, instantOf, msOf, segmentContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureCurrentPartitions } from '#db/partitions.ts'
import { bind } from '#kit/implement.ts'
import { customers } from '#modules/customer/customer.service.ts'
import { segments } from '#modules/customer/segment.service.ts'
import { addCustomer, addOrder, addStore } from '../../../test/factories.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const daysAgo = (days: number) => addMinutes(currentInstant(), -days * 1440)
let app: TestApp
let care: Caller

beforeAll(async () => {
  app = await testApp({
    contracts: { customer: customerContract, segment: segmentContract },
    modules: [bind(customerContract, customers.handlers), bind(segmentContract, segments.handlers)],
  })
  care = await app.addStaff({
    permissions: ['customer.view', 'customer.edit', 'customer.reveal', 'segment.view', 'segment.create', 'segment.edit', 'segment.delete'],
  })
  await ensureCurrentPartitions(app.database.db, currentInstant())
})
afterAll(() => app.close())

const fold = () => sql`select fold_customer_due()`.execute(app.database.db)
const read = async (id: string) => (await app.call(`GET /customers/${id}`, { as: care })).body
const named = async (query: string) =>
  (await app.call(`GET /customers?${query}`, { as: care })).body.rows.map(({ name }: { name: string }) => name)
const segmentOf = async (name: string) => {
  const { body } = await app.call(`GET /segments?q=${encodeURIComponent(name)}`, { as: care })
  return body.rows[0]
}

describe('what the orders of a customer come to', () => {
  test('follows every change of an order and of its refunds, as often as it is reckoned', async () => {
    const { db } = app.database
    const store = await addStore(db)
    const anjali = await addCustomer(db, { name: 'Anjali' })
    const first = await addOrder(db, store, { at: daysAgo(3), customer_id: anjali.id, status: 'delivered', total_minor: 40_000 })
    const second = await addOrder(db, store, { at: daysAgo(1), customer_id: anjali.id, status: 'pending', total_minor: 25_000 })
    await fold()
    const value = (minor: number) => ({ minor, currency: store.currency })
    expect(await read(anjali.id)).toMatchObject({
      orders: 2,
      delivered: 1,
      value: value(40_000),
      refundPpm: 0,
      firstOrderAt: first.placed_at,
    })
    await sql`update orders set status = 'delivered', total_minor = 30000, items_minor = items_minor + 5000 where id = ${second.id}`.execute(
      db,
    )
    const at = currentInstant()
    const refund = {
      order_id: first.id,
      amount_minor: 10_000,
      currency: store.currency,
      cause: 'request',
      method: 'cash',
      reason: 'goodwill',
    }
    const bears = { store_minor: 10_000, platform_minor: 0, rider_minor: 0, created_at: at, updated_at: at }
    await db
      .insertInto('refund')
      .values({ id: crypto.randomUUID(), state: 'approved', ...refund, ...bears })
      .execute()
    for (const _ of ['once', 'again']) {
      await fold()
      await sql`insert into customer_due (customer_id) values (${anjali.id})`.execute(db)
      expect(await read(anjali.id)).toMatchObject({
        orders: 2,
        delivered: 2,
        value: value(60_000),
        refundPpm: 500_000,
        lastOrderAt: second.placed_at,
      })
    }
    await sql`update refund set state = 'declined' where order_id = ${first.id}`.execute(db)
    await fold()
    expect(await read(anjali.id)).toMatchObject({ value: value(70_000), refundPpm: 0 })
  })
})

describe('segments', () => {
  test('five are built in, counted as they are now, and the list of customers is cut by them', async () => {
    const { db } = app.database
    const figures = { delivered: 0, currency: 'INR' }
    const people = {
      Newcomer: { orders: 1, first_order_at: daysAgo(2), last_order_at: daysAgo(2) },
      Steady: { orders: 9, first_order_at: daysAgo(200), last_order_at: daysAgo(5) },
      Gone: { orders: 4, first_order_at: daysAgo(300), last_order_at: daysAgo(90) },
      Rich: { orders: 4, first_order_at: daysAgo(300), last_order_at: daysAgo(40), value_minor: 1_000_000 },
      Sour: { orders: 4, first_order_at: daysAgo(300), last_order_at: daysAgo(40), refunded: 2, refund_ppm: 500_000 },
    }
    for (const [name, given] of Object.entries(people)) await addCustomer(db, { name, ...figures, ...given })
    const expected = { New: 'Newcomer', Regular: 'Steady', Lapsed: 'Gone', 'High value': 'Rich', 'Many refunds': 'Sour' }
    for (const [name, member] of Object.entries(expected)) {
      const segment = await segmentOf(name)
      expect(segment).toMatchObject({ isBuiltIn: true })
      const found = await named(`segmentId=${segment.id}&limit=100`)
      expect([name, found.filter((each: string) => each in people)]).toEqual([name, [member]])
      expect(segment.customers).toEqual({ value: found.length, capped: false })
    }
  })

  test('of whoever sees one branch count its customers alone; one that is built in is not deleted; a rule against itself is refused', async () => {
    const { db } = app.database
    const [here, there] = [await addStore(db), await addStore(db)]
    for (const store of [here, there, there]) {
      const customer = await addCustomer(db)
      await addOrder(db, store, { at: daysAgo(1), customer_id: customer.id, status: 'delivered' })
    }
    await fold()
    const draft = { name: 'Of there', leastOrders: 1, branchId: there.branch_id }
    const empty = Object.fromEntries(
      [
        'description',
        'mostOrders',
        'leastFirstDays',
        'mostFirstDays',
        'leastLastDays',
        'mostLastDays',
        'leastValue',
        'leastRefundPercent',
        'vertical',
      ].map((key) => [key, null]),
    )
    const { status, body } = await app.call('POST /segments', { as: care, body: { ...empty, ...draft } })
    expect([status, body.customers]).toEqual([200, { value: 2, capped: false }])
    const partner = await app.addStaff({
      permissions: ['customer.view', 'segment.view'],
      scope: { kind: 'branch', ids: [here.branch_id] },
    })
    expect((await app.call(`GET /segments/${body.id}`, { as: partner })).body.customers.value).toBe(0)
    const upside = await app.call(`PATCH /segments/${body.id}`, { as: care, body: { version: 1, mostOrders: 0 } })
    expect([upside.status, upside.body.error.fields]).toEqual([422, { 'body.mostOrders': 'is less than the least' }])
    const regular = await segmentOf('Regular')
    expect((await app.call(`DELETE /segments/${regular.id}`, { as: care, body: { version: regular.version } })).status).toBe(409)
  })

  test('among twenty thousand, what few have is found by an index, and what many have is counted no further than it is told', async () => {
    const { db } = app.database
    const now = msOf(currentInstant())
    // In stretches: a statement has its time on a slow machine too.
    for (let from = 1; from <= 20_000; from += 4_000)
      await sql`insert into customer (id, name, phone, search, orders, first_order_at, last_order_at, value_minor, currency, refund_ppm)
        select uuidv7(), 'Many ' || n, '+9171' || lpad(n::text, 8, '0'), 'many ' || n, 3, ${instantOf(now)}::timestamptz - (n % 900 + 400) * interval '1 day',
          ${instantOf(now)}::timestamptz - (n % 300 + 50) * interval '1 day', n % 400000, 'INR', case when n % 2000 = 0 then 400000 else 0 end
        from generate_series(${from}::int, ${from + 3_999}::int) as n`.execute(db)
    await sql`vacuum analyze customer`.execute(db)
    for (const name of ['New', 'High value', 'Many refunds', 'Regular']) {
      const { id } = await segmentOf(name)
      const scans = scansOf(await plansOf(app, () => named(`segmentId=${id}`)), 'customer')
      const looked = scans.reduce((sum, scan) => sum + scan.looked, 0)
      expect([name, looked <= 500, looked]).toEqual([name, true, looked])
    }
    const { id, customers: lapsed } = await segmentOf('Lapsed')
    expect(lapsed).toEqual({ value: 1000, capped: true })
    const counting = scansOf(await plansOf(app, () => app.call(`GET /segments/${id}`, { as: care })), 'customer')
    expect(counting.reduce((sum, scan) => sum + scan.looked, 0)).toBeLessThanOrEqual(1200)
    for (const sort of ['-value', '-orders', '-lastOrderAt']) {
      const scans = scansOf(await plansOf(app, () => named(`sort=${sort}&limit=25`)), 'customer')
      expect([sort, scans.length, scans[0]?.looked]).toEqual([sort, 1, 26])
    }
  })
})

describe('flags', () => {
  test('are noted with a reason and an end, replaced by the next of their kind, and removed', async () => {
    const { id, version } = await addCustomer(app.database.db, { name: 'Rajan' })
    const removal = async (of: string) => (await read(of)).allowed.find(({ action }: { action: string }) => action === 'unflag')?.because
    expect(await removal(id)).toBe('It has no flag.')
    const act = (word: string, body: object) => app.call(`POST /customers/${id}/${word}`, { as: care, body })
    expect((await act('flag', { version, flag: 'blocked', reason: 'Abuse', lastDay: '2020-01-01' })).body.error.fields).toEqual({
      'body.lastDay': 'is over already',
    })
    const { body } = await act('flag', { version, flag: 'blocked', reason: 'Abuse', lastDay: '2099-12-31' })
    expect(body.flags).toMatchObject([{ flag: 'blocked', reason: 'Abuse', until: '2099-12-31T18:30:00.000Z' }])
    await act('flag', { version: 2, flag: 'blocked', reason: 'Again' })
    expect(await named('flag=blocked&q=rajan')).toEqual(['Rajan'])
    expect(await removal(id)).toBeNull()
    expect((await read(id)).flags).toMatchObject([{ reason: 'Again', until: null }])
    await act('unflag', { version: 3, flag: 'blocked', reason: 'Settled' })
    expect(await named('flag=blocked&q=rajan')).toEqual([])
    const ended = [{ flag: 'watch', reason: 'Long ago', until: daysAgo(1), at: daysAgo(9), by: 'Somebody' }]
    const past = await addCustomer(app.database.db, { name: 'Past', flags: JSON.stringify(ended) })
    expect([(await read(past.id)).flags, await named('flag=watch&q=past')]).toEqual([[], []])
    expect(await removal(past.id)).toBe('It has no flag.')
  })
})
