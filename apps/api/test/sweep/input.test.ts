import { allContracts, type Contract, channelScopes, ErrorBody, type NamedEndpoint, newId } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { schemaOf } from '../../src/kit/openapi.ts'
import { type Answer, type Caller, type TestApp, testApp } from '../test-app.ts'
import { type Example, writeExamples } from './examples.ts'

const endpoints: NamedEndpoint[] = Object.values(allContracts as Record<string, Contract>).flatMap((contract) => Object.values(contract))
// Signing out ends the session that the sweep goes on with.
const swept = endpoints.filter(({ name }) => name !== 'session.logout')
const reads = swept.filter(({ method }) => method === 'GET')
const writes = swept.filter(({ method, shape }) => method !== 'GET' && shape.body !== undefined)

const strings = [
  '',
  ' ',
  '\0',
  'a\ud800b',
  '\u202edesrever',
  '👩‍👩‍👧‍👦',
  `e${'\u0301'.repeat(1000)}`,
  'x'.repeat(100_000),
  "' or pg_sleep(3)--",
  '"; drop table staff; --',
  '\\',
  '$1',
  ')',
  '%',
  '2026-02-30T00:00:00.000Z',
  '2026-02-30',
  '=HYPERLINK("http://x")',
  '<img src=x onerror=alert(1)>',
]
const numbers = [-1, -0, 1.5, 1e15, 1e308, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]
const others = [null, true, [], {}, [null], { $ne: 1 }]
const rawNumbers = ['1e400', '9007199254740993', '-1e400', '1e-400']
const strays = { role: 'admin', isAdmin: true, permissions: ['*'], balance: 1, status: 'live', createdAt: '2026-01-01T00:00:00.000Z' }

let app: TestApp
let admin: Caller
let channel: Caller
let examples: Awaited<ReturnType<typeof writeExamples>>

beforeAll(async () => {
  app = await testApp({ config: { requestsPerMinute: 10_000_000 } })
  admin = await app.addStaff({ isAdmin: true, name: 'Sweeper' })
  channel = await app.addChannel([...channelScopes])
  examples = await writeExamples(app, admin)
})
afterAll(() => app.close())

describe('reads', () => {
  test.each(reads.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s answers bad queries and paths with a clear 4xx',
    async (_name, endpoint) => {
      const { properties = {} } = endpoint.shape.query ? (schemaOf(endpoint.shape.query, 'input') as { properties?: object }) : {}
      const path = pathOf(endpoint)
      for (const key of Object.keys(properties)) {
        for (const value of [
          ...strings.filter((text) => text.isWellFormed() && text.length < 5000),
          '-1',
          '1e9',
          '1.5',
          'NaN',
          '9007199254740993',
          '[]',
        ]) {
          checkAnswer(await ask(endpoint, `${path}?${key}=${encodeURIComponent(value)}`), `${endpoint.name} ?${key}=${value.slice(0, 20)}`)
        }
        const twice = await ask(endpoint, `${path}?${key}=a&${key}=b`)
        expect(twice.body.error?.fields?.[`query.${key}`], `${endpoint.name} ?${key} twice`).toBe('is given more than once')
      }
      for (const query of ['colour=red', 'filter[passwordHash][startsWith]=$', 'limit[]=1']) {
        const { status } = await ask(endpoint, `${path}?${query}`)
        expect([400, 404, 422], `${endpoint.name} ?${query}`).toContain(status)
      }
      if ('sort' in properties) expect((await ask(endpoint, `${path}?sort=passwordHash`)).body.error.fields).toHaveProperty(['query.sort'])
      if ('limit' in properties) expect((await ask(endpoint, `${path}?limit=1e9`)).body.error.fields).toHaveProperty(['query.limit'])
    },
  )
})

