import { type Instant, money, msOf } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayWorld, gatewayWorld } from '../../../test/gateway-world.ts'
import { meetingAt } from '../../../test/meeting.ts'
import { act, paidOnline, place, say } from '../../../test/order-world.ts'
import { nextDeed, type PaymentRow } from './payment.decide.ts'
import { simulatedGateway } from './simulated.ts'

let world: GatewayWorld
beforeAll(async () => {
  world = await gatewayWorld()
  await world.captureWhen('handed-over')
})
afterAll(() => world.close())

const pickup = { orderType: 'pickup', address: undefined }
const makeReady = async (id: string) => {
  const { status } = await world.read(id)
  if (status === 'pending') await act(world, id, 'accept', { prepMinutes: 10 })
  await act(world, id, 'start-preparing')
  await act(world, id, 'mark-ready')
}
/** Somebody lets it go past us. */
const letGoAtGateway = async (orderId: string) =>
  world.gateway.ask(`POST /v1/payments/${(await world.paymentOf(orderId)).reference}/void`, {})
const askAgain = async (orderId: string) => {
  const { id, version } = await world.paymentOf(orderId)
  expect((await world.app.call(`POST /payments/${id}/retry`, { as: world.admin, body: { version } })).status).toBe(200)
}
const toldOf = async (entityId: string) => {
  const rows = await world.db
    .selectFrom('event')
    .select('payload')
    .where('kind', '=', 'message')
    .where('entity_id', '=', entityId)
    .execute()
  return rows.map(({ payload }) => (payload as { title: string }).title)
}

test('what the gateway was asked to let go is on its way, and its order is not restored', async () => {
  const { id } = await world.held()
  await act(world, id, 'cancel', { reason: 'changed-mind' })
  await world.gateway.misbehave({ delayAnswers: 500 })
  const settled = world.settle()
  // Whichever it is when this is read, sent or done already, it was sent before the gateway was asked.
  const stateOf = async () => (await world.read(id)).refunds[0].state
  await expect.poll(stateOf, { timeout: 20_000, interval: 5 }).not.toBe('approved')
  const { status, body } = await act(world, id, 'restore', { reason: 'customer-asks' })
  expect([status, body.error?.reason, body.error?.message]).toEqual([
    409,
    'payment-gone',
    'The payment is being let go, or has been: nothing would pay for the order any more.',
  ])
  await settled
  await world.gateway.misbehave({ delayAnswers: 0 })
  await world.until(id, { status: 'cancelled', paymentState: 'voided', refunds: [{ state: 'done', attempts: 1 }] })
  const told = (await world.read(id)).events.map(({ type }: { type: string }) => type)
  expect(told.slice(-3)).toEqual(['cancel', 'sendRefund', 'completeRefund'])
})

test('a restore before the gateway was asked keeps what it holds', async () => {
  const { id, total } = await world.held()
  await act(world, id, 'cancel', { reason: 'changed-mind' })
  expect((await act(world, id, 'restore', { reason: 'customer-asks' })).body).toMatchObject({
    paymentState: 'authorised',
    due: { minor: 0 },
  })
  await makeReady(id)
  await act(world, id, 'collect')
  await world.until(id, { status: 'delivered', paymentState: 'captured' })
  expect(await world.paymentOf(id)).toMatchObject({ state: 'captured', captured: total })
})

test('an order whose payment is let go at the gateway is due at hand-over, and staff are told', async () => {
  const { id, number, total } = await world.held()
  await letGoAtGateway(id)
  await makeReady(id)
  await askAgain(id)
  await world.until(id, { status: 'ready', paymentState: 'due', due: total })
  const { events } = await world.read(id)
  expect(events.find(({ type }: { type: string }) => type === 'voidPayment')).toMatchObject({
    actorName: 'Simulated gateway',
    isInternal: false,
  })
  expect(await toldOf(id)).toContain(`The payment of ${number} was let go`)
  expect((await act(world, id, 'collect')).body.error.fields).toHaveProperty(['body.collected'])
  expect((await act(world, id, 'collect', { collected: total })).body).toMatchObject({ status: 'delivered', paymentState: 'collected' })
  await world.settle()
  expect(await world.read(id)).toMatchObject({ paymentState: 'collected', refunding: { captured: total } })
  const bySource = await act(world, id, 'refunds', { amount: { minor: 100, currency: 'INR' }, reasonCode: 'goodwill', method: 'source' })
  expect([bySource.status, bySource.body.error?.fields]).toEqual([
    422,
    { 'body.method': 'is not possible: the order was paid at hand-over' },
  ])
})

test('is due again after it was cancelled and restored once more', async () => {
  const { id, total } = await world.held()
  await letGoAtGateway(id)
  await makeReady(id)
  await askAgain(id)
  await world.until(id, { paymentState: 'due' })
  expect((await act(world, id, 'cancel', { reason: 'changed-mind' })).body).toMatchObject({ paymentState: 'voided', refunds: [] })
  const { body } = await act(world, id, 'restore', { reason: 'customer-asks' })
  expect(body).toMatchObject({ status: 'accepted', paymentState: 'due', due: total })
})

