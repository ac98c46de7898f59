import { type Order, type Refund, weightDifference } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { act, type OrderWorld, orderWorld, paidOnline, place, say } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'
import { findMisbooked } from '../../ledger/recompute.service.ts'
import { findBrokenOrders } from '../read/invariants.ts'

let world: OrderWorld
let executive: Caller
let checker: Caller
beforeAll(async () => {
  world = await orderWorld()
  const permissions = ['order.view', 'refund.view', 'refund.create', 'approval.view'] as const
  executive = await world.app.addStaff({ name: 'Meera', permissions: [...permissions], limits: { 'refund.create': 10_000 } })
  checker = await world.app.addStaff({
    name: 'Arun',
    permissions: ['order.view', 'approval.view', 'refund.approve'],
    limits: { 'refund.approve': 20_000 },
  })
})
afterAll(async () => {
  expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
  expect(await findMisbooked(world.app.database.db)).toEqual([])
  await world.app.close()
})

const inr = (minor: number) => ({ minor, currency: 'INR' })
const quality = { reasonCode: 'poor-quality', method: 'source' }
const read = async (id: string): Promise<Order> => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const refund = (id: string, body: object, as: Caller = world.admin) => act(world, id, 'refunds', { ...quality, ...body }, as)
const move = (id: string, verb: string, { id: refundId }: Pick<Refund, 'id'>, body: object = {}) =>
  act(world, id, `refunds/${verb}`, { refundId, ...body })
const paid = () => place(world, { orderType: 'pickup', address: undefined })
const bookings = async (id: string) => {
  const rows = await world.db.selectFrom('ledger_entry').selectAll().where('entity_id', '=', id).orderBy('id').execute()
  return rows.map(({ kind, accounts, amounts }) => [kind, Object.fromEntries(accounts.map((account, at) => [account, amounts[at]]))])
}

/** 2 dosas and packing, paid online: what each line and the whole come to. */
async function order() {
  const { id, total } = await paid()
  const [line] = (await read(id)).refunding.lines
  if (!line) throw new Error('the order has no line')
  return { id, total: total.minor, line: line.amount.minor }
}

