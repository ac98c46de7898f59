import { addMinutes, type Feedback, type FeedbackTrends, msOf, newId } from '@larder/contract'
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
  care = await world.app.addStaff({ permissions: ['ticket.view', 'ticket.edit', 'order.view'], name: 'Devi Menon' })
  colleague = await world.app.addStaff({ permissions: ['ticket.view', 'ticket.edit'], name: 'Anil Nair' })
})
afterAll(() => world.app.close())

const say = (body: object, as = world.channel) =>
  world.app.call('POST /channel/feedback', { as, body: { kind: 'complaint', text: 'The curry was cold', ...body } })
async function said(body: object = {}): Promise<string> {
  const answer = await say(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}
const delivered = (given: object = {}) =>
  addOrder(world.db, world.store, {
    at: world.clock.instant(),
    status: 'delivered',
    channel_id: world.channel.id,
    ...given,
  } as never)
const read = async (id: string, as = care): Promise<Feedback> => (await world.app.call(`GET /feedback/${id}`, { as })).body
const act = async (id: string, action: string, body: object = {}, as = care) =>
  world.app.call(`POST /feedback/${id}/${action}`, { as, body: { version: (await read(id)).version, ...body } })
const list = async (query: string, as = care): Promise<string[]> =>
  (await world.app.call(`GET /feedback?${query}`, { as })).body.rows.map(({ id }: Feedback) => id)

describe('feedback comes in', () => {
  test('about the store of its order, with the customer, the rider and the branch that the order says', async () => {
    const customer = await addCustomer(world.db, { name: 'Meera' })
    const order = await delivered({ customer_id: customer.id, rider_id: world.rider.id })
    const id = await said({ orderId: order.id, stars: 2 })
    expect(await read(id)).toMatchObject({
      number: expect.stringMatching(/^F-\d{5}$/),
      about: 'store',
      kind: 'complaint',
      stars: 2,
      state: 'new',
      customer: { id: customer.id, name: 'Meera' },
      order: { id: order.id, name: order.number },
      store: { id: world.store.id },
      rider: { id: world.rider.id },
      assignee: null,
      answer: null,
      ticket: null,
    })
    expect(await read(await said())).toMatchObject({ about: 'app', customer: null, order: null, store: null, branch: null })
  })

  test('once by the id that its app gives it; with other content it is refused', async () => {
    const externalId = newId()
    const [one, other] = await Promise.all([said({ externalId }), said({ externalId })])
    expect(other).toBe(one)
    const changed = await say({ externalId, text: 'Something else' })
    expect([changed.status, Object.keys(changed.body.error.fields)]).toEqual([422, ['body.externalId']])
    const key = await world.app.addChannel(['channel:reviews'], 'customer-app')
    expect((await say({ externalId, text: 'Another app' }, key)).body.id).not.toBe(one)
  })

  test('by its id of the order and the phone that were sent, whatever staff have linked it to since', async () => {
    const [one, other] = [await addCustomer(world.db), await addCustomer(world.db)]
    const order = await delivered({ customer_id: one.id })
    const externalId = newId()
    const sent = { externalId, customerPhone: one.phone }
    const id = await said(sent)
    for (const body of [{ ...sent, customerPhone: other.phone }, { externalId }, { ...sent, orderId: order.id }])
      expect(Object.keys((await say(body)).body.error.fields)).toEqual(['body.externalId'])
    expect((await act(id, 'link-order', { orderId: order.id })).body).toMatchObject({ order: { id: order.id } })
    expect(await said(sent)).toBe(id)
    expect((await say({ ...sent, orderId: order.id })).status).toBe(422)
  })

  test('of an order that the key may see, and about a rider only where that has one', async () => {
    const key = await world.app.addChannel(['channel:reviews'], 'customer-app')
    const order = await delivered({ rider_id: null })
    expect((await say({ orderId: order.id }, key)).body.error.fields).toEqual({ 'body.orderId': 'is not an order' })
    expect(Object.keys((await say({ orderId: order.id, about: 'rider' })).body.error.fields)).toEqual(['body.about'])
  })
})

test('it is assigned to me, to a colleague who sees it, and to nobody else', async () => {
  const id = await said({ orderId: (await delivered()).id })
  expect((await act(id, 'take')).body).toMatchObject({ state: 'assigned', assignee: { id: care.id, name: 'Devi Menon' } })
  expect((await act(id, 'take')).body.error.message).toBe('It is assigned to you.')
  const { body: colleagues } = await world.app.call(`GET /feedback/${id}/colleagues`, { as: care })
  expect(colleagues.map((each: { name: string }) => each.name)).toContain('Anil Nair')
  expect((await act(id, 'assign', { staffId: colleague.id })).body).toMatchObject({ assignee: { name: 'Anil Nair' } })

  const elsewhere = await addStore(world.db)
  const stranger = await world.app.addStaff({ permissions: ['ticket.edit'], scope: { kind: 'store', ids: [elsewhere.id] } } as never)
  expect(Object.keys((await act(id, 'assign', { staffId: stranger.id })).body.error.fields)).toEqual(['body.staffId'])
  const reader = await world.app.addStaff({ permissions: ['ticket.view'] })
  expect((await act(id, 'assign', { staffId: reader.id })).status).toBe(422)
  expect((await act(id, 'take', {}, reader)).status).toBe(401)
})

test('it is offered to those who see it, and to whom it is assigned is told to those who see it', async () => {
  const elsewhere = await addStore(world.db)
  const scoped = (store: { branch_id: string }, name: string) =>
    world.app.addStaff({ permissions: ['ticket.view', 'ticket.edit'], scope: { kind: 'branch', ids: [store.branch_id] }, name } as never)
  const [here, away] = [await scoped(world.store, 'Here'), await scoped(elsewhere, 'Away')]
  const namesOf = async (address: string, as: Caller) =>
    (await world.app.call(`GET /feedback/${address}`, { as })).body.map(({ name }: { name: string }) => name)
  const [placed, placeless] = [await said({ orderId: (await delivered()).id }), await said()]
  expect(await namesOf(`${placed}/colleagues`, care)).toEqual(expect.arrayContaining(['Here', 'Anil Nair']))
  expect(await namesOf(`${placed}/colleagues`, care)).not.toContain('Away')
  expect(await namesOf(`${placeless}/colleagues`, care)).not.toContain('Here')
  expect((await world.app.call(`GET /feedback/${placed}/colleagues`, { as: away })).status).toBe(404)
  await act(placed, 'assign', { staffId: here.id })
  expect(await namesOf('assignees', here)).toContain('Here')
  expect(await namesOf('assignees', away)).toEqual([])
})

test('it is tagged by codes of their list; one that was retired since stays', async () => {
  const id = await said()
  const labels = ({ tags }: Feedback) => tags.map(({ label }) => label)
  expect(labels((await act(id, 'tag', { tags: ['packing', 'price', 'packing'] })).body)).toEqual(['Packing', 'Prices and offers'])
  expect((await act(id, 'tag', { tags: ['packing', 'no-such'] })).body.error.fields).toEqual({ 'body.tags.1': 'is no tag of feedback' })
  await sql`update order_reason set active = false where kind = 'feedback' and code = 'price'`.execute(world.db)
  expect(labels((await act(id, 'tag', { tags: ['price'] })).body)).toEqual(['Prices and offers'])
  expect((await act(await said(), 'tag', { tags: ['price'] })).status).toBe(422)
  await sql`update order_reason set active = true`.execute(world.db)
})

describe('it is answered', () => {
  const mailsTo = (address: string) => world.db.selectFrom('mail').selectAll().where('to_address', '=', address).execute()

  test('by mail where it is of no order, once, with the answer on it', async () => {
    const email = `${newId()}@example.com`
    const customer = await addCustomer(world.db, { email, phone: '+919847000777', name: 'Binu' })
    const id = await said({ customerPhone: customer.phone })
    const answered = await act(id, 'answer', { text: 'We look into it.' })
    expect(answered.body).toMatchObject({
      state: 'answered',
      answer: { text: 'We look into it.', by: { id: care.id, name: 'Devi Menon' } },
    })
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to_name: 'Binu', subject: expect.stringContaining((await read(id)).number) })
    expect(mail?.body).toContain('We look into it.')
  })

  test('to nobody else than who ordered: of an order it is said by its customer', async () => {
    const order = await delivered()
    const stranger = await addCustomer(world.db, { phone: '+919847000781' })
    const body = { orderId: order.id, customerPhone: stranger.phone, kind: 'complaint', text: 'Late.' }
    const { status, body: answer } = await world.app.call('POST /channel/feedback', { as: world.channel, body })
    expect([status, answer.error.fields]).toEqual([422, { 'body.customerPhone': 'is not that of the order’s customer' }])
  })

  test('as a message of its order', async () => {
    const order = await delivered()
    const id = await said({ orderId: order.id })
    expect((await act(id, 'answer', { text: 'Sorry for that.' })).status).toBe(200)
    const events = await world.db.selectFrom('order_event').select(['type', 'note']).where('order_id', '=', order.id).execute()
    expect(events).toContainEqual({ type: 'messageToCustomer', note: 'Sorry for that.' })
  })

  test('not where nobody is reached, which is told before', async () => {
    const customer = await addCustomer(world.db, { phone: '+919847000778', email: null })
    const [anonymous, unreachable] = [await said(), await said({ customerPhone: customer.phone })]
    const becauseOf = async (id: string) => (await read(id)).allowed.find(({ action }) => action === 'answer')?.because
    expect(await becauseOf(anonymous)).toBe('It is of no order, and nobody knows which customer said it.')
    expect(await becauseOf(unreachable)).toBe('It is of no order, and its customer has no mail address.')
    const refused = await act(anonymous, 'answer', { text: 'Thank you.' })
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'nobody-to-tell'])
  })
})

