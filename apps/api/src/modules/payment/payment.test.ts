import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type GatewayWorld, gatewayWorld } from '../../../test/gateway-world.ts'
import { act, newOrder, place, say } from '../../../test/order-world.ts'

let world: GatewayWorld
beforeAll(async () => {
  world = await gatewayWorld()
})
afterAll(() => world.close())

const atGateway = async (orderId: string) => {
  const { reference } = await world.paymentOf(orderId)
  return world.gateway.ask(`GET /v1/payments/${reference}`)
}
const paid = async (given: object = {}) => {
  const order = await world.begin(given)
  await world.gateway.pay(await world.checkoutOf(order.id))
  await world.until(order.id, { paymentState: 'captured' })
  return order
}
describe('an order that is paid through the gateway', () => {
  test("waits for its money, and is the store's once the gateway has it", async () => {
    const { id, total } = await world.begin()
    expect(await world.read(id)).toMatchObject({ status: 'placed', paymentState: 'none', gateway: 'simulated' })
    expect(await world.paymentOf(id)).toMatchObject({ state: 'pending', reference: null, amount: total })
    await world.gateway.pay(await world.checkoutOf(id))
    await world.until(id, { status: 'pending', paymentState: 'captured' })
    const payment = await world.paymentOf(id)
    expect(payment).toMatchObject({ state: 'captured', captured: total, trouble: null })
    expect(payment.attempts.at(-1)).toMatchObject({ kind: 'create', outcome: 'done' })
    expect(await world.read(id)).toMatchObject({ paymentReference: payment.reference })
    expect(await atGateway(id)).toMatchObject({ state: 'captured', captured: total.minor })
  })

  test('is tried again after a payment that did not go through, by the same payment', async () => {
    const { id } = await world.begin()
    const checkout = await world.checkoutOf(id)
    await world.gateway.pay(checkout, 'declined')
    world.clock.forward(0.2)
    await world.settle()
    expect(await world.paymentOf(id)).toMatchObject({ state: 'failed', failure: 'The card was declined.' })
    expect(await world.read(id)).toMatchObject({ status: 'placed', paymentState: 'none' })
    await world.gateway.pay(checkout)
    await world.until(id, { status: 'pending', paymentState: 'captured' })
    expect(await world.paymentOf(id)).toMatchObject({ state: 'captured', failure: null })
  })

  test('that nobody pays is called off, and its payment voided', async () => {
    const { id } = await world.begin()
    const checkout = await world.checkoutOf(id)
    world.clock.forward(16)
    await world.app.services.jobs.run('cancel-unpaid-orders')
    await world.settle()
    expect(await world.read(id)).toMatchObject({ status: 'cancelled', endReason: 'not-paid', paymentState: 'none', refunds: [] })
    expect(await world.paymentOf(id)).toMatchObject({ state: 'voided' })
    expect(await world.gateway.pay(checkout)).toEqual({ error: 'The payment is voided.' })
  })

  test('gives back what arrives after it was called off', async () => {
    const { id, total } = await world.begin()
    await world.gateway.misbehave({ settleAfter: 3_600_000 })
    await world.gateway.pay(await world.checkoutOf(id), 'slow')
    world.clock.forward(16)
    await world.app.services.jobs.run('cancel-unpaid-orders')
    await world.settle()
    expect(await world.paymentOf(id)).toMatchObject({ state: 'pending', trouble: 'The payment is being processed.' })
    // What is on its way arrives as it starts again, without delay.
    await world.gateway.restart()
    await world.until(id, { status: 'cancelled', paymentState: 'refunded', refunds: [{ state: 'done', method: 'source', amount: total }] })
    expect(await atGateway(id)).toMatchObject({ captured: total.minor, refunds: [{ state: 'done', amount: total.minor }] })
    const { events } = await world.read(id)
    expect(events.find(({ type }: { type: string }) => type === 'payment')).toMatchObject({
      actorName: 'Simulated gateway',
      note: 'It came after the order had ended, and goes back',
    })
  })

  test('is nobody else to report', async () => {
    const { id } = await world.begin()
    const { body } = await say(world, id, { type: 'payment', as: 'customer', state: 'captured', reference: 'pay_mine' })
    expect(body.error).toMatchObject({ kind: 'refused', reason: 'by-the-gateway' })
  })

  test.each([
    [{ method: 'cash', through: 'gateway' }, 'body.payment.through'],
    [{ method: 'online', through: 'gateway', state: 'captured', reference: 'pay_1' }, 'body.payment.through'],
    [{ method: 'online', through: 'bank' }, 'body.payment.through'],
  ])('%j is refused by its field', async (payment, field) => {
    const { status, body } = await world.app.call('POST /channel/orders', { as: world.channel, body: newOrder(world, { payment }) })
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]])
  })

  test('beside one whose channel takes the money, which stays as it was', async () => {
    const { id } = await place(world)
    expect(await world.read(id)).toMatchObject({ paymentState: 'captured', gateway: null })
    expect(await world.paymentOf(id)).toBeUndefined()
  })
})