describe('a refund', () => {
  test('of one piece takes its part of what was paid for the line, is borne as the reason says, and is booked when it is done', async () => {
    const { id, line, total } = await order()
    const made = await refund(id, { lines: [{ line: 1, quantity: 1 }], note: 'One was cold.' })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const half = made.body.refunds[0].amount.minor
    expect([half, line - half]).toEqual([Math.ceil(line / 2), Math.floor(line / 2)])
    expect(made.body).toMatchObject({
      paymentState: 'partially_refunded',
      refunds: [
        {
          state: 'approved',
          cause: 'request',
          bears: { store: inr(half), platform: inr(0), rider: inr(0) },
          by: 'Priya Nair',
          note: 'One was cold.',
        },
      ],
      refunding: {
        captured: inr(total),
        done: inr(0),
        pending: inr(half),
        left: inr(total - half),
        lines: [{ line: 1, quantity: 1, amount: inr(line - half) }],
      },
    })
    const [asked] = made.body.refunds
    expect((await move(id, 'send', asked, { reference: 'rfnd_9' })).body.refunds).toMatchObject([
      { state: 'sent', attempts: 1, reference: 'rfnd_9' },
    ])
    expect((await move(id, 'fail', asked, { failure: 'The card was closed.' })).body.refunds).toMatchObject([
      { state: 'failed', failure: 'The card was closed.' },
    ])
    expect((await bookings(id)).slice(2)).toEqual([
      ['refund-approved', { customers: half, 'refunds-due': -half }],
      ['refund-borne', { customers: -half, 'store-refunds': half }],
    ])
    expect((await move(id, 'retry', asked)).body.refunds).toMatchObject([
      { state: 'sent', attempts: 2, failure: null, reference: 'rfnd_9' },
    ])
    const done = await move(id, 'complete', asked)
    expect(done.body).toMatchObject({ refunds: [{ state: 'done' }], refunding: { done: inr(half), pending: inr(0) } })
    expect((await bookings(id)).at(-1)).toEqual(['refund-paid', { 'refunds-due': half, gateway: -half }])
    const told = done.body.events.map(({ type }: { type: string }) => type)
    expect(told.slice(-5)).toEqual(['refund', 'sendRefund', 'failRefund', 'retryRefund', 'completeRefund'])
    const last = await refund(id, { lines: [{ line: 1, quantity: 1 }] })
    expect(last.body.refunding.lines).toEqual([{ line: 1, quantity: 0, amount: inr(0) }])
    const again = await refund(id, { lines: [{ line: 1, quantity: 1 }] })
    expect([again.status, again.body.error.fields]).toEqual([422, { 'body.lines.0.quantity': 'has gone back already' }])
  })

  test('is split in exact parts, and never more than is left', async () => {
    const { id, total } = await order()
    const bears = { store: 33, platform: 67, rider: 0 }
    const made = await refund(id, { amount: inr(1001), bears })
    expect(made.body.refunds[0].bears).toEqual({ store: inr(330), platform: inr(671), rider: inr(0) })
    const above = await refund(id, { amount: inr(total - 1000) })
    expect([above.status, above.body.error.reason]).toEqual([422, 'more-than-left'])
    expect(above.body.error.fields['body.amount']).toContain('is left')
    expect((await refund(id, { amount: inr(total - 1001) })).body).toMatchObject({
      paymentState: 'refunded',
      refunding: { left: inr(0), lines: [] },
    })
    const none = await refund(id, { amount: inr(1) })
    expect([none.status, none.body.error.reason]).toEqual([409, 'nothing-to-refund'])
  })

  test.each([
    [{}, 'amount', 'is required where no lines are chosen'],
    [{ amount: inr(0) }, 'amount', 'must be more than nothing'],
    [{ amount: { minor: 100, currency: 'EUR' } }, 'amount', 'must be in INR'],
    [{ amount: inr(100), lines: [{ line: 1, quantity: 1 }] }, 'amount', 'is not given together with lines'],
    [{ lines: [{ line: 7, quantity: 1 }] }, 'lines.0.line', 'is not a line of this order'],
    [{ lines: [{ line: 1, quantity: 3 }] }, 'lines.0.quantity', 'must be at most 2: no more are left of this line'],
    [{ amount: inr(100), bears: { store: 50, platform: 40, rider: 0 } }, 'bears', 'must come to 100 %, not 90 %'],
    [{ amount: inr(100), bears: { store: 50, platform: 0, rider: 50 } }, 'bears.rider', 'is nothing: the order has no rider'],
    [{ amount: inr(100), method: 'cash' }, 'note', 'is required: how the money gets to the customer'],
    [{ amount: inr(100), reasonCode: 'changed-mind' }, 'reasonCode', 'is not a reason to refund an order'],
    [{ amount: inr(100), reasonCode: weightDifference }, 'reasonCode', 'is not a reason to refund an order'],
  ])('of %j is refused at its field', async (body, field, words) => {
    const { id } = await order()
    const { status, body: answer } = await refund(id, body)
    expect([status, answer.error.fields]).toEqual([422, { [`body.${field}`]: words }])
    expect((await read(id)).refunds).toEqual([])
  })

  test('needs money that was taken: not of an order that is due or only authorised', async () => {
    for (const payment of [{ method: 'cash' }, paidOnline('authorised')]) {
      const { id } = await place(world, { payment })
      const { status, body } = await refund(id, { amount: inr(100), method: 'manual', note: 'By transfer' })
      expect([status, body.error.reason, body.error.message]).toEqual([409, 'nothing-to-refund', 'Nothing was paid yet.'])
    }
  })

  test('of an order paid in cash goes by hand, and the cash stays where it lies', async () => {
    const { id, total } = await place(world, { orderType: 'pickup', address: undefined, payment: { method: 'cash' } })
    world.clock.forward(1)
    await act(world, id, 'accept', { prepMinutes: 15 })
    await act(world, id, 'mark-ready')
    await act(world, id, 'collect', { collected: total })
    const wrong = await refund(id, { amount: inr(500) })
    expect(wrong.body.error.fields).toEqual({ 'body.method': 'is not possible: the order was paid in cash' })
    const made = await refund(id, { amount: inr(500), method: 'cash', note: 'The rider takes it along.' })
    expect(made.body).toMatchObject({ paymentState: 'collected', refunds: [{ method: 'cash', state: 'approved' }] })
    await move(id, 'complete', made.body.refunds[0])
    expect((await bookings(id)).at(-1)).toEqual(['refund-paid', { 'refunds-due': 500, 'cash-office': -500 }])
  })

  test('is one, however often it is sent and whoever else is at it', async () => {
    const { id, total } = await order()
    const { version } = await read(id)
    const body = { version, ...quality, amount: inr(total) }
    const once = (key: string) =>
      world.app.call(`POST /orders/${id}/refunds`, { as: world.admin, body, headers: { 'idempotency-key': key } })
    const [first, twin, other] = await Promise.all([once('key-a'), once('key-a'), once('key-b')])
    const statuses = [first, twin, other].map(({ status }) => status).sort()
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect((await once('key-a')).status).toBe(first.status)
    const { refunds, refunding } = await read(id)
    expect([refunds.length, refunding.left]).toEqual([1, inr(0)])
  })

  test('that was not sent may be declined; one of the ending only by a restore', async () => {
    const { id } = await order()
    const made = await refund(id, { amount: inr(700) })
    const declined = await move(id, 'decline', made.body.refunds[0], { note: 'It was found.' })
    expect(declined.body).toMatchObject({ paymentState: 'captured', refunds: [{ state: 'declined' }] })
    expect((await bookings(id)).slice(-2).map(([kind]) => kind)).toEqual(['refund-declined', 'refund-borne'])
    const ended = await act(world, id, 'cancel', { reason: 'changed-mind' })
    const ofEnding = ended.body.refunds.find(({ cause }: Refund) => cause === 'ending')
    const { status, body } = await move(id, 'decline', ofEnding, { note: 'No.' })
    expect([status, body.error.reason]).toEqual([409, 'refund-stays'])
  })

  test('before an order ends is taken off what its ending gives back', async () => {
    const { id, total } = await order()
    await refund(id, { amount: inr(700) })
    const ended = await act(world, id, 'cancel', { reason: 'changed-mind' })
    expect(ended.body.refunds.map(({ amount }: Refund) => amount.minor)).toEqual([700, total - 700])
    const restored = await act(world, id, 'restore', { reason: 'customer-asks' })
    expect(restored.body).toMatchObject({ paymentState: 'partially_refunded', refunding: { left: inr(total - 700) } })
  })
})

