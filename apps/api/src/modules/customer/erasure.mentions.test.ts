import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { stretchesOf } from './erasure.mentions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a table is walked in stretches that have each row once, those of one key together', () =>
  app.database.db.transaction().execute(async (db) => {
    await sql`create temp table walked on commit drop as select (n / 3)::int as key from generate_series(1, 20) as n`.execute(db)
    const all = Array.from({ length: 20 }, (_, at) => Math.floor((at + 1) / 3))
    for (const atOnce of [1, 4, 7, 100]) {
      const keys: number[] = []
      for await (const within of stretchesOf(db, 'walked', 'key', atOnce)) {
        const { rows } = await sql<{ key: number }>`select key from walked where ${within} order by key`.execute(db)
        keys.push(...rows.map(({ key }) => key))
      }
      expect([atOnce, keys]).toEqual([atOnce, all])
    }
  }))