describe('money that is held until the order is handed over', () => {
  beforeAll(() => world.captureWhen('handed-over'))
  afterAll(() => world.captureWhen('at-once'))

  const held = async (given: object = {}) => {
    const order = await world.begin(given)
    await world.gateway.pay(await world.checkoutOf(order.id))
    await world.until(order.id, { status: 'pending', paymentState: 'authorised' })
    return order
  }

  test('is taken then, and not before the gateway says so', async () => {
    const { id, total } = await held({ orderType: 'pickup', address: undefined })
    await act(world, id, 'accept', { prepMinutes: 10 })
    await act(world, id, 'start-preparing')
    await act(world, id, 'mark-ready')
    await act(world, id, 'collect')
    expect(await world.read(id)).toMatchObject({ status: 'delivered', paymentState: 'authorised' })
    await world.until(id, { status: 'delivered', paymentState: 'captured' })
    expect(await atGateway(id)).toMatchObject({ state: 'captured', captured: total.minor })
  })

  test('is let go when the order is cancelled', async () => {
    const { id } = await world.held()
    await act(world, id, 'cancel', { reason: 'changed-mind' })
    expect(await world.read(id)).toMatchObject({ paymentState: 'voided', refunds: [{ method: 'void', state: 'approved' }] })
    await world.until(id, { paymentState: 'voided', refunds: [{ method: 'void', state: 'done' }] })
    expect(await atGateway(id)).toMatchObject({ state: 'voided', captured: 0 })
  })
})

describe('a refund', () => {
  test('of a cancelled order is executed by the gateway, and done when it says so', async () => {
    const { id, total } = await paid()
    await act(world, id, 'cancel', { reason: 'changed-mind' })
    expect(await world.read(id)).toMatchObject({ paymentState: 'refunded', refunds: [{ state: 'approved', attempts: 0 }] })
    await world.until(id, { refunds: [{ state: 'done', attempts: 1, amount: total }] })
    const { refunds } = await atGateway(id)
    expect(refunds).toMatchObject([{ amount: total.minor, state: 'done' }])
    expect(await world.read(id)).toMatchObject({ refunds: [{ reference: refunds[0].id }] })
    expect(await world.paymentOf(id)).toMatchObject({ state: 'refunded', refunded: total })
  })

  test('that the gateway does not manage is still owed, and is tried again under another key', async () => {
    const { id } = await paid()
    await world.gateway.misbehave({ failRefunds: 1 })
    const amount = { minor: 5000, currency: 'INR' }
    await act(world, id, 'refunds', { amount, reasonCode: 'poor-quality', method: 'source' })
    await world.until(id, { paymentState: 'partially_refunded', refunds: [{ state: 'failed', failure: 'The card was closed.' }] })
    await world.gateway.misbehave({ failRefunds: 0 })
    const [{ id: refundId, reference }] = (await world.read(id)).refunds
    const said = await say(world, id, { type: 'refund', as: 'customer', refundId, state: 'sent', reference: 'of_an_app' })
    expect([said.status, said.body.error?.reason]).toEqual([409, 'by-the-gateway'])
    expect(await world.read(id)).toMatchObject({ refunds: [{ state: 'failed', reference, attempts: 1 }] })
    expect((await act(world, id, 'refunds/retry', { refundId })).status).toBe(200)
    await world.until(id, { refunds: [{ state: 'done', attempts: 2 }] })
    expect((await atGateway(id)).refunds.map(({ state }: { state: string }) => state)).toEqual(['failed', 'done'])
    expect(await world.paymentOf(id)).toMatchObject({ state: 'partially_refunded', refunded: amount })
  })

  test('is the gateway’s: nobody says in its place how far it is', async () => {
    const { id } = await paid()
    await act(world, id, 'refunds', { amount: { minor: 100, currency: 'INR' }, reasonCode: 'goodwill', method: 'source' })
    const order = await world.read(id)
    const [{ id: refundId }] = order.refunds
    for (const move of ['send', 'complete']) {
      const { body } = await act(world, id, `refunds/${move}`, { refundId })
      expect(body.error).toMatchObject({ kind: 'refused', reason: 'by-the-gateway' })
    }
    const said = await say(world, id, { type: 'refund', as: 'customer', refundId, state: 'done' })
    expect(said.body.error.reason).toBe('by-the-gateway')
    expect((await say(world, id, { type: 'refund', as: 'customer', refundId, state: 'sent' })).body.error.reason).toBe('by-the-gateway')
    const because = 'The gateway executes it, and says how far it is.'
    expect(order.allowed.find(({ action }: { action: string }) => action === 'completeRefund')).toMatchObject({ because })
  })

  test('in cash is not the gateway’s', async () => {
    const { id } = await paid()
    await act(world, id, 'refunds', {
      amount: { minor: 100, currency: 'INR' },
      reasonCode: 'goodwill',
      method: 'cash',
      note: 'At the till',
    })
    const [{ id: refundId }] = (await world.read(id)).refunds
    await world.settle()
    expect((await act(world, id, 'refunds/complete', { refundId })).status).toBe(200)
    expect((await atGateway(id)).refunds).toEqual([])
  })
})

