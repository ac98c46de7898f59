import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrateToLatest } from '#db/migrate.ts'
import { databaseBefore } from '../../../test/earlier-database.ts'
import { addStore } from '../../../test/factories.ts'
import { addStaff } from '../../../test/test-app.ts'

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

test('of deposits whose difference somebody has approved already the record tells who, and they stay as they were', async () => {
  const database = await databaseBefore('0269')
  onTestFinished(() => database.drop())
  const { db } = database
  const store = await addStore(db)
  const [receiver, lead] = [await addStaff(database, { name: 'Meera' }), await addStaff(database, { name: 'Lena Roy' })]
  const deposit = async (sequence: number, isChecked: boolean): Promise<string> => {
    const id = newId()
    await sql`insert into cash_deposit (id, branch_id, sequence, number, store_id, from_name, counted_minor, expected_minor, difference_minor, currency,
        is_all, remark, received_id, received_by, is_checked)
      values (${id}, ${store.branch_id}, ${sequence}, ${`K-C${sequence}`}, ${store.id}, 'Spice Route', 900, 1000, -100, 'INR', true, 'Stolen', ${receiver.id},
        'Meera', ${isChecked})`.execute(db)
    await sql`insert into audit_entry (actor_kind, actor_id, actor_name, action, entity, entity_id, new, request_id, checker_id, checker_name)
      values ('staff', ${receiver.id}, 'Meera', 'create', 'cash-deposit', ${id}, '{}', 'r', ${isChecked ? lead.id : null}, ${isChecked ? 'Lena Roy' : null})`.execute(
      db,
    )
    return id
  }
  const [approved, alone] = [await deposit(1, true), await deposit(2, false)]
  await migrateToLatest(database.url)
  const { rows } = await sql`select id, checked_by, remark, version from cash_deposit order by sequence`.execute(db)
  expect(rows).toEqual([
    { id: approved, checked_by: lead.id, remark: 'Stolen', version: 1 },
    { id: alone, checked_by: null, remark: 'Stolen', version: 1 },
  ])
  await expect(sql`update cash_deposit set checked_by = null`.execute(db)).rejects.toThrow('stays as it was counted')
})