test('an order is linked: it is then of its store and customer, found by its number, and not another customer’s', async () => {
  const [one, other] = [await addCustomer(world.db, { phone: '+919847000779', name: 'Suja' }), await addCustomer(world.db)]
  const [theirs, others] = [await delivered({ customer_id: one.id }), await delivered({ customer_id: other.id })]
  const id = await said({ customerPhone: one.phone, about: 'store' })
  expect((await act(id, 'link-order', { orderId: others.id })).body.error.fields).toEqual({ 'body.orderId': 'is of another customer' })
  expect((await act(id, 'link-order', { orderId: newId() })).body.error.fields).toEqual({ 'body.orderId': 'does not exist' })
  expect((await act(id, 'link-order', { orderId: theirs.id })).body).toMatchObject({
    order: { name: theirs.number },
    store: { id: world.store.id },
    customer: { name: 'Suja' },
  })
  expect(await list(`q=${theirs.number}`)).toEqual([id])
})

test('closed, nothing is done about it until it is reopened with a reason', async () => {
  const id = await said()
  await act(id, 'take')
  expect((await act(id, 'close')).body).toMatchObject({ state: 'closed' })
  for (const [action, body] of [
    ['take', {}],
    ['tag', { tags: ['packing'] }],
    ['close', {}],
  ] as const)
    expect((await act(id, action, body)).body.error.reason).toBe('feedback-closed')
  expect((await act(id, 'reopen')).body.error.fields).toEqual({ 'body.reason': expect.any(String) })
  expect((await act(id, 'reopen', { reason: 'They wrote again' })).body).toMatchObject({ state: 'assigned' })
})

