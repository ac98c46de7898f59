import type { Order, OrderEditPreview } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem } from '../../../../test/factories.ts'
import { edit as editOf, inr, quantity } from '../../../../test/order-editing.ts'
import { act, type OrderWorld, orderWorld, place, say } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'
import { findMisbooked } from '../../ledger/recompute.service.ts'
import { findBrokenOrders } from '../read/invariants.ts'

let world: OrderWorld
let executive: Caller
let colleague: Caller
let checker: Caller
let vada: Awaited<ReturnType<typeof addItem>>
beforeAll(async () => {
  world = await orderWorld()
  vada = await addItem(world.db, world.store, { name: 'Vada', price_minor: 600, tax_ppm: 0 })
  const permissions = ['order.view', 'order.edit', 'refund.view', 'refund.create', 'approval.view'] as const
  const limited = { permissions: [...permissions], limits: { 'order.edit': 10_000, 'refund.create': 10_000 } }
  executive = await world.app.addStaff({ name: 'Meera', ...limited })
  colleague = await world.app.addStaff({ name: 'Nila', ...limited })
  checker = await world.app.addStaff({ name: 'Arun', permissions: ['order.view', 'approval.view', 'refund.approve'] })
})
afterAll(async () => {
  expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
  expect(await findMisbooked(world.app.database.db)).toEqual([])
  await world.app.close()
})

/** 30 vadas for ₹6 each, paid online, with a tip of ₹80. */
const order = () => place(world, { lines: [{ itemId: vada.id, quantity: 30 }], tip: inr(8_000) })
const read = async (id: string, as: Caller = executive): Promise<Order> => (await world.app.call(`GET /orders/${id}`, { as })).body
const edit = (id: string, what: object, as: Caller = executive) => editOf(world, id, what, as)
const tip = (minor: number) => ({ tip: inr(minor) })
const refund = (id: string, minor: number, as: Caller = executive) =>
  act(world, id, 'refunds', { reasonCode: 'poor-quality', method: 'source', amount: inr(minor) }, as)
const problemsOf = async (id: string, what: object): Promise<OrderEditPreview['problems']> =>
  (await world.app.call(`POST /orders/${id}/edit/preview`, { as: executive, body: what })).body.problems
const sumWords = (does: string, did: string, sum: string) =>
  `This would ${does}. With ${did} without approval before, that is ${sum}: more than your limit of ₹100.00 for one order. Someone with a higher limit has to do it.`

/** What the preview tells is what the edit is refused for. */
async function refusedFor(id: string, what: object, message: string, as: Caller = executive) {
  expect(await problemsOf(id, what)).toContainEqual({ field: 'expectedTotal', message })
  const before = await read(id, world.admin)
  const { status, body } = await edit(id, what, as)
  expect([status, body.error?.reason, body.error?.message]).toEqual([409, 'above-limit', message])
  expect(await read(id, world.admin)).toEqual(before)
}

/** What a refund is refused for, until another person approves it. */
async function waitsFor(id: string, minor: number, words: string) {
  const { status, body } = await refund(id, minor)
  expect([status, body.error?.reason]).toEqual([409, 'needs-approval'])
  expect(body.error.message).toContain(`: ${words} is more than your limit of ₹100.00. This needs the approval of `)
}

const approvedRefund = (id: string, minor: number) =>
  approvedBy(checker, 'order.refund', id, { reasonCode: 'poor-quality', method: 'source', amount: inr(minor) })

/** Asks for what somebody else then approves. */
async function approvedBy(checker: Caller, operation: string, id: string, what: object) {
  const { version } = await read(id)
  const request = { operation, params: { id }, body: { version, ...what }, reason: 'The customer sent pictures.' }
  const asked = await world.app.call('POST /approvals', { as: executive, body: request })
  const approved = await world.app.call(`POST /approvals/${asked.body.id}/approve`, { as: checker, body: { version: asked.body.version } })
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
}

