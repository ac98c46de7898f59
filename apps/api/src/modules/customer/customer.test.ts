import { customerContract, segmentContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensurePartitions } from '#db/partitions.ts'
import { bind } from '#kit/implement.ts'
import { customers } from '#modules/customer/customer.service.ts'
import { segments } from '#modules/customer/segment.service.ts'
import { addCustomer, addOrder, addStore, copyOrder } from '../../../test/factories.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const at = '2026-11-20T08:00:00.000Z'
let app: TestApp
let care: Caller

beforeAll(async () => {
  app = await testApp({
    contracts: { customer: customerContract, segment: segmentContract },
    modules: [bind(customerContract, customers.handlers), bind(segmentContract, segments.handlers)],
  })
  care = await app.addStaff({
    permissions: [
      'customer.view',
      'customer.edit',
      'customer.reveal',
      'order.view',
      'segment.view',
      'segment.create',
      'segment.edit',
      'segment.delete',
    ],
  })
  await ensurePartitions(app.database.db, '2026-10', '2026-12')
})
afterAll(() => app.close())

const list = async (query: string, as = care) => (await app.call(`GET /customers?${query}`, { as })).body
const namesOf = (page: { rows: { name: string }[] }) => page.rows.map(({ name }) => name)

describe('customers', () => {
  test('are found by a part of the name in any case or of the phone as people group it, by who sees it', async () => {
    await addCustomer(app.database.db, { name: 'Anjali Menon', phone: '+919847055512', email: 'anjali@mail.test', orders: 3 })
    for (const q of ['ANJALI', 'li men', 'menon anj', '98470 555', '+91 98470-55512', '(0)98470 555']) {
      expect([q, namesOf(await list(`q=${encodeURIComponent(q)}`))]).toEqual([q, ['Anjali Menon']])
    }
    const { rows } = await list('q=anjali')
    expect(rows[0]).toMatchObject({ phone: '+919847055512', email: 'anjali@mail.test', orders: 3, flags: [] })
    const clerk = await app.addStaff({ permissions: ['customer.view'] })
    expect((await list('q=anjali', clerk)).rows[0]).toMatchObject({ phone: '+91 98••• ••512', email: 'a•••@mail.test', orders: 3 })
    expect((await list('q=%25')).rows).toEqual([])
  })

  test('are found by no digit of a phone that one sees only in part', async () => {
    const clerk = await app.addStaff({ permissions: ['customer.view'] })
    await addCustomer(app.database.db, { name: 'Lakshmi 7', phone: '+919746123789' })
    const probes = ['+919746123789', '9746123789', '97461 23789', '23789', '789', '7 9197', 'lakshmi 7 9197', 'lakshmi 7 919746123789']
    for (const q of probes) expect([q, namesOf(await list(`q=${encodeURIComponent(q)}`, clerk))]).toEqual([q, []])
    expect(namesOf(await list('q=lakshmi%207', clerk))).toEqual(['Lakshmi 7'])
    expect(namesOf(await list('q=97461%2023789'))).toEqual(['Lakshmi 7'])
  })

  test('of a branch or a store are those who have ordered there; others are not found by phone either', async () => {
    const { db } = app.database
    const [here, there] = [await addStore(db), await addStore(db)]
    const [mine, theirs] = [await addCustomer(db, { name: 'Devika' }), await addCustomer(db, { name: 'Devan' })]
    await addOrder(db, here, { at, customer_id: mine.id, status: 'delivered' })
    await addOrder(db, there, { at, customer_id: theirs.id, status: 'delivered' })
    for (const scope of [{ kind: 'branch', ids: [here.branch_id] } as const, { kind: 'store', ids: [here.id] } as const]) {
      const partner = await app.addStaff({ permissions: ['customer.view', 'customer.reveal'], scope })
      expect(namesOf(await list('', partner))).toEqual(['Devika'])
      expect(namesOf(await list('q=dev', partner))).toEqual(['Devika'])
      expect(namesOf(await list(`q=${theirs.phone.slice(1)}`, partner))).toEqual([])
    }
    const officer = await app.addStaff({ permissions: ['order.view'] })
    expect((await app.call('GET /customers', { as: officer })).status).toBe(401)
  })

  test('among twenty thousand, a search reads the trigram index, a page the primary key, a branch only its own', async () => {
    const { db } = app.database
    // In stretches: a statement has its time on a slow machine too.
    for (let from = 1; from <= 20_000; from += 4_000)
      await sql`insert into customer (id, name, phone, search, verticals, consents)
        select uuidv7(), 'Bulk ' || n, '+9170' || lpad(n::text, 8, '0'), 'bulk ' || n,
          case when n % 5000 = 1 then array['grocery', 'fish'] else array['grocery'] end, (
          select jsonb_agg(jsonb_build_object('channel', channel, 'isGiven', is_given, 'source', 'Form', 'at', ${at}::text))
          from (values ('email', true), ('sms', n % 5000 = 1)) as said (channel, is_given))
        from generate_series(${from}::int, ${from + 3_999}::int) as n`.execute(db)
    const [busy, empty] = [await addStore(db), await addStore(db)]
    const model = await addOrder(db, busy, { at, status: 'delivered' })
    await copyOrder(db, model, 20_000, {
      customer_id: sql`(select id from customer where phone = '+9170' || lpad((n % 5000 + 1)::text, 8, '0'))`,
    })
    // What the trigram indexes have not taken in yet would count against them.
    await sql`vacuum analyze customer, orders`.execute(db)

    // Who asks may be looked up anew beside it.
    const scans = async (query: string) => scansOf(await plansOf(app, () => list(query)), 'customer')
    const byId = { index: 'customer_pkey', looked: expect.toSatisfy((looked: number) => looked <= 26) }
    // Beside those who have it, whoever goes on for one that has.
    const merged = { index: 'customer_merged_page', looked: 0 }
    expect(await scans('q=70000199')).toMatchObject([merged, { index: 'customer_phone_search' }, byId])
    expect(await scans('q=bulk%201999')).toMatchObject([merged, { index: 'customer_words' }, byId, byId])
    expect(await scans('limit=25')).toMatchObject([{ index: 'customer_pkey', looked: 26 }])
    // What many have is met on the way, what few have is asked of its index.
    for (const [query, found] of [
      ['consent=email', 25],
      ['consent=sms', 4],
      ['vertical=grocery', 25],
      ['vertical=fish', 4],
    ] as const) {
      expect((await list(`${query}&limit=25`)).rows, query).toHaveLength(found)
      expect(Math.max(...(await scans(`${query}&limit=25`)).map((scan) => scan.looked)), query).toBeLessThanOrEqual(150)
    }
    // Whoever has a busy branch walks the newest customers; whoever has an empty one starts from its orders, of which there are none.
    const partnerOf = ({ branch_id }: typeof busy) =>
      app.addStaff({ permissions: ['customer.view', 'customer.reveal'], scope: { kind: 'branch', ids: [branch_id] } })
    const looked = async (query: string, store: typeof busy) => {
      const partner = await partnerOf(store)
      return scansOf(await plansOf(app, () => list(query, partner)), 'customer').reduce((sum, scan) => sum + scan.looked, 0)
    }
    // A hundred are found first, of all, and cut to the branch's by their ids.
    expect(await looked('q=70000199', busy)).toBeLessThanOrEqual(200)
    expect(await looked('q=70000199', empty)).toBeLessThanOrEqual(200)
    expect(await looked('limit=25', empty)).toBe(0)
  })
})
