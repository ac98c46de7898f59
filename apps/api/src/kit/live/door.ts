import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'socket.io'
import type { Services } from '../context.ts'
import { payerAt } from '../http/limits.ts'

// Until somebody is looked up, a connection costs little; after a restart a whole office comes back at once.
const handshakePrice = 0.25

type Engine = Server['engine']

/** Counts everything that asks for a live connection, by address: 429 before anything is done for it. What belongs to a standing one is free. */
export function guardHandshakes(engine: Engine, services: Services): void {
  const standing = new Set<string>()
  engine.on('connection', (connection: { id: string; once(event: 'close', act: () => void): void }) => {
    standing.add(connection.id)
    connection.once('close', () => standing.delete(connection.id))
  })
  engine.use((request: IncomingMessage & { _query?: { sid?: string } }, response: ServerResponse, next: () => void) => {
    const { limits, proxies, metrics } = services
    if (standing.has(request._query?.sid ?? '')) return next()
    proxies.watch(request)
    const payer = payerAt(limits, proxies.addressOf(request))
    const wait = limits.take(payer.key, payer.perMinute, handshakePrice)
    if (wait === 0) return next()
    metrics.limited.inc({ reason: 'too-many-sockets', caller: 'address' })
    if (limits.isNews(payer.key)) services.log.warn({ payer: payer.key }, 'too many live connections: they are turned away')
    if (request.headers.upgrade === undefined) response.writeHead(429, { 'retry-after': String(wait) }).end()
    else request.socket.end(`HTTP/1.1 429 Too Many Requests\r\nretry-after: ${wait}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  })
}

/** Seconds until a look-up for this connection is welcome; 0 = now. */
export function payForLookup({ limits, proxies }: Services, request: IncomingMessage): number {
  const payer = payerAt(limits, proxies.addressOf(request))
  return limits.take(payer.key, payer.perMinute)
}

/** Somebody known came in: their address pays nothing for it. */
export function refundHandshake({ limits, proxies }: Services, request: IncomingMessage): void {
  limits.giveBack(payerAt(limits, proxies.addressOf(request)).key, 1 + handshakePrice)
}

/** Whether a connection is asked for by a page of our own, or by a program, which sends no Origin. */
export function isSameOrigin(services: Services, request: IncomingMessage): boolean {
  const { origin } = request.headers
  if (origin === undefined) return true
  const host = services.proxies.hostOf(request)
  if (URL.canParse(origin) && isAt(new URL(origin), host)) return true
  const { 'x-forwarded-host': forwardedHost } = request.headers
  services.metrics.refusedSockets.inc({ reason: 'origin' })
  services.log.warn(
    { origin, host: host ?? null, forwardedHost, address: services.proxies.addressOf(request) },
    'a live connection was refused: Origin is not the Host. Behind a proxy, pass Host on or set TRUST_PROXY and X-Forwarded-Host',
  )
  return false
}

// A proxy may pass the host on without its port. The token is what lets in: a page on another port of this host has none.
function isAt(origin: URL, host: string | undefined): boolean {
  return host !== undefined && (origin.host === host || origin.hostname === host || `${origin.host}:${standardPort(origin)}` === host)
}

function standardPort({ protocol }: URL): number {
  return protocol === 'https:' ? 443 : 80
}
