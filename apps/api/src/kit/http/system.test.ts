import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'
import { contract, newId, post, systemContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { unavailable } from '../errors.ts'
import { implement } from '../implement.ts'
import { createLog } from '../watch/logger.ts'
import type { App } from './handler.ts'

const mailContract = contract('mail', {
  send: post('/mails/:id', {
    permission: 'setting.edit',
    params: z.strictObject({ id: z.string() }),
    body: z.strictObject({ email: z.string(), password: z.string() }),
    response: z.strictObject({}),
    summary: 'Send <b>mail</b>',
  }),
})

function registerMail(app: App): void {
  implement(app, mailContract, {
    send: async (ctx, { body }) => {
      const values = [
        sql`select ${'canary-value'}::uuid`,
        sql`insert into cuisine (id, name) values (${newId()}, 'canary'), (${newId()}, 'Canary')`,
      ]
      for (const value of values) await value.execute(ctx.services.writable).catch((err) => ctx.log.warn({ err }, 'not stored'))
      const lost = Object.assign(new Error('gone'), { code: '57P01', client: { user: 'canary-client' } })
      ctx.log.warn({ err: new AggregateError([lost], 'both are gone') }, 'lost')
      ctx.log.error({ body, nested: { deep: { token: 'canary-token' } }, phone: 'canary-phone' }, 'sending')
      return unavailable('not-ready', 'The mail server is away.')
    },
  })
}

const script = `console.log(${JSON.stringify('x'.repeat(3000))})`
const html = `<!doctype html><html><head><meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>
<script>start()</script><script type="module" src="/assets/main-1.js"></script></head><body></body></html>`
const manifest = {
  'src/main.tsx': { file: 'assets/main-1.js', isEntry: true, assets: ['assets/letters-1.woff2', 'assets/mark-1.png'] },
  'src/orders.screen.tsx': { file: 'assets/orders-2.js', imports: ['_shared.js', 'src/main.tsx'] },
  '_shared.js': { file: 'assets/shared-3.js', imports: ['src/main.tsx'], css: ['assets/shared-4.css'] },
}

let app: TestApp
let caller: Caller
let webRoot: string
let logged = ''

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'larder-web-'))
  for (const folder of ['assets', '.vite']) mkdirSync(join(webRoot, folder))
  writeFileSync(join(webRoot, 'index.html'), html)
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg/>')
  writeFileSync(join(webRoot, 'assets/main-1.js'), script)
  writeFileSync(join(webRoot, 'assets/main-1.js.br'), brotliCompressSync(script))
  writeFileSync(join(webRoot, 'assets/.hidden'), 'orders-2')
  writeFileSync(join(webRoot, '.vite/manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(webRoot, '.vite/routes.json'), JSON.stringify({ '/order/orderDetails/:id': ['src/orders.screen.tsx'] }))
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  app = await testApp({
    contracts: { mail: mailContract },
    modules: [registerMail],
    webRoot,
    log: createLog({ logLevel: 'debug' }, destination),
  })
  caller = await app.addStaff({ permissions: ['setting.edit', 'mail.view'], name: 'Ann' })
})
afterAll(async () => {
  await app.close()
  rmSync(webRoot, { recursive: true })
})

const page = (url: string, headers: Record<string, string> = {}) => app.fastify.inject({ url, headers })

