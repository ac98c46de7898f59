import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/test-database.ts'
import { instant, json, number, packing, readPacked, word } from './packed.ts'

interface Thing {
  id: string | null
  code: string
  name: string | null
  amount: number | null
  at: string | null
  facts: unknown
}

const things = packing<Thing>({
  id: word('thing.id'),
  code: word('thing.code'),
  name: json('thing.name'),
  amount: number('thing.amount'),
  at: instant('thing.at'),
  facts: json('thing.facts'),
})
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query('create table thing (place integer, id uuid, code text, name text, amount bigint, at timestamptz, facts jsonb)')
})
afterAll(() => database.drop())

const text = fc.string({ unit: 'grapheme' }).map((given) => given.replaceAll('\0', ''))
const orNull = <T>(given: fc.Arbitrary<T>) => fc.option(given, { nil: null })
const thing: fc.Arbitrary<Thing> = fc.record({
  id: orNull(fc.uuid()),
  code: fc.constantFrom('picked_up', 'INR', 'KOC-10001'),
  name: orNull(text),
  amount: orNull(fc.maxSafeInteger()),
  at: orNull(
    fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map((given) => given.toISOString()),
  ),
  facts: orNull(fc.record({ words: fc.array(text), count: fc.integer() })),
})

test('rows that come as one text are the rows that come as columns, in their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(thing, { maxLength: 8 }), async (given) => {
      await database.pool.query('truncate thing')
      for (const [place, { id, code, name, amount, at, facts }] of given.entries()) {
        const values = [place, id, code, name, amount, at, facts === null ? null : JSON.stringify(facts)]
        await database.pool.query('insert into thing values ($1, $2, $3, $4, $5, $6, $7)', values)
      }
      expect(await readPacked(database.reads, things, sql`from thing order by place desc limit 6`)).toEqual(given.toReversed().slice(0, 6))
    }),
    { numRuns: 60 },
  )
})

test('no rows are no rows', async () => {
  expect(await readPacked(database.reads, things, sql`from thing where false`)).toEqual([])
})
