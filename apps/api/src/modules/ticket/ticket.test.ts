import { addMinutes, type Ticket, type TicketNote } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCustomer, addOrder, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let care: Caller
let colleague: Caller
beforeAll(async () => {
  world = await orderWorld()
  const permissions = ['ticket.view', 'ticket.edit', 'order.view'] as never
  care = await world.app.addStaff({ permissions, name: 'Devi Menon' })
  colleague = await world.app.addStaff({ permissions, name: 'Arun Das' })
})
afterAll(() => world.app.close())

const call = (address: string, body?: object, as = care) => world.app.call(address, { as, ...(body && { body }) })
const orderOf = async (more: object = {}) => {
  const customer = await addCustomer(world.db)
  const at = world.clock.instant()
  return addOrder(world.db, world.store, {
    at,
    status: 'delivered',
    customer_id: customer.id,
    customer_name: customer.name,
    ...more,
  } as never)
}
const draft = { topicCode: 'late-order', priority: 'normal', queue: 'care', text: 'Still not here.' }
async function open(more: object = {}): Promise<Ticket> {
  const { status, body } = await call('POST /tickets', { ...draft, orderId: (await orderOf()).id, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const read = async (id: string): Promise<Ticket> => (await call(`GET /tickets/${id}`)).body
async function act(id: string, action: string, body: object = {}, as = care) {
  const { version } = await read(id)
  return call(`POST /tickets/${id}/${action}`, { version, ...body }, as)
}
const notesOf = async (id: string): Promise<TicketNote[]> => (await call(`GET /tickets/${id}/notes`)).body
const numbers = async (query: string, as = care) =>
  (await world.app.call(`GET /tickets?limit=100&${query}`, { as })).body.rows.map(({ number }: Ticket) => number)

describe('a ticket', () => {
  test('about an order says its customer, store and branch, and by when it is to be answered and solved', async () => {
    const order = await orderOf()
    const ticket = await open({ orderId: order.id, priority: 'urgent' })
    expect(ticket).toMatchObject({
      state: 'open',
      source: 'staff',
      topic: { label: 'The order is late', party: 'rider' },
      order: { id: order.id, name: order.number },
      customer: { id: order.customer_id, name: order.customer_name },
      store: { id: world.store.id },
      createdBy: 'Devi Menon',
      claimedBy: null,
      answeredAt: null,
    })
    expect(ticket.number).toMatch(/^T-\d{5}$/)
    expect(ticket.answerDueAt >= addMinutes(ticket.createdAt, 10)).toBe(true)
    expect(ticket.solveDueAt >= addMinutes(ticket.createdAt, 60)).toBe(true)
  })

  test('names only what is there: topics that are offered, lines of its order, what one reaches', async () => {
    const order = await orderOf()
    const refusedFor = async (more: object, as = care) =>
      Object.keys((await call('POST /tickets', { ...draft, ...more }, as)).body.error?.fields ?? {})
    expect(await refusedFor({ topicCode: 'no-such-topic' })).toEqual(['body.topicCode'])
    expect(await refusedFor({ orderId: order.id, lines: [77] })).toEqual(['body.lines.0'])
    expect(await refusedFor({ lines: [1] })).toEqual(['body.lines'])
    const elsewhere = await addStore(world.db)
    const officer = await world.app.addStaff({
      permissions: ['ticket.view', 'ticket.edit'],
      scope: { kind: 'store', ids: [elsewhere.id] },
    } as never)
    expect(await refusedFor({ orderId: order.id }, officer)).toEqual(['body.orderId'])
    expect(await refusedFor({}, officer)).toEqual(['body.orderId'])
    const { id } = await open({ orderId: order.id })
    expect((await call(`GET /tickets/${id}`, undefined, officer)).status).toBe(404)
  })

  test('is found by its number, its order and its customer', async () => {
    const order = await orderOf({ number: 'KX-77123', customer_name: 'Zubeida Koya' })
    const ticket = await open({ orderId: order.id })
    for (const q of [ticket.number, 'kx-77123', 'zubeida']) expect(await numbers(`q=${q}`)).toEqual([ticket.number])
  })
})

describe('who handles it', () => {
  test('is who claimed it, until they release it or another takes it over with a reason', async () => {
    const { id } = await open()
    expect((await act(id, 'claim')).body.claimedBy).toMatchObject({ name: 'Devi Menon' })
    const held = await act(id, 'claim', {}, colleague)
    expect([held.status, held.body.error.reason]).toEqual([409, 'ticket-claimed'])
    expect((await act(id, 'takeOver'.replace('O', '-o'), { reason: 'Her shift is over' }, colleague)).body.claimedBy).toMatchObject({
      name: 'Arun Das',
    })
    expect((await act(id, 'release')).status).toBe(409)
    expect((await act(id, 'release', {}, colleague)).body.claimedBy).toBeNull()
  })

  test('handles it no more once nobody did anything for long enough', async () => {
    const { id } = await open()
    await act(id, 'claim')
    await world.app.services.jobs.run('end-idle-ticket-claims')
    expect((await read(id)).claimedBy).not.toBeNull()
    world.clock.forward(241)
    await world.app.services.jobs.run('end-idle-ticket-claims')
    expect((await read(id)).claimedBy).toBeNull()
  })
})

describe('its clock', () => {
  test('stands while it waits for the customer, and goes on with what was left', async () => {
    const { id, solveDueAt } = await open()
    await act(id, 'wait', { for: 'customer' })
    world.clock.forward(3 * 24 * 60)
    const { body: resumed } = await act(id, 'resume')
    expect(resumed.state).toBe('open')
    expect(resumed.solveDueAt).toBe(addMinutes(solveDueAt, 3 * 24 * 60))
  })

  test('stands for the first answer too: what waits for the customer, or was over, is not late for it', async () => {
    const { id, number, answerDueAt } = await open({ priority: 'urgent' })
    await act(id, 'wait', { for: 'customer' })
    world.clock.forward(3 * 24 * 60)
    expect(await numbers('late=true')).not.toContain(number)
    const { body: resumed } = await act(id, 'resume')
    expect(resumed.answerDueAt).toBe(addMinutes(answerDueAt, 3 * 24 * 60))
    await act(id, 'solve')
    world.clock.forward(24 * 60)
    const { body: reopened } = await act(id, 'reopen', { reason: 'They called again' })
    expect(reopened.answerDueAt).toBe(addMinutes(answerDueAt, 4 * 24 * 60))
    expect(await numbers('late=true')).not.toContain(number)
    world.clock.forward(60)
    expect(await numbers('late=true')).toContain(number)
    const { body: answered } = await act(id, 'answer', { to: 'customer', text: 'We are on it.' })
    await act(id, 'wait', { for: 'customer' })
    world.clock.forward(60)
    expect((await act(id, 'resume')).body.answerDueAt, 'what was answered was due when it was').toBe(answered.answerDueAt)
  })

  test('goes on while it waits for the store or is put aside; put aside it comes back by itself', async () => {
    const { id, solveDueAt } = await open()
    await act(id, 'wait', { for: 'store' })
    world.clock.forward(30)
    await act(id, 'snooze', { hours: 2 })
    await world.app.services.jobs.run('wake-tickets')
    expect((await read(id)).state).toBe('snoozed')
    world.clock.forward(120)
    await world.app.services.jobs.run('wake-tickets')
    expect(await read(id)).toMatchObject({ state: 'open', snoozedUntil: null, solveDueAt })
  })

  test('another priority is due otherwise', async () => {
    const { id, version, createdAt } = await open()
    const { body } = await call(`PATCH /tickets/${id}`, { version, priority: 'urgent' })
    expect([body.priority, body.answerDueAt < (await read(id)).solveDueAt]).toEqual(['urgent', true])
    expect(body.answerDueAt >= addMinutes(createdAt, 10)).toBe(true)
  })
})

describe('what is said', () => {
  test('inside stays inside; outside it is a message of the order, and the first one is the answer', async () => {
    const order = await orderOf()
    const { id } = await open({ orderId: order.id })
    await act(id, 'note', { text: 'The store never called back.' })
    expect((await read(id)).answeredAt).toBeNull()
    const { status, body } = await act(id, 'answer', { to: 'customer', text: 'We are sorry.' })
    expect([status, body.answeredAt !== null], JSON.stringify(body)).toEqual([200, true])
    expect(await notesOf(id)).toMatchObject([
      { kind: 'internal', text: 'The store never called back.', by: 'Devi Menon' },
      { kind: 'customer', text: 'We are sorry.' },
    ])
    const { body: told } = await world.app.call(`GET /orders/${order.id}`, { as: world.admin })
    expect(told.events.filter(({ type }: { type: string }) => type === 'messageToCustomer')).toMatchObject([{ note: 'We are sorry.' }])
  })

  test('without an order goes by mail, where an address is known', async () => {
    const customer = await addCustomer(world.db)
    const { id } = await open({ orderId: null, customerId: customer.id })
    expect((await act(id, 'answer', { to: 'customer', text: 'Hello.' })).body.error.reason).toBe('nobody-to-tell')
    await sql`update customer set email = 'ann@example.com' where id = ${customer.id}`.execute(world.db)
    expect((await act(id, 'answer', { to: 'customer', text: 'Hello.' })).status).toBe(200)
    const mail = await world.db.selectFrom('mail').selectAll().where('to_address', '=', 'ann@example.com').executeTakeFirstOrThrow()
    expect(mail.body).toContain('Hello.')
  })

  test('what is no picture is not attached', async () => {
    const { id } = await open()
    const nobodys = '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f'
    expect((await act(id, 'note', { text: 'Look', imageId: nobodys })).status).toBe(422)
  })
})

describe('its end', () => {
  test('solved it is over until it is reopened, and closed by itself later', async () => {
    const { id } = await open()
    await act(id, 'claim')
    expect((await act(id, 'solve')).body).toMatchObject({ state: 'solved', solveMinutes: expect.any(Number) })
    expect((await act(id, 'answer', { to: 'customer', text: 'Hm.' })).body.error.reason).toBe('ticket-over')
    expect((await act(id, 'reopen', { reason: 'They called again' })).body).toMatchObject({ state: 'open', reopened: 1, solvedAt: null })
    await act(id, 'solve')
    world.clock.forward(5 * 24 * 60 + 1)
    await world.app.services.jobs.run('close-solved-tickets')
    expect((await read(id)).state).toBe('closed')
  })

  test('who solved it stays its owner, and has it back when it is reopened', async () => {
    const { id, number } = await open()
    await act(id, 'claim', {}, colleague)
    expect((await act(id, 'solve')).body.claimedBy).toEqual({ id: care.id, name: 'Devi Menon' })
    expect(await numbers('mine=true&state=solved')).toContain(number)
    expect((await act(id, 'reopen', { reason: 'They called again' }, colleague)).body.claimedBy).toMatchObject({ name: 'Devi Menon' })
    await act(id, 'release')
    expect((await act(id, 'close')).body).toMatchObject({ state: 'closed', claimedBy: null })
  })

  test('reopened it is back in its queue where its owner looks after tickets no more, or not of this place', async () => {
    const permissions = ['ticket.view', 'ticket.edit'] as never
    const reopenedOf = async (leave: (owner: Caller) => Promise<unknown>) => {
      const owner = await world.app.addStaff({ permissions })
      const { id } = await open()
      await act(id, 'solve', {}, owner)
      await leave(owner)
      return (await act(id, 'reopen', { reason: 'They called again' })).body.claimedBy
    }
    expect(await reopenedOf(async () => {})).not.toBeNull()
    const suspended = ({ id }: Caller) => sql`update staff set status = 'suspended' where id = ${id}`.execute(world.db)
    expect(await reopenedOf(suspended)).toBeNull()
    const elsewhere = await addStore(world.db)
    const moved = ({ id }: Caller) =>
      sql`update staff set scope_kind = 'store', scope_ids = array[${elsewhere.id}::uuid] where id = ${id}`.execute(world.db)
    expect(await reopenedOf(moved)).toBeNull()
  })

  test('merged it goes on in another, with what was said', async () => {
    const order = await orderOf()
    const [into, from] = [await open({ orderId: order.id }), await open({ orderId: order.id })]
    await act(from.id, 'note', { text: 'Said before' })
    expect((await act(from.id, 'merge', { intoId: from.id })).body.error.reason).toBe('merge-into-itself')
    expect((await act(from.id, 'merge', { intoId: into.id })).body).toMatchObject({ state: 'closed', mergedInto: { name: into.number } })
    expect((await notesOf(into.id)).map(({ text }) => text)).toEqual(expect.arrayContaining(['Said before']))
    expect((await act(from.id, 'reopen', { reason: 'No' })).status).toBe(409)
    expect((await act(into.id, 'merge', { intoId: from.id })).body.error.reason).toBe('merge-into-itself')
  })

  test('merged into one of another customer only where somebody says that it is right, and it is told whose was said', async () => {
    const [into, from] = [await open(), await open()]
    const [ofInto, ofFrom] = [into.customer?.name, from.customer?.name]
    await act(from.id, 'note', { text: 'Said before' })
    const refused = await act(from.id, 'merge', { intoId: into.id })
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'other-customer'])
    expect(refused.body.error.fields['body.otherCustomer']).toBe(
      `must be confirmed: ${from.number} is of ${ofFrom}, ${into.number} of ${ofInto}`,
    )
    expect((await act(from.id, 'merge', { intoId: into.id, otherCustomer: false })).status).toBe(409)
    expect((await act(from.id, 'merge', { intoId: into.id, otherCustomer: true })).status).toBe(200)
    expect(await notesOf(into.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ text: 'Said before', from: `${from.number} of ${ofFrom}` }),
        expect.objectContaining({ text: from.text, from: `${from.number} of ${ofFrom}` }),
        expect.objectContaining({ text: `${from.number} was merged into this one.`, from: null }),
      ]),
    )
  })

  test('a merge is undone: it goes on by itself, with what was said in it alone', async () => {
    const order = await orderOf()
    const [into, from] = [await open({ orderId: order.id }), await open({ orderId: order.id })]
    expect((await act(from.id, 'unmerge')).body.error.reason).toBe('ticket-not-merged')
    await act(from.id, 'note', { text: 'Said before' })
    await act(from.id, 'merge', { intoId: into.id })
    expect((await act(from.id, 'unmerge')).body).toMatchObject({ state: 'open', mergedInto: null, reopened: 0 })
    const said = async (id: string) => (await notesOf(id)).map(({ text }) => text)
    expect(await said(into.id)).toEqual([`${from.number} was merged into this one.`, `${from.number} goes on by itself again.`])
    expect(await said(from.id)).toEqual(['Said before'])
    expect((await act(from.id, 'merge', { intoId: into.id })).status).toBe(200)
  })

  test('split, a part of it is a ticket of its own', async () => {
    const { id, number, order } = await open()
    const first = await act(id, 'split', { topicCode: 'rider-conduct', text: 'And he was rude.' })
    const { rows } = (await call(`GET /tickets?orderId=${order?.id}`)).body
    expect(rows).toMatchObject([{ source: 'split', splitFrom: { name: number }, topicCode: 'rider-conduct', splits: [] }, { id }])
    expect([rows[1].queue, rows[0].queue], 'it lies in the queue of its topic').toEqual(['care', 'riders'])
    const named = ({ id: of, number: name }: Ticket) => ({ id: of, name })
    expect([first.status, first.body.splits], 'the answer names it').toEqual([200, [named(rows[0])]])
    const second = await act(id, 'split', { topicCode: 'late-order', text: 'And late.' })
    const part = await read(second.body.splits.at(-1).id)
    expect(part).toMatchObject({ text: 'And late.', splitFrom: { id } })
    expect((await read(id)).splits, 'the last one last').toEqual([named(rows[0]), named(part)])
  })
})