test('it is found by words, what it is about, tag, state, assignee and days', async () => {
  const store = await addStore(world.db)
  const at = { at: world.clock.instant(), channel_id: world.channel.id } as never
  const order = await addOrder(world.db, store, at)
  const [cold, good] = [
    await said({ orderId: order.id, text: 'Crème was COLD', stars: 1 }),
    await said({ orderId: order.id, text: 'Lovely', kind: 'praise', about: 'app', stars: 5 }),
  ]
  await act(cold, 'take')
  await act(cold, 'tag', { tags: ['food-quality'] })
  const of = (query: string) => list(`storeId=${store.id}&${query}`)
  for (const query of [
    `q=${encodeURIComponent('CRÈME was')}`,
    'about=store',
    'kind=complaint',
    'state=assigned',
    'tag=food-quality',
    'stars=1',
    'mine=true',
    `assigneeId=${care.id}`,
  ])
    expect([query, await of(query)]).toEqual([query, [cold]])
  for (const query of ['about=app', 'mine=false', 'stars=5']) expect([query, await of(query)]).toEqual([query, [good]])
  expect(await of('to=2020-01-01')).toEqual([])
  expect(await of('from=2020-01-01')).toHaveLength(2)
})

test('trends count what came in by week and tag, of the last weeks and of what the caller reaches', async () => {
  const store = await addStore(world.db)
  const now = world.clock.instant()
  const add = (daysAgo: number, tags: string[]) => {
    const created_at = addMinutes(now, -daysAgo * 24 * 60)
    const place = { store_id: store.id, branch_id: store.branch_id }
    const words = { about: 'store', kind: 'praise', text: 'Good', search: 'good' }
    return world.db
      .insertInto('feedback')
      .values({ id: newId(msOf(created_at)), created_at, tags, ...place, ...words })
      .execute()
  }
  for (const [daysAgo, tags] of [
    [0, ['packing', 'price']],
    [0, []],
    [14, ['packing']],
    [100, ['packing']],
  ] as const)
    await add(daysAgo, [...tags])
  const trendsFor = async (as: Caller): Promise<FeedbackTrends> =>
    (await world.app.call(`GET /feedback/trends?storeId=${store.id}`, { as })).body
  const { weeks, all, tags } = await trendsFor(care)
  expect(weeks).toHaveLength(8)
  expect(all).toEqual([0, 0, 0, 0, 0, 1, 0, 2])
  expect(tags).toEqual([
    { code: 'packing', label: 'Packing', counts: [0, 0, 0, 0, 0, 1, 0, 1] },
    { code: 'price', label: 'Prices and offers', counts: [0, 0, 0, 0, 0, 0, 0, 1] },
  ])
  const other = await world.app.addStaff({ permissions: ['ticket.view'], scope: { kind: 'store', ids: [world.store.id] } } as never)
  expect((await trendsFor(other)).all).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  expect((await world.app.call(`GET /feedback?storeId=${store.id}`, { as: other })).body.rows).toEqual([])
})

