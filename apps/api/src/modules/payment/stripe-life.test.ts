import { money } from '@larder/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { act, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import { type StripeServer, startStripe } from '../../../test/stripe-server.ts'
import { findMisbooked } from '../ledger/recompute.service.ts'
import { findBrokenOrders } from '../order/read/invariants.ts'
import { stripeGateway } from './stripe.ts'
import { fromStripe, toStripe, whyNotByStripe } from './stripe-amount.ts'

let stripe: StripeServer
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())

describe('an order through Stripe', () => {
  let world: OrderWorld
  beforeAll(async () => {
    const { address, webhookSecret } = stripe
    world = await orderWorld({ gateway: { name: 'stripe', secretKey: 'sk_test_local', webhookSecret, address } })
  })
  afterAll(async () => {
    expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
    expect(await findMisbooked(world.db)).toEqual([])
    await world.app.close()
  })
  beforeEach(() => stripe.made.splice(0))

  const settle = () => world.app.services.jobs.run('settle-payments')
  const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
  const until = (id: string, wanted: object) =>
    expect
      .poll(
        async () => {
          world.clock.forward(0.2)
          await settle()
          return read(id)
        },
        { timeout: 20_000, interval: 20 },
      )
      .toMatchObject(wanted)
  const begun = async () => {
    const order = await place(world, { payment: { method: 'online', through: 'gateway' } })
    await settle()
    const row = () => world.db.selectFrom('payment').selectAll().where('order_id', '=', order.id).executeTakeFirstOrThrow()
    await expect.poll(async () => ((await row()).checkout === null ? settle() : true), { timeout: 10_000, interval: 50 }).toBe(true)
    const { checkout, reference } = await row()
    const intent = stripe.intents.get(String(reference))
    if (!intent || !checkout) throw new Error('Stripe knows no such payment')
    return { ...order, checkout, intent }
  }
  const tell = ({ body, signature }: { body: string; signature: string }) =>
    world.app.call('POST /payments/callbacks/stripe', {
      body: Buffer.from(body),
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })

  test('is paid, partly refunded, and each asked once, whatever answers are lost', async () => {
    stripe.lose(1)
    const { id, total, checkout, intent } = await begun()
    expect(intent).toMatchObject({ amount: total.minor, currency: 'inr' })
    stripe.pay(checkout, true)
    expect((await tell(stripe.event('payment_intent.payment_failed', intent))).status).toBe(200)
    await settle()
    expect((await world.app.call(`GET /channel/orders/${id}`, { as: world.channel })).body.payment).toMatchObject({
      failure: 'Your card was declined.',
    })
    stripe.pay(checkout)
    expect((await tell(stripe.event('payment_intent.succeeded', intent))).status).toBe(200)
    await until(id, { status: 'pending', paymentState: 'captured' })
    stripe.lose(2)
    await act(world, id, 'refunds', { amount: { minor: 700, currency: 'INR' }, reasonCode: 'goodwill', method: 'source' })
    await until(id, { paymentState: 'partially_refunded', refunds: [{ state: 'done', amount: { minor: 700 } }] })
    expect(stripe.made).toEqual(['payment_intent', 'refund'])
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([700])
  })

  test('hears events twice, late and in another order as what the payment is', async () => {
    const { id, checkout, intent } = await begun()
    const created = stripe.event('payment_intent.created', { ...intent })
    stripe.pay(checkout)
    const succeeded = stripe.event('payment_intent.succeeded', { ...intent })
    for (const told of [succeeded, created, succeeded, created]) expect((await tell(told)).status).toBe(200)
    await until(id, { status: 'pending', paymentState: 'captured' })
    const before = await read(id)
    // What claims that it failed is no more than a hint.
    await tell(stripe.event('payment_intent.payment_failed', { ...intent, status: 'requires_payment_method' }))
    await settle()
    expect(await read(id)).toEqual(before)
    const kept = await world.db.selectFrom('payment_callback').select('event_id').where('reference', '=', intent.id).execute()
    expect(kept).toHaveLength(3)
  })

  test('takes a signature of the last five minutes by its secret, and nothing else', async () => {
    const { intent } = await begun()
    const told = async (given: object) => (await tell(stripe.event('payment_intent.succeeded', intent, given))).status
    expect(await told({ secondsAgo: 290 })).toBe(200)
    expect(await told({ secondsAgo: 310 })).toBe(401)
    expect(await told({ secret: 'whsec_of_somebody' })).toBe(401)
    const { body, signature } = stripe.event('payment_intent.succeeded', intent)
    expect((await tell({ body: body.replace('succeeded', 'canceled'), signature })).status).toBe(401)
  })

  test('cancelled before it is captured lets go what is held', async () => {
    const { id, checkout } = await begun()
    await act(world, id, 'cancel', { reason: 'changed-mind' })
    await until(id, { status: 'cancelled' })
    await expect.poll(async () => stripe.made, { timeout: 10_000 }).toContain('cancel')
    expect(() => stripe.pay(`${checkout}x`)).toThrow()
  })
})

