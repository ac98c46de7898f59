import type { LedgerBalance, LedgerEntry } from '@larder/contract'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addOrder, addStore } from '../../../test/factories.ts'
import { exportFile } from '../../../test/imports.ts'
import { act, type OrderWorld, orderWorld, paidOnline, place, say } from '../../../test/order-world.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import type { Caller } from '../../../test/test-app.ts'
import { bookNextOrders, entriesFor, readBooked } from './backfill.service.ts'
import { entryInsert } from './post.service.ts'
import { findMisbooked } from './recompute.service.ts'

let world: OrderWorld
let accountant: Caller
beforeAll(async () => {
  world = await orderWorld()
  accountant = await world.app.addStaff({ permissions: ['finance.view', 'finance.export'] })
})
afterAll(() => world.app.close())
afterEach(async () => {
  expect(await unbalanced()).toEqual([])
})

const journal = async (query: string, as = accountant) =>
  (await world.app.call(`GET /ledger/entries?${query}`, { as })).body.rows as LedgerEntry[]
const balances = async (query = '', as = accountant) =>
  (await world.app.call(`GET /ledger/accounts?${query}`, { as })).body.rows as LedgerBalance[]
/** In the order in which they were booked, each as its kind and its postings in minor units. */
async function bookedOf(orderId: string) {
  const rows = await journal(`orderId=${orderId}&sort=day`)
  return rows.map(({ kind, postings }) => [
    kind,
    Object.fromEntries(postings.map(({ account, debit, credit }) => [account, debit?.minor ?? -(credit?.minor ?? 0)])),
  ])
}
const kindsOf = async (orderId: string) => (await bookedOf(orderId)).map(([kind]) => kind)
async function unbalanced() {
  const byCurrency = new Map<string, number>()
  for (const { currency, closing } of await balances()) byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + closing.minor)
  return [...byCurrency].filter(([, sum]) => sum !== 0)
}

async function deliver(id: string, collected?: object): Promise<void> {
  await act(world, id, 'accept', { prepMinutes: 15 })
  await act(world, id, 'mark-ready')
  await act(world, id, 'assign-rider', { riderId: world.rider.id })
  await act(world, id, 'pick-up', { reason: 'phone-off' })
  const { status, body } = await act(world, id, 'deliver', { reason: 'confirmed-by-phone', collected })
  expect([status, body.error]).toEqual([200, undefined])
}

test('a file of the journal has a row for each posting, whose sides can be summed and sorted', async () => {
  const { id, number } = await place(world)
  const file = await exportFile(world.app, '/ledger/entries', accountant, 'csv', { orderId: id, sort: 'day' })
  const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows.map(({ Kind, Order, Account, Debit, Credit }) => [Kind, Order, Account, Debit, Credit])).toEqual([
    ['Order placed', number, '1100 Customers', '250.00', ''],
    ['Order placed', number, '2100 Orders in progress', '', '250.00'],
    ['Payment captured', number, '1200 Payment gateway', '250.00', ''],
    ['Payment captured', number, '1100 Customers', '', '250.00'],
  ])
  expect(rows[0]).not.toHaveProperty('Amount')
  expect(rows[0]?.Day).toMatch(/^\d{4}-\d\d-\d\d$/)
})

