import { firstIdAt, type Instant, newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whileHeld } from '../../test/held.ts'
import { emptyDatabase, type TestDatabase } from '../../test/test-database.ts'
import { migrateToLatest } from './migrate.ts'
import { dropPartitionsBefore, ensureCurrentPartitions, ensurePartitions, riderTracks } from './partitions.ts'

let database: TestDatabase

beforeAll(async () => {
  // The template of the other tests has its partitions.
  database = await emptyDatabase()
  await migrateToLatest(database.url)
})

afterAll(() => database.drop())

test('makes last month to three months ahead for the whole order family, from several processes at once', async () => {
  const now = '2026-11-20T12:00:00.000Z' as Instant
  await Promise.all([1, 2, 3].map(() => ensureCurrentPartitions(database.db, now)))
  const months = ['2026_10', '2026_11', '2026_12', '2027_01', '2027_02']
  expect(await partitions('orders')).toEqual(months.map((month) => `orders_${month}`))
  expect(await partitions('order_line')).toEqual(months.map((month) => `order_line_${month}`))
  expect(await partitions('order_event')).toEqual(months.map((month) => `order_event_${month}`))
  const days = ['2026_11_19', '2026_11_20', '2026_11_21', '2026_11_22', '2026_11_23', 'rest']
  expect(await partitions('rider_track')).toEqual(days.map((day) => `rider_track_${day}`))
})

test('drops the days that are over, and leaves one that somebody reads or writes to the next time at once', async () => {
  const { db } = database
  await ensurePartitions(db, '2026-11-15', '2026-11-18', riderTracks)
  const now = '2026-11-18T00:00:00.000Z' as Instant
  await whileHeld(database, 'lock table rider_track_2026_11_16 in row exclusive mode', async () => {
    expect(await dropPartitionsBefore(db, now, riderTracks)).toEqual(['rider_track_2026_11_15'])
  })
  const both = await Promise.all([1, 2].map(() => dropPartitionsBefore(db, now, riderTracks)))
  expect([...new Set(both.flat())].sort()).toEqual(['rider_track_2026_11_16', 'rider_track_2026_11_17'])
  const days = ['2026_11_18', '2026_11_19', '2026_11_20', '2026_11_21', '2026_11_22', '2026_11_23', 'rest']
  expect(await partitions('rider_track')).toEqual(days.map((day) => `rider_track_${day}`))
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