test('trends are of what a search finds, and of what feedback is', async () => {
  const store = await addStore(world.db)
  const order = await addOrder(world.db, store, { at: world.clock.instant(), channel_id: world.channel.id } as never)
  for (const [text, kind, stars] of [
    ['The soup was cold', 'complaint', 1],
    ['Cold drinks, please', 'suggestion', 4],
    ['Lovely', 'praise', 5],
  ] as const)
    await said({ orderId: order.id, text, kind, stars })
  const countOf = async (query: string) =>
    (await world.app.call(`GET /feedback/trends?storeId=${store.id}&${query}`, { as: care })).body.all.at(-1)
  for (const [query, count] of [
    ['', 3],
    ['q=COLD', 2],
    ['q=cold&kind=complaint', 1],
    ['stars=5', 1],
    [`orderId=${order.id}`, 3],
    [`branchId=${store.branch_id}`, 3],
    [`customerId=${newId()}`, 0],
    [`riderId=${newId()}`, 0],
    ['about=app', 0],
  ] as const)
    expect([query, await countOf(query)]).toEqual([query, count])
})

test('trends and the newest look at what is recent alone, however much was said before', async () => {
  const now = world.clock.instant()
  const old = Array.from({ length: 3000 }, (_, index) => {
    const created_at = addMinutes(now, -(100 * 24 * 60 + index * 7))
    return { id: newId(msOf(created_at)), created_at, about: 'app', kind: 'praise', text: 'Good', search: 'good' }
  })
  await world.db.insertInto('feedback').values(old).execute()
  await sql`analyze feedback`.execute(world.db)
  for (const address of ['GET /feedback/trends', 'GET /feedback?limit=25']) {
    const scans = scansOf(await plansOf(world.app, () => world.app.call(address, { as: care })), 'feedback')
    expect(scans.length).toBeGreaterThan(0)
    expect(scans.map(({ index }) => index)).not.toContain(null)
    expect(Math.max(...scans.map(({ looked }) => looked))).toBeLessThan(200)
  }
})
