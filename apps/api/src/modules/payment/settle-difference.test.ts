import type { DifferenceKind } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GatewayWorld, gatewayWorld } from '../../../test/gateway-world.ts'
import { act, paidOnline, place, say } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'
import { type BookedPayment, differencesOf, oursOf, settlementOf } from './difference.decide.ts'
import type { GatewayPayment } from './gateway.ts'

let world: GatewayWorld
let manager: Caller
let checker: Caller
beforeAll(async () => {
  world = await gatewayWorld()
  manager = await world.app.addStaff({
    permissions: ['order.view', 'finance.view', 'finance.edit', 'approval.view'],
    limits: { 'finance.edit': 10_000 },
  })
  checker = await world.app.addStaff({ permissions: ['order.view', 'finance.view', 'finance.approve', 'approval.view'] })
})
afterAll(() => world.close())

const pickup = { orderType: 'pickup', address: undefined }
const paid = async () => {
  const order = await world.begin(pickup)
  await world.gateway.pay(await world.checkoutOf(order.id))
  await world.until(order.id, { paymentState: 'captured' })
  const { reference } = await world.db.selectFrom('payment').select('reference').where('order_id', '=', order.id).executeTakeFirstOrThrow()
  return { ...order, reference: String(reference) }
}
/** What somebody does at the gateway, past us. */
const plant = async (reference: string, change: object) => {
  const payment = await world.gateway.ask(`GET /v1/payments/${reference}`)
  const { checkout, ...there } = payment
  const whole = { order: null, capture: true, token: checkout.split('/').at(-1), processing: false, createdAt: world.clock.instant() }
  await world.gateway.ask('POST /v1/import', { payments: [{ ...whole, ...there, ...change }] })
}
const refundThere = (amount: number) => ({ id: `rfnd_${amount}`, key: null, state: 'done', amount, failure: null })
const compare = async () => {
  world.clock.forward(2)
  expect((await world.app.call('POST /payment-comparisons', { as: world.admin, body: {} })).status).toBe(200)
  await world.app.services.tasks.runDue()
}
const open = async (orderId: string) =>
  (await world.app.call(`GET /payment-differences?status=open&orderId=${orderId}`, { as: world.admin })).body.rows
const settle = ({ id, version }: { id: string; version: number }, as: Caller = world.admin) =>
  world.app.call(`POST /payment-differences/${id}/settle`, { as, body: { version, reason: 'Looked into' } })
/** What the ledger says of an order's payment, what was settled of it too. */
const booked = async (orderId: string, account: string) => {
  const { rows } = await sql<{ minor: number }>`select coalesce(sum(amount), 0)::bigint as minor
    from ledger_entry cross join lateral unnest(accounts, amounts) as posted (account, amount) where account = ${account}
      and entity_id in (select ${orderId}::uuid union select id from payment_difference where order_id = ${orderId})`.execute(world.db)
  return rows[0]?.minor
}
const trial = async () => {
  const { rows } = await sql<{ minor: number }>`select coalesce(sum(amount), 0)::bigint as minor
    from ledger_entry cross join lateral unnest(accounts, amounts) as posted (account, amount)`.execute(world.db)
  return rows[0]?.minor
}
const atGateway = async (reference: string) => {
  const { captured, refunds } = await world.gateway.ask(`GET /v1/payments/${reference}`)
  return (
    captured -
    refunds.reduce((sum: number, { state, amount }: { state: string; amount: number }) => sum + (state === 'done' ? amount : 0), 0)
  )
}
const agree = async ({ id, reference }: { id: string; reference: string }) => {
  expect(await booked(id, 'gateway')).toBe(await atGateway(reference))
  expect(await trial()).toBe(0)
  await compare()
  expect(await open(id)).toEqual([])
}

test('an amount that was captured otherwise is booked as it is there, and what changes after that is a difference of the rest', async () => {
  const order = await paid()
  await plant(order.reference, { captured: order.total.minor - 5_000 })
  await compare()
  const [first] = await open(order.id)
  const { status, body } = await settle(first)
  expect([status, body.status], JSON.stringify(body)).toEqual([200, 'settled'])
  expect(await booked(order.id, 'payment-differences')).toBe(5_000)
  await agree(order)
  await plant(order.reference, { captured: order.total.minor - 1_000 })
  await compare()
  const [second] = await open(order.id)
  expect([second.ours.minor, second.theirs.minor]).toEqual([order.total.minor - 5_000, order.total.minor - 1_000])
  expect((await settle(second)).status).toBe(200)
  expect(await booked(order.id, 'payment-differences')).toBe(1_000)
  await agree(order)
  const journal = await world.app.call(`GET /ledger/entries?orderId=${order.id}&kind=difference-settled`, { as: world.admin })
  expect(journal.body.rows).toMatchObject([{ order: { id: order.id, number: order.number } }, { order: { id: order.id } }])
})