test('queues tell what is open, unclaimed and overdue, and who is on the desk', async () => {
  const scope = { kind: 'store', ids: [(await addStore(world.db)).id] }
  const store = { id: scope.ids[0] as string }
  const lead = await world.app.addStaff({ permissions: ['ticket.view', 'ticket.edit'], scope, name: 'Lena Roy' } as never)
  const make = (queue: string) => open({ orderId: null, storeId: store.id, queue })
  const [first, second] = [await make('stores'), await make('stores')]
  await make('payments')
  await act(first.id, 'claim', {}, lead)
  await act(second.id, 'answer', { to: 'store', text: 'We look into it.' }).catch(() => {})
  world.clock.forward(4 * 24 * 60)
  const { body } = await call('GET /tickets/figures', undefined, lead)
  expect(body.queues).toMatchObject([
    { queue: 'care', open: 0 },
    { queue: 'payments', open: 1, unclaimed: 1, late: 1 },
    { queue: 'stores', open: 2, unclaimed: 1, late: 2 },
    { queue: 'riders', open: 0 },
  ])
  expect(body.desk).toMatchObject([{ who: { name: 'Lena Roy' }, tickets: 1, latest: { name: first.number } }])
  expect(await numbers('mine=true', lead)).toEqual([first.number])
  expect((await numbers('late=true', lead)).length).toBe(3)
})

