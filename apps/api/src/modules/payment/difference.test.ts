import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayWorld, gatewayWorld } from '../../../test/gateway-world.ts'
import { act } from '../../../test/order-world.ts'
import { type BookedPayment, differencesOf } from './difference.decide.ts'
import type { GatewayPayment } from './gateway.ts'

let world: GatewayWorld
beforeAll(async () => {
  world = await gatewayWorld()
})
afterAll(() => world.close())

const compare = async () => {
  world.clock.forward(2)
  const { status } = await world.app.call('POST /payment-comparisons', { as: world.admin, body: {} })
  expect(status).toBe(200)
  await world.app.services.tasks.runDue()
}
const listed = async (query = '') => (await world.app.call(`GET /payment-differences${query}`, { as: world.admin })).body.rows
const paid = async () => {
  const order = await world.begin()
  await world.gateway.pay(await world.checkoutOf(order.id))
  await world.until(order.id, { paymentState: 'captured' })
  const { reference } = await world.db.selectFrom('payment').select('reference').where('order_id', '=', order.id).executeTakeFirstOrThrow()
  return { ...order, reference: String(reference) }
}
/** What somebody does at the gateway, past us. */
const plant = async (reference: string, change: object) => {
  const { payments } = { payments: [await world.gateway.ask(`GET /v1/payments/${reference}`)] }
  const [payment] = payments
  const whole = {
    order: null,
    capture: true,
    token: reference.replace('pay_', 'token_'),
    processing: false,
    createdAt: world.clock.instant(),
  }
  return world.gateway.ask('POST /v1/import', { payments: [{ ...whole, ...payment, ...change }] })
}

test('where both say the same there is no difference', async () => {
  const order = await paid()
  await act(world, order.id, 'cancel', { reason: 'changed-mind' })
  await world.until(order.id, { refunds: [{ state: 'done' }] })
  await compare()
  expect(await listed()).toEqual([])
  const { body } = await world.app.call('GET /payment-comparisons/last', { as: world.admin })
  expect(body).toMatchObject({ gateway: 'simulated', last: { payments: 1, differences: 0, finishedAt: world.clock.instant() } })
})

test('what was done past us is named, told once, shown, and settled with a reason', async () => {
  const [less, back] = [await paid(), await paid()]
  await plant(less.reference, { captured: 100 })
  const refund = { id: 'rfnd_theirs', key: null, state: 'done', amount: 700, failure: null }
  await plant(back.reference, { refunds: [refund] })
  await world.gateway.ask('POST /v1/import', {
    payments: [
      {
        ...{ id: 'pay_nobody', key: null, order: null, capture: true, state: 'captured', amount: 900, captured: 900, currency: 'INR' },
        ...{ token: 'token_nobody', processing: false, failure: null, refunds: [], createdAt: world.clock.instant() },
      },
    ],
  })
  await compare()
  await compare()
  const inRupees = (minor: number) => ({ minor, currency: 'INR' })
  const rows = await listed('?status=open')
  expect(rows).toHaveLength(3)
  expect(rows.find(({ kind }: { kind: string }) => kind === 'amount-differs')).toMatchObject({
    reference: less.reference,
    theirs: inRupees(100),
  })
  expect(rows.find(({ kind }: { kind: string }) => kind === 'refund-unknown')).toMatchObject({
    order: { id: back.id },
    ours: inRupees(0),
    theirs: inRupees(700),
  })
  const unknown = rows.find(({ kind }: { kind: string }) => kind === 'unknown')
  expect(unknown).toMatchObject({ reference: 'pay_nobody', order: null, ours: inRupees(0), theirs: inRupees(900) })
  const told = await world.db
    .selectFrom('event')
    .select('entity_id')
    .where('kind', '=', 'message')
    .where('entity', '=', 'payment-difference')
    .execute()
  expect(new Set(told.map(({ entity_id }) => entity_id)).size).toBe(3)
  expect(told).toHaveLength(3)

  const settle = (body: object) => world.app.call(`POST /payment-differences/${unknown.id}/settle`, { as: world.admin, body })
  expect((await settle({ version: 1, reason: '' })).body.error.fields).toHaveProperty(['body.reason'])
  expect((await settle({ version: 1, reason: 'A test of the gateway’s own people' })).body).toMatchObject({ status: 'settled' })
  expect((await settle({ version: 2, reason: 'Again' })).status).toBe(409)
  await plant(less.reference, { captured: less.total.minor })
  await compare()
  expect((await listed('?status=open')).map(({ kind }: { kind: string }) => kind)).toEqual(['refund-unknown'])
  expect((await listed('?status=gone')).map(({ kind }: { kind: string }) => kind)).toEqual(['amount-differs'])
})

