import { addMinutes, type Remedy, type Ticket } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCustomer, addOrder, addRider } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let care: Caller
let lead: Caller
beforeAll(async () => {
  world = await orderWorld()
  const permissions = ['approval.view', 'ticket.view', 'ticket.edit', 'order.view', 'refund.view', 'refund.create', 'finance.view'] as never
  care = await world.app.addStaff({ permissions, name: 'Devi Menon', limits: { 'refund.create': 20_000 } } as never)
  lead = await world.app.addStaff({ permissions: [...permissions, 'refund.approve'] as never, name: 'Lena Roy' })
})
afterAll(() => world.app.close())

const inr = (minor: number) => ({ minor, currency: 'INR' })
const call = (address: string, body?: object, as = care) => world.app.call(address, { as, ...(body && { body }) })
async function open(more: object = {}): Promise<Ticket> {
  const customer = await addCustomer(world.db)
  const at = addMinutes(world.clock.instant(), -120)
  const times = {
    pending_at: at,
    accepted_at: addMinutes(at, 25),
    prep_minutes: 20,
    ready_at: addMinutes(at, 80),
    ended_at: addMinutes(at, 100),
  }
  const paid = { status: 'delivered', payment_method: 'online', payment_state: 'captured', total_minor: 50_000, items_minor: 50_000 }
  const order = await addOrder(world.db, world.store, { at, ...times, ...paid, customer_id: customer.id, ...more } as never)
  const body = { topicCode: 'late-order', priority: 'high', queue: 'care', text: 'An hour late.', orderId: order.id }
  const { status, body: ticket } = await call('POST /tickets', body)
  expect(status, JSON.stringify(ticket)).toBe(200)
  return ticket
}
const draft = (ticket: Ticket, more: object = {}) => ({
  ...{ ticketId: ticket.id, kind: 'credit', amount: inr(5_000), reasonCode: 'late-delivery', given: 0 },
  ...more,
})
async function give(ticket: Ticket, more: object = {}, as = care): Promise<Remedy> {
  const { status, body } = await call('POST /remedies', draft(ticket, more), as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const trial = async () => {
  const { rows } = await sql<{ account: string; minor: number }>`select account, sum(amount)::bigint as minor
    from ledger_entry cross join lateral unnest(accounts, amounts) as posted (account, amount) group by account`.execute(world.db)
  return Object.fromEntries(rows.map(({ account, minor }) => [account, Number(minor)]))
}
const total = (accounts: Record<string, number>) => Object.values(accounts).reduce((sum, minor) => sum + minor, 0)
const moved = async (act: () => Promise<unknown>) => {
  const before = await trial()
  await act()
  const after = await trial()
  expect(total(after)).toBe(0)
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].map((key) => [key, (after[key] ?? 0) - (before[key] ?? 0)])
  return Object.fromEntries(changed.filter(([, minor]) => minor !== 0))
}

describe('who bears it', () => {
  test('is proposed from what the order tells, and taken unless somebody says otherwise and why', async () => {
    const ticket = await open()
    const { body: proposal } = await call(`GET /tickets/${ticket.id}/liability`)
    expect(proposal.shares).toMatchObject({ rider: 0 })
    expect(proposal.evidence.map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining(['The store took 25 min to accept.', 'It was prepared in 55 min instead of 20.']),
    )
    const remedy = await give(ticket)
    expect(remedy.proposed).toEqual(proposal.shares)
    expect(remedy.bears.store.minor + remedy.bears.platform.minor).toBe(5_000)
    const all = { store: 0, platform: 100, rider: 0 }
    const unsaid = await call('POST /remedies', draft(ticket, { bears: all, given: 1 }))
    expect(Object.keys(unsaid.body.error.fields)).toEqual(['body.because'])
    const said = await give(ticket, { bears: all, because: 'Our campaign', given: 1 })
    expect([said.bears.platform.minor, said.because]).toEqual([5_000, 'Our campaign'])
    const rider = await call('POST /remedies', draft(ticket, { bears: { store: 0, platform: 0, rider: 100 }, because: 'He', given: 2 }))
    expect(rider.body.error.reason).toBe('bears-without-rider')
  })
})

describe('what it moves is booked, and everything still balances:', () => {
  test('a credit', async () => {
    const ticket = await open()
    const bears = { store: 50, platform: 50, rider: 0 }
    const changed = await moved(() => give(ticket, { bears, because: 'Agreed' }))
    expect(changed).toEqual({ 'wallet-credits': -5_000, 'store-remedies': 2_500, 'platform-remedies': 2_500 })
    const { body: balance } = await call(`GET /wallet-credits/balance?customerId=${ticket.customer?.id}`)
    expect(balance.balances).toEqual([inr(5_000)])
    const { body: journal } = await call(`GET /ledger/entries?orderId=${ticket.order?.id}`)
    expect(journal.rows).toMatchObject([{ kind: 'credit-granted', order: { id: ticket.order?.id }, by: 'Devi Menon' }])
  })

  test('a compensation, which no store bears itself', async () => {
    const ticket = await open()
    const changed = await moved(() => give(ticket, { kind: 'compensation' }))
    expect(changed).toEqual({ 'store-remedies': -5_000, 'platform-remedies': 5_000 })
  })

  test('a refund, by the rules of the order', async () => {
    const ticket = await open()
    const remedy = await give(ticket, { kind: 'refund', method: 'manual', note: 'By bank' })
    const { body: order } = await world.app.call(`GET /orders/${ticket.order?.id}`, { as: world.admin })
    expect(order.refunds).toMatchObject([{ amount: inr(5_000), cause: 'request', bears: remedy.bears }])
    const more = await call(
      'POST /remedies',
      draft(ticket, { kind: 'refund', amount: inr(60_000), method: 'manual', note: 'x', given: 1 }),
      lead,
    )
    expect([more.status, more.body.error.reason]).toEqual([422, 'more-than-left'])
    expect((await call(`GET /remedies?ticketId=${ticket.id}`)).body.rows).toHaveLength(1)
  })

  test('on a ticket that is of no store nothing is given', async () => {
    const customer = await addCustomer(world.db)
    const body = { topicCode: 'app-problem', priority: 'low', queue: 'care', text: 'Lost', customerId: customer.id }
    const { body: ticket } = await call('POST /tickets', body)
    expect((await call('POST /remedies', draft(ticket))).body.error.reason).toBe('no-store')
  })
})

test('pressed twice, or sent again after its answer was lost, it is given once', async () => {
  const ticket = await open()
  const key = { 'idempotency-key': '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e70' }
  const once = { as: care, body: draft(ticket), headers: key }
  const [first, again] = [await world.app.call('POST /remedies', once as never), await world.app.call('POST /remedies', once as never)]
  expect([first.status, again.body.id]).toEqual([200, first.body.id])
  const pressed = await Promise.all([1, 1].map((given) => call('POST /remedies', draft(ticket, { given }))))
  expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { rows } = (await call(`GET /remedies?ticketId=${ticket.id}`)).body
  expect(rows).toHaveLength(2)
  // What the caller had seen is asked of them; it is nothing of the remedy.
  for (const told of [first.body, ...rows]) expect(told).not.toHaveProperty('given')
})

test('beyond a limit another person approves it; what was given alone before counts', async () => {
  const ticket = await open()
  await give(ticket, { amount: inr(15_000) })
  const beyond = draft(ticket, { kind: 'refund', amount: inr(6_000), method: 'manual', note: 'By bank', given: 1 })
  const alone = await call('POST /remedies', beyond)
  expect([alone.status, alone.body.error.reason]).toEqual([409, 'needs-approval'])
  const asked = await call('POST /approvals', { operation: 'remedy.create', body: beyond, reason: 'She waited an hour' })
  expect([asked.status, asked.body.title], JSON.stringify(asked.body)).toEqual([200, `Refund for ${ticket.number}: ₹60.00`])
  expect(asked.body.changes, 'whoever decides reads what was given before').toContainEqual(
    expect.objectContaining({ field: 'givenAlone', new: inr(15_000) }),
  )
  const approve = await call(`POST /approvals/${asked.body.id}/approve`, { version: asked.body.version }, lead)
  expect(approve.status, JSON.stringify(approve.body)).toBe(200)
  const { rows } = (await call(`GET /remedies?ticketId=${ticket.id}`)).body
  expect(rows).toMatchObject([
    { kind: 'refund', checkedBy: { id: lead.id, name: 'Lena Roy' }, by: 'Devi Menon' },
    { kind: 'credit', checkedBy: null },
  ])
  expect(total(await trial())).toBe(0)
})

test('more than an order came to is told before it is given, and to whoever approves it', async () => {
  const ticket = await open()
  const { body: proposal } = await call(`GET /tickets/${ticket.id}/liability`)
  expect(proposal.limits.worth).toEqual(inr(50_000))
  const body = draft(ticket, { amount: inr(90_000) })
  const { body: asked } = await call('POST /approvals', { operation: 'remedy.create', body, reason: 'She waited an hour' })
  expect(asked.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'orderTotal', new: inr(50_000) }),
      expect.objectContaining({ field: 'warning', new: '₹900.00 is more than the ₹500.00 that the order came to.' }),
    ]),
  )
  const within = await call('POST /approvals', {
    operation: 'remedy.create',
    body: draft(await open(), { amount: inr(40_000) }),
    reason: 'Cold',
  })
  expect(within.body.changes.map(({ field }: { field: string }) => field)).not.toContain('warning')
})