test('what was given back there alone, and here alone, is booked as it is there', async () => {
  const [there, here] = [await paid(), await paid()]
  await plant(there.reference, { refunds: [refundThere(700)] })
  await act(world, here.id, 'refunds', { amount: { minor: 900, currency: 'INR' }, reasonCode: 'goodwill', method: 'source' })
  await world.until(here.id, { refunds: [{ state: 'done' }] })
  await plant(here.reference, { refunds: [] })
  await compare()
  for (const [order, kind, lost] of [
    [there, 'refund-unknown', 700],
    [here, 'refund-missing', -900],
  ] as const) {
    const [row] = await open(order.id)
    expect(row.kind).toBe(kind)
    expect((await settle(row)).status).toBe(200)
    expect(await booked(order.id, 'payment-differences')).toBe(lost)
    await agree(order)
  }
})

test('what was handed over and never captured is owed by its customer no more; captured after all it is booked back', async () => {
  await world.captureWhen('handed-over')
  const order = await world.begin(pickup)
  await world.captureWhen('at-once')
  await world.gateway.pay(await world.checkoutOf(order.id))
  await world.until(order.id, { paymentState: 'authorised' })
  const { reference } = await world.db.selectFrom('payment').select('reference').where('order_id', '=', order.id).executeTakeFirstOrThrow()
  await world.gateway.ask(`POST /v1/payments/${reference}/void`, {})
  await act(world, order.id, 'accept', { prepMinutes: 10 })
  await act(world, order.id, 'mark-ready')
  await act(world, order.id, 'collect')
  await world.settle()
  await compare()
  const [row] = await open(order.id)
  expect(row.kind).toBe('not-captured')
  expect(await booked(order.id, 'customers')).toBe(order.total.minor)
  expect((await settle(row)).status).toBe(200)
  expect([await booked(order.id, 'customers'), await booked(order.id, 'payment-differences')]).toEqual([0, order.total.minor])
  await agree({ id: order.id, reference: String(reference) })
  await plant(String(reference), { state: 'captured', captured: order.total.minor })
  const { id, version } = await world.paymentOf(order.id)
  await world.app.call(`POST /payments/${id}/retry`, { as: world.admin, body: { version } })
  await world.until(order.id, { paymentState: 'captured' })
  await compare()
  const [back] = await open(order.id)
  expect((await settle(back)).status).toBe(200)
  expect([await booked(order.id, 'customers'), await booked(order.id, 'payment-differences')]).toEqual([0, 0])
  await agree({ id: order.id, reference: String(reference) })
})

test('what a channel let go after hand-over is off the gateway', async () => {
  const order = await place(world, { ...pickup, payment: paidOnline('authorised') })
  const [{ id: refundId }] = (await act(world, order.id, 'cancel', { reason: 'changed-mind' })).body.refunds
  await act(world, order.id, 'restore', { reason: 'customer-asks' })
  await act(world, order.id, 'mark-ready')
  expect((await act(world, order.id, 'collect')).status).toBe(200)
  await say(world, order.id, { type: 'refund', as: 'customer', refundId, state: 'done' })
  const [row] = await open(order.id)
  expect((await settle(row)).status).toBe(200)
  expect([await booked(order.id, 'gateway'), await booked(order.id, 'payment-differences')]).toEqual([0, order.total.minor])
  await compare()
  expect(await open(order.id)).toEqual([])
})

test('beyond the limit another person approves it, and it is booked once', async () => {
  const [small, large] = [await paid(), await paid()]
  await plant(small.reference, { captured: small.total.minor - 10_000 })
  await plant(large.reference, { captured: large.total.minor - 10_001 })
  await compare()
  expect((await settle((await open(small.id))[0], manager)).status).toBe(200)
  const [row] = await open(large.id)
  const direct = await settle(row, manager)
  expect([direct.status, direct.body.error.reason]).toEqual([409, 'needs-approval'])
  expect(await booked(large.id, 'payment-differences')).toBe(0)
  const body = {
    operation: 'payment-difference.settle',
    params: { id: row.id },
    body: { version: row.version, reason: 'A fee' },
    reason: 'A fee',
  }
  const asked = await world.app.call('POST /approvals', { as: manager, body })
  expect(asked.body).toMatchObject({ title: `Settlement of ${large.reference}: ₹100.01`, status: 'pending' })
  expect(await booked(large.id, 'payment-differences')).toBe(0)
  const approve = await world.app.call(`POST /approvals/${asked.body.id}/approve`, { as: checker, body: { version: asked.body.version } })
  expect(approve.status, JSON.stringify(approve.body)).toBe(200)
  expect(await booked(large.id, 'payment-differences')).toBe(10_001)
  await agree(large)
  await agree(small)
})

