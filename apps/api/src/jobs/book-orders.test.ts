import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrder, addStore } from '../../test/factories.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { registerJobs } from './register-jobs.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ contracts: {}, modules: [({ services }) => registerJobs(services)] })
})
afterAll(() => app.close())

/** How often the database is turned to meanwhile, for a statement or a transaction. */
async function turnsTo(act: () => Promise<unknown>): Promise<number> {
  const { pool } = app.database
  let turns = 0
  const count = () => void turns++
  pool.on('acquire', count)
  await act()
  pool.off('acquire', count)
  return turns
}

const run = () => app.services.jobs.run('book-earlier-orders')

test('once all orders of before the ledger are booked, a run asks once and nothing else', async () => {
  const { db } = app.database
  const store = await addStore(db)
  await addOrder(db, store, { at: app.services.clock.instant(), payment_state: 'captured' })
  await sql`select begin_ledger_backfill()`.execute(db)
  await run()
  expect(await db.selectFrom('ledger_entry').select('kind').orderBy('entity_sequence').execute()).toEqual([
    { kind: 'placed' },
    { kind: 'captured' },
  ])
  // This one finds nothing left and has the server look at what there is now.
  await run()
  expect(await turnsTo(run)).toBe(1)
})
