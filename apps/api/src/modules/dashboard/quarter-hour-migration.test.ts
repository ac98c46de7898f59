import { currentInstant, instantOf } from '@larder/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrateToLatest } from '#db/migrate.ts'
import { ensurePartitions, monthOfInstant } from '#db/partitions.ts'
import { databaseBefore } from '../../../test/earlier-database.ts'
import { addOrder, addStore } from '../../../test/factories.ts'

test('an installation that has orders, some of them not folded yet, has all of them by quarter of an hour, and why they were rejected', async () => {
  const database = await databaseBefore('0018')
  onTestFinished(() => database.drop())
  const { db } = database
  await ensurePartitions(db, monthOfInstant(instantOf(Date.now() - 60 * 60_000)), monthOfInstant(currentInstant()))
  const store = await addStore(db)
  const place = (minutesAgo: number, status: string, end_reason: string | null = null) =>
    addOrder(db, store, { at: instantOf(Date.now() - minutesAgo * 60_000), status, end_reason, payment_state: 'captured' })
  await place(5, 'delivered')
  await place(50, 'cancelled')
  await place(60, 'rejected', 'too-busy')
  await sql`select fold_order_rollup()`.execute(db)
  await place(20, 'delivered')
  await migrateToLatest(database.url)
  await place(1, 'pending')
  await place(2, 'rejected', 'too-busy')
  await sql`select fold_order_rollup()`.execute(db)
  const sums = async (table: string) => {
    const { rows } = await sql
      .raw(`select scope_id, sum(orders)::int as orders, sum(gross_minor)::int as gross from ${table} group by 1 order by 1`)
      .execute(db)
    return rows
  }
  expect(await sums('order_quarter_hour')).toEqual(await sums('order_day'))
  expect(await sums('order_quarter_hour')).toHaveLength(3)
  expect((await sums('order_quarter_hour'))[0]).toMatchObject({ orders: 6, gross: 150_000 })
  const { rows: kept } =
    await sql`select reason, sum(orders)::int as orders, count(distinct scope_id)::int as scopes from order_rejection_day group by 1`.execute(
      db,
    )
  expect(kept).toEqual([{ reason: 'too-busy', orders: 6, scopes: 3 }])
})
