import { firstIdAt, type Instant, newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/test-database.ts'
import { ensureCurrentPartitions, ensurePartitions } from './partitions.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

test('makes last month to three months ahead for the whole order family, from several processes at once', async () => {
  const now = '2026-11-20T12:00:00.000Z' as Instant
  await Promise.all([1, 2, 3].map(() => ensureCurrentPartitions(database.db, now)))
  const months = ['2026_10', '2026_11', '2026_12', '2027_01', '2027_02']
  expect(await partitions('orders')).toEqual(months.map((month) => `orders_${month}`))
  expect(await partitions('order_line')).toEqual(months.map((month) => `order_line_${month}`))
  expect(await partitions('order_event')).toEqual(months.map((month) => `order_event_${month}`))
})

test.each([
  ['2026-10-31T23:59:59.999Z', 'order_event_2026_10'],
  ['2026-11-01T00:00:00.000Z', 'order_event_2026_11'],
  ['2026-11-30T23:59:59.999Z', 'order_event_2026_11'],
  ['2026-12-01T00:00:00.000Z', 'order_event_2026_12'],
])('puts what happened at %s into %s', async (at, partition) => {
  for (const id of [firstIdAt(at as Instant), newId(Date.parse(at))]) expect(await home(id)).toBe(partition)
})

test('leaves existing months alone and fills a gap', async () => {
  await ensurePartitions(database.db, '2025-12', '2026-10')
  expect(await partitions('orders')).toHaveLength(15)
})

async function partitions(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`.execute(database.db)
  return rows.map(({ name }) => name)
}

async function home(id: string): Promise<string> {
  const { rows } = await sql<{ home: string }>`
    insert into order_event (order_id, sequence, type, actor_kind, actor_name, source, request_id, at)
    values (${id}, 1, 'placed', 'system', 'Test', 'test', 'test', now()) returning tableoid::regclass::text as home`.execute(database.db)
  return rows[0]?.home ?? ''
}