describe('the machinery', () => {
  it('says that it lives, and whether it is ready', async () => {
    expect((await app.call('GET /health')).body).toEqual({ status: 'ok', demo: false, passkeys: true })
    expect((await app.call('GET /ready')).body).toEqual({ ready: true, replica: 'none' })
  })

  it('lives but is not ready without its database', async () => {
    const lonely = await testApp({ contracts: {}, modules: [] })
    await lonely.database.pool.end()
    expect((await lonely.call('GET /health')).status).toBe(200)
    const { status, body, headers } = await lonely.call('GET /ready')
    expect([status, body.error.reason, headers['retry-after']]).toEqual([503, 'not-ready', '1'])
    await lonely.fastify.close()
  })

  it('describes every endpoint, with its permission, as OpenAPI 3.1', async () => {
    const { body } = await app.call('GET /openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths).sort()).toEqual(['/health', '/mails/{id}', '/openapi.json', '/ready'])
    expect(body.paths['/mails/{id}'].post).toMatchObject({
      operationId: 'mail.send',
      'x-permission': 'setting.edit',
      parameters: [{ name: 'id', in: 'path', required: true }, { $ref: '#/components/parameters/IdempotencyKey' }],
      requestBody: { content: { 'application/json': { schema: { required: ['email', 'password'], additionalProperties: false } } } },
    })
    expect(Object.keys(systemContract)).toEqual(['health', 'ready', 'openapi'])
  })

  it('makes its description once and sends it again only to those who have another one', async () => {
    const first = await page('/api/openapi.json')
    expect([first.headers['content-type'], first.headers['cache-control']]).toEqual(['application/json', 'no-cache'])
    const again = await page('/api/openapi.json', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })

  it('shows the API on a page without script', async () => {
    const { statusCode, headers, payload } = await page('/api/docs')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*style-src 'sha256-[\w+/=]+'$/)
    expect(payload).toContain('/api/mails/:id')
    expect(payload).toContain('Send &lt;b&gt;mail&lt;/b&gt;')
    expect(payload).not.toContain('<script')
  })

  it('gives its figures to the machine and its network only', async () => {
    const { payload, statusCode } = await page('/metrics')
    expect(statusCode).toBe(200)
    for (const name of [
      'larder_http_request_seconds_bucket',
      'larder_sockets 0',
      'larder_outbox_waiting 0',
      'larder_outbox_waiting_seconds 0',
      'larder_pool_connections{pool="writes",state="idle"}',
      'larder_pool_connections{pool="reads",state="waiting"} 0',
      'larder_jobs_waiting_seconds',
      'larder_limited_total',
      'larder_changes_total',
      'nodejs_eventloop_lag_seconds',
    ]) {
      expect(payload).toContain(name)
    }
    const statusFrom = async (remoteAddress: string, headers = {}) =>
      (await app.fastify.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    expect(await statusFrom('10.1.2.3')).toBe(200)
    expect(await statusFrom('203.0.113.7')).toBe(404)
    expect(await statusFrom('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).toBe(404)
    expect(await statusFrom('203.0.113.7', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  })
})

describe('the address of a caller', () => {
  const addressOf = async (trustProxy: string[]) => {
    const lines: string[] = []
    const seen = await testApp({
      contracts: {},
      modules: [({ fastify }) => void fastify.addHook('onRequest', async ({ ip }) => void lines.push(ip))],
      config: { trustProxy },
    })
    await seen.call('GET /health', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    await seen.close()
    return lines
  }

  it('is the connection’s, unless a trusted proxy says whom it speaks for', async () => {
    expect(await addressOf([])).toEqual(['127.0.0.1'])
    expect(await addressOf(['10.0.0.1'])).toEqual(['127.0.0.1'])
    expect(await addressOf(['127.0.0.0/8'])).toEqual(['203.0.113.7'])
  })
})

describe('the log', () => {
  it('has one line per request, and no content, credential or contact in it', async () => {
    logged = ''
    const body = { email: 'canary-email', password: 'canary-password' }
    const id = newId()
    await app.call(`POST /mails/${id}?secret=canary-query`, { as: caller, body })
    await app.call(`POST /mails/${id}`, { as: caller, body })
    await app.call('POST /mails/canary-path', { body })
    expect(logged).not.toMatch(/canary/i)
    expect(logged).not.toContain(caller.token)
    const lines = logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ msg }) => msg)).toEqual([
      'POST /api/mails/:id',
      'not stored',
      'not stored',
      'lost',
      'sending',
      'POST /api/mails/:id',
      'POST /api/mails/:id',
    ])
    expect(lines[1].err).toMatchObject({ code: '22P02', message: 'invalid input syntax for type uuid: "…"' })
    expect(lines[3].err).toMatchObject({ message: 'both are gone', errors: [{ message: 'gone', code: '57P01' }] })
    const answered = { operation: 'mail.send', address: '127.0.0.1', actor: caller.id, actorKind: 'staff', record: id }
    expect(lines[0]).toMatchObject({
      ...answered,
      level: 30,
      status: 422,
      reason: 'invalid-input',
      pid: process.pid,
      host: expect.any(String),
    })
    expect(lines[5]).toMatchObject({ ...answered, level: 40, status: 503, reason: 'not-ready', ms: expect.any(Number) })
    expect(JSON.stringify(lines[5])).not.toContain('stack')
    expect(logged).not.toContain('Ann')
  })
})

describe('the web app', () => {
  it('is one page for every address, with a fresh nonce and a strict policy', async () => {
    const [first, second] = [await page('/dashboard'), await page('/store/list?a=1')]
    const policy = String(first.headers['content-security-policy'])
    const nonce = /style-src 'self' 'nonce-([\w+/=]{20,})'/.exec(policy)?.[1] ?? 'none'
    expect(first.statusCode).toBe(200)
    expect(first.payload).toContain(`<meta name="csp-nonce" content="${nonce}">`)
    expect(first.payload).toContain(`<style nonce="${nonce}">`)
    expect(second.payload).not.toContain(nonce)
    for (const rule of [
      "default-src 'none'",
      // Of what stands in the page, and of nothing else that could.
      `script-src 'self' 'sha256-${createHash('sha256').update('start()').digest('base64')}';`,
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]) {
      expect(policy).toContain(rule)
    }
    expect(policy).not.toMatch(/unsafe/)
    expect(first.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(first.headers['strict-transport-security']).toBeUndefined()
  })

  it('names its own host for sockets, unless the host is no host', async () => {
    const policyFor = async (host: string) => String((await page('/', { host })).headers['content-security-policy'])
    expect(await policyFor('larder.test:4000')).toContain("connect-src 'self' ws://larder.test:4000 wss://larder.test:4000;")
    expect(await policyFor("x; script-src 'unsafe-inline'")).toContain("connect-src 'self';")
  })

  it('shows pictures of its own alone, and tiles of the source that the installation names', async () => {
    const sources = async () => /img-src ([^;]+)/.exec(String((await page('/')).headers['content-security-policy']))?.[1]
    expect(await sources()).toBe("'self' blob: data:")
    const tiles = { key: 'installation.mapTiles', value: JSON.stringify('https://tiles.test:8443/{z}/{x}/{y}.png?key=a') }
    await app.database.db.insertInto('setting').values(tiles).execute()
    app.services.settings.forget()
    expect(await sources()).toBe("'self' blob: data: https://tiles.test:8443")
    await app.database.db.deleteFrom('setting').where('key', '=', tiles.key).execute()
    app.services.settings.forget()
  })

  it('announces the files of the asked screen, its styles first', async () => {
    const links = (text: string) =>
      [...text.matchAll(/rel="(?:modulepreload|stylesheet)" crossorigin href="([^"]+)"/g)].map(([, href]) => href)
    expect(links((await page('/order/orderDetails/7')).payload)).toEqual([
      '/assets/shared-4.css',
      '/assets/orders-2.js',
      '/assets/shared-3.js',
    ])
    expect(links((await page('/order/orderDetails/7/8')).payload)).toEqual([])
  })

  it('announces the fonts with the files of a screen', async () => {
    const fonts = (text: string) =>
      [...text.matchAll(/rel="preload" as="font" type="font\/woff2" crossorigin href="([^"]+)"/g)].map(([, href]) => href)
    expect(fonts((await page('/order/orderDetails/7')).payload)).toEqual(['/assets/letters-1.woff2'])
    expect(fonts((await page('/nowhere')).payload)).toEqual([])
  })

  it('sends hashed files compressed and for ever, and never the build’s own', async () => {
    const file = await page('/assets/main-1.js', { 'accept-encoding': 'gzip, br' })
    expect(file.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
    expect(String(file.headers['content-type'])).toContain('javascript')
    expect((await page('/assets/main-1.js')).payload).toBe(script)
    expect((await page('/favicon.svg')).payload).toBe('<svg/>')
    for (const url of [
      '/.vite/manifest.json',
      '/assets/.hidden',
      '/assets/../.vite/manifest.json',
      '/assets/%2e%2e/.vite/manifest.json',
      '/assets/..%2f.vite%2fmanifest.json',
    ]) {
      expect((await page(url)).payload).not.toContain('orders-2')
    }
    expect((await page('/assets/gone.js')).statusCode).toBe(404)
  })

  it('leaves unknown addresses of the API to programs', async () => {
    expect((await page('/api/none', { accept: 'text/html' })).statusCode).toBe(404)
    expect((await app.fastify.inject({ url: '/dashboard', method: 'POST' })).statusCode).toBe(404)
    expect((await page('/dashboard', { accept: 'application/json' })).statusCode).toBe(404)
  })
})
