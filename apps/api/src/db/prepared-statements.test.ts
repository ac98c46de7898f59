import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/test-database.ts'
import { createStatementNames } from './prepared-statements.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('what comes again and again gets one name, at most 120 of them do', () => {
  const { nameOf } = createStatementNames()
  const text = 'select 1 from branch'
  expect([nameOf(text), nameOf(text), nameOf(text)]).toEqual([null, null, null])
  expect(nameOf(text)).toMatch(/^[\w-]{32}$/)
  expect(nameOf(text)).toBe(nameOf(text))
  for (let use = 0; use < 5; use++) expect(nameOf('begin')).toBeNull()
  const texts = Array.from({ length: 200 }, (_, index) => `select ${index}`)
  for (let use = 0; use < 5; use++) texts.forEach(nameOf)
  expect(texts.filter((each) => nameOf(each) !== null)).toHaveLength(119)
})

test('a repeated query is planned once, whatever its values', async () => {
  await database.db.connection().execute(async (one) => {
    const counted = (least: number) => sql<{ value: number }>`select ${least}::integer + 1 as value`.execute(one)
    for (let least = 0; least < 8; least++) expect((await counted(least)).rows).toEqual([{ value: least + 1 }])
    const { rows } = await sql<{ generic_plans: number; custom_plans: number }>`
      select generic_plans, custom_plans from pg_prepared_statements where statement like 'select $1::integer + 1%'`.execute(one)
    expect(rows).toEqual([{ generic_plans: 5, custom_plans: 0 }])
  })
})

test('a table that changes shape under a prepared query fails one query, not the next', async () => {
  await sql`create table shape (id integer)`.execute(database.db)
  const read = () => sql`select * from shape`.execute(database.db)
  for (let use = 0; use < 6; use++) await read()
  await sql`alter table shape add column name text`.execute(database.db)
  await expect(read()).rejects.toThrow('cached plan must not change result type')
  await expect(read()).resolves.toMatchObject({ rows: [] })
})
