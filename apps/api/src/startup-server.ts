import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiErrorOf, Refusal } from '#kit/errors.ts'
import type { Config } from './config.ts'

/** Holds the product's port before the product can. */
export interface StartupServer {
  /** The one that is held: PORT, or what the system chose for 0. */
  port: number
  close(): Promise<void>
}

/** Answers on the product's port while it starts: alive, not ready, and why. Throws a sentence when the port cannot be had. */
export async function openStartupServer({ host, port, demo }: Config, whyNotReady: () => string): Promise<StartupServer> {
  const server = createServer({ maxHeaderSize: 16 * 1024 }, (request, response) => {
    const isHealth = request.url === '/api/health'
    const refusal = new Refusal('unavailable', { reason: 'not-ready', message: whyNotReady() })
    const body = isHealth ? { status: 'ok', demo } : { error: apiErrorOf(refusal, randomUUID()) }
    response.writeHead(isHealth ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      // The next answer may come from the product itself.
      connection: 'close',
      ...(!isHealth && { 'retry-after': '1' }),
    })
    response.end(JSON.stringify(body))
  })
  server.listen({ host, port })
  await once(server, 'listening').catch((error: unknown) => {
    throw explainListen(error, { host, port })
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Why the product cannot listen where it should, as a sentence. */
export function explainListen(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return new Error(`Port ${port} of ${host} is in use: end what uses it, or choose another with PORT.`)
  if (code === 'EACCES') return new Error(`Port ${port} is not for ordinary users: choose one above 1023 with PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new Error(`HOST ${host} is no address of this machine.`)
  return error
}
