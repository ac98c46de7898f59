import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { type Answer, type GatewayPayment, type PaymentGateway, patienceMs, shorten, type Told } from './gateway.ts'

interface Facts {
  url: string
  secret: string
}

const Refund = z.object({
  id: z.string(),
  key: z.nullable(z.string()),
  state: z.enum(['pending', 'done', 'failed']),
  amount: z.int(),
  failure: z.nullable(z.string()),
})
const Payment = z.object({
  id: z.string(),
  key: z.nullable(z.string()),
  state: z.enum(['pending', 'authorised', 'captured', 'failed', 'voided']),
  amount: z.int(),
  captured: z.int(),
  currency: z.string(),
  checkout: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  refunds: z.array(Refund),
})
const Page = z.object({ payments: z.array(Payment), next: z.nullable(z.string()) })
const Message = z.object({ id: z.string(), type: z.string(), payment: z.string() })

/** Seconds for which a signature is good: what was sent and caught long ago opens nothing. */
const goodForSeconds = 300

/** The simulated gateway, a process beside: for the demo and for tests. */
export function simulatedGateway({ url, secret }: Facts, now: () => number): PaymentGateway {
  async function call(method: 'GET' | 'POST', path: string, key?: string, body?: object): Promise<unknown> {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(patienceMs),
    })
    const answer = (await response.json()) as { error?: string }
    if (response.ok) return answer
    const words =
      response.status === 422 ? 'It does not understand what it was asked.' : shorten(answer.error ?? `answered ${response.status}`)
    throw response.status >= 400 && response.status < 500 && response.status !== 429 ? new Refused(words) : new Error(words)
  }

  async function ask(method: 'GET' | 'POST', path: string, key?: string, body?: object): Promise<Answer> {
    try {
      return { payment: paymentOf(z.parse(Payment, await call(method, path, key, body))) }
    } catch (error) {
      return error instanceof Refused ? { refused: error.message } : { away: wordsOf(error) }
    }
  }

  const at = (reference: string, act = '') => `/payments/${encodeURIComponent(reference)}${act}`
  return {
    name: 'simulated',
    begin: ({ key, orderId, amountMinor, currency, capture }) =>
      ask('POST', '/payments', key, { key, order: orderId, amount: amountMinor, currency, capture: capture === 'at-once' }),
    capture: (reference, { minor }, key) => ask('POST', at(reference, '/capture'), key, { amount: minor }),
    void: (reference, key) => ask('POST', at(reference, '/void'), key, {}),
    refund: (reference, { minor }, key) => ask('POST', at(reference, '/refunds'), key, { key, amount: minor }),
    look: (reference) => ask('GET', at(reference)),
    async *list(since) {
      for (let after: string | null = ''; after !== null; ) {
        const query = new URLSearchParams({ since, after })
        const page: z.infer<typeof Page> = z.parse(Page, await call('GET', `/payments?${query}`))
        yield* page.payments.map(paymentOf)
        after = page.next
      }
    },
    read: (bytes, signature) => readSigned(bytes, signature, secret, now()),
  }
}

class Refused extends Error {}

function wordsOf(error: unknown): string {
  if (error instanceof z.core.$ZodError || error instanceof SyntaxError) return 'Its answer could not be read.'
  return shorten(error instanceof Error ? error.message : String(error))
}

function paymentOf({ id, key, amount, captured, refunds, ...said }: z.infer<typeof Payment>): GatewayPayment {
  return {
    ...said,
    reference: id,
    paymentId: key,
    amountMinor: amount,
    capturedMinor: captured,
    refunds: refunds.map(({ id: reference, amount: amountMinor, ...refund }) => ({ ...refund, reference, amountMinor })),
  }
}

// `t=SECONDS,v1=HEX`: the HMAC of the seconds, a dot and the bytes.
function readSigned(bytes: Uint8Array, signature: string, secret: string, nowMs: number): Told | 'unreadable' | null {
  const [, seconds = '', sent = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (sent === '' || Math.abs(nowMs / 1000 - Number(seconds)) > goodForSeconds) return null
  const right = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest()
  if (!timingSafeEqual(right, Buffer.from(sent, 'hex'))) return null
  const message = z.safeParse(Message, parseJson(bytes))
  return message.success ? { eventId: message.data.id, kind: message.data.type, reference: message.data.payment } : 'unreadable'
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
