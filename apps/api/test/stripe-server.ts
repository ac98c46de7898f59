import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

/** A payment intent as Stripe documents it, as far as it is read here. Amounts are in the units in which Stripe is told them. */
interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  capture_method: 'automatic' | 'manual'
  status: 'requires_payment_method' | 'requires_capture' | 'succeeded' | 'canceled'
  client_secret: string
  last_payment_error: { message: string } | null
  metadata: Record<string, string>
  created: number
}
interface Refund {
  id: string
  object: 'refund'
  amount: number
  payment_intent: string
  status: 'succeeded' | 'pending' | 'failed'
  metadata: Record<string, string>
  failure_reason: string | null
}
type Form = Record<string, string>

/** What Stripe answers with an error, as it documents it. */
class Wrong extends Error {
  readonly status: number
  readonly type: string
  constructor(status: number, type: string, message: string) {
    super(message)
    this.status = status
    this.type = type
  }
}

/** A server that keeps intents and refunds in the shapes, and by the rules, that Stripe documents; what Stripe itself does is Stripe's. */
export interface StripeServer {
  address: { host: string; port: number; protocol: 'http' }
  webhookSecret: string
  intents: Map<string, Intent>
  refunds: Refund[]
  /** How often something new was made, whatever was asked again. */
  made: string[]
  /** The next answers to POST are lost: what was asked is done. */
  lose(answers: number): void
  /** Nothing is answered until this ends. */
  hang(isHanging: boolean): void
  /** The customer pays, or their card is declined. */
  pay(clientSecret: string, isDeclined?: boolean): void
  /** A signed message of an event, as it is posted to whoever listens. */
  event(type: string, object: object, given?: { id?: string; secondsAgo?: number; secret?: string }): { body: string; signature: string }
  close(): void
}

