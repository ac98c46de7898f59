import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { contract, get, post } from '@larder/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { implement } from '../implement.ts'
import type { App } from './handler.ts'

const share = 60
const empty = z.strictObject({})
const shelfContract = contract('shelf', {
  list: get('/shelves', { permission: 'store.view', response: empty, summary: 'What is there' }),
  fill: post('/shelves/:id', {
    permission: 'store.edit',
    params: z.strictObject({ id: z.string() }),
    response: empty,
    unaudited: true,
    summary: 'Put something there',
  }),
  count: get('/shelves/count', { permission: 'channel:catalogue', parties: ['customer'], response: empty, summary: 'How many there are' }),
  stock: get('/shelves/stock', { permission: 'channel:orders', parties: ['customer'], response: empty, summary: 'What is on them' }),
})

function registerShelf(app: App): void {
  const nothing = async () => ({})
  implement(app, shelfContract, { list: nothing, fill: nothing, count: nothing, stock: nothing })
}

let app: TestApp
let person: Caller
let program: Caller
let webRoot: string
let lookups = 0
let errors: string[] = []
let port: number

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'larder-gate-'))
  mkdirSync(join(webRoot, 'assets/folder'), { recursive: true })
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><html><head></head></html>')
  writeFileSync(join(webRoot, 'assets/main.js'), '1')
  app = await testApp({
    contracts: { shelf: shelfContract },
    modules: [registerShelf],
    webRoot,
    config: { requestsPerMinute: share },
    log: pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
  })
  person = await app.addStaff({ permissions: ['store.view'] })
  program = await app.addChannel(['channel:catalogue'])
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  port = (app.fastify.server.address() as AddressInfo).port
  const { find } = app.services.access
  app.services.access.find = (hash, load) =>
    find(hash, () => {
      lookups++
      return load()
    })
})
afterAll(async () => {
  await app.close()
  rmSync(webRoot, { recursive: true })
})
beforeEach(() => {
  lookups = 0
  errors = []
})

let addresses = 0
const newAddress = () => `203.0.113.${++addresses}`

interface Ask {
  as?: Caller
  token?: string
  accept?: string
  method?: 'GET' | 'HEAD' | 'POST' | 'DELETE'
}

const ask = (url: string, remoteAddress: string, { as, token = as?.token, accept = 'application/json', method = 'GET' }: Ask = {}) =>
  app.fastify.inject({ url, method, remoteAddress, headers: { accept, ...(token && { 'x-api-key': token }) } })