describe('a gateway that behaves badly', () => {
  const wellBehaved = { loseAnswers: 0, loseRequests: 0, away: 0 }
  afterEach(() => world.gateway.misbehave(wellBehaved))

  const askAgain = async (orderId: string) => {
    const { id, version } = await world.paymentOf(orderId)
    expect((await world.app.call(`POST /payments/${id}/retry`, { as: world.admin, body: { version } })).status).toBe(200)
  }
  /** Long enough for every next try to be due; what was asked too often in vain, a person asks again. */
  const throughAll = async (orderId: string, isThere: () => Promise<boolean>) => {
    for (let tries = 0; !(await isThere()); tries++) {
      expect(tries).toBeLessThan(200)
      world.clock.forward(200)
      await world.settle()
      if ((await world.paymentOf(orderId)).stuckAt) await askAgain(orderId)
    }
  }

  test('does nothing twice when it loses every other answer', async () => {
    await world.gateway.misbehave({ loseAnswers: 0.5, loseRequests: 0.2, away: 0.2 })
    const orders = await Promise.all(Array.from({ length: 6 }, () => world.begin()))
    const readPaid = async (id: string) => (await world.read(id)).paymentState === 'captured'
    const readGivenBack = async (id: string) => (await world.read(id)).refunds[0].state === 'done'
    for (const { id } of orders) {
      let checkout: string | null = null
      await throughAll(id, async () => {
        checkout = await world.checkoutOf(id)
        return checkout !== null
      })
      await world.gateway.pay(checkout)
    }
    for (const { id } of orders) await throughAll(id, () => readPaid(id))
    for (const { id } of orders) await act(world, id, 'cancel', { reason: 'changed-mind' })
    for (const { id } of orders) await throughAll(id, () => readGivenBack(id))
    await world.gateway.misbehave(wellBehaved)
    for (const { id, total } of orders)
      expect(await atGateway(id)).toMatchObject({ captured: total.minor, refunds: [{ state: 'done', amount: total.minor }] })
    for (const { id } of orders) expect(await world.read(id)).toMatchObject({ status: 'cancelled', paymentState: 'refunded' })
    const { payments } = await world.gateway.ask('GET /v1/payments')
    const keys = payments.map(({ key }: { key: string }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('that is away for long is asked ever later, and then reaches the bell', async () => {
    await world.gateway.misbehave({ away: 1 })
    const { id } = await world.begin()
    for (let tries = 0; tries < 14; tries++) {
      await world.settle()
      world.clock.forward(200)
    }
    const payment = await world.paymentOf(id)
    expect(payment).toMatchObject({ state: 'pending', trouble: 'The gateway is busy.' })
    expect(payment.stuckAt).not.toBeNull()
    expect(payment.attempts).toHaveLength(14)
    const told = await world.db
      .selectFrom('event')
      .select('payload')
      .where('kind', '=', 'message')
      .where('entity_id', '=', payment.id)
      .execute()
    expect(told.map(({ payload }) => (payload as { title: string }).title)).toEqual([
      `The payment of ${(await world.read(id)).number} is stuck`,
    ])
    await world.gateway.misbehave({ away: 0 })
    await world.settle()
    expect((await world.paymentOf(id)).reference).toBeNull()
    await askAgain(id)
    await world.settle()
    expect((await world.paymentOf(id)).reference).toMatch(/^pay_/)
  })

  test('and is killed, knows what it knew', async () => {
    const { id } = await world.begin()
    const checkout = await world.checkoutOf(id)
    await world.gateway.pay(checkout)
    await world.gateway.restart()
    await world.until(id, { paymentState: 'captured' })
  })
})