test('of a payment that no order has, somebody who reaches one store is not told', async () => {
  const near = await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [world.store.id] } })
  const { body } = await world.app.call('GET /payment-differences', { as: near })
  expect(body.rows.map(({ kind }: { kind: string }) => kind)).not.toContain('unknown')
  expect(body.rows.length).toBeGreaterThan(0)
  const elsewhere = await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [world.item.id] } })
  expect((await world.app.call('GET /payment-differences', { as: elsewhere })).body.rows).toEqual([])
})

test('asked for, it is a task of whoever asked, whose words say what came of it', async () => {
  const clerk = await world.app.addStaff({ permissions: ['finance.view', 'order.view'] })
  const { body } = await world.app.call('POST /payment-comparisons', { as: clerk, body: {} })
  await world.app.services.tasks.runDue()
  const task = await world.app.call(`GET /tasks/${body.id}`, { as: clerk })
  expect(task.body).toMatchObject({ status: 'done', title: 'Comparison with Simulated gateway' })
})

test('every night it comes by itself, once', async () => {
  const count = async () => (await world.db.selectFrom('payment_comparison').select('id').execute()).length
  const run = () => world.app.services.jobs.run('compare-payments')
  const before = await count()
  await run()
  expect(await count()).toBe(before)
  world.clock.forward(24 * 60)
  await run()
  await run()
  expect(await count()).toBe(before + 1)
})

const ours: BookedPayment = {
  id: 'p',
  orderId: 'o',
  reference: 'pay_1',
  currency: 'INR',
  capturedMinor: 500,
  refundedMinor: 200,
  toCaptureMinor: 0,
  isMissing: false,
}
const theirs: GatewayPayment = {
  ...{ reference: 'pay_1', paymentId: 'p', state: 'captured', amountMinor: 500, capturedMinor: 500, currency: 'INR', checkout: null },
  ...{ failure: null, refunds: [{ reference: 'r', key: 'k', state: 'done', amountMinor: 200, failure: null }] },
} as GatewayPayment

test.each<[string, Partial<BookedPayment>, Partial<GatewayPayment> | null, string[]]>([
  ['the same', {}, {}, []],
  ['captured here alone', {}, { capturedMinor: 0, state: 'authorised' }, ['not-captured']],
  ['captured there alone', { capturedMinor: 0 }, {}, ['not-booked']],
  ['another amount', { capturedMinor: 499 }, {}, ['amount-differs']],
  ['not known there', {}, null, ['missing']],
  ['a refund less there', {}, { refunds: [] }, ['refund-missing']],
  ['a refund that failed there', {}, { refunds: theirs.refunds.map((refund) => ({ ...refund, state: 'failed' })) }, ['refund-missing']],
  ['a refund more there', { refundedMinor: 0 }, {}, ['refund-unknown']],
  ['both', { capturedMinor: 1, refundedMinor: 0 }, {}, ['amount-differs', 'refund-unknown']],
])('named for what it is: %s', (_, here, there, kinds) => {
  const found = differencesOf([{ ...ours, ...here }], there ? [{ ...theirs, ...there }] : [])
  expect(found.map(({ kind }) => kind)).toEqual(kinds)
})