describe('an order books', () => {
  test('what is paid online when it is placed, and what it comes to when it is delivered', async () => {
    // 2 x 100.00, 5 % tax, 10.00 packing, 30.00 delivery.
    const { id } = await place(world)
    const placed = [
      ['placed', { customers: 25_000, 'open-orders': -25_000 }],
      ['captured', { gateway: 25_000, customers: -25_000 }],
    ]
    expect(await bookedOf(id)).toEqual(placed)
    await deliver(id)
    const parts = { 'open-orders': 25_000, 'store-items': -20_000, 'store-packing': -1000, 'delivery-fees': -3000, tax: -1000 }
    expect(await bookedOf(id)).toEqual([...placed, ['delivered', parts]])
  })

  test('cash with the rider who collected it', async () => {
    const { id, total } = await place(world, { payment: { method: 'cash' } })
    await deliver(id, total)
    const [, , collected] = await bookedOf(id)
    expect(collected).toEqual(['collected', { 'rider-cash': 25_000, customers: -25_000 }])
    const row = await world.db
      .selectFrom('ledger_entry')
      .select(['rider_id'])
      .where('entity_id', '=', id)
      .where('kind', '=', 'collected')
      .executeTakeFirstOrThrow()
    expect(row.rider_id).toBe(world.rider.id)
  })

  test('an ending and its refund, and both back when it is restored', async () => {
    const { id } = await place(world)
    await act(world, id, 'cancel', { reason: 'took-too-long' })
    await act(world, id, 'restore', { reason: 'customer-asks' })
    expect((await bookedOf(id)).slice(2)).toEqual([
      ['cancelled', { customers: -25_000, 'open-orders': 25_000 }],
      ['refund-approved', { customers: 25_000, 'refunds-due': -25_000 }],
      ['restored', { customers: 25_000, 'open-orders': -25_000 }],
      ['refund-declined', { customers: -25_000, 'refunds-due': 25_000 }],
    ])
  })

  test('nothing for what is only authorised, until it is captured on delivery', async () => {
    const { id } = await place(world, { payment: paidOnline('authorised') })
    expect(await kindsOf(id)).toEqual(['placed'])
    await deliver(id)
    expect(await kindsOf(id)).toEqual(['placed', 'delivered', 'captured'])
  })

  test('a payment that its channel reports later, once', async () => {
    const { id } = await place(world, { payment: { method: 'online' } })
    const payment = { type: 'payment', as: 'customer', ...paidOnline(), method: undefined }
    for (const _ of ['told', 'told again']) expect((await say(world, id, payment)).status).toBe(200)
    expect(await kindsOf(id)).toEqual(['placed', 'captured'])
  })

  test('an order that is sent twice once', async () => {
    const same = { externalId: 'the-same', payment: paidOnline() }
    const [{ id }] = [await place(world, same), await place(world, same)]
    expect(await kindsOf(id)).toEqual(['placed', 'captured'])
  })

  test('nothing for what moves no money', async () => {
    const { id } = await place(world)
    await act(world, id, 'accept', { prepMinutes: 15 })
    await act(world, id, 'start-preparing')
    expect(await kindsOf(id)).toEqual(['placed', 'captured'])
  })
})

test('every order is booked as its row stands', async () => {
  expect(await findMisbooked(world.db)).toEqual([])
})

describe('the database refuses', () => {
  const insert = (accounts: string, amounts: string) =>
    sql`insert into ledger_entry (at, day, kind, entity, entity_id, branch_id, store_id, currency, accounts, amounts, request_id)
      select now(), current_date, 'placed', 'order', gen_random_uuid(), branch_id, id, 'INR', ${sql.lit(accounts)}, ${sql.lit(amounts)}, 'test' from store limit 1`
  test.each([
    ['an entry that does not balance', '{customers,tax}', '{5,-4}'],
    ['one of one side', '{customers}', '{0}'],
    ['one that moves nothing', '{customers,tax}', '{0,0}'],
    ['one that names an account twice', '{customers,customers}', '{5,-5}'],
    ['more amounts than accounts', '{customers,tax}', '{5,-4,-1}'],
    ['nothing at all', '{}', '{}'],
  ])('%s', async (_, accounts, amounts) => {
    await expect(insert(accounts, amounts).execute(world.db)).rejects.toThrow('ledger_entry_balanced')
  })

  test.each(['update ledger_entry set amounts = amounts', 'delete from ledger_entry', 'truncate ledger_entry'])('%s', async (statement) => {
    await expect(sql.raw(statement).execute(world.db)).rejects.toThrow('append-only')
  })
})

