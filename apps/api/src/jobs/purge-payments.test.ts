import { currentInstant, newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrder, addStore } from '../../test/factories.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { ensureCurrentPartitions } from '../db/partitions.ts'
import { deletionOf, wasteOf } from './purge.job.ts'
import { registerJobs } from './register-jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ contracts: {}, modules: [({ services }) => registerJobs(services)] })
  await ensureCurrentPartitions(app.database.db, currentInstant())
})
afterAll(() => app.close())

/** A payment with an attempt and a callback of so many days ago. */
async function payment(days: number, given: object = {}) {
  const { db } = app.database
  const order = await addOrder(db, await addStore(db), { payment_method: 'online', payment_state: 'captured' })
  const [id, reference] = [newId(), `pay_${newId()}`]
  const facts = {
    id,
    order_id: order.id,
    gateway: 'simulated',
    amount_minor: 100,
    currency: 'INR',
    capture: 'at-once',
    state: 'captured',
    reference,
  }
  await db
    .insertInto('payment')
    .values({ ...facts, ...given })
    .execute()
  await sql`insert into payment_attempt (payment_id, kind, at) values (${id}, 'look', now() - make_interval(days => ${days}))`.execute(db)
  await sql`insert into payment_callback (gateway, event_id, payment_id, kind, received_at)
    values ('simulated', ${newId()}, ${id}, 'payment.settled', now() - make_interval(days => ${days}))`.execute(db)
  return { id, orderId: order.id, reference }
}
const kept = async (table: 'payment_attempt' | 'payment_callback') =>
  (await app.database.db.selectFrom(table).select('payment_id').execute()).map(({ payment_id }) => payment_id).toSorted()

test('what a gateway was asked and told goes once it is old, but of what is open or differs nothing', async () => {
  const { db } = app.database
  await sql`insert into setting (key, value) values ('payment.historyDays', '30')`.execute(db)
  const [young] = [await payment(29), await payment(31)]
  const due = await payment(31, { due_at: '2030-01-01T00:00:00Z' })
  const stuck = await payment(31, { stuck_at: '2026-01-01T00:00:00Z' })
  const [differs, settled] = [await payment(31), await payment(31)]
  for (const [{ id, orderId, reference }, status] of [
    [differs, 'open'],
    [settled, 'settled'],
  ] as const)
    await sql`insert into payment_difference (id, gateway, kind, status, reference, payment_id, order_id, ours_minor, theirs_minor, currency)
      values (${newId()}, 'simulated', 'missing', ${status}, ${reference}, ${id}, ${orderId}, 1, 0, 'INR')`.execute(db)
  const refunding = await payment(31)
  await sql`insert into refund (id, order_id, amount_minor, currency, method, state, cause, reason, store_minor, platform_minor, rider_minor, created_at, updated_at)
    values (${newId()}, ${refunding.orderId}, 1, 'INR', 'source', 'failed', 'request', 'goodwill', 0, 1, 0, now(), now())`.execute(db)
  await sql`insert into payment_callback (gateway, event_id, kind, received_at) values ('simulated', 'old', 'x', now() - interval '31 days')`.execute(
    db,
  )
  await app.services.jobs.run('purge')
  const expected = [young, due, stuck, differs, refunding].map(({ id }) => id).toSorted()
  expect(await kept('payment_attempt')).toEqual(expected)
  expect(await kept('payment_callback')).toEqual(expected)
})

test('the oldest are found by an index, however many there are', async () => {
  const { db } = app.database
  const { id } = await payment(1)
  await sql`insert into payment_attempt (payment_id, kind, at) select ${id}, 'look', now() - make_interval(secs => n) from generate_series(1, 30000) as n`.execute(
    db,
  )
  await sql`insert into payment_callback (gateway, event_id, payment_id, kind, received_at)
    select 'simulated', 'many ' || n, ${id}, 'x', now() - make_interval(secs => n) from generate_series(1, 30000) as n`.execute(db)
  await sql`analyze payment_attempt, payment_callback`.execute(db)
  for (const waste of wasteOf({ drafts: 30, payments: 30, tracks: 30 }).filter(({ table }) => table.startsWith('payment_'))) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${deletionOf(waste)}`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(`${waste.table}_by_age`)
    expect(plan).not.toContain(`Seq Scan on ${waste.table}`)
  }
})
