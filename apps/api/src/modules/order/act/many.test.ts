import { type ChannelKind, newId } from '@larder/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCustomer, addOrder, addRider, addStore } from '../../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../../test/order-world.ts'
import { readPdf } from '../../../../test/paper.ts'
import type { Caller, TestReach } from '../../../../test/test-app.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const order = (given: Parameters<typeof addOrder>[2] = {}, store = world.store) =>
  addOrder(world.db, store, { at: world.clock.instant(), ...given })
const shown = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body

/** Does an act with all that match and tells how it went with each, by its number. */
async function doMany(path: string, query: object, act: object, as: Caller = world.admin) {
  const begun = await world.app.call(`POST /orders/${path}`, { as, body: { query, act } })
  expect([begun.status, begun.body.error]).toEqual([200, undefined])
  await world.app.services.tasks.runDue()
  const { body: csv } = await world.app.call(`GET /tasks/${begun.body.id}/file`, { as })
  const rows = parse(csv, { bom: true, columns: true }) as Record<'Name' | 'Outcome' | 'Reason', string>[]
  return Object.fromEntries(rows.map(({ Name, Outcome, Reason }) => [Name, Outcome === 'Done' ? 'Done' : Reason]))
}

describe('accepted at once', () => {
  test('each order gets the minutes that its own store needs at present, and what cannot be accepted is named', async () => {
    const busy = await addStore(world.db, { branch: world.branch, prep_minutes: 15, open_mode: 'busy', busy_extra_minutes: 25 })
    const [first, second, ended] = [await order(), await order({}, busy), await order({ status: 'cancelled' })]
    const told = await doMany('accept', { branchId: world.branch.id }, {})
    expect(told).toEqual({
      [first.number]: 'Done',
      [second.number]: 'Done',
      [ended.number]: expect.stringContaining('cancelled'),
    })
    expect([(await shown(first.id)).prepMinutes, (await shown(second.id)).prepMinutes]).toEqual([20, 40])
    expect(await doMany('accept', { branchId: world.branch.id, status: 'pending' }, {})).toEqual({})
  })

  test('by whoever may accept, as far as they reach', async () => {
    const [own, other] = [await order(), await order({}, await addStore(world.db))]
    const reader = await world.app.addStaff({ permissions: ['order.view'] })
    const body = { query: {}, act: {} }
    expect((await world.app.call('POST /orders/accept', { as: reader, body })).status).toBe(401)
    const partner = await world.app.addStaff({
      permissions: ['order.view', 'order.operate'],
      scope: { kind: 'branch', ids: [world.branch.id] },
    })
    expect(await doMany('accept', { status: 'pending' }, {}, partner)).toEqual({ [own.number]: 'Done' })
    expect((await shown(other.id)).status).toBe('pending')
  })
})

test('many orders are given to one rider, and those who cannot be are named', async () => {
  const rider = await addRider(world.db, world.branch, { name: 'Asha', shift_state: 'available', cash_limit_minor: 60_000 })
  const status = 'ready'
  const cash = { status, payment_method: 'cash', payment_state: 'due', due_minor: 50_000 }
  const store = await addStore(world.db, { branch: world.branch })
  const [first, second, fetched] = [
    await order(cash, store),
    await order({ status }, store),
    await order({ status, order_type: 'pickup' }, store),
  ]
  const told = await doMany('assign-rider', { storeId: store.id }, { riderId: rider.id })
  expect(told).toEqual({ [first.number]: 'Done', [second.number]: 'Done', [fetched.number]: 'This is a pick-up order.' })
  expect((await shown(second.id)).rider.name).toBe('Asha')
  const unknown = await world.app.call('POST /orders/assign-rider', { as: world.admin, body: { query: {}, act: {} } })
  expect([unknown.status, Object.keys(unknown.body.error.fields)]).toEqual([422, ['body.act.riderId']])
})

