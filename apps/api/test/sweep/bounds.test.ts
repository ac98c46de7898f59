import { entityOf, fieldOf, maxSumMinor, mediaTypesOf, type NamedEndpoint, phoneChannelId } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { schemaOf } from '#kit/openapi/openapi.ts'
import type { JsonSchema } from '#kit/openapi/outline.ts'
import type { Answer } from '../test-app.ts'
import { sends } from './examples.ts'
import { edgesOf } from './schema-edges.ts'
import { endpoints, needed, type SweptProduct, sweptProduct } from './swept-product.ts'

const nothing = z.strictObject({})
const reads = endpoints.filter(({ method, name }) => method === 'GET' && name !== 'system.openapi')
const bodies = sends.filter(({ shape }) => shape.body && !mediaTypesOf(shape.body))

/** Of each write, so many of the records that it left are read. */
const newest = 3
/** Everything is read so many times, however many writes there are; what is of a write's own kind right after it. */
const rounds = 2
const perRound = Math.ceil(bodies.length / rounds)

let product: SweptProduct

beforeAll(async () => {
  product = await sweptProduct()
  await product.app.call('POST /crates/export', { as: product.admin, body: { format: 'csv', query: {} } })
  await product.app.services.tasks.runDue()
})
// Nothing that is sent becomes a part of a statement.
afterEach(() => expect(product.app.database.complaints).toEqual([]))
afterAll(() => product.app.close())

function ask(endpoint: NamedEndpoint, path: string, body?: unknown) {
  const as = product.callerOf(endpoint)
  return product.app.call(`${endpoint.method} ${path}`, { ...(as && { as }), ...(body !== undefined && { body }) })
}

/** Refused with the field at fault, or for what a record or a caller is; never an accident. */
function expectAnswer(answer: Answer, what: string): void {
  expect(answer.status, `${what} answered ${JSON.stringify(answer.body)}`).toBeLessThan(500)
  if (answer.status === 422) expect(Object.keys(answer.body.error.fields), `${what}: ${answer.body.error.message}`).not.toEqual([])
}

/** The addresses of a read: one of each of the newest records that it can tell of. */
async function pathsOf(endpoint: NamedEndpoint, many = newest): Promise<string[]> {
  const { path } = endpoint
  if (path.includes(':entity'))
    return (await Promise.all(['order', 'store'].map((one) => withIds(path.replace(':entity', one), { entity: one, many })))).flat()
  if (path.includes(':permission')) return [path.replace(':permission', 'order.view')]
  const [, ofChannel] = /^\/channel\/(\w+)s\//.exec(path) ?? []
  if (!path.includes(':id')) return [path]
  const id = endpoint.shape.params && fieldOf(endpoint.shape.params, 'id')
  return withIds(path, { entity: ofChannel ?? (id && entityOf(id)) ?? endpoint.entity, many, callerId: product.callerOf(endpoint)?.id })
}

interface Which {
  entity: string
  many: number
  callerId?: string | undefined
}

async function withIds(path: string, { entity, many, callerId }: Which): Promise<string[]> {
  // Riders are among those who hold cash.
  const tables: Record<string, string> = { order: 'orders', 'cash-holder': 'rider' }
  const table = tables[entity] ?? entity.replaceAll('-', '_')
  // To a channel and to a caller there are only stores that sell, and its own orders.
  const seen = /^\/(channel|phone-orders)\/stores/.test(path)
    ? sql`status = 'live'`
    : path.startsWith('/channel/orders')
      ? sql`channel_id = ${callerId}`
      : path.startsWith('/tasks')
        ? sql`staff_id = ${callerId} and file_name is not null`
        : seenOnly(path)
  const { rows } = await sql<{
    id: string
  }>`select id from ${sql.table(table)} where ${seen} order by id desc limit ${sql.lit(many)}`.execute(product.app.database.db)
  return rows.map(({ id }) => path.replace(':id', id).replace(':page', '1'))
}