describe('the trial balance', () => {
  const figures = async () => (await balances()).map(({ id, debit, credit, closing }) => [id, debit.minor, credit.minor, closing.minor])
  const summed = async () => {
    const { rows } = await sql<{ id: string; debit: number; credit: number }>`
      select account || '.' || currency as id, sum(greatest(amount, 0))::bigint as debit, sum(greatest(-amount, 0))::bigint as credit
      from ledger_entry, unnest(accounts, amounts) as posting (account, amount) group by 1`.execute(world.db)
    return new Set(rows.map(({ id, debit, credit }) => JSON.stringify([id, debit, credit, debit - credit])))
  }

  test('is what was booked, before it is folded and after', async () => {
    const before = await figures()
    expect(new Set(before.map((row) => JSON.stringify(row)))).toEqual(await summed())
    await sql`select fold_ledger_balance()`.execute(world.db)
    expect(await figures()).toEqual(before)
    await place(world)
    expect(new Set((await figures()).map((row) => JSON.stringify(row)))).toEqual(await summed())
  })

  test('of some days has what was there before them, and what came', async () => {
    const [all] = await balances('q=1200')
    const later = await balances('q=1200&from=2026-11-21')
    expect(later).toMatchObject([{ opening: all?.closing, debit: { minor: 0 }, credit: { minor: 0 }, closing: all?.closing }])
    expect(await balances('q=1200&to=2026-11-19')).toEqual([])
  })
})

test('the balances of a branch and of a store are what was booked there', async () => {
  const branchless = await addStore(world.db, { display_name: 'Other Cove' })
  const { id } = await addOrder(world.db, branchless, { at: world.clock.instant(), payment_state: 'captured', total_minor: 700 })
  await entryInsert(
    'test',
    (await readBooked(world.db, sql`orders.id = ${id}`)).flatMap((order) => entriesFor(order)),
  ).execute(world.db)
  for (const cut of [
    `storeId=${branchless.id}`,
    `branchId=${branchless.branch_id}`,
    `branchId=${branchless.branch_id}&storeId=${branchless.id}`,
  ])
    expect((await balances(cut)).map(({ account, closing }) => [account, closing.minor])).toEqual([
      ['customers', 0],
      ['gateway', 700],
      ['open-orders', -700],
    ])
  expect(await balances(`branchId=${world.branch.id}&storeId=${branchless.id}`)).toEqual([])
})

describe('who sees it', () => {
  test('whoever may view finance, within their branch or store', async () => {
    const elsewhere = await addStore(world.db, { display_name: 'Elsewhere' })
    const { id } = await place(world)
    const mine = await world.app.addStaff({ permissions: ['finance.view'], scope: { kind: 'store', ids: [world.store.id] } })
    const others = [
      await world.app.addStaff({ permissions: ['finance.view'], scope: { kind: 'branch', ids: [elsewhere.branch_id] } }),
      await world.app.addStaff({ permissions: ['finance.view'], scope: { kind: 'store', ids: [elsewhere.id] } }),
    ]
    expect((await journal(`orderId=${id}`, mine)).length).toBe(2)
    expect((await balances('', mine)).length).toBeGreaterThan(0)
    const [entry] = await journal(`orderId=${id}`, mine)
    for (const other of others) {
      expect(await journal('', other)).toEqual([])
      for (const query of ['', `branchId=${world.branch.id}`, `storeId=${world.store.id}`]) expect(await balances(query, other)).toEqual([])
      expect((await world.app.call(`GET /ledger/entries/${entry?.id}`, { as: other })).status).toBe(404)
    }
  })

  test('nobody without the permission', async () => {
    const nobody = await world.app.addStaff({ permissions: ['order.view'] })
    for (const path of ['entries', 'accounts', 'progress'])
      expect((await world.app.call(`GET /ledger/${path}`, { as: nobody })).body.error).toMatchObject({ reason: 'missing-permission' })
  })
})

describe('the journal', () => {
  test('is cut by account, kind, day, branch, store and the number of an order', async () => {
    const { id, number } = await place(world, { payment: { method: 'cash' } })
    await act(world, id, 'reject', { reason: 'too-busy' })
    expect((await journal(`q=${number.toLowerCase()}`)).map(({ kind }) => kind)).toEqual(['rejected', 'placed'])
    expect((await journal('kind=rejected')).every(({ kind }) => kind === 'rejected')).toBe(true)
    expect((await journal('account=rider-cash')).map(({ kind }) => kind)).toEqual(['collected'])
    expect(await journal('to=2026-11-19')).toEqual([])
    expect((await journal(`storeId=${world.store.id}&limit=1`)).length).toBe(1)
  })

  test('tells an order in one statement', async () => {
    const { id } = await place(world)
    const plans = await plansOf(world.app, () => journal(`orderId=${id}`))
    expect(plans.filter(({ sql: text }) => text.includes('ledger_entry'))).toHaveLength(1)
  })
})

