import { connect } from 'node:net'
import { contract, del, get, patch, post } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, type TestApp, testApp } from '../../test/test-app.ts'
import type { App } from './http/handler.ts'
import { implement } from './implement.ts'

const Draft = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(20)),
  size: z.optional(z.enum(['small', 'large'])),
  weight: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  inner: z.optional(z.strictObject({ tags: z.array(z.string()) })),
  anything: z.optional(z.unknown()),
})
const Box = z.strictObject({ name: z.string(), note: z.nullable(z.string()) })

const boxContract = contract('box', {
  list: get('/boxes', {
    permission: 'setting.view',
    query: z.strictObject({ q: z.optional(z.string()), limit: z._default(z.coerce.number<string>().check(z.int(), z.maximum(100)), 25) }),
    response: z.strictObject({ limit: z.int(), q: z.nullable(z.string()) }),
    summary: 'Boxes',
  }),
  create: post('/boxes', { permission: 'setting.create', body: Draft, response: Box, summary: 'Add a box' }),
  update: patch('/boxes/:id', {
    permission: 'setting.edit',
    params: z.strictObject({ id: z.uuid() }),
    body: Draft,
    response: Box,
    summary: 'Change a box',
  }),
  remove: del('/boxes/:id', {
    permission: 'setting.delete',
    response: Box,
    params: z.strictObject({ id: z.uuid() }),
    summary: 'Remove a box',
  }),
  leak: get('/boxes/leak', { permission: 'setting.view', response: Box, summary: 'Answers more than it declares' }),
  fail: get('/boxes/fail', { permission: 'public', response: Box, summary: 'Fails' }),
  mine: get('/boxes/mine', { permission: 'signed-in', response: z.strictObject({ actor: z.string() }), summary: 'Who am I' }),
  order: post('/channel/boxes', {
    permission: 'channel:orders',
    parties: ['customer'],
    body: Draft,
    response: Box,
    summary: 'From outside',
  }),
})

function registerBoxes(app: App): void {
  implement(app, boxContract, {
    list: async (_ctx, { query }) => ({ limit: query.limit, q: query.q ?? null }),
    create: async (_ctx, { body }) => ({ name: body.name, note: null }),
    update: async (_ctx, { body }) => ({ name: body.name, note: null }),
    remove: async () => ({ name: 'gone', note: null }),
    leak: async () => ({ name: 'box', note: null, passwordHash: 'x' }) as { name: string; note: null },
    fail: async () => {
      throw new Error('select secret from table')
    },
    mine: async (ctx) => ({ actor: ctx.actor.name }),
    order: async (_ctx, { body }) => ({ name: body.name, note: null }),
  })
}

const options = { contracts: { box: boxContract }, modules: [registerBoxes], openDoors: new Set(['box.fail']) }
let app: TestApp
let editor: Caller
let viewer: Caller
let channel: Caller
const id = '0199aaaa-0000-7000-8000-000000000000'

beforeAll(async () => {
  app = await testApp(options)
  editor = await app.addStaff({ permissions: ['setting.view', 'setting.create', 'setting.edit', 'setting.delete'] })
  viewer = await app.addStaff({ permissions: ['setting.view'], name: 'Vera Viewer' })
  channel = await app.addChannel(['channel:orders'])
})
afterAll(() => app.close())

