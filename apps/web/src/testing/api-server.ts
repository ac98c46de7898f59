import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ApiError } from '@larder/contract'

export interface Seen {
  /** "GET /orders". */
  call: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: unknown
}

/** An answer: the body of a 200 (bytes are a picture), `[status, body]`, `'hang up'` for a connection that breaks before it, `'silence'` for none. */
export type Reply = object | [status: number, body: unknown] | 'hang up' | 'silence'
type Handlers = Record<string, Reply | ((seen: Seen) => Reply | Promise<Reply>)>

export interface ApiServer {
  address: string
  seen: Seen[]
  /** Calls of one kind so far. */
  callsOf: (call: string) => Seen[]
  /** Replaces answers from now on. */
  answer: (handlers: Handlers) => void
  close: () => Promise<void>
}

/** A small real HTTP server that answers like the API, for tests of what talks to it; the page is pointed at it. */
export async function startApiServer(handlers: Handlers): Promise<ApiServer> {
  let current = handlers
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', 'http://localhost')
    const bytes = Buffer.concat(chunks)
    const isJson = request.headers['content-type']?.includes('json') ?? false
    const now: Seen = {
      call: `${request.method} ${url.pathname.replace(/^\/api/, '')}`,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: bytes.length === 0 ? undefined : isJson ? JSON.parse(bytes.toString()) : bytes,
    }
    seen.push(now)
    const handler = current[now.call] ?? [404, { error: apiError({ kind: 'not-found', message: 'There is no such thing.' }) }]
    const reply = typeof handler === 'function' ? await (handler as (seen: Seen) => Reply | Promise<Reply>)(now) : handler
    if (reply === 'silence') return
    if (reply === 'hang up') return void request.socket.destroy()
    const [status, body] = Array.isArray(reply) ? reply : [200, reply]
    if (body instanceof Uint8Array) return void response.writeHead(status, { 'content-type': 'image/webp' }).end(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  pointPageAt(address)
  return {
    address,
    seen,
    callsOf: (call) => seen.filter((each) => each.call === call),
    answer: (more) => {
      current = { ...current, ...more }
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        // Who waits for an answer that never comes would keep it open.
        server.closeAllConnections()
      }),
  }
}

function pointPageAt(address: string): void {
  const { happyDOM } = window as Window & { happyDOM?: { settings: { fetch: { disableSameOriginPolicy: boolean } } } }
  if (happyDOM) happyDOM.settings.fetch.disableSameOriginPolicy = true
  const meta = document.querySelector<HTMLMetaElement>('meta[name="api-host"]') ?? document.head.appendChild(document.createElement('meta'))
  meta.name = 'api-host'
  meta.content = address
}

/** An error value with everything that is not said filled in. */
export function apiError(given: Partial<ApiError>): ApiError {
  return { kind: 'refused', reason: 'in-use', message: 'Refused.', fields: {}, requestId: 'request-1', ...given }
}