describe('the limit of edits holds for all edits of an order together', () => {
  test('nineteen small ones give back no more than one', async () => {
    const { id, total } = await order()
    const answers: number[] = []
    for (let left = 29; left > 10; left--) answers.push((await edit(id, quantity(left))).status)
    expect(answers).toEqual([...Array(16).fill(200), 409, 409, 409])
    expect((await read(id)).total).toEqual(inr(total.minor - 9_600))
    await refusedFor(id, quantity(13), sumWords('take off ₹6.00', '₹96.00 that was taken off or given for this order', '₹102.00'))
  })

  test('whoever makes them: a colleague with the same limit has no second one, and what somebody without a limit did counts', async () => {
    const { id } = await order()
    expect((await edit(id, quantity(20))).status).toBe(200)
    const message = sumWords('take off ₹60.00', '₹60.00 that was taken off or given for this order', '₹120.00')
    await refusedFor(id, quantity(10), message, colleague)
    expect((await edit(id, quantity(10), world.admin)).status).toBe(200)
    await refusedFor(id, quantity(9), sumWords('take off ₹6.00', '₹120.00 that was taken off or given for this order', '₹126.00'))
  })

  test('what is added counts by itself, so that a slip can be set right, but not over and over', async () => {
    const { id } = await order()
    expect((await edit(id, quantity(45))).status).toBe(200)
    await refusedFor(id, quantity(47), sumWords('add ₹12.00', '₹90.00 that edits have added to this order', '₹102.00'))
    expect((await edit(id, quantity(30))).status).toBe(200)
    await refusedFor(id, quantity(45), sumWords('add ₹90.00', '₹90.00 that edits have added to this order', '₹180.00'))
    expect((await edit(id, quantity(28))).status).toBe(409)
  })

  test("what a store's or a customer's app edits is nobody's of the staff", async () => {
    const { id } = await order()
    const bySay = {
      type: 'edit',
      as: 'customer',
      reason: 'customer-asks',
      ...tip(0),
      expectedTotal: inr((await read(id)).total.minor - 8_000),
    }
    expect((await say(world, id, bySay)).status).toBe(200)
    expect((await read(id)).refunding.givenAlone).toEqual(inr(0))
    expect((await edit(id, quantity(15))).status).toBe(200)
    expect((await read(id)).refunding.givenAlone).toEqual(inr(9_000))
  })

  test('one alone beyond it is told as before, and the history tells what edits came to', async () => {
    const { id } = await order()
    const alone = 'This would take off ₹102.00: more than your limit of ₹100.00 for one order. Someone with a higher limit has to do it.'
    await refusedFor(id, quantity(13), alone)
    await edit(id, quantity(20))
    const [entry] = (await world.app.call(`GET /history/order/${id}`, { as: executive })).body.rows
    expect(entry.changes).toContainEqual({ field: 'editedLess', old: inr(0), new: inr(6_000) })
  })
})

