import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createDoor } from 'node:net'
import { apiErrorOf, Refusal } from '#kit/errors.ts'
import { pathOf } from '#kit/http/path-of.ts'
import type { Config } from './config.ts'

/** Holds the product's port before the product can. */
export interface StartupServer {
  /** Gives the port to the product, still open: no connection is refused meanwhile. Returns the address of the product. */
  handOver(product: Server): Promise<string>
  close(): Promise<void>
}

/** Answers on the product's port while it starts: alive, not ready, and why. Throws a sentence when the port cannot be had. */
export async function openStartupServer({ host, port, demo }: Config, whyNotReady: () => string): Promise<StartupServer> {
  let successor: Server | null = null
  const server = createServer({ maxHeaderSize: 16 * 1024 }, (request, response) => {
    // Who connected before the product was there, and asks only now.
    if (successor) return void successor.emit('request', request, response)
    const isHealth = pathOf(request.url ?? '') === '/api/health'
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
    handOver: async (product) => {
      // The same socket: the system goes on taking connections, and from here on the product gets them.
      product.listen(server)
      await once(product, 'listening')
      successor = product
      if (host === 'localhost') await openOtherLoopback(product)
      return addressOf(server)
    },
    close: async () => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

// That name stands for two addresses where the machine has both, and a client may try either.
async function openOtherLoopback(product: Server): Promise<void> {
  const { address, port } = product.address() as AddressInfo
  const addresses = await lookup('localhost', { all: true })
  for (const other of addresses.filter((one) => one.address !== address)) {
    const door = createDoor({ allowHalfOpen: true, noDelay: true }, (socket) => product.emit('connection', socket))
    door.on('error', () => {})
    door.listen({ host: other.address, port })
    product.once('close', () => door.close())
  }
}

// One that listens everywhere is also here.
function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** Why the product cannot listen where it should, as a sentence. */
function explainListen(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return new Error(`Port ${port} of ${host} is in use: end what uses it, or choose another with PORT.`)
  if (code === 'EACCES') return new Error(`Port ${port} is not for ordinary users: choose one above 1023 with PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new Error(`HOST ${host} is no address of this machine.`)
  return error
}
