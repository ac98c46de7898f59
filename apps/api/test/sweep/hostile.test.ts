import { allContracts, type Contract, mediaTypesOf, type NamedEndpoint, newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openApiOf } from '#kit/openapi/openapi.ts'
import { writes } from './examples.ts'
import { endpoints, type SweptProduct, sweptProduct } from './swept-product.ts'
import type { Example } from './world.ts'

/** Texts that broke somebody's product: SQL and template fragments, control and direction characters, broken and overlong Unicode. */
const texts = [
  "'",
  '"',
  '\\',
  "'; drop table orders; --",
  '$1',
  ')',
  '%_%',
  'a\u0000b',
  '\ud800',
  'x\u202ey',
  '\u200d\ud83d\udc68\u200d\ud83d\udc69',
  `e${'\u0301'.repeat(1000)}`,
  'x'.repeat(20_000),
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("http://x")',
  '2026-02-30',
  '9007199254740993',
  '-1',
  '',
]
const values: unknown[] = [...texts, -1, 0.5, 1e300, Number.MAX_SAFE_INTEGER, null, true, [], {}, [[[]]], { minor: 1.5, currency: 'INR' }]

/** Bodies that are no JSON object, or that try to reach around the schema. */
const bodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"version":1e400}',
  '{"version":-0}',
  '{"a":1,"a":2}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"role":"admin","isAdmin":true,"permissions":["*"],"balance":1}',
  `${'['.repeat(33)}${']'.repeat(33)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":1`).join(',')}}`,
]

const reads = endpoints.filter(({ method }) => method === 'GET')
const { paths } = openApiOf(Object.values<Contract>(allContracts)) as { paths: Record<string, Record<string, { responses: object }>> }

/** What each operation says that it can answer, by the endpoint's name. */
const statuses = new Map(
  endpoints.map(({ name, path, method }) => {
    const told = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {}
    return [name, new Set(Object.keys(told).map(Number))]
  }),
)

let product: SweptProduct

beforeAll(async () => {
  product = await sweptProduct()
})
// Nothing that is sent becomes a part of a statement.
afterEach(() => expect(product.app.database.complaints).toEqual([]))
afterAll(() => product.app.close())

async function ask(endpoint: NamedEndpoint, path: string, example: Example, payload?: string) {
  const as = product.callerOf(endpoint, example)
  const headers: Record<string, string> = {
    ...(payload !== undefined && { 'content-type': example.type ?? 'application/json' }),
    ...(as && { 'x-api-key': as.token, authorization: `Bearer ${as.token}` }),
  }
  const answer = await product.app.fastify.inject({
    method: endpoint.method,
    url: `/api${path}`,
    headers,
    ...(payload !== undefined && { payload }),
  })
  const broken = brokenRule(endpoint, answer.statusCode, answer.statusCode >= 400 ? answer.json().error : null)
  if (broken)
    expect.fail(
      `${endpoint.method} ${path} ${payload?.slice(0, 200) ?? ''} answered ${answer.statusCode} ${answer.body.slice(0, 300)}: ${broken}`,
    )
  return answer
}

/** Which rule an answer breaks, in words; null when it is a plain refusal, or taken. Without a matcher each: there are tens of thousands. */
function brokenRule({ name }: NamedEndpoint, status: number, error: { message: string; fields: object } | null): string | null {
  if (status >= 500) return 'an accident'
  if (status === 403) return 'whoever asks is signed in'
  if (!statuses.get(name)?.has(status)) return 'nothing that its description names'
  if (error && !/\S/.test(error.message)) return 'a refusal without words'
  if (status === 422 && Object.keys(error?.fields ?? {}).length === 0) return 'no field is named'
  return null
}

const pathOf = (endpoint: NamedEndpoint, params: Record<string, string> = {}) =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? (name === 'entity' ? 'order' : newId())))

/** Every place of a body that holds a value, as a list of keys. */
function leavesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]))]
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
  copy[key] = replaced(copy[key], rest, by)
  return copy
}

describe.each(writes.map((endpoint) => [endpoint.name, endpoint as NamedEndpoint] as const))('%s', (name, endpoint) => {
  // Signing in is measured in milliseconds of password hashing: its limits have tests of their own.
  const offered = name.startsWith('session.') ? texts.slice(0, 8) : values

  test('answers every hostile value at every place with a plain refusal, or takes it', async () => {
    // What is sent as a file has a test of its own.
    if (!endpoint.shape.body || mediaTypesOf(endpoint.shape.body)) return
    const example = await product.exampleOf(endpoint)
    for (const leaf of leavesOf(example.body))
      for (const value of offered)
        await ask(endpoint, pathOf(endpoint, example.params), example, JSON.stringify(replaced(example.body, leaf, value)))
  })

  test('refuses bodies that are not what it reads', async () => {
    const example = await product.exampleOf(endpoint)
    for (const body of endpoint.shape.body ? bodies : []) {
      const { statusCode } = await ask(endpoint, pathOf(endpoint, example.params), example, body)
      expect([400, 404, 413, example.type ? 415 : 422, 422], `${name} ${body.slice(0, 60)}`).toContain(statusCode)
    }
    expect(({} as { isAdmin?: true }).isAdmin).toBeUndefined()
  })

  test('takes no hostile text for an id', async () => {
    if (!endpoint.shape.params) return
    const example = await product.exampleOf(endpoint)
    for (const text of texts.filter((text) => text.isWellFormed() && text !== '')) {
      const params = Object.fromEntries(Object.keys(example.params ?? {}).map((key) => [key, text]))
      const { statusCode } = await ask(endpoint, pathOf(endpoint, params), example, JSON.stringify(example.body ?? {}))
      expect(statusCode).toBeGreaterThanOrEqual(400)
    }
  })
})

/** The names of the query's fields, from its JSON shape. */
function queryKeys(endpoint: NamedEndpoint): string[] {
  const def = (endpoint.shape.query as { _zod?: { def: { shape?: Record<string, unknown> } } } | undefined)?._zod?.def
  return Object.keys(def?.shape ?? {})
}

describe.each(reads.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  test('answers hostile text in every parameter with a plain refusal, or an answer', async () => {
    for (const key of [...queryKeys(endpoint), 'surprise'])
      for (const text of [newId(), ...texts.filter((each) => each.isWellFormed())]) {
        const { statusCode } = await ask(endpoint, `${pathOf(endpoint)}?${key}=${encodeURIComponent(text)}`, {})
        if (key === 'surprise') expect([404, 422]).toContain(statusCode)
      }
    for (const key of queryKeys(endpoint)) {
      await ask(endpoint, `${pathOf(endpoint)}?${key}=1&${key}=2`, {})
      await ask(endpoint, `${pathOf(endpoint)}?${key}=%ED%A0%80`, {})
    }
    if (queryKeys(endpoint).includes('limit'))
      expect((await ask(endpoint, `${pathOf(endpoint)}?limit=1000000000`, {})).statusCode).toBe(422)
  })
})

test('nothing of it reached the database as SQL', async () => {
  const { rows } = await sql<{
    tables: number
  }>`select count(*)::int as tables from pg_tables where schemaname = 'public' and tablename = 'orders'`.execute(product.app.database.db)
  expect(rows).toEqual([{ tables: 1 }])
})