export async function startStripe(): Promise<StripeServer> {
  const webhookSecret = 'whsec_local'
  const intents = new Map<string, Intent>()
  const refunds: Refund[] = []
  const made: string[] = []
  const answered = new Map<string, { asked: string; body: object }>()
  const signer = new Stripe('sk_test_local')
  let losing = 0
  let isHanging = false

  function find(id: string): Intent {
    const intent = intents.get(id)
    if (!intent) throw new Wrong(404, 'invalid_request_error', `No such payment_intent: '${id}'`)
    return intent
  }

  function amountOf(text: string | undefined, currency: string): number {
    const amount = Number(text)
    if (!Number.isInteger(amount) || amount < 1) throw new Wrong(400, 'invalid_request_error', `Invalid integer: ${text}`)
    if (['kwd', 'bhd', 'jod', 'omr', 'tnd'].includes(currency) && amount % 10 !== 0)
      throw new Wrong(400, 'invalid_request_error', 'The last digit of the amount must be 0.')
    if (['isk', 'ugx'].includes(currency) && amount % 100 !== 0)
      throw new Wrong(400, 'invalid_request_error', `Invalid amount: ${currency} has no decimals.`)
    return amount
  }

  const metadataOf = (form: Form) =>
    Object.fromEntries(Object.entries(form).flatMap(([key, value]) => (key.startsWith('metadata[') ? [[key.slice(9, -1), value]] : [])))

  function create(form: Form): Intent {
    const id = `pi_${randomBytes(6).toString('hex')}`
    const { currency = '', capture_method = 'automatic' } = form
    const intent: Intent = {
      ...{ id, object: 'payment_intent', amount: amountOf(form.amount, currency), amount_received: 0, currency },
      ...{ capture_method: capture_method as Intent['capture_method'], status: 'requires_payment_method' },
      ...{ client_secret: `${id}_secret_1`, last_payment_error: null, metadata: metadataOf(form), created: Math.floor(Date.now() / 1000) },
    }
    intents.set(id, intent)
    made.push('payment_intent')
    return intent
  }

  function capture(id: string, form: Form): Intent {
    const intent = find(id)
    const amount = amountOf(form.amount_to_capture, intent.currency)
    if (intent.status !== 'requires_capture' || amount > intent.amount)
      throw new Wrong(400, 'invalid_request_error', `This PaymentIntent could not be captured because it has a status of ${intent.status}.`)
    made.push('capture')
    return Object.assign(intent, { status: 'succeeded', amount_received: amount })
  }

  function cancel(id: string): Intent {
    const intent = find(id)
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw new Wrong(400, 'invalid_request_error', `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`)
    made.push('cancel')
    return Object.assign(intent, { status: 'canceled' })
  }

  function refund(form: Form): Refund {
    const intent = find(form.payment_intent ?? '')
    const amount = amountOf(form.amount, intent.currency)
    const gone = refunds.filter(({ payment_intent, status }) => payment_intent === intent.id && status !== 'failed')
    const left = intent.amount_received - gone.reduce((sum, each) => sum + each.amount, 0)
    if (amount > left)
      throw new Wrong(400, 'invalid_request_error', `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`)
    const one: Refund = {
      ...{ id: `re_${randomBytes(6).toString('hex')}`, object: 'refund', amount, payment_intent: intent.id, status: 'succeeded' },
      ...{ metadata: metadataOf(form), failure_reason: null },
    }
    refunds.unshift(one)
    made.push('refund')
    return one
  }

  const listOf = (data: object[]) => ({ object: 'list', data, has_more: false, url: '/v1' })

  function answerTo(method: string, url: URL, form: Form): object {
    const [, , what = '', id = '', act = ''] = url.pathname.split('/')
    if (method === 'GET' && what === 'refunds')
      return listOf(refunds.filter(({ payment_intent }) => payment_intent === url.searchParams.get('payment_intent')))
    if (method === 'GET') return id ? find(id) : listOf([...intents.values()].toReversed())
    if (what === 'refunds') return refund(form)
    if (act === 'capture') return capture(id, form)
    return act === 'cancel' ? cancel(id) : create(form)
  }

  // The same key with the same parameters is the same answer, with others an error.
  function onceByKey(key: string | undefined, asked: string, act: () => object): object {
    const known = key === undefined ? undefined : answered.get(key)
    if (known && known.asked !== asked)
      throw new Wrong(400, 'idempotency_error', 'Keys for idempotent requests can only be used with the same parameters.')
    if (known) return known.body
    const body = structuredClone(act())
    if (key !== undefined) answered.set(key, { asked, body })
    return body
  }

  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    if (isHanging) return
    const { method = 'GET' } = request
    const url = new URL(request.url ?? '/', 'http://stripe')
    const key = request.headers['idempotency-key'] as string | undefined
    const [status, body] = attempt(() => {
      if (!/^Bearer sk_test_\w+$/.test(request.headers.authorization ?? ''))
        throw new Wrong(401, 'invalid_request_error', 'Invalid API Key.')
      const act = () => answerTo(method, url, Object.fromEntries(new URLSearchParams(text)))
      return method === 'POST' ? onceByKey(key, `${url.pathname} ${text}`, act) : act()
    })
    if (method === 'POST' && losing > 0) {
      losing--
      return void request.socket.destroy()
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' },
    webhookSecret,
    intents,
    refunds,
    made,
    lose: (answers) => {
      losing = answers
    },
    hang: (given) => {
      isHanging = given
    },
    pay(clientSecret, isDeclined = false) {
      const intent = [...intents.values()].find(({ client_secret }) => client_secret === clientSecret)
      if (!intent) throw new Error('no such client secret')
      if (isDeclined) Object.assign(intent, { last_payment_error: { message: 'Your card was declined.' } })
      else if (intent.capture_method === 'manual') Object.assign(intent, { status: 'requires_capture', last_payment_error: null })
      else Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null })
    },
    event(type, object, { id = `evt_${randomBytes(6).toString('hex')}`, secondsAgo = 0, secret = webhookSecret } = {}) {
      const body = JSON.stringify({ id, object: 'event', type, created: Math.floor(Date.now() / 1000), data: { object } })
      const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
      return { body, signature: signer.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function attempt(act: () => object): [number, object] {
  try {
    return [200, act()]
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return [error.status, { error: { type: error.type, message: error.message } }]
  }
}