describe('who is let in', () => {
  it('answers 403 session-over to staff without a live session, and to nobody else', async () => {
    for (const as of [undefined, { id, token: 'garbage' }, channel]) {
      const { status, body } = await app.call('GET /boxes', as ? { as } : {})
      expect([status, body.error.kind]).toEqual([403, 'session-over'])
    }
  })

  it('answers 401 not-permitted, naming the permission and who can grant it, before it looks at the input', async () => {
    await app.addStaff({ permissions: ['setting.create', 'staff.edit'], name: 'Gita Grantor' })
    for (const body of [{ name: 'x' }, { colour: 1 }, '{']) {
      const answer = await app.call('POST /boxes', { as: viewer, body, headers: { 'content-type': 'application/json' } })
      expect(answer.status).toBe(401)
      expect(answer.body.error).toMatchObject({
        kind: 'not-permitted',
        reason: 'missing-permission',
        fields: { permission: 'setting.create' },
      })
      expect(answer.body.error.message).toContain('Role of Gita Grantor')
    }
  })

  it('answers 401 credentials to a channel without a known key, 401 not-permitted without the scope', async () => {
    const without = await app.addChannel(['channel:carts'])
    const kinds = await Promise.all(
      [undefined, { id, token: 'garbage' }, viewer, without].map(async (as) => {
        const { status, body } = await app.call('POST /channel/boxes', { ...(as ? { as } : {}), body: { name: 'x' } })
        return [status, body.error.kind, body.error.reason]
      }),
    )
    expect(kinds).toEqual([
      [401, 'credentials', 'key-missing'],
      [401, 'credentials', 'key-unknown'],
      [401, 'credentials', 'key-unknown'],
      [401, 'not-permitted', 'missing-scope'],
    ])
    expect((await app.call('POST /channel/boxes', { as: channel, body: { name: 'x' } })).status).toBe(200)
  })

  it('lets anyone signed in see a signed-in endpoint', async () => {
    expect((await app.call('GET /boxes/mine', { as: viewer })).body).toEqual({ actor: 'Vera Viewer' })
  })

  it('takes the credential from either header, refuses two that differ, and never looks at query or cookie', async () => {
    const statusOf = async (headers: Record<string, string>, path = '/boxes/mine') => (await app.call(`GET ${path}`, { headers })).status
    expect(await statusOf({ 'x-api-key': viewer.token })).toBe(200)
    expect(await statusOf({ authorization: `Bearer ${viewer.token}` })).toBe(200)
    expect(await statusOf({ authorization: `bearer ${viewer.token}`, 'x-api-key': viewer.token })).toBe(200)
    expect(await statusOf({ cookie: `token=${viewer.token}` })).toBe(403)
    expect(await statusOf({}, `/boxes/mine?token=${viewer.token}`)).toBe(403)
    const conflict = await app.call('GET /boxes/mine', { headers: { 'x-api-key': viewer.token, authorization: `Bearer ${editor.token}` } })
    expect([conflict.status, conflict.body.error.reason]).toEqual([401, 'credentials-conflict'])
    const basic = await app.call('GET /boxes/mine', { headers: { authorization: 'Basic dGVzdDp0ZXN0' } })
    expect([basic.status, basic.body.error.reason]).toEqual([401, 'credentials-malformed'])
  })

  it('refuses a credential header that is sent twice', async () => {
    const { port } = new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' }))
    const send = (lines: string[]) => rawStatus(Number(port), ['GET /api/boxes/mine HTTP/1.1', 'host: x', 'connection: close', ...lines])
    expect(await send([`authorization: Bearer ${viewer.token}`])).toBe(200)
    expect(await send([`authorization: Bearer ${viewer.token}`, `authorization: Bearer ${viewer.token}`])).toBe(401)
    expect(await send([`x-api-key: ${viewer.token}`, `X-API-Key: ${editor.token}`])).toBe(401)
  })
})

describe('what a request may carry', () => {
  const fieldsOf = async (body: unknown, address = 'POST /boxes') => (await app.call(address, { as: editor, body })).body.error?.fields

  it('names every wrong field in plain words', async () => {
    expect(await fieldsOf({ name: '', size: 'huge', weight: 1.5, inner: { tags: ['a', 1] } })).toEqual({
      'body.name': 'must have at least 1 character',
      'body.size': 'must be "small" or "large"',
      'body.weight': 'must be a whole number',
      'body.inner.tags.1': 'must be text',
    })
    expect(await fieldsOf({})).toEqual({ 'body.name': 'is required' })
    expect(await fieldsOf({ name: null, size: null, weight: null, inner: { tags: [null] } })).toEqual({
      'body.name': 'is required',
      'body.size': 'must not be null: leave it out instead',
      'body.weight': 'must not be null: leave it out instead',
      'body.inner.tags.0': 'is required',
    })
    expect(await fieldsOf(undefined)).toEqual({ body: 'is required' })
    expect(await fieldsOf({ name: 'x', role: 'admin', isActive: true })).toEqual({
      'body.role': 'is not a field of this request',
      'body.isActive': 'is not a field of this request',
    })
    expect(await fieldsOf({ name: 'x' }, 'PATCH /boxes/1')).toEqual({ 'params.id': 'is not a valid uuid' })
    expect(await fieldsOf({ name: 'x' }, `DELETE /boxes/${id}`)).toEqual({ 'body.name': 'is not a field of this request' })
  })

  it('treats a query alike, and a key that comes twice', async () => {
    const fields = async (query: string) => (await app.call(`GET /boxes?${query}`, { as: editor })).body.error?.fields
    expect(await fields('limit=1e9')).toEqual({ 'query.limit': 'must be at most 100' })
    expect(await fields('limit=abc')).toEqual({ 'query.limit': 'must be a number' })
    expect(await fields('colour=red')).toEqual({ 'query.colour': 'is not a field of this request' })
    expect((await fields('q=a&q=b'))['query.q']).toBe('is given more than once')
    expect(await fields('q=%00')).toEqual({ 'query.q': 'contains a NUL character' })
    expect((await app.call('GET /boxes?__proto__=1', { as: editor })).status).toBe(400)
    expect((await app.call('GET /boxes', { as: editor })).body).toEqual({ limit: 25, q: null })
  })

  it('refuses text and numbers that can not be kept as they are', async () => {
    expect(await fieldsOf({ name: 'a\0b' })).toEqual({ 'body.name': 'contains a NUL character' })
    expect(await fieldsOf({ name: 'x', anything: [{ deep: '\ud800' }] })).toEqual({
      'body.anything.0.deep': 'contains half of a surrogate pair',
    })
    const raw = async (text: string) =>
      (await app.call('POST /boxes', { as: editor, body: text, headers: { 'content-type': 'application/json' } })).body.error
    expect((await raw('{"name":"x","anything":1e400}')).fields).toEqual({ 'body.anything': 'is too large a number' })
    expect((await raw('{"name":"x","anything":9007199254740993}')).fields).toEqual({ 'body.anything': 'is too large a whole number' })
    expect((await raw('{"name":"x","weight":1e400}')).kind).toBe('invalid')
  })
})

