import type { Ticket } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBranch, addCustomer, addOrder, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
/** Asks for whatever is more than nothing. */
let care: Caller
/** Approves up to ₹500. */
let lead: Caller
const permissions = ['approval.view', 'ticket.view', 'ticket.edit', 'order.view', 'refund.view', 'refund.create', 'customer.edit'] as const
beforeAll(async () => {
  world = await orderWorld()
  care = await world.app.addStaff({ permissions: [...permissions], limits: { 'refund.create': 1 } })
  lead = await world.app.addStaff({ permissions: [...permissions, 'refund.approve'], limits: { 'refund.approve': 50_000 } })
})
afterAll(() => world.app.close())

const inr = (minor: number) => ({ minor, currency: 'INR' })
const paid = { status: 'delivered', payment_method: 'online', payment_state: 'captured', total_minor: 200_000, items_minor: 200_000 }
async function addPaid() {
  const customer = await addCustomer(world.db)
  return addOrder(world.db, world.store, { at: world.clock.instant(), customer_id: customer.id, ...paid } as never)
}
async function open(about: object): Promise<Ticket> {
  const body = { topicCode: 'late-order', priority: 'high', queue: 'care', text: 'An hour late.', ...about }
  const { status, body: ticket } = await world.app.call('POST /tickets', { as: world.admin, body })
  expect(status, JSON.stringify(ticket)).toBe(200)
  return ticket
}
interface Asked {
  id: string
  version: number
}
async function ask(asking: { operation: string; params?: object; body: object }): Promise<Asked> {
  const asked = await world.app.call('POST /approvals', { as: care, body: { ...asking, reason: 'Spoilt' } })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  return asked.body
}
const askCredit = async (about: object, minor: number, more: object = {}) => {
  const { id: ticketId } = await open(about)
  const body = { ticketId, kind: 'credit', amount: inr(minor), reasonCode: 'late-delivery', given: 0, ...more }
  return ask({ operation: 'remedy.create', body })
}
const askRefund = (id: string, version: number, minor: number) =>
  ask({
    operation: 'order.refund',
    params: { id },
    body: { version, amount: inr(minor), reasonCode: 'late-delivery', method: 'manual', note: 'By bank' },
  })
const approve = async ({ id, version }: Asked, as = lead) => {
  const { status, body } = await world.app.call(`POST /approvals/${id}/approve`, { as, body: { version } })
  return [status, body.error?.reason]
}
const beyond = [409, 'beyond-approver']
const done = [200, undefined]

describe('one person approves up to their limit', () => {
  test('of one order, whether it was asked for on the order, on its tickets, or both', async () => {
    const { id } = await addPaid()
    expect(await approve(await askRefund(id, 1, 30_000))).toEqual(done)
    const credit = await askCredit({ orderId: id }, 30_000)
    expect(await approve(credit)).toEqual(beyond)
    expect(await approve(credit, world.admin)).toEqual(done)
    expect(await approve(await askCredit({ orderId: id }, 20_000))).toEqual(done)
    const { version } = (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
    expect(await approve(await askRefund(id, version, 100))).toEqual(beyond)
  })

  test('of one order at once on two of its tickets', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await addPaid()
      const asked = [await askCredit({ orderId: id }, 30_000), await askCredit({ orderId: id }, 30_000)]
      const answers = await Promise.all(asked.map((each) => approve(each)))
      expect(answers.toSorted()).toEqual([done, beyond])
    }
  })

  test('of one customer without an order, and of one store that is owed something, within a day', async () => {
    const about = { customerId: (await addPaid()).customer_id, storeId: world.store.id }
    expect(await approve(await askCredit(about, 30_000))).toEqual(done)
    expect(await approve(await askCredit(about, 30_000))).toEqual(beyond)
    const owed = { kind: 'compensation' }
    expect(await approve(await askCredit(about, 30_000, owed))).toEqual(done)
    const other = { customerId: (await addPaid()).customer_id, storeId: world.store.id }
    expect(await approve(await askCredit(other, 30_000, owed))).toEqual(beyond)
    expect(await approve(await askCredit(other, 30_000))).toEqual(done)
    world.clock.forward(24 * 60 + 1)
    expect(await approve(await askCredit(about, 30_000))).toEqual(done)
  })
})

test('a limit is an amount of the installation’s currency: of another one it lets nothing through', async () => {
  const branch = await addBranch(world.db, { currency: 'JPY' })
  const { id: storeId } = await addStore(world.db, { branch })
  const { id: ticketId } = await open({ storeId })
  const some = await world.app.addStaff({ permissions: [...permissions], limits: { 'refund.create': 50_000 } })
  const yen = { ticketId, kind: 'compensation', amount: { minor: 100, currency: 'JPY' }, reasonCode: 'late-delivery', given: 0 }
  const alone = await world.app.call('POST /remedies', { as: some, body: yen })
  expect([alone.status, alone.body.error?.reason]).toEqual([409, 'needs-approval'])
  const { limits } = (await world.app.call(`GET /tickets/${ticketId}/liability`, { as: some })).body
  expect(limits.toStore.alone).toEqual({ minor: 0, currency: 'JPY' })
  const asked = await ask({ operation: 'remedy.create', body: yen })
  expect((await approve(asked))[0]).toBe(404)
  const unlimited = await world.app.addStaff({ permissions: [...permissions, 'refund.approve'] })
  expect(await approve(asked, unlimited)).toEqual(done)
})