describe('a message', () => {
  const write = (id: string, body: object, as: Caller = world.admin, headers = {}) =>
    world.app.call(`POST /orders/${id}/messages`, { as, body, headers })
  const keyOf = (kind: ChannelKind, reach: TestReach) => world.app.addChannel(['channel:orders', 'channel:order-events'], kind, reach)
  const heard = async (id: string, as: Caller) => (await world.app.call(`GET /channel/orders/${id}`, { as })).body.messages

  test('to the customer is told to their app, mailed where an address is known, and in the timeline; the order keeps its version', async () => {
    const customer = await addCustomer(world.db, { email: 'anjali@mail.test' })
    const customers = await keyOf('customer-app', { kind: 'own', ids: [] })
    const stores = await keyOf('store-app', { kind: 'store', ids: [world.store.id] })
    const { id } = await order({ customer_id: customer.id, channel_id: customers.id })
    const sent = await write(id, { to: 'customer', text: 'The rider is ten minutes away.' })
    expect(sent.body).toMatchObject({ version: 1 })
    expect(sent.body.events.at(-1)).toMatchObject({
      type: 'messageToCustomer',
      note: 'The rider is ten minutes away.',
      isInternal: false,
      actorName: 'Priya Nair',
    })
    const mail = await world.db.selectFrom('mail').select(['to_address', 'subject', 'body']).execute()
    expect(mail).toEqual([expect.objectContaining({ to_address: 'anjali@mail.test', body: expect.stringContaining('ten minutes away') })])
    await write(id, { to: 'store', text: 'No bag, please.' })
    expect((await heard(id, customers)).map(({ text }: { text: string }) => text)).toEqual(['The rider is ten minutes away.'])
    expect((await heard(id, stores)).map(({ text }: { text: string }) => text)).toEqual(['No bag, please.'])
    const events = await world.db.selectFrom('event').select(['entity', 'action']).where('entity_id', '=', id).execute()
    expect(events).toEqual([1, 2].map(() => ({ entity: 'order', action: 'message' })))
  })

  test('sent twice by one press is sent once', async () => {
    const { id } = await order()
    const headers = { 'idempotency-key': newId() }
    const [first, second] = [
      await write(id, { to: 'customer', text: 'Hello' }, world.admin, headers),
      await write(id, { to: 'customer', text: 'Hello' }, world.admin, headers),
    ]
    expect([first.status, second.status]).toEqual([200, 200])
    expect((await shown(id)).events.filter(({ type }: { type: string }) => type === 'messageToCustomer')).toHaveLength(1)
  })

  test('is refused to whom the order is not with, beyond five an hour, without words, and to whoever may only look', async () => {
    const { id } = await order()
    const unpaid = await order({ status: 'placed', pending_at: null, payment_state: 'none' })
    expect((await write(unpaid.id, { to: 'store', text: 'Hello' })).body.error).toMatchObject({ kind: 'refused', reason: 'not-with-store' })
    expect((await write(id, { to: 'rider', text: '' })).body.error.fields).toMatchObject({
      'body.to': expect.anything(),
      'body.text': expect.anything(),
    })
    const reader = await world.app.addStaff({ permissions: ['order.view'] })
    const stranger = await world.app.addStaff({ permissions: ['order.view', 'order.operate'], scope: { kind: 'store', ids: [newId()] } })
    expect([
      (await write(id, { to: 'store', text: 'x' }, reader)).status,
      (await write(id, { to: 'store', text: 'x' }, stranger)).status,
    ]).toEqual([401, 404])
    for (let count = 0; count < 5; count++) expect((await write(id, { to: 'store', text: `${count}` })).status).toBe(200)
    const sixth = await write(id, { to: 'customer', text: 'x' })
    expect([sixth.status, sixth.body.error.reason]).toEqual([429, 'too-many-messages'])
    world.clock.forward(61)
    expect((await write(id, { to: 'customer', text: 'x' })).status).toBe(200)
  })

  test('goes to the stores of all orders that match', async () => {
    const store = await addStore(world.db, { branch: world.branch, email: 'cove@mail.test' })
    const [first, second] = [await order({}, store), await order({ status: 'preparing' }, store)]
    const told = await doMany('messages', { storeId: store.id }, { to: 'store', text: 'Roads are flooded.' })
    expect(told).toEqual({ [first.number]: 'Done', [second.number]: 'Done' })
    const mails = await world.db.selectFrom('mail').select('subject').where('to_address', '=', 'cove@mail.test').execute()
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(
      [first, second].map(({ number }) => `About order ${number} from ${store.display_name}`).toSorted(),
    )
  })
})

describe('several orders on one paper', () => {
  const print = (ids: string[], as: Caller = world.admin) =>
    world.app.call('POST /orders/prints', { as, body: { ids, document: 'kitchen-ticket', paper: 'roll' } })
  const paperOf = (id: string) =>
    world.app.fastify.inject({
      method: 'GET',
      url: `/api/order-prints/${id}/together`,
      headers: { 'x-api-key': world.admin.token, authorization: `Bearer ${world.admin.token}` },
    })

  test('are numbered copies of their own, each on its page, oldest first', async () => {
    const [first, second] = [await order(), await order()]
    await print([second.id])
    const { body } = await print([second.id, first.id, first.id])
    expect(body.prints).toBe(2)
    const { pages, lines } = await readPdf((await paperOf(body.id)).rawPayload)
    expect(pages).toHaveLength(2)
    const at = (word: string) => lines.findIndex((line) => line.includes(word))
    expect(at(first.number)).toBeLessThan(at(second.number))
    expect(lines.filter((line) => /copy 2/i.test(line))).not.toEqual([])
    const copies = await world.db
      .selectFrom('order_print')
      .select(['order_id', 'copy'])
      .where('order_id', 'in', [first.id, second.id])
      .orderBy('copy')
      .orderBy('order_id')
      .execute()
    expect(copies.map(({ copy }) => copy)).toEqual([1, 1, 2])
  })

  test('are printed all or none: one out of reach, or that changed meanwhile, is said', async () => {
    const [first, second] = [await order(), await order({}, await addStore(world.db))]
    const officer = await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [world.store.id] } })
    const beyond = await print([first.id, second.id], officer)
    expect([beyond.status, beyond.body.error.fields]).toEqual([422, { 'body.ids': 'has an order beyond your reach' }])
    expect(await world.db.selectFrom('order_print').select('copy').where('order_id', '=', first.id).execute()).toEqual([])
    const { body } = await print([first.id, second.id])
    await world.app.call(`POST /orders/${first.id}/accept`, { as: world.admin, body: { version: 1 } })
    const late = await paperOf(body.id)
    expect([late.statusCode, late.json().error]).toEqual([
      409,
      expect.objectContaining({ reason: 'changed-since-printed', message: expect.stringContaining(first.number) }),
    ])
  })
})