/** The statuses of so many equal requests, each as often as it came. */
async function flood(times: number, request: (at: number) => ReturnType<typeof ask>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let at = 0; at < times; at++) {
    const { statusCode, headers } = await request(at)
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    if (statusCode === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  return statuses
}

/** Time stands still: nothing is earned back while a test counts. */
function withoutTime(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
}

describe('the gate', () => {
  beforeEach(() => {
    withoutTime()
    return () => vi.useRealTimers()
  })

  test.each<[string, number, (address: string, at: number) => ReturnType<typeof ask>]>([
    ['random tokens', 403, (address, at) => ask('/api/shelves', address, { token: `token-${at}` })],
    ['random channel keys', 401, (address, at) => ask('/api/shelves/count', address, { token: `key-${at}` })],
    ['no credential', 403, (address) => ask('/api/shelves', address)],
    ['unknown addresses', 404, (address, at) => ask(`/api/none/${at}`, address)],
    ['addresses that cannot be read', 400, (address) => ask('/api/%', address)],
    ['files that are not there', 404, (address, at) => ask(`/assets/${at}.js`, address)],
    ['pages', 200, (address, at) => ask(`/page/${at}`, address, { accept: 'text/html' })],
    ['the description', 200, (address) => ask('/api/openapi.json', address)],
    ['the documentation', 200, (address) => ask('/api/docs', address)],
    ['the figures', 404, (address) => ask('/metrics', address)],
  ])('%s are counted by address before anything is done for them', async (_, status, request) => {
    const address = newAddress()
    expect(await flood(2 * share, (at) => request(address, at))).toEqual({ [status]: share, 429: share })
    expect(lookups).toBeLessThanOrEqual(share)
    // Another address is not concerned.
    expect((await request(newAddress(), 0)).statusCode).toBe(status)
  })

  test('a file of the web app costs a tenth', async () => {
    const address = newAddress()
    const statuses = await flood(10 * share + 5, () => ask('/assets/main.js', address))
    expect(statuses[200]).toBeGreaterThan(9 * share)
    expect((await ask('/assets/main.js', address)).statusCode).toBe(429)
  })

  test('what somebody may not is taken from their share, wherever they ask from', async () => {
    const as = await app.addStaff({ permissions: ['store.view'] })
    const statuses = await flood(2 * share, () => ask('/api/shelves/1', newAddress(), { as, method: 'POST' }))
    expect(statuses).toEqual({ 401: share, 429: share })
  })

  test('a program may ask a hundred times as much, but not for what its key does not carry', async () => {
    const as = await app.addChannel(['channel:catalogue'])
    expect(await flood(2 * share, () => ask('/api/shelves/count', newAddress(), { as }))).toEqual({ 200: 2 * share })
    const refused = await flood(2 * share, () => ask('/api/shelves/stock', newAddress(), { as }))
    expect(refused).toEqual({ 401: share - 1, 429: share + 1 })
  })

  test('who is known is not kept waiting by others at the same address', async () => {
    const address = newAddress()
    expect((await ask('/api/shelves', address, { as: person })).statusCode).toBe(200)
    expect((await ask('/api/shelves/count', address, { as: program })).statusCode).toBe(200)
    expect(await flood(2 * share, (at) => ask('/api/shelves', address, { token: `token-${at}` }))).toEqual({ 403: share, 429: share })
    expect((await ask('/api/shelves', address, { as: person })).statusCode).toBe(200)
    expect((await ask('/api/shelves/count', address, { as: program })).statusCode).toBe(200)
    expect((await ask('/api/shelves', address)).statusCode).toBe(429)
  })

  test('a share is one, in whatever header form the credential comes and whatever is asked for', async () => {
    const as = await app.addStaff({ permissions: ['store.view'] })
    const statuses = await flood(2 * share, (at) =>
      app.fastify.inject({
        url: at % 2 ? '/api/shelves' : '/api/none',
        headers: { authorization: `Bearer ${as.token}`, accept: 'application/json' },
        remoteAddress: newAddress(),
      }),
    )
    expect((statuses[200] ?? 0) + (statuses[404] ?? 0)).toBeLessThanOrEqual(share + 1)
  })
})

const ugly = [
  '/assets/',
  '/assets/%00',
  '/assets/%2e%2e/index.html',
  '/assets/..%2f..%2fpackage.json',
  '/assets/folder',
  '/assets/folder/',
  '/assets//main.js',
  '/assets/./main.js',
  '/assets/main.js/',
  '/assets/main.js%00.css',
  '/assets/%5c..%5cindex.html',
  '/assets/..\\..\\package.json',
  '/assets/C:%5cwindows',
  '/assets/%c0%ae%c0%ae/',
  '/assets/%ff',
  '/assets/%',
  '/assets/%zz',
  `/assets/${'a'.repeat(5000)}`,
  `/assets/${'%2e%2e%2f'.repeat(500)}etc/passwd`,
  `/assets/${'a/'.repeat(4000)}`,
  '/assets/..;/',
  '/..;/api/health',
  '//',
  '///assets/main.js',
  '//evil.test/assets/main.js',
  '/\\evil.test',
  '/%00',
  '/%',
  '/%2f%2f',
  '/.vite/manifest.json',
  '/index.html',
  '/api',
  '/api/',
  '/api//health',
  '/api/health/',
  '/api/%00',
  '/api/shelves/%2e%2e/health',
  '/api/shelves/%',
  `/api/shelves/${'a'.repeat(300)}`,
  `/api/${'a/'.repeat(3000)}`,
  '/api/docs/',
  '/api?%00',
  '/api/health?%',
  '/metrics/',
  '/socket.io',
  '/socket.io/',
  '/socket.io/%',
  '/socket.io/?transport=none',
  '/socket.io/?EIO=4&transport=polling&sid=none',
  '*',
  'http://evil.test/assets/',
  '?',
  '#',
]

/** As a client that writes what it likes; what it sends is no address that `fetch` would let through. */
async function raw(method: string, path: string): Promise<{ status: number; body: string; head: string }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\nconnection: close\r\n\r\n`)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), body, head: head.toLowerCase() }
}

describe('an address that leads nowhere', () => {
  test.each(ugly.flatMap((path) => ['GET', 'HEAD', 'POST'].map((method) => [method, path.slice(0, 60), path] as const)))(
    '%s %s is no error of ours',
    async (method, _, path) => {
      // A fresh share: what counts here is the answer.
      app.services.limits.giveBack('address:127.0.0.1', 3)
      const { status, body } = await raw(method, path)
      expect(status).toBeGreaterThanOrEqual(200)
      expect(status).toBeLessThan(500)
      expect(status).not.toBe(429)
      expect(body).not.toMatch(/node_modules|"private"|at .*\.(js|ts):/)
      expect(errors).toEqual([])
    },
  )

  test('what is no request at all is answered 400, to HEAD without the body', async () => {
    const [got, head] = [await raw('GET', '/?x=\x7f'), await raw('HEAD', '/?x=\x7f')]
    expect([got.status, head.status, head.body]).toEqual([400, 400, ''])
    expect(JSON.parse(got.body).error.kind).toBe('malformed')
  })

  test('of a known address the methods are told', async () => {
    const wrong = await ask('/api/shelves/1', newAddress(), { method: 'DELETE' })
    expect([wrong.statusCode, wrong.headers.allow, wrong.json().error.kind]).toEqual([405, 'POST', 'wrong-method'])
    const other = await ask('/api/shelves', newAddress(), { method: 'POST' })
    expect([other.statusCode, other.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect((await ask('/api/shelf', newAddress(), { method: 'POST' })).statusCode).toBe(404)
  })

  test.each([
    ['http://evil.test/api/nosuch', 404],
    ['HTTP://evil.test/api?x', 404],
    ['/%61pi/nosuch', 404],
    ['/%61ssets/nosuch.js', 404],
    ['/socket%2eio/', 404],
    ['/api#x', 404],
    ['/api%2Fnosuch', 200],
    ['/%2561pi/nosuch', 200],
    ['http://evil.test', 200],
  ])('GET %s is answered by where the router looks: %i', async (path, expected) => {
    app.services.limits.giveBack('address:127.0.0.1', 1)
    const { status, head } = await raw('GET', path)
    expect([status, head.includes('content-type: text/html')]).toEqual([expected, expected === 200])
  })

  test.each(['/%61pi/shelves/1', '/api/shelves/%31', '/api/%73helves/a%2Fb', 'http://evil.test/api/shelves/1?x=/'])(
    'of %s the methods are told, too',
    async (path) => {
      app.services.limits.giveBack('address:127.0.0.1', 1)
      const { status, head } = await raw('DELETE', path)
      expect([status, /^allow: (.*)$/m.exec(head)?.[1]]).toEqual([405, 'post'])
    },
  )

  test.each(['/api/health', '/api/openapi.json', '/api/docs', '/assets/main.js', '/dashboard'])(
    'HEAD %s answers as GET, without the body',
    async (url) => {
      const [head, whole] = [
        await ask(url, newAddress(), { method: 'HEAD', accept: '*/*' }),
        await ask(url, newAddress(), { accept: '*/*' }),
      ]
      expect([head.statusCode, head.payload]).toEqual([200, ''])
      for (const name of ['content-type', 'content-length', 'cache-control']) expect(head.headers[name], name).toBe(whole.headers[name])
    },
  )

  test('HEAD of what is not for everybody asks for the same permission', async () => {
    expect((await ask('/api/shelves', newAddress(), { method: 'HEAD' })).statusCode).toBe(403)
    expect((await ask('/api/shelves', newAddress(), { method: 'HEAD', as: person })).statusCode).toBe(200)
  })
})