describe('what Stripe is asked', () => {
  const { name: _, ...gateway } = { name: '', secretKey: 'sk_test_local', webhookSecret: 'whsec_local' }
  const intent = (currency: string, amountMinor: number) => ({
    key: `k-${currency}-${amountMinor}`,
    orderId: 'o',
    amountMinor,
    currency,
    capture: 'handed-over' as const,
  })

  test.each<[string, number, number]>([
    ['INR', 25_050, 25_050],
    ['JPY', 500, 500],
    ['KWD', 5_120, 5_120],
    ['ISK', 500, 50_000],
    ['UGX', 500, 50_000],
    ['MGA', 50_000, 500],
  ])('%s %i is %i there, and the same again here, captured and refunded', async (currency, minor, told) => {
    const ask = stripeGateway(gateway, stripe.address)
    const begun = await ask.begin(intent(currency, minor))
    if (!('payment' in begun)) throw new Error(JSON.stringify(begun))
    const { reference, checkout, amountMinor } = begun.payment
    expect([stripe.intents.get(reference)?.amount, amountMinor]).toEqual([told, minor])
    stripe.pay(String(checkout))
    expect(await ask.capture(reference, money(minor, currency), `c-${currency}`)).toMatchObject({ payment: { capturedMinor: minor } })
    expect(await ask.refund(reference, money(minor, currency), `r-${currency}`)).toMatchObject({
      payment: { refunds: [{ amountMinor: minor, state: 'done' }] },
    })
  })

  test('an amount that it does not take is refused in words before it is asked', async () => {
    const ask = stripeGateway(gateway, stripe.address)
    expect(await ask.begin(intent('KWD', 5_124))).toEqual({ refused: 'Stripe takes KWD without the last of its decimals only.' })
    expect(await ask.begin(intent('MGA', 50))).toEqual({ refused: 'Stripe takes MGA in whole units only.' })
    expect(await ask.begin(intent('IQD', 5_000))).toEqual({ refused: 'Stripe does not take IQD.' })
  })

  test('any amount that it takes comes back as it was', () => {
    const currencies = fc.constantFrom('INR', 'USD', 'JPY', 'KRW', 'ISK', 'UGX', 'MGA', 'KWD', 'BHD', 'TND')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e10 }), currencies, (minor, currency) => {
        const told = toStripe(minor, currency)
        expect(whyNotByStripe(minor, currency) === null).toBe(told !== null)
        if (told !== null) expect(fromStripe(told, currency)).toBe(minor)
      }),
    )
  })

  test('asked again under its key is done once, and under the key of something else refused for now', async () => {
    const ask = stripeGateway(gateway, stripe.address)
    const [one, other] = [await ask.begin(intent('EUR', 900)), await ask.begin(intent('EUR', 900))]
    expect(one).toEqual(other)
    expect(await ask.begin({ ...intent('EUR', 900), amountMinor: 901 })).toHaveProperty('away')
  })

  test('no answer in time is none', async () => {
    const ask = stripeGateway(gateway, { ...stripe.address, timeout: 100 })
    stripe.hang(true)
    expect(await ask.look('pi_any')).toHaveProperty('away')
    stripe.hang(false)
    expect(await ask.look('pi_any')).toEqual({ refused: "No such payment_intent: 'pi_any'" })
  })
})
