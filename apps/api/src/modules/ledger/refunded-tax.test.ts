import { currentInstant, newId } from '@larder/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrateToLatest } from '#db/migrate.ts'
import { ensurePartitions, monthOfInstant } from '#db/partitions.ts'
import { databaseBefore } from '../../../test/earlier-database.ts'
import { addLine, addOrder, addStore } from '../../../test/factories.ts'
import { act, orderWorld, place } from '../../../test/order-world.ts'
import { bookNextOrders } from './backfill.service.ts'
import { findMisbooked } from './recompute.service.ts'

const entriesOf = async (db: Parameters<typeof addStore>[0], id: string) => {
  const rows = await db.selectFrom('ledger_entry').selectAll().where('entity_id', '=', id).orderBy('entity_sequence').execute()
  return rows.map(({ kind, accounts, amounts }) => [kind, Object.fromEntries(accounts.map((account, at) => [account, amounts[at]]))])
}

test('a dish that goes back after delivery takes its tax with it, and its price off what commission is reckoned from', async () => {
  const world = await orderWorld()
  onTestFinished(() => world.app.close())
  // 2 x 100.00, 5 % tax, 10.00 packing.
  const { id } = await place(world, { orderType: 'pickup', address: undefined })
  const refund = (body: object) => act(world, id, 'refunds', { reasonCode: 'poor-quality', method: 'source', ...body })
  const before = await refund({ lines: [{ line: 1, quantity: 1 }] })
  expect(before.body.refunds).toMatchObject([{ amount: { minor: 10_500 }, tax: { minor: 500 } }])
  const borne = { customers: -10_500, 'store-refunds': 10_500 }
  expect((await entriesOf(world.db, id)).slice(3)).toEqual([['refund-borne', borne]])
  await act(world, id, 'accept', { prepMinutes: 10 })
  await act(world, id, 'mark-ready')
  await act(world, id, 'collect')
  // Divided, the tax is none that anybody collects.
  expect((await entriesOf(world.db, id)).slice(-1)).toEqual([
    ['refund-borne', { 'store-refunded-items': 10_000, 'store-refunds': -10_500, tax: 500 }],
  ])
  await refund({ lines: [{ line: 1, quantity: 1 }], bears: { store: 50, platform: 50, rider: 0 } })
  expect((await entriesOf(world.db, id)).slice(-1)).toEqual([
    ['refund-borne', { customers: -10_500, 'store-refunded-items': 5000, 'platform-refunds': 5000, tax: 500 }],
  ])
  const { body } = await refund({ amount: { minor: 1000, currency: 'INR' } })
  expect(body.refunds.map(({ tax }: { tax: { minor: number } }) => tax.minor)).toEqual([500, 500, 0])
  const { rows } = await sql<{
    tax: number
  }>`select sum(amount)::int as tax from ledger_entry, unnest(accounts, amounts) as posting (account, amount)
    where entity_id = ${id} and account = 'tax'`.execute(world.db)
  expect(rows[0]?.tax).toBe(0)
  expect(await findMisbooked(world.db)).toEqual([])
})

test('an installation with refunds of before books what their parts lack, once', async () => {
  const database = await databaseBefore('0077')
  onTestFinished(() => database.drop())
  const { db } = database
  await ensurePartitions(db, monthOfInstant(currentInstant()), monthOfInstant(currentInstant()))
  const store = await addStore(db)
  const amounts = { items_minor: 20_000, tax_minor: 1000, total_minor: 21_000 }
  const place = (given: object) => addOrder(db, store, { at: currentInstant(), payment_state: 'captured', ...amounts, ...given })
  const refunded = await place({ status: 'delivered', delivered_at: currentInstant(), payment_state: 'refunded' })
  const other = await place({ status: 'delivered', delivered_at: currentInstant() })
  for (const order of [refunded, other]) await addLine(db, order, { tax_minor: 1000, tax_ppm: 50_000 })
  for (const amount_minor of [1, 10_499, 10_500])
    await sql`insert into refund (id, order_id, amount_minor, currency, method, state, cause, reason, store_minor, platform_minor, rider_minor, created_at, updated_at)
      values (${newId()}, ${refunded.id}, ${amount_minor}, 'INR', 'source', 'done', 'request', 'poor-quality', ${amount_minor}, 0, 0, now(), now())`.execute(
      db,
    )
  // Booked as it was before.
  const book = (orderId: string, accounts: string[], posted: number[]) =>
    sql`insert into ledger_entry (at, day, kind, entity, entity_id, branch_id, store_id, currency, accounts, amounts, request_id)
    select now(), current_date, 'opening', 'order', ${orderId}, branch_id, id, 'INR', ${accounts}::text[], ${posted}::bigint[], 'test' from store`.execute(
      db,
    )
  await book(refunded.id, ['store-items', 'tax', 'store-refunds'], [-20_000, -1000, 21_000])
  await book(other.id, ['gateway', 'store-items', 'tax'], [21_000, -20_000, -1000])
  await migrateToLatest(database.url)
  while (await bookNextOrders(db));
  expect((await entriesOf(db, refunded.id)).slice(1)).toEqual([
    ['corrected', { 'store-refunded-items': 20_000, 'store-refunds': -21_000, tax: 1000 }],
  ])
  expect((await entriesOf(db, other.id)).slice(1)).toEqual([])
  expect(await findMisbooked(db)).toEqual([])
  const { rows } = await sql`select tax_minor, items_minor from refund order by id`.execute(db)
  expect(rows).toEqual([
    { tax_minor: 0, items_minor: 1 },
    { tax_minor: 500, items_minor: 9999 },
    { tax_minor: 500, items_minor: 10_000 },
  ])
})

test('an installation that had booked refunds in cash from the bank books them from the cash office, once', async () => {
  const database = await databaseBefore('0085')
  onTestFinished(() => database.drop())
  const { db } = database
  await ensurePartitions(db, monthOfInstant(currentInstant()), monthOfInstant(currentInstant()))
  const store = await addStore(db)
  const amounts = { items_minor: 20_000, tax_minor: 0, total_minor: 20_000, payment_method: 'cash', payment_state: 'collected' }
  const place = () =>
    addOrder(db, store, {
      at: currentInstant(),
      status: 'delivered',

      delivered_at: currentInstant(),
      ...amounts,
    })
  const refunds = { cash: await place(), manual: await place() }
  for (const [method, order] of Object.entries(refunds)) {
    await sql`insert into refund (id, order_id, amount_minor, currency, method, state, cause, reason, store_minor, platform_minor, rider_minor, created_at, updated_at)
      values (${newId()}, ${order.id}, 5000, 'INR', ${method}, 'done', 'request', 'poor-quality', 5000, 0, 0, now(), now())`.execute(db)
    await sql`insert into ledger_entry (at, day, kind, entity, entity_id, branch_id, store_id, currency, accounts, amounts, request_id)
      select now(), current_date, 'opening', 'order', ${order.id}, branch_id, id, 'INR', array['store-cash', 'store-items', 'store-refunds', 'bank'],
        array[20000, -20000, 5000, -5000], 'test' from store`.execute(db)
  }
  await migrateToLatest(database.url)
  while (await bookNextOrders(db));
  expect((await entriesOf(db, refunds.cash.id)).slice(1)).toEqual([['corrected', { 'cash-office': -5000, bank: 5000 }]])
  expect((await entriesOf(db, refunds.manual.id)).slice(1)).toEqual([])
  expect(await findMisbooked(db)).toEqual([])
  await bookNextOrders(db)
  expect(await entriesOf(db, refunds.cash.id)).toHaveLength(2)
})