describe('how a request may be written', () => {
  const raw = (text: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    app.call('POST /boxes', { as: editor, body: text, headers })
  const nested = (depth: number) => `{"name":"x","anything":${'['.repeat(depth)}${']'.repeat(depth)}}`

  it('answers 400 to what is not JSON, nests too deep, has too many keys, repeats or poisons one', async () => {
    const poisoned = [
      '{"__proto__":{"admin":1},"name":"x"}',
      '{"name":"x","anything":{"constructor":{"prototype":{}}}}',
      '{"\\u005f_proto__":1}',
    ]
    const wrong = [
      '{',
      '{"name":}',
      'null x',
      '{"name":"x","name":"y"}',
      '{"name":"x","n\\u0061me":"y"}',
      nested(32),
      nested(10_000),
      nested(120_000),
      ...poisoned,
    ]
    wrong.push(`{"name":"x","anything":{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":1`).join()}}}`)
    for (const text of wrong) expect([text.slice(0, 30), (await raw(text)).status]).toEqual([text.slice(0, 30), 400])
    expect((await raw(Buffer.from('{"name":"\xff"}', 'latin1'))).status).toBe(400)
    expect(({} as { admin?: number }).admin).toBeUndefined()
    expect((await raw(nested(31))).status).toBe(200)
    expect((await raw('{"name":"quotes \\" { [ : , \\\\"}')).status).toBe(200)
  })

  it('answers 413 above the limit and 415 to anything but JSON', async () => {
    expect((await raw(JSON.stringify({ name: 'x', anything: 'y'.repeat(256 * 1024) }))).body.error).toMatchObject({ kind: 'too-large' })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data; boundary=x']) {
      expect((await raw('name=x', { 'content-type': type })).body.error).toMatchObject({ kind: 'unsupported-media' })
    }
  })

  it('answers every unknown address below /api with the error body', async () => {
    for (const address of ['GET /nothing', 'GET /boxes/', 'GET /BOXES', 'PUT /boxes/', 'GET /%2e%2e/boxes', 'GET //boxes']) {
      const { status, body } = await app.call(address, { as: editor })
      expect([address, status, body.error.kind]).toEqual([address, 404, 'not-found'])
    }
    expect((await app.call('PUT /boxes', { as: editor })).body.error.kind).toBe('wrong-method')
    expect((await app.call('GET /boxes/%ff', { as: editor })).body.error.kind).toBe('malformed')
  })
})

describe('what leaves', () => {
  it('fails a test when an answer is not what its schema says', async () => {
    expect((await app.call('GET /boxes/leak', { as: viewer })).status).toBe(500)
  })

  it('cuts an answer to its schema in production', async () => {
    const production = await testApp({ ...options, checkResponses: false })
    const as = await production.addStaff({ permissions: ['setting.view'] })
    expect((await production.call('GET /boxes/leak', { as })).body).toEqual({ name: 'box', note: null })
    await production.close()
  })

  it('tells nothing of our own failures but the request id', async () => {
    const { status, body, headers } = await app.call('GET /boxes/fail', { headers: { 'x-request-id': 'my-request-1' } })
    expect(status).toBe(500)
    expect(body.error).toEqual({
      kind: 'internal',
      reason: 'internal',
      message: 'Something went wrong on our side. It has been logged.',
      fields: {},
      requestId: 'my-request-1',
    })
    expect(headers['x-request-id']).toBe('my-request-1')
    expect((await app.call('GET /boxes/fail', { headers: { 'x-request-id': 'a b\r' } })).headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  })
})

function rawStatus(port: number, lines: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('end', () => resolve(Number(text.split(' ')[1])))
    socket.on('error', reject)
  })
}
