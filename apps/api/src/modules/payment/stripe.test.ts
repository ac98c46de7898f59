import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { money } from '@larder/contract'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentGateway } from './gateway.ts'
import { stripeGateway } from './stripe.ts'

// Speaks the shape in which Stripe answers, and notes what it was asked: what Stripe itself does is Stripe's.
const webhookSecret = 'whsec_of_tests'
interface Asked {
  address: string
  key: string | undefined
  form: Record<string, string>
}
let asked: Asked[]
let answers: Record<string, [status: number, body: object] | 'lost'>
let gateway: PaymentGateway
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const address = `${request.method} ${request.url}`
  const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
  asked.push({ address, key: request.headers['idempotency-key'] as string | undefined, form })
  const answer = answers[address]
  if (answer === 'lost') return void request.socket.destroy()
  const [status, body] = answer ?? [404, { error: { type: 'invalid_request_error', message: `No such thing: ${address}` } }]
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  gateway = stripeGateway({ secretKey: 'sk_test_1', webhookSecret }, { host: '127.0.0.1', port, protocol: 'http' })
})
beforeEach(() => {
  asked = []
  answers = {}
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const intent = (given: object = {}) => ({
  ...{ id: 'pi_1', object: 'payment_intent', amount: 25_000, amount_received: 0, currency: 'inr', status: 'requires_payment_method' },
  ...{ client_secret: 'pi_1_secret_2', last_payment_error: null, metadata: { larder_payment: 'our-id' }, ...given },
})
const refund = (given: object = {}) => ({
  ...{
    id: 're_1',
    object: 'refund',
    amount: 5_000,
    status: 'succeeded',
    metadata: { larder_refund: 'r-1' },
    failure_reason: null,
    ...given,
  },
})
const list = (...data: object[]) => ({ object: 'list', data, has_more: false, url: '/v1' })
const refundsOf = 'GET /v1/refunds?payment_intent=pi_1&limit=100'

test('a payment is begun as an intent under our key, which the customer pays by its secret', async () => {
  answers['POST /v1/payment_intents'] = [200, intent()]
  const answer = await gateway.begin({ key: 'our-id', orderId: 'order-1', amountMinor: 25_000, currency: 'INR', capture: 'handed-over' })
  expect(answer).toEqual({
    payment: {
      ...{ reference: 'pi_1', paymentId: 'our-id', state: 'pending', amountMinor: 25_000, capturedMinor: 0, currency: 'INR' },
      ...{ checkout: 'pi_1_secret_2', failure: null, refunds: [] },
    },
  })
  const form = { amount: '25000', currency: 'inr', capture_method: 'manual', 'metadata[larder_payment]': 'our-id' }
  expect(asked).toMatchObject([{ key: 'our-id', form }])
})

test.each<[object, object]>([
  [{ status: 'requires_capture' }, { state: 'authorised' }],
  [{ status: 'canceled' }, { state: 'voided' }],
  [{ status: 'processing' }, { state: 'pending' }],
  [{ status: 'requires_action' }, { state: 'pending' }],
  [{ last_payment_error: { message: 'Your card was declined.' } }, { state: 'failed', failure: 'Your card was declined.' }],
])('%j stands so here', async (given, stands) => {
  answers['GET /v1/payment_intents/pi_1'] = [200, intent(given)]
  expect(await gateway.look('pi_1')).toMatchObject({ payment: stands })
})

test('what was captured comes with its refunds, and how far each is', async () => {
  answers['GET /v1/payment_intents/pi_1'] = [200, intent({ status: 'succeeded', amount_received: 25_000 })]
  answers[refundsOf] = [
    200,
    list(
      refund(),
      refund({ id: 're_2', status: 'pending', metadata: {} }),
      refund({ id: 're_3', status: 'failed', failure_reason: 'expired_or_canceled_card' }),
    ),
  ]
  expect(await gateway.look('pi_1')).toMatchObject({
    payment: {
      ...{ state: 'captured', capturedMinor: 25_000 },
      refunds: [
        { reference: 're_1', key: 'r-1', state: 'done', amountMinor: 5_000 },
        { reference: 're_2', key: null, state: 'pending' },
        { reference: 're_3', state: 'failed', failure: 'expired_or_canceled_card' },
      ],
    },
  })
})

test('capture, void and refund say how much, under our key', async () => {
  answers['POST /v1/payment_intents/pi_1/capture'] = [200, intent({ status: 'succeeded', amount_received: 24_000 })]
  answers['POST /v1/payment_intents/pi_1/cancel'] = [200, intent({ status: 'canceled' })]
  answers['POST /v1/refunds'] = [200, refund()]
  answers['GET /v1/payment_intents/pi_1'] = [200, intent({ status: 'succeeded', amount_received: 25_000 })]
  answers[refundsOf] = [200, list(refund())]
  expect(await gateway.capture('pi_1', money(24_000, 'INR'), 'c')).toMatchObject({ payment: { capturedMinor: 24_000 } })
  expect(await gateway.void('pi_1', 'v')).toMatchObject({ payment: { state: 'voided' } })
  expect(await gateway.refund('pi_1', money(5_000, 'INR'), 'r-1')).toMatchObject({ payment: { refunds: [{ key: 'r-1', state: 'done' }] } })
  const writes = asked.filter(({ address }) => address.startsWith('POST'))
  expect(writes.map(({ key }) => key)).toEqual(['c', 'v', 'r-1'])
  expect(writes[0]?.form).toEqual({ amount_to_capture: '24000' })
  expect(writes[2]?.form).toEqual({ payment_intent: 'pi_1', amount: '5000', 'metadata[larder_refund]': 'r-1' })
})

test('a no is a no, and what is lost, limited or broken is asked again by us alone', async () => {
  const error = (type: string) => ({ error: { type, message: 'Words of Stripe' } })
  const look = async (answer: [number, object] | 'lost') => {
    answers['GET /v1/payment_intents/pi_1'] = answer
    return Object.keys(await gateway.look('pi_1'))
  }
  expect(await look([400, error('invalid_request_error')])).toEqual(['refused'])
  expect(await look([402, error('card_error')])).toEqual(['refused'])
  expect(await look([401, error('invalid_request_error')])).toEqual(['away'])
  expect(await look([429, error('invalid_request_error')])).toEqual(['away'])
  expect(await look([409, error('idempotency_error')])).toEqual(['away'])
  expect(await look([500, error('api_error')])).toEqual(['away'])
  expect(asked).toHaveLength(6)
  // A connection that broke is tried once more by the library, under the same key.
  expect(await look('lost')).toEqual(['away'])
})

test('its payments are listed page by page', async () => {
  const from = Date.parse('2026-11-20T00:00:00.000Z') / 1000
  const first = `GET /v1/payment_intents?created[gte]=${from}&limit=100`
  answers[first] = [200, { ...list(intent()), has_more: true }]
  answers[`${first}&starting_after=pi_1`] = [200, list(intent({ id: 'pi_2' }))]
  const found: string[] = []
  for await (const { reference } of gateway.list('2026-11-20T00:00:00.000Z')) found.push(reference)
  expect(found).toEqual(['pi_1', 'pi_2'])
})

test.each<[string, object, string | null]>([
  ['payment_intent.succeeded', intent(), 'pi_1'],
  ['charge.refund.updated', refund({ payment_intent: 'pi_9' }), 'pi_9'],
  ['customer.created', { id: 'cus_1', object: 'customer' }, null],
])('%s is read once its signature is Stripe’s', (type, object, reference) => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
  const stripe = new Stripe('sk_test_1')
  const signature = (secret: string, timestamp = Math.floor(Date.now() / 1000), text = payload) =>
    stripe.webhooks.generateTestHeaderString({ payload: text, secret, timestamp })
  const bytes = Buffer.from(payload)
  expect(gateway.read(bytes, signature(webhookSecret))).toEqual({ eventId: 'evt_1', kind: type, reference })
  expect(gateway.read(bytes, signature('whsec_of_somebody'))).toBeNull()
  expect(gateway.read(bytes, signature(webhookSecret, 1_600_000_000))).toBeNull()
  expect(gateway.read(Buffer.from(payload.replace('evt_1', 'evt_2')), signature(webhookSecret))).toBeNull()
  expect(gateway.read(bytes, '')).toBeNull()
  // Signed, and no event.
  const empty = Buffer.from('not JSON')
  expect(gateway.read(empty, signature(webhookSecret, undefined, 'not JSON'))).toBe('unreadable')
})