/** Which records a read tells of, where it is not all of them. */
function seenOnly(path: string): RawBuilder<unknown> {
  if (path.endsWith('/attachment')) return sql`exists (select from mail_attachment where mail_id = mail.id)`
  if (path.endsWith('/pages/:page')) return sql`exists (select from menu_scan_page where scan_id = menu_scan.id and page = 1)`
  if (path.startsWith('/store-documents/') && path.endsWith('/file')) return sql`file_id is not null`
  // The one of orders by phone is nobody's key.
  return path.startsWith('/channel-keys/') ? sql`id <> ${phoneChannelId}` : sql`true`
}

async function expectAnswers(asked: readonly NamedEndpoint[], after: string, many = newest): Promise<void> {
  for (const endpoint of asked)
    for (const path of await pathsOf(endpoint, many)) {
      const { status, body } = await ask(endpoint, `${path}?${new URLSearchParams(needed[endpoint.name])}`)
      expect(status, `after ${after}, GET ${path} answered ${JSON.stringify(body)?.slice(0, 300)}`).toBe(200)
    }
}

test('every read answers before anything is written', () => expectAnswers(reads, 'nothing'))

describe.each(bodies.map((endpoint, index) => [endpoint.name, endpoint, index] as const))('%s', (name, endpoint, index) => {
  test('takes what is as large as it declares, or names the field; and everything can still be read', async () => {
    const schema = schemaOf(endpoint.shape.body ?? nothing, 'input') as JsonSchema
    let example = await product.exampleOf(endpoint)
    let isUsed = false
    for (const edgeIndex of edgesOf(schema, example.body).keys()) {
      // A changed record would be refused for its version: the next is of its own.
      if (isUsed) example = await product.exampleOf(endpoint)
      const edge = edgesOf(schema, example.body)[edgeIndex]
      const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => example.params?.[key] ?? '')
      const as = product.callerOf(endpoint, example)
      const answer = await product.app.call(`${endpoint.method} ${path}`, { ...(as && { as }), body: edge })
      isUsed = answer.status !== 422
      expectAnswer(answer, `${name} with ${JSON.stringify(edge)?.slice(0, 500)}`)
    }
    const own = reads.filter(({ entity }) => entity === endpoint.entity)
    await expectAnswers(own, name)
  })

  if ((index + 1) % perRound === 0 || index === bodies.length - 1)
    test('and what was written before it leave every read answering', async () => {
      const written = bodies.slice(index + 1 - perRound, index + 1).map((each) => each.name)
      await expectAnswers(reads, written.join(', '), newest * perRound)
    }, 180_000)
})

describe.each(reads.filter(({ shape }) => shape.query).map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  test('takes every parameter at its bounds, or names it', async () => {
    const { properties = {} } = schemaOf(endpoint.shape.query ?? nothing, 'input') as JsonSchema
    const [path = ''] = await pathsOf(endpoint)
    for (const [key, property] of Object.entries(properties))
      for (const edge of edgesOf(property, undefined)) {
        const query = `${key}=${encodeURIComponent(String(edge))}`
        expectAnswer(await ask(endpoint, `${path}?${query}`), `GET ${path}?${query.slice(0, 200)}`)
      }
  })
})

test('what many orders come to is told, however much it is', async () => {
  const { app, admin } = product
  const store = await app.database.db.selectFrom('store').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const day = (await app.call('GET /dashboard', { as: admin })).body.day
  const place = { store_id: store.id, branch_id: store.branch_id, vertical: store.vertical }
  const facts = { ...place, day, placed_at: app.services.clock.instant(), currency: 'INR', status: 'delivered' }
  const most = { ...facts, orders: 1, total_minor: Number.MAX_SAFE_INTEGER }
  await app.database.db
    .insertInto('order_rollup_delta')
    .values(Array.from({ length: 2000 }, () => most))
    .execute()
  const saturated = { minor: maxSumMinor, currency: 'INR' }
  const dashboard = await app.call('GET /dashboard', { as: admin })
  expect(dashboard.body.gross).toEqual(saturated)
  expect(dashboard.body.topStores[0]).toMatchObject({ id: store.id, gross: saturated })
  expect(dashboard.body.days.at(-1).gross).toEqual(saturated)
  const { body } = await app.call(`GET /stores/${store.id}`, { as: admin })
  expect(body.today.gross).toEqual(saturated)
})