test('what is left and one’s own limit are told before; while one waits for approval, no other is given and none is asked for', async () => {
  const ticket = await open()
  const limits = async (as = care) => (await call(`GET /tickets/${ticket.id}/liability`, undefined, as)).body.limits
  const nothing = { left: inr(50_000), captured: inr(50_000), worth: inr(50_000), goesBack: true }
  const sum = (alone: number | null, given: number) => ({ alone: alone && inr(alone), givenAlone: inr(given), sumOf: 'order' })
  const approvers = ['Role of Lena Roy', 'Role of Priya Nair']
  expect([await limits(), await limits(lead)]).toEqual([
    { ...nothing, ...sum(20_000, 0), toStore: sum(20_000, 0), approvers },
    { ...nothing, ...sum(null, 0), toStore: sum(null, 0), approvers: [] },
  ])
  await give(ticket, { amount: inr(15_000) })
  await give(ticket, { kind: 'refund', amount: inr(1_000), method: 'manual', note: 'By bank', given: 1 })
  expect(await limits()).toEqual({
    left: inr(49_000),
    captured: inr(50_000),
    worth: inr(50_000),
    goesBack: true,
    ...sum(4_000, 16_000),
    toStore: sum(4_000, 16_000),
    approvers,
  })

  const beyond = draft(ticket, { amount: inr(6_000), note: 'Once more', given: 2 })
  const { body: asked } = await call('POST /approvals', { operation: 'remedy.create', body: beyond, reason: 'She waited an hour' })
  expect(asked).toMatchObject({ about: ticket.number, effect: null, names: { 'late-delivery': expect.any(String) } })
  expect(asked.changes.map(({ field }: { field: string }) => field)).toEqual(
    expect.arrayContaining(['amount', 'customerId', 'evidence', 'note', 'orderId', 'reasonCode', 'remedyKind']),
  )
  expect(asked.changes.filter(({ field }: { field: string }) => ['byName', 'isChecked', 'checkedBy', 'branchId'].includes(field))).toEqual(
    [],
  )
  const waiting = await call(`GET /approvals/waiting/ticket/${ticket.id}`, undefined, lead)
  expect(waiting.body.request).toMatchObject({ id: asked.id, title: asked.title, maker: { name: 'Devi Menon' }, isOpen: true, allowed: [] })
  const small = draft(ticket, { amount: inr(100), given: 2 })
  for (const as of [care, lead]) {
    const refused = await call('POST /remedies', small, as)
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'remedy-asked-for'])
    expect(refused.body.error.message).toContain(`Devi Menon asked for approval already: ${asked.title}`)
  }
  expect((await call(`POST /approvals/${asked.id}/approve`, { version: asked.version }, lead)).status).toBe(200)
  expect((await call(`GET /approvals/waiting/ticket/${ticket.id}`)).body).toEqual({ request: null })
  await give(ticket, { amount: inr(100), given: 3 })
})

