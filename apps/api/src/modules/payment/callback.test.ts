import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewaySecret, gatewaySignature } from '../../../test/gateway-signature.ts'
import { type GatewayWorld, gatewayWorld } from '../../../test/gateway-world.ts'

let world: GatewayWorld
beforeAll(async () => {
  world = await gatewayWorld()
})
afterAll(() => world.close())

const signed = (text: string, { secret = gatewaySecret, agoSeconds = 0 } = {}) =>
  gatewaySignature(text, world.clock.ms() - agoSeconds * 1000, secret)
const tell = (text: string, signature: string | null, gateway = 'simulated') =>
  world.app.fastify.inject({
    method: 'POST',
    url: `/api/payments/callbacks/${gateway}`,
    headers: { 'content-type': 'application/json', ...(signature && { 'larder-gateway-signature': signature }) },
    payload: text,
  })
const message = (id: string, payment: string) => JSON.stringify({ id, type: 'payment.tried', payment })
const rowOf = (orderId: string) => world.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
const taken = async () => (await world.db.selectFrom('payment_callback').select('event_id').execute()).map((row) => row.event_id)

/** An order that its customer has paid, of which the product has not heard. */
async function unheard() {
  const { id } = await world.begin()
  await world.gateway.pay(await world.checkoutOf(id))
  const { reference } = await rowOf(id)
  if (!reference) throw new Error('the gateway knows of no payment')
  return { id, reference }
}

test('what the gateway tells makes its payment due, which is looked up before it is believed', async () => {
  const { id, reference } = await unheard()
  await world.settle()
  expect((await rowOf(id)).state).toBe('pending')
  const text = message('evt_1', reference)
  const { statusCode, body } = await tell(text, signed(text))
  expect([statusCode, JSON.parse(body)]).toEqual([200, { received: true }])
  expect((await rowOf(id)).state).toBe('pending')
  await world.settle()
  expect([(await rowOf(id)).state, (await world.read(id)).paymentState]).toEqual(['captured', 'captured'])
})

test('told again and again, and in any order, it is taken once', async () => {
  const { id, reference } = await unheard()
  const texts = ['evt_c', 'evt_a', 'evt_b', 'evt_a', 'evt_c', 'evt_a'].map((event) => message(event, reference))
  const answers = await Promise.all(texts.map((text) => tell(text, signed(text))))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(texts.map(() => 200))
  expect((await taken()).filter((event) => /^evt_[abc]$/.test(event)).sort()).toEqual(['evt_a', 'evt_b', 'evt_c'])
  expect((await rowOf(id)).nudges).toBe(3)
  await world.settle()
  const { version } = await world.read(id)
  const again = message('evt_d', reference)
  await tell(again, signed(again))
  await world.settle()
  expect(await world.read(id)).toMatchObject({ paymentState: 'captured', version })
})

test('what happens while a payment is looked at leaves it due', async () => {
  const { id, reference } = await unheard()
  await world.settle()
  const { nudges } = await rowOf(id)
  const text = message('evt_meanwhile', reference)
  await tell(text, signed(text))
  const row = await rowOf(id)
  expect([row.nudges, row.due_at]).toEqual([nudges + 1, world.clock.instant()])
})

test.each<[string, (text: string) => string | null]>([
  ['without a signature', () => null],
  ['signed with another secret', (text) => signed(text, { secret: 'another-secret-of-somebody-else' })],
  ['signed for another body', () => signed('{}')],
  ['signed long ago', (text) => signed(text, { agoSeconds: 3600 })],
  ['signed for tomorrow', (text) => signed(text, { agoSeconds: -3600 })],
  ['with a signature of another form', (text) => signed(text).replace('v1=', 'v0=')],
])('%s it is refused, and nothing is written', async (_, signature) => {
  const { id, reference } = await unheard()
  const before = await rowOf(id)
  const text = message('evt_forged', reference)
  const { statusCode, body } = await tell(text, signature(text))
  expect([statusCode, JSON.parse(body).error.reason]).toEqual([401, 'callback-not-signed'])
  expect(await rowOf(id)).toEqual(before)
  expect(await taken()).not.toContain('evt_forged')
})

test.each(['not JSON', '{}', JSON.stringify({ id: 7, type: [], payment: {} })])('signed, but no event, it is told so: %s', async (text) => {
  const { statusCode, body } = await tell(text, signed(text))
  expect([statusCode, JSON.parse(body).error.reason]).toEqual([400, 'callback-unreadable'])
})

test('of a gateway to which no payments go there is no door', async () => {
  const { statusCode, body } = await tell('{}', signed('{}'), 'stripe')
  expect([statusCode, JSON.parse(body).error.reason]).toEqual([404, 'gateway-not-set-up'])
})

test('of a payment that nobody here knows it is kept, and does nothing', async () => {
  const text = message('evt_unknown', 'pay_nobody')
  expect((await tell(text, signed(text))).statusCode).toBe(200)
  expect(await taken()).toContain('evt_unknown')
})
