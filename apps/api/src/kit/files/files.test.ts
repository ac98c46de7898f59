import { setTimeout as pause } from 'node:timers/promises'
import { contract, type FileContent, fileOf, get, post, streamOf } from '@larder/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { pngOf } from '../../../test/pictures.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import type { App } from '../http/handler.ts'
import { implement } from '../implement.ts'

const Stamp = z.strictObject({ bytes: z.int(), type: z.string(), label: z.nullable(z.string()) })
const stampContract = contract('stamp', {
  create: post('/stamps', {
    permission: 'setting.edit',
    query: z.strictObject({ label: z.optional(z.string()) }),
    body: fileOf('image/png', 'image/webp'),
    maxBytes: 1000,
    response: Stamp,
    summary: 'Bring a stamp',
  }),
  describe: post('/stamps/words', {
    permission: 'setting.edit',
    body: z.strictObject({ label: z.string() }),
    response: Stamp,
    summary: 'In words',
  }),
  get: get('/stamps/mine', { permission: 'signed-in', response: fileOf('image/png'), summary: 'The stamp' }),
  all: get('/stamps/all', { permission: 'signed-in', response: streamOf('text/csv'), summary: 'Piece by piece' }),
  wrong: get('/stamps/wrong', { permission: 'signed-in', response: fileOf('image/png'), summary: 'Another type than it declares' }),
})

let brought: FileContent | undefined
let handled = 0
function registerStamps(app: App): void {
  implement(app, stampContract, {
    create: async (_ctx, { body, query }) => {
      brought = body
      handled++
      return { bytes: body.bytes.length, type: body.type, label: query.label ?? null }
    },
    describe: async (_ctx, { body }) => ({ bytes: 0, type: 'none', label: body.label }),
    get: async () => ({ type: 'image/png', bytes: new Uint8Array(pngOf()) }),
    all: async () => ({ type: 'text/csv', name: 'all "stamps".csv', sizeBytes: 8, pieces: slowPieces() }),
    wrong: async () => ({ type: 'text/html', bytes: new Uint8Array(8) }),
  })
}

/** As to somebody with a slow line: later than any other answer may take. */
async function* slowPieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('one,')
  await pause(6500)
  yield Buffer.from('two\n')
}

let app: TestApp
let editor: Caller
beforeAll(async () => {
  app = await testApp({ contracts: { stamp: stampContract }, modules: [registerStamps] })
  editor = await app.addStaff({ permissions: ['setting.edit'] })
})
afterAll(() => app.close())

const bring = (body: Buffer, type: string, path = '/stamps') =>
  app.call(`POST ${path}`, { as: editor, body, headers: { 'content-type': type } })

it('hands a file to its handler as it came, beside the rest of the input', async () => {
  const stamp = pngOf({ width: 30 })
  const { status, body } = await bring(stamp, 'image/png', '/stamps?label=Blue')
  expect([status, body]).toEqual([200, { bytes: stamp.length, type: 'image/png', label: 'Blue' }])
  expect(stamp.equals(brought?.bytes ?? Buffer.alloc(0))).toBe(true)
  expect((await bring(stamp, 'image/png', '/stamps?colour=blue')).body.error.fields).toEqual({
    'query.colour': 'is not a field of this request',
  })
})

it('takes a file where one is declared and nowhere else, and JSON nowhere where a file is', async () => {
  const json = Buffer.from('{"label":"x"}')
  expect((await bring(json, 'application/json', '/stamps/words')).status).toBe(200)
  const answers = await Promise.all([
    bring(pngOf(), 'image/png', '/stamps/words'),
    bring(json, 'application/json'),
    bring(json, 'image/jpeg'),
  ])
  expect(answers.map(({ status, body }) => [status, body.error.reason])).toEqual([
    [415, 'not-json'],
    [415, 'wrong-media-type'],
    [415, 'wrong-media-type'],
  ])
  expect(answers[1]?.body.error.message).toBe('The body must be a file, sent as it is, as image/png or image/webp.')
  const without = await app.call('POST /stamps', { as: editor })
  expect([without.status, without.body.error.fields]).toEqual([422, { body: 'must be a file: image/png or image/webp' }])
  const large = Buffer.concat([pngOf(), Buffer.alloc(1000)])
  expect((await bring(large, 'image/png')).body.error.kind).toBe('too-large')
})

it('asks who it is before it reads a byte', async () => {
  handled = 0
  const viewer = await app.addStaff()
  const send = (as?: Caller) => app.call('POST /stamps', { as, body: Buffer.alloc(5000), headers: { 'content-type': 'text/html' } })
  expect([(await send()).status, (await send(viewer)).status, handled]).toEqual([403, 401, 0])
})

it('answers with the bytes, and only of the type that is declared', async () => {
  const { statusCode, rawPayload, headers } = await app.fastify.inject({ url: '/api/stamps/mine', headers: { 'x-api-key': editor.token } })
  expect([statusCode, headers['content-type'], rawPayload.equals(pngOf())]).toEqual([200, 'image/png', true])
  expect((await app.call('GET /stamps/wrong', { as: editor })).status).toBe(500)
})

it('is described as what it is', async () => {
  const { body } = await app.call('GET /openapi.json')
  expect(body.paths['/stamps'].post.requestBody).toEqual({ required: true, content: { 'image/png': {}, 'image/webp': {} } })
  expect(body.paths['/stamps/mine'].get.responses[200].content).toEqual({ 'image/png': {} })
  const page = (await app.call('GET /docs')).body
  expect(page).toContain('a file, as it is: image/png or image/webp')
  expect(page).toContain(`-H &quot;x-api-key: $KEY&quot; -H 'content-type: image/png' --data-binary @file`)
  expect(page).toContain('/api/stamps/mine&quot; -H &quot;x-api-key: $KEY&quot; -o file')
})

it('sends a file piece by piece for as long as that takes, to be kept under its name and by nobody in between', async () => {
  const { status, body, headers } = await app.call('GET /stamps/all', { as: editor })
  expect([status, body]).toEqual([200, 'one,two\n'])
  expect(headers).toMatchObject({
    'content-type': 'text/csv',
    'content-length': '8',
    'content-disposition': 'attachment; filename="all__stamps_.csv"',
    'cache-control': 'private, no-store',
  })
}, 20_000)
