import { fieldsOf, isPhone, type Schema } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sends } from './examples.ts'
import { type SweptProduct, sweptProduct } from './swept-product.ts'

/** Where a body takes a phone number, as a list of keys each. */
function phonesOf(schema: Schema | undefined): string[][] {
  if (!schema) return []
  if (isPhone(schema)) return [[]]
  return Object.entries(fieldsOf(schema)).flatMap(([key, field]) => phonesOf(field).map((path) => [key, ...path]))
}

function withPhone(body: unknown, [key, ...rest]: string[], phone: string): unknown {
  return key === undefined ? phone : { ...(body as object), [key]: withPhone((body as Record<string, unknown>)?.[key], rest, phone) }
}

const cases = sends.flatMap((endpoint) =>
  phonesOf(endpoint.shape.body).map((path) => ({ endpoint, path, name: `${endpoint.name} ${path.join('.')}` })),
)

let product: SweptProduct
beforeAll(async () => {
  product = await sweptProduct()
})
afterAll(() => product.app.close())

/** The columns that hold a text anywhere in them. */
async function heldIn(text: string): Promise<string[]> {
  const { db } = product.app.database
  const { rows } = await sql<{ table: string; column: string }>`select table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'json', 'ARRAY')`.execute(db)
  const parts = rows.map(
    ({ table, column }) => sql`select ${`${table}.${column}`} as place where exists (
    select from ${sql.table(table)} where ${sql.ref(column)}::text like ${`%${text}%`})`,
  )
  const found = await sql<{ place: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return found.rows.map(({ place }) => place)
}

test('phones come in by these calls', () => {
  expect(cases.map(({ name }) => name)).toContain('rider.create phone')
  expect(cases.length).toBeGreaterThan(8)
})

test.each(cases)('$name is kept as E.164, or not at all, however it is written', async ({ endpoint, path }) => {
  const example = await product.exampleOf(endpoint)
  const at = cases.findIndex((known) => known.endpoint === endpoint)
  const typed = `098471-54${String(100 + at)}`
  const { status } = await product.carryOut(endpoint, { ...example, body: withPhone(example.body, path, typed) as object })
  expect(status).toBeLessThan(300)
  expect(await heldIn(typed)).toEqual([])
})