test('lists and searches of very many go by their indexes', async () => {
  const { rows } = await sql<{ id: string }>`select id from ticket limit 1`.execute(world.db)
  const template = rows[0]?.id
  await sql`insert into ticket (id, number, topic_code, priority, queue, state, text, created_by, answer_due_at, solve_due_at, search, customer_id, created_at)
    select encode(set_byte(set_byte(overlay(uuid_send(gen_random_uuid()) placing substring(int8send(1700000000000 + n) from 3) from 1 for 6), 6, 112), 8, 128), 'hex')::uuid,
      'M-' || n, topic_code, priority, (array['care', 'payments', 'stores', 'riders'])[1 + n % 4], case when n % 500 = 0 then 'open' else 'closed' end,
      text, created_by, answer_due_at, solve_due_at + make_interval(mins => n), 'm-' || n || ' somebody', customer_id, created_at
    from generate_series(1, 20000) n cross join (select * from ticket where id = ${template}) as template`.execute(world.db)
  await sql`vacuum analyze ticket`.execute(world.db)
  const lookedBy = async (act: () => Promise<unknown>) =>
    Math.max(...scansOf(await plansOf(world.app, act), 'ticket').map((scan) => scan.looked), 0)
  const looked = (query: string) => lookedBy(() => numbers(query))
  for (const query of ['open=true&sort=solveDueAt', 'state=open', 'queue=care', 'q=m-19999', 'q=M-1234', 'mine=true'])
    expect(await looked(query), query).toBeLessThan(1500)
  expect(await lookedBy(() => read(template as string)), 'one, with what was split off it').toBeLessThan(10)
})
