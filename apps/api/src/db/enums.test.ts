import { allContracts, type Contract, fieldsOf, type Schema } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const snake = (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_')
const tables: Record<string, string> = { order: 'orders' }

/** The words of a field that is one of a list; undefined of any other. */
function wordsOf(field: Schema): string[] | undefined {
  const { innerType, entries } = field._zod.def as { innerType?: Schema; entries?: Record<string, string> }
  if (innerType) return wordsOf(innerType)
  return entries && Object.values(entries).toSorted()
}

/** What records show of themselves in one of a few words, by the column that keeps it. */
const declared = new Map(
  Object.values<Contract>(allContracts).flatMap((contract) => {
    const shown = contract.get ?? contract.list
    if (!shown) return []
    const table = tables[shown.entity] ?? snake(shown.entity)
    return Object.entries(fieldsOf(shown.shape.response)).flatMap(([field, schema]) => {
      const words = wordsOf(schema)
      return words ? [[`${table}.${snake(field)}`, words] as const] : []
    })
  }),
)

/** What the tables take, of columns that a check holds to a list. */
async function held(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and coninhcount = 0`.execute(database.db)
  return new Map(
    rows.flatMap(({ table, definition }) => {
      const [, column, list] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition) ?? []
      const words = [...(list ?? '').matchAll(/'([^']*)'::text/g)].map(([, word]) => word ?? '').toSorted()
      return column ? [[`${table}.${column}`, words] as const] : []
    }),
  )
}

test('a table takes the words that its records may show, and no others', async () => {
  const checks = await held()
  const both = [...declared].filter(([column]) => checks.has(column))
  expect(both.length).toBeGreaterThan(20)
  expect(Object.fromEntries(both.map(([column]) => [column, checks.get(column)]))).toEqual(Object.fromEntries(both))
})
