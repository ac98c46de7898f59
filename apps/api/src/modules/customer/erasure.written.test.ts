import { fieldsOf, type NamedEndpoint, rangeOf, type Schema } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyFacts } from '#kit/import/facts-of.ts'
import { schemaOf } from '#kit/openapi/openapi.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { writtenTables } from './erasure.mentions.ts'

/** A sentence or more has room there. */
const sentence = 200

/** Long texts that are no sentences of anybody, each with what they are. */
const others: Readonly<Record<string, string>> = { 'store.address': 'where a shop is' }

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function isFree(field: Schema): boolean {
  const { type, pattern, format, enum: values } = schemaOf(field, 'input') as Record<string, unknown>
  return [type].flat().includes('string') && !pattern && !format && !values && (rangeOf(field).max ?? 0) >= sentence
}

const freeIn = ({ shape: { body } }: NamedEndpoint) =>
  body
    ? Object.entries(fieldsOf(body))
        .filter(([, field]) => isFree(field))
        .map(([key]) => key)
    : []

async function columns(): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`.execute(app.database.db)
  return new Set(rows.map(({ name }) => name))
}

test('where people write sentences, those who are erased are taken out of them', async () => {
  const kept = await columns()
  const taken = new Set(writtenTables().flatMap((each) => each.columns.map((column) => `${each.table}.${column}`)))
  const written = everyFacts().flatMap(({ contract, declared: { table } }) => {
    const keys = Object.values(contract)
      .filter(({ path }) => !path.includes('/channel'))
      .flatMap(freeIn)
    return keys.map((key) => `${table}.${key === 'reason' ? 'status_reason' : snake(key)}`).filter((column) => kept.has(column))
  })
  expect(
    [...new Set(written)].filter((column) => !taken.has(column)),
    'a declaration needs `written`',
  ).toEqual(Object.keys(others))
})
