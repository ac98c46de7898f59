import type { Ticket } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCustomer, addOrder, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let care: Caller
let lead: Caller
beforeAll(async () => {
  world = await orderWorld()
  const permissions = [
    'approval.view',
    'ticket.view',
    'ticket.edit',
    'order.view',
    'refund.view',
    'refund.create',
    'customer.edit',
  ] as const
  care = await world.app.addStaff({ permissions: [...permissions], limits: { 'refund.create': 50_000 } })
  lead = await world.app.addStaff({ permissions: [...permissions, 'refund.approve'] })
})
afterAll(() => world.app.close())

const inr = (minor: number) => ({ minor, currency: 'INR' })
const several = <T>(count: number, make: (at: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, at) => make(at)))
const addCaller = async () => {
  const customer = await addCustomer(world.db)
  await addOrder(world.db, world.store, { at: world.clock.instant(), customer_id: customer.id })
  return customer
}
const paid = { status: 'delivered', payment_method: 'online', payment_state: 'captured', total_minor: 90_000, items_minor: 90_000 }
async function addPaid(more: object = {}) {
  const customer = await addCustomer(world.db)
  return addOrder(world.db, world.store, { at: world.clock.instant(), customer_id: customer.id, ...paid, ...more } as never)
}
async function open(about: object): Promise<Ticket> {
  const body = { topicCode: 'late-order', priority: 'high', queue: 'care', text: 'An hour late.', ...about }
  const { status, body: ticket } = await world.app.call('POST /tickets', { as: care, body })
  expect(status, JSON.stringify(ticket)).toBe(200)
  return ticket
}
const give = (ticket: Ticket, minor: number, more: object = {}, as = care) =>
  world.app.call('POST /remedies', {
    ...{ as, body: { ticketId: ticket.id, kind: 'credit', amount: inr(minor), reasonCode: 'late-delivery', given: 0, ...more } },
  })
const refund = (id: string, minor: number, version = 1) =>
  world.app.call(`POST /orders/${id}/refunds`, {
    ...{ as: care, body: { version, amount: inr(minor), reasonCode: 'late-delivery', method: 'manual', note: 'By bank' } },
  })
type Answers = Awaited<ReturnType<typeof give>>[]
const statuses = (answers: Answers) => answers.map(({ status }) => status).toSorted()
const reasons = (answers: Answers) => new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.reason))