describe('orders that were there before', () => {
  const before = async (given: object) =>
    (await addOrder(world.db, world.store, { at: world.clock.instant(), payment_state: 'captured', ...given })).id
  async function bookAll(): Promise<void> {
    await sql`delete from ledger_backfill`.execute(world.db)
    await sql`select begin_ledger_backfill()`.execute(world.db)
    while (await bookNextOrders(world.db));
  }

  test('are booked as if the ledger had been there, once', async () => {
    const ended = {
      status: 'cancelled',
      payment_state: 'refunded',
      ended_at: world.clock.instant(),
      end_reason: 'changed-mind',
      end_party: 'customer',
    }
    const [open, over] = [await before({}), await before(ended)]
    await world.db
      .insertInto('refund')
      .values({
        id: over,
        order_id: over,
        amount_minor: 50_000,
        currency: 'INR',
        method: 'source',
        state: 'done',
        reason: 'changed-mind',
        cause: 'ending',
        store_minor: 0,
        platform_minor: 50_000,
        rider_minor: 0,
        created_at: world.clock.instant(),
        updated_at: world.clock.instant(),
      })
      .execute()
    await bookAll()
    expect(await kindsOf(open)).toEqual(['placed', 'captured'])
    expect(await kindsOf(over)).toEqual(['placed', 'captured', 'cancelled', 'refund-approved', 'refund-paid'])
    const entries = await world.db.selectFrom('ledger_entry').select('id').execute()
    await bookAll()
    expect(await world.db.selectFrom('ledger_entry').select('id').execute()).toEqual(entries)
    expect(await findMisbooked(world.db)).toEqual([])
  })

  test('and have moved since are booked for what was lacking', async () => {
    const id = await before({})
    await act(world, id, 'cancel', { reason: 'changed-mind' })
    expect(await kindsOf(id)).toEqual(['cancelled', 'refund-approved'])
    await bookAll()
    expect(await kindsOf(id)).toEqual(['cancelled', 'refund-approved', 'opening'])
    expect(await findMisbooked(world.db)).toEqual([])
  })

  test('are counted while they are booked', async () => {
    const percent = async () => (await world.app.call('GET /ledger/progress', { as: accountant })).body.percent
    await before({})
    await world.db.updateTable('ledger_backfill').set({ orders: 300, done: 299 }).execute()
    expect(await percent()).toBe(99)
    await bookAll()
    expect(await percent()).toBe(100)
  })
})

describe('of many entries', () => {
  beforeAll(async () => {
    await sql`alter table ledger_entry disable trigger user`.execute(world.db)
    const { id: store, branch_id: branch } = world.store
    await sql`insert into ledger_entry (at, day, kind, entity, entity_id, entity_sequence, branch_id, store_id, currency, accounts, amounts, request_id, hash)
      select clock_timestamp(), date '2026-11-01' - n / 100, 'placed', 'order', uuidv7(), 1, ${branch}, ${store}, 'INR',
        case when n % 7000 = 6999 then array['brand-discounts', 'open-orders'] else array['customers', 'open-orders'] end, array[100, -100], 'test', ''
      from generate_series(1, 21000) as n`.execute(world.db)
    await sql`vacuum analyze ledger_entry`.execute(world.db)
  })

  test.each([
    ['of an account that is seldom in one', 'brand-discounts', 3],
    ['of one that is in nearly all', 'customers', 25],
  ])('those %s are found without those of others', async (_, account, found) => {
    const query = `account=${account}&limit=25`
    expect(await journal(query)).toHaveLength(found)
    const plans = await plansOf(world.app, () => journal(query))
    for (const { looked } of scansOf(plans, 'ledger_entry')) expect(looked).toBeLessThan(100)
  })
})
