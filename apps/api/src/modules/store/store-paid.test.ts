import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStore } from '../../../test/factories.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let staff: Caller
beforeAll(async () => {
  app = await testApp()
  staff = await app.addStaff({ permissions: ['store.view', 'bank-account.view'], name: 'Priya Nair' })
})
afterAll(() => app.close())

const enter = (storeId: string, state: string) =>
  sql`insert into bank_account (id, store_id, branch_id, holder, account_number, tail, code, entered_by, state, effective_at)
    select uuidv7(), id, branch_id, 'Holder', ${Buffer.alloc(40)}, '1000', 'HDFC0001234', ${staff.id}, ${state}, now() from store where id = ${storeId}`.execute(
    app.database.db,
  )
const namesOf = async (bankAccount: string) =>
  (await app.call(`GET /stores?bankAccount=${bankAccount}`, { as: staff })).body.rows.map(({ name }: { name: string }) => name)

// Besides, of each store that is shown both kinds are looked for.
const indexesOf = (plans: Awaited<ReturnType<typeof plansOf>>) =>
  scansOf(plans, 'bank_account')
    .map(({ index }) => index)
    .toSorted()

test('the stores that cannot be paid, or whose account waits, are found among many by an index', async () => {
  const { db } = app.database
  const states: Readonly<Record<string, readonly string[]>> = {
    Paid: ['approved'],
    Another: ['approved', 'waiting'],
    Refused: ['refused'],
    First: ['waiting'],
    None: [],
  }
  for (const [display_name, each] of Object.entries(states)) {
    const { id } = await addStore(db, { display_name })
    for (const state of each) await enter(id, state)
  }
  await addStore(db, { display_name: 'Gone', status: 'terminated' })
  expect(await namesOf('missing')).toEqual(['First', 'None', 'Refused'])
  expect(await namesOf('waiting')).toEqual(['Another', 'First'])

  for (let from = 1; from <= 3000; from += 250)
    await sql`insert into store select (jsonb_populate_record(store, jsonb_build_object('id', uuidv7(), 'display_name', 'Many ' || n, 'number', 'ST-M' || n))).*
      from store, generate_series(${from}::int, ${from + 249}::int) as n where display_name = 'Paid'`.execute(db)
  await sql`insert into bank_account (id, store_id, branch_id, holder, account_number, tail, code, entered_by, state, effective_at)
    select uuidv7(), id, branch_id, 'Holder', ${Buffer.alloc(40)}, '1000', 'HDFC0001234', ${staff.id}, 'approved', now() from store where display_name like 'Many %'`.execute(
    db,
  )
  await sql`vacuum analyze store, bank_account`.execute(db)
  const waiting = await plansOf(app, () => namesOf('waiting'))
  expect(indexesOf(waiting)).toEqual(['bank_account_approved_of_store', 'bank_account_waiting_of_store', 'bank_account_waiting_of_store'])
  expect(Math.max(...scansOf(waiting, 'store').map(({ looked }) => looked))).toBeLessThan(20)
  const missing = await plansOf(app, () => namesOf('missing'))
  expect(indexesOf(missing)).toEqual(['bank_account_approved_of_store', 'bank_account_approved_of_store', 'bank_account_waiting_of_store'])
  expect(scansOf(missing, 'store').map(({ looked }) => looked)).toEqual([3006])
  expect(await namesOf('missing')).toEqual(['First', 'None', 'Refused'])
})