test('whatever is given in whatever parts, all of it is borne and the trial balance is zero', async () => {
  const branch = await world.db.selectFrom('branch').selectAll().where('id', '=', world.store.branch_id).executeTakeFirstOrThrow()
  const rider = await addRider(world.db, branch)
  const share = fc.integer({ min: 0, max: 100 })
  const shares = fc.tuple(share, share).map(([a, b]) => ({ store: Math.min(a, b), platform: Math.abs(a - b), rider: 100 - Math.max(a, b) }))
  const one = fc.record({ kind: fc.constantFrom('credit', 'compensation'), minor: fc.integer({ min: 1, max: 99_999 }), bears: shares })
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 4 }), async (given) => {
      const ticket = await open({ rider_id: rider.id })
      for (const [at, { kind, minor, bears }] of given.entries()) {
        const fit = kind === 'compensation' ? { ...bears, store: 0, platform: bears.platform + bears.store } : bears
        const remedy = await give(ticket, { kind, amount: inr(minor), bears: fit, because: 'As agreed', given: at }, lead)
        expect(remedy.bears.store.minor + remedy.bears.platform.minor + remedy.bears.rider.minor).toBe(minor)
      }
      expect(total(await trial())).toBe(0)
    }),
    { numRuns: 12 },
  )
})

// Last: it takes the clock half a year ahead.
test('what is left of a credit expires once, and is owed no more', async () => {
  const ticket = await open()
  await give(ticket)
  const changed = await moved(async () => {
    world.clock.forward(181 * 24 * 60)
    await world.app.services.jobs.run('expire-credits')
    await world.app.services.jobs.run('expire-credits')
  })
  expect(changed['expired-credits']).toBe(-(changed['wallet-credits'] ?? 0))
  const rows = await world.db
    .selectFrom('wallet_credit')
    .selectAll()
    .where('customer_id', '=', ticket.customer?.id ?? '')
    .execute()
  expect(rows).toMatchObject([{ state: 'expired', left_minor: 0 }])
  const sums = await sql<{
    off: number
  }>`select count(*)::int as off from wallet_credit where left_minor <> (select sum(minor) from wallet_entry
    where credit_id = wallet_credit.id)`.execute(world.db)
  expect(sums.rows[0]?.off).toBe(0)
})
