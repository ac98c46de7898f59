import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrateToLatest } from '#db/migrate.ts'
import { databaseBefore } from '../../../test/earlier-database.ts'

test('an installation that upgrades holds what its ledger says was collected and not banked', async () => {
  const database = await databaseBefore('0080')
  onTestFinished(() => database.drop())
  const { db } = database
  const [rider, store, branch, open, banked, counter] = [newId(), newId(), newId(), newId(), newId(), newId()]
  const book = (order: string, who: string | null, accounts: string[], amounts: number[], at: string) =>
    sql`insert into ledger_entry (at, day, kind, entity, entity_id, branch_id, store_id, rider_id, currency, accounts, amounts, request_id)
        values (${at}, '2026-11-20', 'collected', 'order', ${order}, ${branch}, ${store}, ${who}, 'INR', ${accounts}, ${amounts}, 'test')`.execute(
      db,
    )
  await book(open, rider, ['rider-cash', 'customers'], [25_000, -25_000], '2026-11-20T08:00:00Z')
  await book(open, rider, ['rider-cash', 'customers'], [1_000, -1_000], '2026-11-20T09:00:00Z')
  await book(banked, rider, ['rider-cash', 'customers'], [9_000, -9_000], '2026-11-20T08:00:00Z')
  await book(banked, rider, ['bank', 'rider-cash'], [9_000, -9_000], '2026-11-20T10:00:00Z')
  await book(counter, null, ['store-cash', 'customers'], [4_000, -4_000], '2026-11-20T08:30:00Z')
  await migrateToLatest(database.url)
  const held = await sql`select holder_id, order_id, rider_id, minor::int, since from cash_held order by minor`.execute(db)
  expect(held.rows).toMatchObject([
    { holder_id: store, order_id: counter, rider_id: null, minor: 4_000 },
    { holder_id: rider, order_id: open, rider_id: rider, minor: 26_000, since: '2026-11-20T08:00:00.000Z' },
  ])
})
