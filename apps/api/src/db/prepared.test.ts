import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/test-database.ts'
import { createPool } from './database.ts'
import { isStalePlan } from './prepared.ts'

const STATEMENT = 'select * from thing where id = $1'

let database: TestDatabase
let client: PoolClient

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  client = await database.pool.connect()
  await client.query('deallocate all')
  await client.query('create table thing (id integer primary key)')
  await client.query('insert into thing values (1), (2)')
})
afterEach(async () => {
  await client.query('drop table if exists thing')
  client.release(true)
})

test('plans a statement once from its second use on, whatever its values', async () => {
  for (const id of [1, 2, 1]) expect((await client.query(STATEMENT, [id])).rows).toEqual([{ id }])
  expect(await prepared()).toEqual([{ statement: STATEMENT, uses: 2 }])
})

test('what the query builder and its raw statements ask is prepared', async () => {
  for (let use = 1; use <= 3; use++) {
    await database.db.selectFrom('staff').select('id').where('email', '=', 'a').execute()
    await sql`select count(*) from staff where name = ${'a'}`.execute(database.db)
  }
  const { rows } = await database.pool.query(`select count(*) from pg_prepared_statements where statement like '%staff%'`)
  expect(rows).toEqual([{ count: 2 }])
})

test('prepares no statement of one use, none without its values apart, none that is no reading or writing of rows', async () => {
  for (let id = 1; id <= 3; id++) await client.query(`select ${id} as one where $1`, [true])
  for (let use = 1; use <= 3; use++) {
    await client.query('select 1')
    await client.query('set application_name = test', [])
    await expect(client.query('explain select $1::integer', [1])).resolves.toBeDefined()
  }
  expect(await prepared()).toEqual([])
})

test('a connection keeps a limited number of plans', async () => {
  for (let number = 0; number < 210; number++) {
    for (let use = 1; use <= 2; use++) await client.query(`select ${number} where $1`, [true])
  }
  expect(await prepared()).toHaveLength(200)
})

test('a new column reaches statements that were planned before', async () => {
  for (let use = 1; use <= 2; use++) await client.query(STATEMENT, [1])
  await client.query('alter table thing add column size integer default 3')
  expect((await client.query(STATEMENT, [1])).rows).toEqual([{ id: 1, size: 3 }])
  for (let use = 1; use <= 2; use++) await client.query(STATEMENT, [1])
  expect((await client.query(STATEMENT, [2])).rows).toEqual([{ id: 2, size: 3 }])
})

test('a statement that the server has forgotten is asked anew', async () => {
  for (let use = 1; use <= 2; use++) await client.query(STATEMENT, [1])
  await client.query('deallocate all')
  expect((await client.query(STATEMENT, [1])).rows).toEqual([{ id: 1 }])
})

test('within a transaction the change is told, and the same again goes well', async () => {
  for (let use = 1; use <= 2; use++) await client.query(STATEMENT, [1])
  await client.query('alter table thing add column size integer')
  await client.query('begin')
  const failure = await client.query(STATEMENT, [1]).catch((error: unknown) => error)
  await client.query('rollback')
  expect(isStalePlan(failure)).toBe(true)
  // As often as it takes to have a name again: the old one still means the old plan.
  for (let use = 1; use <= 3; use++) {
    await client.query('begin')
    expect((await client.query(STATEMENT, [1])).rows).toEqual([{ id: 1, size: null }])
    await client.query('commit')
  }
})

test('a new partition is read and written by statements that were planned before it', async () => {
  await client.query('drop table thing')
  await client.query('create table thing (id integer primary key) partition by range (id)')
  await client.query('create table thing_1 partition of thing for values from (0) to (10)')
  for (const id of [1, 2, 3, 4, 5, 6, 7]) await client.query('insert into thing values ($1)', [id])
  for (let use = 1; use <= 7; use++) await client.query(STATEMENT, [use])
  await client.query('create table thing_2 partition of thing for values from (10) to (20)')
  await client.query('insert into thing values ($1)', [11])
  expect((await client.query(STATEMENT, [11])).rows).toEqual([{ id: 11 }])
})

test('a pool for migrations prepares nothing', async () => {
  const pool = createPool(database.url, { applicationName: 'test', max: 1, prepares: false })
  for (let use = 1; use <= 3; use++) await pool.connect().then((one) => one.query(STATEMENT, [1]).finally(() => one.release()))
  expect((await pool.query('select count(*) from pg_prepared_statements')).rows).toEqual([{ count: 0 }])
  await pool.end()
})

async function prepared(): Promise<{ statement: string; uses: number }[]> {
  const { rows } = await client.query(
    `select statement, generic_plans + custom_plans as uses from pg_prepared_statements where statement not like '%pg_prepared%'`,
  )
  return rows
}