test('once it was handed over, the payment is stuck, reaches the bell once, and is a difference', async () => {
  const { id, number, total } = await world.held()
  await letGoAtGateway(id)
  await makeReady(id)
  expect((await act(world, id, 'collect')).status).toBe(200)
  for (let tries = 0; tries < 3; tries++) {
    world.clock.forward(0.2)
    await world.settle()
  }
  expect(await world.read(id)).toMatchObject({ status: 'delivered', paymentState: 'authorised' })
  const payment = await world.paymentOf(id)
  expect(payment).toMatchObject({
    state: 'voided',
    trouble: 'The order was handed over, and the gateway holds nothing for it any more.',
    stuckAt: expect.any(String),
  })
  world.clock.forward(2)
  expect((await world.app.call('POST /payment-comparisons', { as: world.admin, body: {} })).status).toBe(200)
  await world.app.services.tasks.runDue()
  const { body } = await world.app.call(`GET /payment-differences?orderId=${id}`, { as: world.admin })
  expect(body.rows).toMatchObject([{ kind: 'not-captured', ours: total, theirs: { minor: 0 } }])
  const stuck = (await toldOf(payment.id)).filter((title) => title === `The payment of ${number} is stuck`)
  expect(stuck).toHaveLength(1)
})

test('a channel that lets go what it holds while the order is restored says so, once or twice: it is due at hand-over', async () => {
  const { id, number, total } = await place(world, { ...pickup, payment: paidOnline('authorised') })
  const cancelled = await act(world, id, 'cancel', { reason: 'changed-mind' })
  const [{ id: refundId }] = cancelled.body.refunds
  expect((await act(world, id, 'restore', { reason: 'customer-asks' })).body).toMatchObject({ paymentState: 'authorised' })
  const told = { type: 'refund', as: 'customer', refundId, state: 'done', reference: 'void_1' }
  for (let times = 0; times < 2; times++) {
    const { status, body } = await say(world, id, told)
    expect([status, body.paymentState, body.due], JSON.stringify(body)).toEqual([200, 'due', total])
  }
  expect(await toldOf(id)).toContain(`The payment of ${number} was let go`)
  await makeReady(id)
  expect((await act(world, id, 'collect')).status).toBe(422)
  expect((await act(world, id, 'collect', { collected: total })).body).toMatchObject({ paymentState: 'collected' })
})

test.each(['restored', 'let go'])(
  'a restore and a channel that lets go meet, and %s is first: the order is not left without a payment',
  async (first) => {
    const { id, total } = await place(world, { ...pickup, payment: paidOnline('authorised') })
    const [{ id: refundId }] = (await act(world, id, 'cancel', { reason: 'changed-mind' })).body.refunds
    const { version } = await world.read(id)
    const restoring = () => world.app.call(`POST /orders/${id}/restore`, { as: world.admin, body: { version, reason: 'customer-asks' } })
    const lettingGo = () => say(world, id, { type: 'refund', as: 'customer', refundId, state: 'done', reference: 'void_2' })
    const isRestored = first === 'restored'
    const [one, other] = isRestored ? [restoring, lettingGo] : [lettingGo, restoring]
    const answers = await meetingAt(world.app.database, 'orders', [one, other])
    expect(answers.map(({ status }) => status)).toEqual([200, isRestored ? 200 : 409])
    expect(await world.read(id)).toMatchObject(
      isRestored ? { status: 'accepted', paymentState: 'due', due: total } : { status: 'cancelled', refunds: [{ state: 'done' }] },
    )
  },
)

test('a gateway that answers every look and refuses to capture is asked ever later, and then it reaches the bell', async () => {
  const { id, number } = await world.held()
  await makeReady(id)
  const { id: paymentId, reference } = await world.paymentOf(id)
  const { checkout, ...there } = await world.gateway.ask(`GET /v1/payments/${reference}`)
  const less = { ...there, token: checkout.split('/').at(-1), order: id, capture: false, processing: false, amount: 100 }
  await world.gateway.ask('POST /v1/import', { payments: [less] })
  expect((await act(world, id, 'collect')).status).toBe(200)
  const captures = async () => {
    const asked = world.db.selectFrom('payment_attempt').select('id').where('payment_id', '=', paymentId).where('kind', '=', 'capture')
    return (await asked.execute()).length
  }
  const waited: number[] = []
  for (let tries = 1; tries <= 13; tries++) {
    await world.settle()
    expect(await captures()).toBe(tries)
    const { due_at } = await world.db.selectFrom('payment').select('due_at').where('id', '=', paymentId).executeTakeFirstOrThrow()
    waited.push(msOf(due_at as Instant) - world.clock.ms())
    world.clock.forward(200)
  }
  expect(waited).toEqual(waited.toSorted((one, other) => one - other))
  expect(waited.at(-1)).toBeGreaterThan(60 * 60_000)
  for (let more = 0; more < 3; more++) {
    await world.settle()
    world.clock.forward(200)
  }
  expect(await captures()).toBe(14)
  expect(await world.paymentOf(id)).toMatchObject({
    state: 'authorised',
    trouble: 'At most 100 was authorised.',
    stuckAt: expect.any(String),
  })
  expect(await toldOf(paymentId)).toEqual([`The payment of ${number} is stuck`])
  await world.gateway.ask('POST /v1/import', { payments: [{ ...less, amount: there.amount }] })
  await askAgain(id)
  await world.until(id, { paymentState: 'captured' })
  expect(await world.paymentOf(id)).toMatchObject({ state: 'captured', trouble: null, stuckAt: null })
})

test('a capture of nothing is never asked, and what a gateway does not understand is told in words', async () => {
  const { id } = await world.held()
  const { reference } = await world.paymentOf(id)
  const row = await world.db.selectFrom('payment').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
  const order = { payment_state: 'authorised' as const, ahead_minor: 0, ended_at: null, delivered_at: world.clock.instant(), refunds: [] }
  expect(nextDeed(row as PaymentRow, order)).toEqual({ kind: 'void', refundId: null })
  const gateway = simulatedGateway(world.gateway, () => world.clock.ms())
  expect(await gateway.capture(reference, money(0, 'INR'), 'none')).toEqual({ refused: 'It does not understand what it was asked.' })
})