describe("beyond a role's limit", () => {
  const asking = (id: string, amount: number, version: number) => ({
    operation: 'order.refund',
    params: { id },
    body: { version, ...quality, amount: inr(amount) },
    reason: 'The customer sent pictures.',
  })

  test('a request for all that is left says so to whoever comes next', async () => {
    const { id, total } = await order()
    const { version } = await read(id)
    expect((await world.app.call('POST /approvals', { as: executive, body: asking(id, total, version) })).status).toBe(200)
    const { error } = (await refund(id, { amount: inr(1) })).body
    expect([error.reason, error.message]).toEqual(['nothing-to-refund', 'What is left to refund is asked for, and waits for approval.'])
  })

  test('all refunds of an order together wait for another person, whose own limit reaches them; what is asked for is reserved', async () => {
    const { id, total } = await order()
    expect((await refund(id, { amount: inr(6000) }, executive)).status).toBe(200)
    const alone = (await world.app.call(`GET /orders/${id}`, { as: executive })).body.refunding.alone
    expect(alone).toEqual(inr(4000))
    const direct = await refund(id, { amount: inr(4001) }, executive)
    expect([direct.status, direct.body.error.reason]).toEqual([409, 'needs-approval'])
    expect(direct.body.error.message).toContain('Role of Arun')
    const { version, number } = await read(id)
    const asked = await world.app.call('POST /approvals', { as: executive, body: asking(id, 12_000, version) })
    expect(asked.body).toMatchObject({ title: `Refund of ${number}: ₹120.00`, entity: 'order', entityId: id, status: 'pending' })
    expect((await read(id)).refunding).toMatchObject({
      pending: inr(18_000),
      left: inr(total - 18_000),
      asked: [{ id: asked.body.id, amount: inr(12_000), by: 'Meera' }],
    })
    const late = await refund(id, { amount: inr(total - 17_999) })
    expect(late.body.error.reason).toBe('more-than-left')
    // Whatever else happens to the order meanwhile.
    await act(world, id, 'accept', { prepMinutes: 15 })
    const approved = await world.app.call(`POST /approvals/${asked.body.id}/approve`, {
      as: checker,
      body: { version: asked.body.version },
    })
    expect(approved.status, JSON.stringify(approved.body)).toBe(200)
    expect(await read(id)).toMatchObject({
      refunds: [{ amount: inr(6000) }, { amount: inr(12_000), state: 'approved', by: 'Meera' }],
      refunding: { asked: [], pending: inr(18_000) },
    })
  })

  test('asked for in parts, one person approves of an order what their limit reaches in all', async () => {
    const { id } = await order()
    const ask = async (minor: number) => {
      const asked = await world.app.call('POST /approvals', { as: executive, body: asking(id, minor, (await read(id)).version) })
      expect(asked.status, JSON.stringify(asked.body)).toBe(200)
      return (as: Caller) => world.app.call(`POST /approvals/${asked.body.id}/approve`, { as, body: { version: 1 } })
    }
    expect((await (await ask(11_000))(checker)).status).toBe(200)
    const approve = await ask(10_500)
    const beyond = await approve(checker)
    expect([beyond.status, beyond.body.error.reason]).toEqual([409, 'beyond-approver'])
    expect((await approve(world.admin)).status).toBe(200)
  })

  test('nobody approves their own, nor what is above their own limit', async () => {
    const { id, total } = await order()
    expect(total).toBeGreaterThan(20_000)
    const { version } = await read(id)
    const asked = await world.app.call('POST /approvals', { as: executive, body: asking(id, 20_001, version) })
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    const decide = (as: Caller) => world.app.call(`POST /approvals/${asked.body.id}/approve`, { as, body: { version: 1 } })
    expect((await decide(executive)).body.error.reason).toBe('own-request')
    expect((await decide(checker)).status).toBe(404)
    expect((await world.app.call('GET /approvals', { as: checker })).body.rows).not.toContainEqual(
      expect.objectContaining({ id: asked.body.id }),
    )
    const refused = await world.app.call(`POST /approvals/${asked.body.id}/refuse`, {
      as: world.admin,
      body: { version: 1, reason: 'Too much' },
    })
    expect(refused.status).toBe(200)
    expect((await read(id)).refunding).toMatchObject({ asked: [], left: inr(total) })
  })
})