test('an amount that changed while it was open is another version, and an order that moved is refused', async () => {
  const order = await paid()
  await plant(order.reference, { refunds: [refundThere(300)] })
  await compare()
  const [seen] = await open(order.id)
  await plant(order.reference, { refunds: [refundThere(300), refundThere(400)] })
  await compare()
  expect((await settle(seen)).status).toBe(409)
  const [now] = await open(order.id)
  expect([now.theirs.minor, now.version]).toEqual([700, seen.version + 1])
  await act(world, order.id, 'refunds', { amount: { minor: 200, currency: 'INR' }, reasonCode: 'goodwill', method: 'source' })
  await world.until(order.id, { refunds: [{ state: 'done' }] })
  const moved = await settle(now)
  expect([moved.status, moved.body.error.reason]).toEqual([409, 'difference-overtaken'])
  await compare()
  expect((await settle((await open(order.id))[0])).status).toBe(200)
  await agree(order)
})

test('of a payment that no order has nothing is booked, and once nothing of it is left it is gone', async () => {
  const nobody = {
    ...{ id: 'pay_nobody', key: null, order: null, capture: true, state: 'captured', amount: 900, captured: 900, currency: 'INR' },
    ...{ token: 'token_nobody', processing: false, failure: null, refunds: [], createdAt: world.clock.instant() },
  }
  await world.gateway.ask('POST /v1/import', { payments: [nobody] })
  await compare()
  const unknown = async (status: string) => {
    const { body } = await world.app.call(`GET /payment-differences?status=${status}`, { as: world.admin })
    return body.rows.filter(({ kind }: { kind: string }) => kind === 'unknown')
  }
  expect(await unknown('open')).toHaveLength(1)
  await world.gateway.ask('POST /v1/import', { payments: [{ ...nobody, refunds: [refundThere(900)] }] })
  await compare()
  expect([await unknown('open'), await unknown('gone')]).toMatchObject([[], [{ reference: 'pay_nobody' }]])
})

describe('whatever both say', () => {
  const amount = fc.nat(1000)
  const ours = fc
    .record({ captured: amount, refunded: amount, toCapture: amount, isHeld: fc.boolean() })
    .map(({ captured, refunded, toCapture, isHeld }) => ({
      ...{ id: 'p', orderId: 'o', reference: 'pay_1', currency: 'INR', isMissing: false, refundedMinor: isHeld ? 0 : refunded },
      ...{ capturedMinor: isHeld ? toCapture : captured, toCaptureMinor: isHeld ? toCapture : 0 },
    }))
  const theirs = fc.option(fc.record({ captured: amount, refunded: amount })).map(
    (said) =>
      said &&
      ({
        ...{ reference: 'pay_1', paymentId: 'p', state: 'captured', amountMinor: 1000, currency: 'INR', checkout: null, failure: null },
        ...{
          capturedMinor: said.captured,
          refunds: [{ reference: 'r', key: null, state: 'done', amountMinor: said.refunded, failure: null }],
        },
      } as GatewayPayment),
  )
  const said = (payment: GatewayPayment | null) => (payment ? [payment] : [])

  test('what settling all of it books is what the gateway has, and after it they say the same', () => {
    fc.assert(
      fc.property(ours, fc.array(theirs, { minLength: 1, maxLength: 4 }), (before: BookedPayment, turns) => {
        // What is captured as it was to be is no difference: whoever takes up what the gateway says books it.
        fc.pre(before.toCaptureMinor === 0 || turns[0]?.capturedMinor !== before.toCaptureMinor)
        let now = before
        let [gateway, writtenOff] = [now.capturedMinor - now.toCaptureMinor - now.refundedMinor, 0]
        for (const turn of turns) {
          for (const { kind, theirsMinor } of differencesOf([now], said(turn))) {
            const { moved, ...more } = settlementOf(kind as DifferenceKind, now, theirsMinor, writtenOff)
            expect(Object.values(moved).reduce((sum, minor) => sum + minor, 0)).toBe(0)
            gateway += moved.gateway ?? 0
            writtenOff -= moved.customers ?? 0
            now = {
              ...now,
              capturedMinor: now.capturedMinor + more.capturedMinor,
              refundedMinor: now.refundedMinor + more.refundedMinor,
              isMissing: now.isMissing || kind === 'missing',
            }
            if (kind !== 'missing') expect(oursOf(kind, now)).toBe(theirsMinor)
          }
          const there = turn ? turn.capturedMinor - (turn.refunds[0]?.amountMinor ?? 0) : 0
          expect(gateway).toBe(there)
          expect(differencesOf([now], said(turn))).toEqual([])
        }
      }),
    )
  })
})