describe('what is given at once of one order', () => {
  test('on five tickets comes to no more than one’s limit', async () => {
    const { id } = await addPaid()
    const tickets = await several(5, () => open({ orderId: id }))
    const answers = await Promise.all(tickets.map((ticket) => give(ticket, 20_000)))
    expect(statuses(answers)).toEqual([200, 200, 409, 409, 409])
    expect(reasons(answers)).toEqual(new Set(['needs-approval']))
  })

  test('of any kind comes to no more either, whatever is refunded of the order meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await addPaid()
      const [first, second, third] = (await several(3, () => open({ orderId: id }))) as [Ticket, Ticket, Ticket]
      const byRefund = { kind: 'refund', method: 'manual', note: 'By bank' }
      const [refunded, ...answers] = await Promise.all([
        refund(id, 10_000),
        give(first, 30_000, byRefund),
        give(second, 30_000, { kind: 'compensation' }),
        give(third, 30_000, byRefund),
      ])
      // A remedy that is a refund was first: the order is not as the refund saw it.
      if (refunded.status !== 200) expect(refunded.body.error.reason).toBe('changed-meanwhile')
      expect([statuses(answers), reasons(answers)]).toEqual([[200, 409, 409], new Set(['needs-approval'])])
    }
  })

  test('by a refund counts what a credit gave, and what the refund gave counts for the next credit', async () => {
    for (const first of ['credit', 'compensation']) {
      const { id } = await addPaid()
      const ticket = await open({ orderId: id })
      expect((await give(ticket, 30_000, { kind: first })).status).toBe(200)
      const { refunding } = (await world.app.call(`GET /orders/${id}`, { as: care })).body
      expect(refunding).toMatchObject({ left: inr(90_000), alone: inr(20_000), givenAlone: inr(30_000) })
      const beyond = await refund(id, 30_000)
      expect([beyond.status, beyond.body.error.reason]).toEqual([409, 'needs-approval'])
      expect(beyond.body.error.message).toContain('with ₹300.00 before it')
      expect((await refund(id, 15_000)).status).toBe(200)
      const more = await give(ticket, 6_000, { given: 1 })
      expect([more.status, more.body.error?.reason]).toEqual([409, 'needs-approval'])
      expect((await give(ticket, 5_000, { given: 1 })).status).toBe(200)
    }
  })

  test('by a refund that had to wait for a credit counts it, and by a credit that waited for a refund too', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await addPaid()
      const ticket = await open({ orderId: id })
      const answers = await Promise.all([refund(id, 30_000), give(ticket, 30_000)])
      expect([statuses(answers), reasons(answers)]).toEqual([[200, 409], new Set(['needs-approval'])])
    }
  })

  test('by a refund does not count what another person approved', async () => {
    const { id } = await addPaid()
    const ticket = await open({ orderId: id })
    const body = { ticketId: ticket.id, kind: 'credit', amount: inr(60_000), reasonCode: 'late-delivery', given: 0 }
    const { body: asked } = await world.app.call('POST /approvals', {
      as: care,
      body: { operation: 'remedy.create', body, reason: 'Spoilt' },
    })
    expect((await world.app.call(`POST /approvals/${asked.id}/approve`, { as: lead, body: { version: asked.version } })).status).toBe(200)
    expect((await refund(id, 50_000)).status).toBe(200)
  })

  test('by refunds of the order alone is within the limit already: one waits for the other and is told', async () => {
    const { id } = await addPaid()
    const answers = await several(4, () => refund(id, 30_000))
    expect([statuses(answers), reasons(answers)]).toEqual([[200, 409, 409, 409], new Set(['changed-meanwhile'])])
    const again = await refund(id, 30_000, 2)
    expect([again.status, again.body.error.reason]).toEqual([409, 'needs-approval'])
  })
})

