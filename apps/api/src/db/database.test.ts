import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/test-database.ts'
import { createPool } from './database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

test.each([
  ['9007199254740991::bigint', 9_007_199_254_740_991],
  ['array[1, null, -2]::bigint[]', [1, null, -2]],
  ["timestamptz '2026-11-20 10:00:00.5+05:30'", '2026-11-20T04:30:00.500Z'],
  ["timestamptz '2026-11-20 10:00:00Z'", '2026-11-20T10:00:00.000Z'],
  ["timestamptz '2026-11-20 10:00:00.123999Z'", '2026-11-20T10:00:00.123Z'],
  ["array[timestamptz '2026-11-20 10:00:00Z']", ['2026-11-20T10:00:00.000Z']],
  ["date '2026-02-28'", '2026-02-28'],
  ["array[date '2026-02-28']", ['2026-02-28']],
  ['1.50::numeric', '1.50'],
  [`'{"a": [1]}'::jsonb`, { a: [1] }],
  ['null::bigint', null],
])('reads %s', async (expression, value) => {
  expect(await ask(expression)).toEqual(value)
})

test.each([
  ['9007199254740992::bigint', 'does not fit a safe integer'],
  ["timestamptz 'infinity'", 'is not an instant in UTC'],
])('refuses to read %s', async (expression, message) => {
  await expect(ask(expression)).rejects.toThrow(message)
})

test('writes nothing through a pool that is for reading, whatever the statement', async () => {
  const pool = createPool(database.url, { applicationName: 'test', readOnly: true })
  expect((await pool.query('select count(*) as count from staff')).rows).toEqual([{ count: 0 }])
  await expect(pool.query("insert into setting (key, value) values ('a', '1')")).rejects.toMatchObject({ code: '25006' })
  await pool.end()
})

test('leaves little of what is new waiting in an index of words, where each search reads it', async () => {
  const pool = createPool(database.url, { applicationName: 'test' })
  await pool.query("create table note as select 'word ' || n as search from generate_series(1, 1000) as n")
  await pool.query('create index note_words on note using gin (words_of(search))')
  for (let at = 0; at < 30; at++) await pool.query("insert into note select 'new ' || n from generate_series(1, 200) as n")
  const { rows } = await pool.query<{ pages: number }>("select gin_clean_pending_list('note_words') as pages")
  expect(rows[0]?.pages).toBeLessThanOrEqual(16)
  await pool.end()
})

test('ends a statement that takes too long', async () => {
  const pool = createPool(database.url, { applicationName: 'test', statementTimeoutMs: 50 })
  await expect(pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })
  await pool.end()
})

test('gives up a connection whose server hangs, and goes on with another', async () => {
  const pool = createPool(database.url, { applicationName: 'test', max: 1, statementTimeoutMs: 50 })
  const client = await pool.connect()
  await client.query("set statement_timeout = '10s'")
  await expect(client.query('select pg_sleep(10)')).rejects.toThrow('Query read timeout')
  await expect(client.query('rollback')).rejects.toThrow()
  client.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('outlives the end of its idle connections', async () => {
  const errors: string[] = []
  const pool = createPool(database.url, { applicationName: 'doomed', onError: (error) => errors.push(error.message) })
  const lost = new Promise((resolve) => pool.once('remove', resolve))
  await pool.query('select 1')
  await database.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed'")
  await lost
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(errors).toHaveLength(1)
  await pool.end()
})

async function ask(expression: string): Promise<unknown> {
  const { rows } = await database.pool.query(`select ${expression} as value`)
  return rows[0].value
}