describe('edits and refunds of an order count together', () => {
  test('a refund after edits is alone within what they have left of the limit', async () => {
    const { id } = await order()
    await edit(id, quantity(20))
    expect((await read(id)).refunding).toMatchObject({ givenAlone: inr(6_000), alone: inr(4_000) })
    await waitsFor(id, 4_001, '₹40.01, with ₹60.00 before it that nobody else approved, ₹100.01 in all,')
    expect((await refund(id, 4_000)).status).toBe(200)
    expect((await read(id)).refunding.alone).toEqual(inr(0))
    expect((await refund(id, 1)).body.error.reason).toBe('needs-approval')
    expect((await refund(id, 1, world.admin)).status).toBe(200)
  })

  test('an edit after refunds is within what they have left of it', async () => {
    const { id } = await order()
    expect((await refund(id, 6_000)).status).toBe(200)
    await refusedFor(id, tip(3_900), sumWords('take off ₹41.00', '₹60.00 that was taken off or given for this order', '₹101.00'))
    expect((await edit(id, tip(4_000))).status).toBe(200)
    await waitsFor(id, 1, '₹0.01, with ₹100.00 before it that nobody else approved, ₹100.01 in all,')
  })

  test('what another person approved counts against nobody again', async () => {
    const { id } = await order()
    await waitsFor(id, 10_001, '₹100.01')
    await approvedRefund(id, 10_001)
    expect((await read(id)).refunding).toMatchObject({ givenAlone: inr(0), pending: inr(10_001), alone: inr(10_000) })
    expect((await edit(id, tip(4_000))).status).toBe(200)
    expect((await refund(id, 6_000)).status).toBe(200)
    expect((await read(id)).refunding).toMatchObject({ givenAlone: inr(10_000), alone: inr(0) })
    await approvedRefund(id, 500)
    expect((await read(id)).refunding.givenAlone).toEqual(inr(10_000))
    expect((await edit(id, tip(3_900))).body.error.reason).toBe('above-limit')
  })

  test('of a failed delivery what nobody else approved counts, and what somebody did does not', async () => {
    for (const counted of [true, false]) {
      const { id, total } = await order()
      world.clock.forward(1)
      await act(world, id, 'accept', { prepMinutes: 15 })
      await act(world, id, 'mark-ready')
      await act(world, id, 'assign-rider', { riderId: world.rider.id })
      await act(world, id, 'pick-up', { reason: 'phone-off' })
      const [{ id: refundId }] = (await act(world, id, 'fail', { reason: 'rider-accident' })).body.refunds
      const alone = await act(world, id, 'refunds/approve', { refundId }, executive)
      expect(alone.body.error.reason).toBe('needs-approval')
      if (counted) await act(world, id, 'refunds/approve', { refundId })
      else await approvedBy(checker, 'order.approveRefund', id, { refundId })
      const { refunds, refunding } = await read(id)
      expect([refunds[0]?.state, refunding.givenAlone]).toEqual(['approved', inr(counted ? total.minor : 0)])
    }
  })

  test('what was decided not to be made counts no more', async () => {
    const { id } = await order()
    expect((await refund(id, 5_000)).status).toBe(200)
    const [made] = (await read(id)).refunds
    await act(world, id, 'refunds/decline', { refundId: made?.id, note: 'A slip.' })
    expect((await read(id)).refunding).toMatchObject({ givenAlone: inr(0), alone: inr(10_000) })
  })
})

describe('at the same moment', () => {
  interface Sent {
    path: string
    body: object
    off: number
    later: string
  }
  const tipOff: Sent = { path: 'edit', body: { ...tip(3_000), reason: 'customer-asks' }, off: 5_000, later: 'above-limit' }
  const vadasOff: Sent = { path: 'edit', body: { ...quantity(20), reason: 'customer-asks' }, off: 6_000, later: 'above-limit' }
  const givenBack: Sent = {
    path: 'refunds',
    body: { reasonCode: 'poor-quality', method: 'source', amount: inr(6_000) },
    off: 0,
    later: 'needs-approval',
  }

  test.each([
    ['two edits', tipOff, vadasOff],
    ['an edit and a refund', tipOff, givenBack],
  ])('%s do not both find the whole limit, however often they are sent', async (_, first, second) => {
    const { id } = await order()
    const send = async ({ path, body, off }: Sent, { version, total }: Order, as: Caller) => {
      const expected = path === 'edit' ? { expectedTotal: inr(total.minor - off) } : {}
      return world.app.call(`POST /orders/${id}/${path}`, { as, body: { version, ...body, ...expected } })
    }
    const seen = await read(id)
    const answers = await Promise.all([send(first, seen, executive), send(second, seen, colleague)])
    expect(answers.map(({ status, body }) => body.error?.reason ?? status).sort()).toEqual([200, 'changed-meanwhile'])
    const [late, by] = answers[0]?.status === 200 ? [second, colleague] : [first, executive]
    expect((await send(late, await read(id), by)).body.error.reason).toBe(late.later)
    expect((await read(id)).refunding.givenAlone.minor).toBeLessThanOrEqual(6_000)
  })
})