describe('without an order', () => {
  test('whatever one customer is given on a day comes to no more than one’s limit, on however many tickets', async () => {
    const { id: customerId } = await addCaller()
    const tickets = await several(5, () => open({ customerId, storeId: world.store.id }))
    const answers = await Promise.all(tickets.map((ticket) => give(ticket, 20_000)))
    expect(statuses(answers)).toEqual([200, 200, 409, 409, 409])
    expect(reasons(answers)).toEqual(new Set(['needs-approval']))
    const { error } = answers.find(({ status }) => status === 409)?.body ?? {}
    expect(error.message).toContain('₹200.00, with ₹400.00 before it for this customer today that nobody else approved, ₹600.00 in all, is')
    const last = await open({ customerId, storeId: world.store.id })
    const { limits } = (await world.app.call(`GET /tickets/${last.id}/liability`, { as: care })).body
    expect(limits).toMatchObject({ alone: inr(10_000), givenAlone: inr(40_000), left: null })
    expect((await give(last, 10_000)).status).toBe(200)
  })

  test('what was given of an order of theirs that day counts, and what another person approved does not', async () => {
    const order = await addPaid()
    const ofOrder = await open({ orderId: order.id })
    expect((await give(ofOrder, 40_000)).status).toBe(200)
    const ticket = await open({ customerId: order.customer_id, storeId: world.store.id })
    const beyond = await give(ticket, 20_000)
    expect([beyond.status, beyond.body.error.reason]).toEqual([409, 'needs-approval'])
    const body = { ticketId: ticket.id, kind: 'credit', amount: inr(20_000), reasonCode: 'late-delivery', given: 0 }
    const { body: asked } = await world.app.call('POST /approvals', {
      as: care,
      body: { operation: 'remedy.create', body, reason: 'Twice' },
    })
    const approve = { as: lead, body: { version: asked.version } }
    expect((await world.app.call(`POST /approvals/${asked.id}/approve`, approve)).status).toBe(200)
    expect((await give(ticket, 10_000, { given: 1 })).status).toBe(200)
  })

  test('both records of one customer are one', async () => {
    const [gone, kept] = [await addCaller(), await addCaller()]
    expect((await give(await open({ customerId: gone.id, storeId: world.store.id }), 40_000)).status).toBe(200)
    const merged = { merged_into: kept.id, merged_at: world.clock.instant(), merged_by: 'Priya Nair' }
    await world.db.updateTable('customer').set(merged).where('id', '=', gone.id).execute()
    const { status, body } = await give(await open({ customerId: kept.id, storeId: world.store.id }), 20_000)
    expect([status, body.error?.reason]).toEqual([409, 'needs-approval'])
  })

  test('of a ticket that no customer opened its store is counted', async () => {
    const compensate = (ticket: Ticket) => give(ticket, 30_000, { kind: 'compensation' })
    const [first, second] = (await several(2, () => open({ storeId: world.store.id }))) as [Ticket, Ticket]
    const answers = await Promise.all([compensate(first), compensate(second)])
    expect(statuses(answers)).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)?.body.error
    expect(refused.message).toContain('with ₹300.00 before it for this store today')
  })

  test('a store is owed no more than one’s limit a day, whichever customers its tickets are of', async () => {
    const store = await addStore(world.db, { branch: world.branch })
    const compensate = (ticket: Ticket) => give(ticket, 20_000, { kind: 'compensation' })
    const tickets = await several(4, async () => open({ customerId: (await addCaller()).id, storeId: store.id }))
    const answers = await Promise.all(tickets.map(compensate))
    expect([statuses(answers), reasons(answers)]).toEqual([[200, 200, 409, 409], new Set(['needs-approval'])])
    expect(answers.find(({ status }) => status === 409)?.body.error.message).toContain('with ₹400.00 before it for this store today')
    const ticket = await open({ customerId: (await addCaller()).id, storeId: store.id })
    const { limits } = (await world.app.call(`GET /tickets/${ticket.id}/liability`, { as: care })).body
    expect(limits).toMatchObject({ alone: inr(50_000), sumOf: 'customer', toStore: { alone: inr(10_000), sumOf: 'store' } })
    // What a customer gets is theirs: a credit is held against what they got.
    expect((await give(ticket, 40_000)).status).toBe(200)
    const both = (await world.app.call(`GET /tickets/${ticket.id}/liability`, { as: care })).body.limits
    expect(both).toMatchObject({ alone: inr(10_000), sumOf: 'customer', toStore: { alone: inr(10_000) } })
  })

  // Last: it takes the clock to another day.
  test('another customer, and another day, has the whole limit again', async () => {
    const { id: customerId } = await addCaller()
    const next = async (about: object = { customerId }) => (await give(await open({ storeId: world.store.id, ...about }), 40_000)).status
    expect([await next(), await next({ customerId: (await addCaller()).id }), await next()]).toEqual([200, 200, 409])
    world.clock.forward(24 * 60)
    expect(await next()).toBe(200)
  })
})

test('who could approve more is told before anything is typed, and nobody where nothing limits one', async () => {
  const { id } = await addPaid()
  const ticket = await open({ orderId: id })
  await give(ticket, 20_000)
  const limitsFor = async (as: Caller) => (await world.app.call(`GET /tickets/${ticket.id}/liability`, { as })).body.limits
  expect(await limitsFor(care)).toMatchObject({
    alone: inr(30_000),
    givenAlone: inr(20_000),
    approvers: ['Role of Priya Nair', 'Role of Test Person'],
  })
  expect(await limitsFor(lead)).toMatchObject({ alone: null, approvers: [] })
})