describe('the channel', () => {
  test('says how far a refund is, repeatedly and out of order, and sees it with its lines', async () => {
    const { id } = await order()
    const made = await refund(id, { lines: [{ line: 1, quantity: 1 }] })
    const [{ id: refundId, amount }] = made.body.refunds
    const report = (state: string, more: object = {}) => say(world, id, { type: 'refund', as: 'customer', refundId, state, ...more })
    expect((await report('sent', { reference: 'rfnd_1' })).body.refunds).toMatchObject([
      { id: refundId, amount, storeBears: amount, state: 'sent', lines: [{ line: 1, quantity: 1, amount }], reason: 'poor-quality' },
    ])
    expect((await report('failed', { failure: 'The bank is away.' })).body.refunds).toMatchObject([{ state: 'failed' }])
    expect((await report('sent')).body.refunds).toMatchObject([{ state: 'sent' }])
    for (const state of ['done', 'done']) expect((await report(state)).body.refunds).toMatchObject([{ state: 'done' }])
    expect((await report('sent', { reference: 'rfnd_1' })).body.refunds).toMatchObject([{ state: 'done' }])
    for (const late of [await report('failed', { failure: 'Too late.' }), await report('sent', { reference: 'rfnd_9' })])
      expect([late.status, late.body.error.reason]).toEqual([409, 'wrong-refund-state'])
    expect((await report('done', { reference: 'rfnd_1' })).status).toBe(200)
    const otherwise = await report('done', { reference: 'rfnd_9' })
    expect([otherwise.status, otherwise.body.error.reason], 'done by another reference').toEqual([409, 'wrong-refund-state'])
    expect((await read(id)).refunds).toMatchObject([{ state: 'done', attempts: 2, reference: 'rfnd_1' }])
    expect((await bookings(id)).filter(([kind]) => kind === 'refund-paid')).toHaveLength(1)
  })

  test('that tells late of a try that has failed since tells nothing new', async () => {
    const { id } = await order()
    const [{ id: refundId }] = (await refund(id, { amount: inr(500) })).body.refunds
    const report = (state: string, more: object) => say(world, id, { type: 'refund', as: 'customer', refundId, state, ...more })
    await report('sent', { reference: 'try_1' })
    await report('failed', { reference: 'try_1', failure: 'The bank is away.' })
    expect((await report('sent', { reference: 'try_1' })).body.refunds).toMatchObject([{ state: 'failed' }])
    expect((await read(id)).refunds).toMatchObject([{ state: 'failed', attempts: 1, failure: 'The bank is away.' }])
    expect((await report('sent', { reference: 'try_2' })).body.refunds).toMatchObject([{ state: 'sent' }])
    expect((await read(id)).refunds).toMatchObject([{ attempts: 2, reference: 'try_2' }])
  })

  test('closes one refund by one reference, and none that staff give by hand', async () => {
    const { id } = await order()
    await refund(id, { amount: inr(500) })
    await refund(id, { amount: inr(600) })
    const made = await refund(id, { amount: inr(700), method: 'cash', note: 'At the counter' })
    const [one, two, cash] = made.body.refunds.map((each: Refund) => each.id)
    const report = (refundId: string, more: object = { state: 'done', reference: 'rfnd_same' }) =>
      say(world, id, { type: 'refund', as: 'customer', refundId, ...more })
    expect((await report(one)).status).toBe(200)
    const again = await report(two)
    expect([again.status, again.body.error.reason, Object.keys(again.body.error.fields)]).toEqual([
      422,
      'reference-of-another',
      ['body.reference'],
    ])
    expect((await report(two, { state: 'done', reference: 'rfnd_other' })).status).toBe(200)
    const byHand = await report(cash, { state: 'done' })
    expect([byHand.status, byHand.body.error.reason]).toEqual([409, 'refund-by-hand'])
    expect((await read(id)).refunds).toMatchObject([{ state: 'done' }, { state: 'done' }, { state: 'approved' }])
  })
})

test('what a failed delivery owes is decided by somebody, with who bears it', async () => {
  const rider = world.rider
  const { id, total } = await place(world)
  world.clock.forward(1)
  await act(world, id, 'accept', { prepMinutes: 15 })
  await act(world, id, 'mark-ready')
  await act(world, id, 'assign-rider', { riderId: rider.id })
  await act(world, id, 'pick-up', { reason: 'phone-off' })
  const failed = await act(world, id, 'fail', { reason: 'rider-accident' })
  const [waiting] = failed.body.refunds
  expect(waiting).toMatchObject({ state: 'requested', bears: { rider: total } })
  const half = { store: 0, platform: 50, rider: 50 }
  const approved = await move(id, 'approve', waiting, { bears: half })
  const part = total.minor / 2
  expect(approved.body).toMatchObject({
    paymentState: 'refunded',
    refunds: [{ state: 'approved', bears: { rider: inr(part), platform: inr(part) } }],
  })
})