describe('paths', () => {
  const addressed = swept.filter(({ path }) => path.includes(':'))
  test.each(addressed.map((endpoint) => [endpoint.name, endpoint] as const))('%s finds nothing under a bad id', async (_name, endpoint) => {
    const body = endpoint.shape.body ? (await exampleOf(endpoint)).body : undefined
    for (const id of [
      '0',
      '-1',
      "'",
      '%00',
      '%22',
      '$1',
      'null',
      'undefined',
      '1;select',
      'a%20b',
      '9'.repeat(150),
      newId(),
      newId().toUpperCase(),
    ]) {
      const answer = await ask(endpoint, endpoint.path.replace(/:\w+/g, id), body)
      checkAnswer(answer, `${endpoint.name} ${id}`)
    }
  })
})

describe('writes', () => {
  test.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s answers bad bodies with a 4xx that names the field',
    async (name, endpoint) => {
      const example = await exampleOf(endpoint)
      const path = pathOf(endpoint, example)
      const send = (body: unknown) => ask(endpoint, path, body, example.as)

      for (const [key, value] of Object.entries(strays)) {
        if (key in (example.body as object)) continue
        const { status, body } = await send({ ...(example.body as object), [key]: value })
        if (isKnown(endpoint, key)) continue
        expect([status, body.error?.fields?.[`body.${key}`]], `${name} with ${key}`).toEqual([422, 'is not a field of this request'])
      }
      for (const path of leavesOf(example.body)) {
        for (const value of [...strings, ...numbers, ...others])
          checkAnswer(await send(withValue(example.body, path, value)), `${name} ${path.join('.')} = ${JSON.stringify(value).slice(0, 30)}`)
        const marked = JSON.stringify(withValue(example.body, path, '@@'))
        for (const raw of rawNumbers) checkAnswer(await send(marked.replace('"@@"', raw)), `${name} ${path.join('.')} = ${raw}`)
        checkAnswer(await send(withValue(example.body, path, undefined)), `${name} without ${path.join('.')}`)
      }
      for (const body of ['[]', 'null', '1', '"x"', '{"__proto__":{"admin":1}}', `${'['.repeat(40)}${']'.repeat(40)}`, '{"a":1,"a":2}']) {
        const { status } = await send(body)
        expect([400, 422], `${name} with ${body.slice(0, 20)}`).toContain(status)
      }
      expect(({} as { admin?: unknown }).admin).toBeUndefined()
    },
  )
})

test('nothing reached the database that validation should have stopped', async () => {
  const { payload } = await app.fastify.inject('/metrics')
  expect(payload.match(/^larder_validation_gaps_total\{.*$/gm) ?? []).toEqual([])
})

function ask(endpoint: NamedEndpoint, path: string, body?: unknown, as?: Caller): Promise<Answer> {
  const { permission } = endpoint.shape
  const caller = as ?? (permission.startsWith('channel:') ? channel : admin)
  return app.call(`${endpoint.method} ${path}`, {
    ...(permission === 'public' ? {} : { as: caller }),
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  })
}

function checkAnswer({ status, body }: Answer, what: string): void {
  expect(status, what).toBeLessThan(500)
  if (status < 400) return
  expect(z.safeParse(ErrorBody, body).success, `${what}: ${JSON.stringify(body)}`).toBe(true)
  if (status === 422 && body.error.reason === 'invalid-input') expect(Object.keys(body.error.fields), what).not.toHaveLength(0)
}

async function exampleOf({ name }: NamedEndpoint): Promise<Example> {
  const make = examples[name]
  if (!make) throw new Error(`there is no example of ${name}`)
  return make()
}

function pathOf({ path }: NamedEndpoint, { params = {} }: Example = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? (name === 'entity' ? 'order' : newId()))
}

function isKnown({ shape }: NamedEndpoint, key: string): boolean {
  const schema = JSON.stringify(shape.body ? schemaOf(shape.body, 'input') : {})
  return schema.includes(`"${key}":`)
}

type Path = (string | number)[]

/** Every place in a body that holds a plain value. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : []
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}

function withValue(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy = (Array.isArray(body) ? [...body] : { ...(body as object) }) as Record<string | number, unknown>
  copy[key] = withValue(copy[key], rest, value)
  return copy
}
