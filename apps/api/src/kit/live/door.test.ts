import { once } from 'node:events'
import { request as ask, createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { io, type Socket } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import type { Config } from '../../config.ts'

interface Line {
  level: number
  msg: string
  [fact: string]: unknown
}

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

interface Product {
  app: TestApp
  port: number
  caller: Caller
  lines: Line[]
}

async function start(config: Partial<Config> = {}): Promise<Product> {
  const lines: Line[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const app = await testApp({ live: true, contracts: {}, modules: [], config, log })
  opened.push(() => app.close())
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  return { app, port: portOf(app.fastify.server), caller: await app.addStaff(), lines }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** A reverse proxy as nginx is one: passes requests and live connections on, with what headers it was told to. */
async function proxyTo(port: number, headers: (given: { host: string }) => Record<string, string>): Promise<number> {
  const proxy = createServer((incoming, outgoing) => {
    const { host: _, ...rest } = incoming.headers
    const onward = ask({
      host: '127.0.0.1',
      port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...rest, ...headers({ host: incoming.headers.host ?? '' }) },
    })
    onward.on('response', (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers)))
    incoming.pipe(onward)
  })
  proxy.on('upgrade', (incoming, socket) => {
    const { host: _, ...rest } = incoming.headers
    const onward = connect(port, '127.0.0.1')
    const lines = Object.entries({ ...rest, ...headers({ host: incoming.headers.host ?? '' }) }).map(([name, value]) => `${name}: ${value}`)
    onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    onward.pipe(socket).pipe(onward)
    for (const end of [onward, socket]) end.on('error', () => {})
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  opened.push(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return portOf(proxy)
}

/** Whether a page of this origin gets a live connection at this port. */
async function comesIn(port: number, token: string, origin: string, transports = ['websocket']): Promise<boolean> {
  const socket: Socket = io(`http://127.0.0.1:${port}`, {
    auth: { token },
    transports,
    forceNew: true,
    reconnection: false,
    extraHeaders: { origin },
  })
  opened.push(() => socket.disconnect())
  const [isIn] = await Promise.race([
    new Promise<[true]>((yes) => socket.on('connect', () => yes([true]))),
    new Promise<[false]>((no) => socket.on('connect_error', () => no([false]))),
  ])
  return isIn === true
}

test.each(['websocket', 'polling'])('behind a proxy a page comes in over %s with the host that it was asked at', async (transport) => {
  const { port, caller } = await start({ trustProxy: ['127.0.0.1'] })
  const passesHost = await proxyTo(port, ({ host }) => ({ host }))
  expect(await comesIn(passesHost, caller.token, `http://127.0.0.1:${passesHost}`, [transport])).toBe(true)
  const losesPort = await proxyTo(port, () => ({ host: '127.0.0.1' }))
  expect(await comesIn(losesPort, caller.token, `http://127.0.0.1:${losesPort}`, [transport])).toBe(true)
  const forwards = await proxyTo(port, ({ host }) => ({
    host: `127.0.0.1:${port}`,
    'x-forwarded-host': host,
    'x-forwarded-proto': 'https',
  }))
  expect(await comesIn(forwards, caller.token, `https://127.0.0.1:${forwards}`, [transport])).toBe(true)
  expect(await comesIn(forwards, caller.token, 'https://evil.example', [transport])).toBe(false)
})

test('a connection that is refused says why, with both values, and a stranger cannot say what the host was', async () => {
  const { port, caller, lines, app } = await start()
  const forwards = await proxyTo(port, () => ({ host: 'inside', 'x-forwarded-host': 'larder.example', 'x-forwarded-for': '203.0.113.7' }))
  expect(await comesIn(forwards, caller.token, 'https://larder.example')).toBe(false)
  const refused = lines.find(({ msg }) => msg.startsWith('a live connection was refused'))
  expect(refused).toMatchObject({
    level: 40,
    origin: 'https://larder.example',
    host: 'inside',
    forwardedHost: 'larder.example',
    address: '127.0.0.1',
  })
  expect((await app.fastify.inject('/metrics')).payload).toContain('larder_sockets_refused_total{reason="origin"} 1')
})

test('that a proxy is not trusted is said once, with what to set', async () => {
  const { port, lines, app } = await start()
  const proxy = await proxyTo(port, ({ host }) => ({ host, 'x-forwarded-for': '203.0.113.7' }))
  for (let times = 0; times < 3; times++) expect((await fetch(`http://127.0.0.1:${proxy}/api/health`)).status).toBe(200)
  const said = lines.filter(({ msg }) => msg.includes('TRUST_PROXY'))
  expect(said).toMatchObject([{ level: 40, msg: expect.stringContaining('Set TRUST_PROXY=127.0.0.1') }])
  expect((await app.fastify.inject('/metrics')).payload).toContain('larder_untrusted_proxy_total 3')
})

test('behind a trusted proxy each caller has their own share; behind one that is not, all have one', async () => {
  const withShare = async (trustProxy: string[]) => {
    const { port } = await start({ trustProxy, requestsPerMinute: 60 })
    const from = async (address: string) => {
      const proxy = await proxyTo(port, ({ host }) => ({ host, 'x-forwarded-for': address }))
      return async () => (await fetch(`http://127.0.0.1:${proxy}/api/health`)).status
    }
    const [one, other] = [await from('203.0.113.7'), await from('203.0.113.8')]
    while ((await one()) === 200);
    return await other()
  }
  expect(await withShare(['127.0.0.1'])).toBe(200)
  expect(await withShare([])).toBe(429)
})

test('the figures are for who stands beside the machine, and never for who comes through a proxy', async () => {
  const { port } = await start()
  const status = async (at: number, headers: Record<string, string> = {}) =>
    (await fetch(`http://127.0.0.1:${at}/metrics`, { headers })).status
  expect(await status(port)).toBe(200)
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])
    expect([name, await status(await proxyTo(port, ({ host }) => ({ host, [name]: '127.0.0.1' })))]).toEqual([name, 404])
  const behind = await start({ trustProxy: ['127.0.0.1'] })
  expect(await status(await proxyTo(behind.port, ({ host }) => ({ host })))).toBe(404)
  expect(await status(behind.port)).toBe(404)
  const guarded = await start({ trustProxy: ['127.0.0.1'], metricsToken: 'a-token-of-the-tests' })
  expect(await status(guarded.port)).toBe(404)
  expect(await status(guarded.port, { authorization: 'Bearer another-token' })).toBe(404)
  expect(await status(guarded.port, { authorization: 'Bearer a-token-of-the-tests' })).toBe(200)
})

test('what belongs to a standing connection is free, and what belonged to one that is closed is not', async () => {
  const { port, caller } = await start({ requestsPerMinute: 6 })
  const address = `http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`
  const { sid } = JSON.parse((await (await fetch(address)).text()).slice(1)) as { sid: string }
  const send = async (packet: string) => (await fetch(`${address}&sid=${sid}`, { method: 'POST', body: packet })).status
  const [enter, close, answer] = [`40${JSON.stringify({ token: caller.token })}`, '1', '3']
  expect(await send(enter)).toBe(200)
  while ((await fetch(address)).status !== 429);
  expect((await fetch(`${address}&sid=${sid}`)).status).toBe(200)
  expect(await send(close)).toBe(200)
  while ((await send(answer)) !== 429);
})

test('live connections are counted by address before anybody is looked up; who comes in pays nothing', async () => {
  const { port, app, caller } = await start({ requestsPerMinute: 60 })
  const handshake = async () => (await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`)).status
  for (let times = 0; times < 100; times++) expect(await comesIn(port, caller.token, `http://127.0.0.1:${port}`)).toBe(true)
  const statuses: number[] = []
  while (statuses.at(-1) !== 429 && statuses.length < 1000) statuses.push(await handshake())
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(240)
  expect(statuses.length).toBeLessThan(500)
  expect(await comesIn(port, caller.token, `http://127.0.0.1:${port}`)).toBe(false)
  expect((await app.fastify.inject({ url: '/metrics', remoteAddress: '10.0.0.1' })).payload).toMatch(
    /larder_limited_total{reason="too-many-sockets",caller="address"} \d/,
  )
})
