import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Book } from './book.ts'
import { type Chance, Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import { cards, Payment, Refused } from './payment.ts'

interface Parts {
  book: Book
  journal: Journal
  chance: Chance
  secret: string
  /** The gateway's own address, once it has one. */
  address: () => string
  faults: { get(): Faults; set(given: Faults): void }
}

type Params = readonly string[]
interface Asked {
  params: Params
  query: URLSearchParams
  body: unknown
}
interface Route {
  method: string
  path: RegExp
  /** Whether it takes no secret. */
  isOpen?: true
  /** Whether it is spared what the gateway does badly. */
  isSteady?: true
  act(asked: Asked): unknown
}

const mostBytes = 8 * 1024 * 1024
const pageSize = 100
const Minor = z.int().check(z.minimum(1), z.maximum(1_000_000_000_000))
const Begun = z.object({ key: z.string(), order: z.string(), amount: Minor, currency: z.string(), capture: z.boolean() })
const Amount = z.object({ amount: Minor })
const RefundAsked = z.object({ key: z.string(), amount: Minor })

/** The gateway's door: for whoever takes the money with the secret, for the customer with the payment's own token. */
export function createGatewayServer({ book, journal, chance, secret, address, faults }: Parts): Server {
  const told = ({ token, order: _, capture: __, processing: ___, ...payment }: Payment) => ({
    ...payment,
    checkout: `${address()}/pay/${token}`,
  })
  const routes: Route[] = [
    { method: 'POST', path: /^\/v1\/payments$/, act: ({ body }) => told(book.begin(z.parse(Begun, body))) },
    {
      method: 'GET',
      path: /^\/v1\/payments$/,
      act: ({ query }) => {
        const page = book.list(query.get('since') ?? '', query.get('after') ?? '', pageSize)
        return { payments: page.map(told), next: page.length === pageSize ? page.at(-1)?.id : null }
      },
    },
    { method: 'GET', path: /^\/v1\/payments\/(\w+)$/, act: ({ params }) => told(book.find(params[0] ?? '')) },
    {
      method: 'POST',
      path: /^\/v1\/payments\/(\w+)\/capture$/,
      act: ({ params, body }) => told(book.capture(params[0] ?? '', z.parse(Amount, body).amount)),
    },
    { method: 'POST', path: /^\/v1\/payments\/(\w+)\/void$/, act: ({ params }) => told(book.void(params[0] ?? '')) },
    {
      method: 'POST',
      path: /^\/v1\/payments\/(\w+)\/refunds$/,
      act: ({ params, body }) => {
        const { key, amount } = z.parse(RefundAsked, body)
        return told(book.refund(params[0] ?? '', key, amount))
      },
    },
    {
      method: 'POST',
      path: /^\/pay\/(\w+)$/,
      isOpen: true,
      isSteady: true,
      act: ({ params, body }) => {
        const { state, failure } = book.pay(params[0] ?? '', z.parse(z.object({ card: z.enum(cards) }), body).card)
        return { state, failure }
      },
    },
    { method: 'GET', path: /^\/v1\/endpoint$/, isSteady: true, act: () => ({ url: journal.endpoint() }) },
    {
      method: 'PUT',
      path: /^\/v1\/endpoint$/,
      isSteady: true,
      act: ({ body }) => journal.write({ endpoint: z.parse(z.object({ url: z.url() }), body).url }) ?? {},
    },
    { method: 'PUT', path: /^\/v1\/faults$/, isSteady: true, act: ({ body }) => setFaults(body) },
    {
      method: 'POST',
      path: /^\/v1\/import$/,
      isSteady: true,
      act: ({ body }) => book.take(z.parse(z.object({ payments: z.array(Payment) }), body).payments) ?? {},
    },
  ]

  function setFaults(given: unknown): Faults {
    faults.set(z.parse(Faults, { ...faults.get(), ...(given as object) }))
    return faults.get()
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://gateway')
    const route = routes.find(({ method, path }) => method === request.method && path.test(pathname))
    const body = await readJson(request)
    if (!route) return send(response, 404, { error: 'Nothing is here.' })
    if (!route.isOpen && !isSame(request.headers.authorization ?? '', `Bearer ${secret}`))
      return send(response, 401, { error: 'Unknown key.' })
    const { loseRequests, loseAnswers, away, delayAnswers } = faults.get()
    if (!route.isSteady && chance.happens(loseRequests)) return void request.socket.destroy()
    if (!route.isSteady && chance.happens(away)) return send(response, 503, { error: 'The gateway is busy.' })
    const [status, said] = act(route, { params: route.path.exec(pathname)?.slice(1) ?? [], query, body })
    if (!route.isSteady && delayAnswers > 0) await pause(chance.upTo(delayAnswers))
    if (!route.isSteady && chance.happens(loseAnswers)) return void request.socket.destroy()
    send(response, status, said)
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 400, { error: String(error) }))
  })
}

function act(route: Route, asked: Asked): [number, unknown] {
  try {
    return [200, route.act(asked)]
  } catch (error) {
    if (error instanceof Refused) return [409, { error: error.message }]
    if (error instanceof z.core.$ZodError) return [422, { error: z.core.prettifyError(error) }]
    throw error
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) throw new Error('The body is too large.')
    chunks.push(chunk)
  }
  return size === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
