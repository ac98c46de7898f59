import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectBooked, leftOf, withCredits } from '../../../test/credits.ts'
import { isWaitedFor, whileHeld } from '../../../test/held.ts'
import { act, everyScope, newOrder, type OrderWorld, orderWorld, paidOnline, place } from '../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())
afterEach(() => expectBooked(world))

const inr = (minor: number) => ({ minor, currency: 'INR' })
const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const cash = { payment: { method: 'cash' }, useCredits: true }
const send = (given: object, as = world.channel) => world.app.call('POST /channel/orders', { as, body: newOrder(world, given) })
async function quote({ phone }: { phone: string }, given: object = {}, as = world.channel) {
  const { customer: _, externalId: __, payment: ___, ...basket } = newOrder(world)
  return (await world.app.call('POST /channel/quotes', { as, body: { ...basket, customerPhone: phone, useCredits: true, ...given } })).body
}
async function pickUp(id: string) {
  world.clock.forward(1)
  await act(world, id, 'accept', { prepMinutes: 15 })
  await act(world, id, 'mark-ready')
  await act(world, id, 'assign-rider', { riderId: world.rider.id })
  await act(world, id, 'pick-up', { reason: 'phone-off' })
}
async function deliver(id: string, collected?: object) {
  await pickUp(id)
  const { status, body } = await act(world, id, 'deliver', { reason: 'confirmed-by-phone', ...(collected && { collected }) })
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const bookedOf = async (id: string) => {
  const { rows } = await sql<{
    kind: string
    moved: object
  }>`select kind, jsonb_object(accounts, amounts::text[]) as moved from ledger_entry
    where entity_id = ${id} order by id`.execute(world.db)
  return rows.map(({ kind, moved }) => [
    kind,
    Object.fromEntries(Object.entries(moved).map(([account, minor]) => [account, Number(minor)])),
  ])
}
const entriesOf = async (orderId: string) =>
  (await world.db.selectFrom('wallet_entry').select(['kind', 'minor']).where('order_id', '=', orderId).orderBy('id').execute()).map(
    ({ kind, minor }) => [kind, minor],
  )

describe('an order', () => {
  test('is paid by credits as far as they go, those first that expire first, and its total stays', async () => {
    const { customer, id: customerId } = await withCredits(world, [6_000, 4_000, 3_000])
    expect(await quote(customer)).toMatchObject({ total: inr(25_000), credit: inr(13_000), toPay: inr(12_000), problems: [] })
    expect(await quote(customer, { useCredits: undefined })).toMatchObject({ credit: inr(0), toPay: inr(25_000) })
    expect(await quote(customer, { useCredits: false })).toMatchObject({ credit: inr(0), toPay: inr(25_000) })
    const body = await place(world, { customer, ...cash, lines: [{ itemId: world.item.id, quantity: 1 }], expectedToPay: inr(1_500) })
    expect(body).toMatchObject({ total: inr(14_500), credit: inr(13_000), due: inr(1_500) })
    expect(await leftOf(world, customerId)).toEqual([0, 0, 0])
    const order = await read(body.id)
    expect(order).toMatchObject({ total: inr(14_500), credit: inr(13_000), due: inr(1_500), paymentState: 'due' })
    const delivered = await deliver(body.id, inr(1_500))
    expect(delivered).toMatchObject({
      paymentState: 'collected',
      due: inr(0),
      refunding: { captured: inr(14_500), credit: inr(13_000), collected: inr(1_500) },
    })
    expect((await bookedOf(body.id)).slice(0, 2)).toEqual([
      ['placed', { customers: 14_500, 'open-orders': -14_500 }],
      ['credit-spent', { 'wallet-credits': 13_000, customers: -13_000 }],
    ])
    expect((await bookedOf(body.id)).at(-1)).toEqual(['collected', { 'rider-cash': 1_500, customers: -1_500 }])
    const rider = await world.db.selectFrom('rider').select('cash_in_hand_minor').where('id', '=', world.rider.id).executeTakeFirstOrThrow()
    expect(rider.cash_in_hand_minor).toBe(1_500)
    const held = await sql`select minor::float8 from cash_held where order_id = ${body.id}`.execute(world.db)
    expect(held.rows).toEqual([{ minor: 1_500 }])
  })

  test('leaves the credit that expires last, and what it leaves of another', async () => {
    const { customer, id: customerId } = await withCredits(world, [20_000, 10_000, 2_500])
    const { id } = await place(world, { customer, ...cash, lines: [{ itemId: world.item.id, quantity: 1 }] })
    expect(await leftOf(world, customerId)).toEqual([18_000, 0, 0])
    expect((await read(id)).credit).toEqual(inr(14_500))
  })

  test('that credits pay whole waits for no payment, and is handed over for nothing', async () => {
    const { customer } = await withCredits(world, [25_000])
    const { id } = await place(world, { customer, payment: { method: 'online' }, useCredits: true })
    expect(await read(id)).toMatchObject({ status: 'pending', paymentState: 'captured', due: inr(0), credit: inr(25_000) })
    expect(await deliver(id)).toMatchObject({ status: 'delivered', paymentState: 'captured' })
    expect((await bookedOf(id)).map(([kind]) => kind)).toEqual(['placed', 'credit-spent', 'delivered'])
  })

  test('waits for the rest where that is paid elsewhere, and its money goes back as money', async () => {
    const { customer, id: customerId } = await withCredits(world, [5_000])
    const { id } = await place(world, { customer, payment: { method: 'online' }, useCredits: true })
    expect(await read(id)).toMatchObject({ status: 'placed', paymentState: 'none', credit: inr(5_000) })
    const { method: _, ...paid } = paidOnline()
    const event = { type: 'payment', as: 'customer', ...paid }
    await world.app.call(`POST /channel/orders/${id}/events`, { as: world.channel, body: event })
    expect((await bookedOf(id)).at(-1)).toEqual(['captured', { gateway: 20_000, customers: -20_000 }])
    const { body } = await act(world, id, 'cancel', { reason: 'took-too-long' })
    expect(body).toMatchObject({ credit: inr(0), refunds: [{ amount: inr(20_000), method: 'source' }] })
    expect(await leftOf(world, customerId)).toEqual([5_000])
  })

  test('says how much was paid beside credits, and is refused where that is not what is left', async () => {
    const { customer } = await withCredits(world, [5_000])
    const unsaid = await send({ customer, useCredits: true })
    expect([unsaid.status, Object.keys(unsaid.body.error.fields)]).toEqual([422, ['body.expectedToPay']])
    const other = await send({ customer, useCredits: true, expectedToPay: inr(25_000) })
    expect([other.status, other.body.error.reason, other.body.error.fields]).toMatchObject([
      409,
      'price-changed',
      { 'body.expectedToPay': expect.any(String) },
    ])
    expect(other.body.error.current).toMatchObject({ toPay: inr(20_000) })
    const right = await send({ customer, useCredits: true, expectedToPay: inr(20_000) })
    expect([right.status, right.body.credit]).toEqual([200, inr(5_000)])
  })

  test('that is sent twice spends once, also at the same moment', async () => {
    const { customer, id: customerId } = await withCredits(world, [20_000])
    const same = { customer, ...cash, externalId: 'twice', expectedToPay: inr(5_000) }
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(same)))
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [200, answers[0]?.body.id]))
    expect((await send(same)).body.id).toBe(answers[0]?.body.id)
    expect(await leftOf(world, customerId)).toEqual([0])
    expect(await entriesOf(answers[0]?.body.id)).toEqual([['spent', -20_000]])
  })

  test('that is sent twice at the same moment is one, also where the second finds the wallet empty', async () => {
    const { customer, id: customerId } = await withCredits(world, [20_000])
    const same = { customer, ...cash, externalId: 'both', expectedToPay: inr(5_000) }
    let both: Promise<Awaited<ReturnType<typeof send>>[]> | undefined
    const lock = `select from wallet_credit where customer_id = '${customerId}' for update`
    await whileHeld(world.app.database, lock, async () => {
      both = Promise.all([send(same), send(same)])
      await isWaitedFor(world.app.database, 2)
    })
    const [one, other] = (await both) ?? []
    expect([one?.status, other?.status, other?.body.id]).toEqual([200, 200, one?.body.id])
    expect(await entriesOf(one?.body.id)).toEqual([['spent', -20_000]])
  })

  test('spends no money that another spends at the same moment: fifty over one wallet', async () => {
    const { customer, id: customerId } = await withCredits(world, [90_000, 30_000, 11_111])
    const orders = await Promise.all(Array.from({ length: 50 }, () => place(world, { customer, ...cash })))
    const credits = (await Promise.all(orders.map(({ id }) => read(id)))).map(({ credit }) => credit.minor as number)
    expect(credits.reduce((sum, minor) => sum + minor, 0)).toBe(131_111)
    expect(credits.filter((minor) => minor === 25_000)).toHaveLength(5)
    expect(await leftOf(world, customerId)).toEqual([0, 0, 0])
  })

  test('spends no credit of another currency, that has expired, or of anybody else', async () => {
    const { customer, id } = await withCredits(world, [5_000, 4_000])
    await world.db
      .updateTable('wallet_credit')
      .set({ expires_at: world.clock.instant() })
      .where('customer_id', '=', id)
      .where('amount_minor', '=', 5_000)
      .execute()
    expect((await quote(customer)).credit).toEqual(inr(4_000))
    const other = await withCredits(world, [])
    expect((await quote(other.customer)).credit).toEqual(inr(0))
    const { customer: foreign, id: foreignId } = await withCredits(world, [7_000])
    await world.db.updateTable('wallet_credit').set({ currency: 'USD' }).where('customer_id', '=', foreignId).execute()
    expect((await quote(foreign)).credit).toEqual(inr(0))
    await place(world, { customer: foreign, ...cash })
    expect(await leftOf(world, foreignId)).toEqual([7_000])
    await world.app.services.jobs.run('expire-credits')
  })
})

describe('a key', () => {
  test('of an app neither tells nor spends what somebody has whom it never served', async () => {
    const { customer, id } = await withCredits(world, [5_000])
    const foreign = await world.app.addChannel(everyScope, 'customer-app')
    expect((await quote(customer, {}, foreign)).credit).toEqual(inr(0))
    expect((await send({ customer, ...cash }, foreign)).body).toMatchObject({ credit: inr(0), due: inr(25_000) })
    expect(await leftOf(world, id)).toEqual([5_000])
  })

  test('of an app is not let in by an order in their name that nobody was delivered', async () => {
    const { customer, id } = await withCredits(world, [5_000])
    const foreign = await world.app.addChannel(everyScope, 'customer-app')
    const spends = async () => [
      (await quote(customer, {}, foreign)).credit.minor,
      (await send({ customer, ...cash }, foreign)).body.credit.minor,
    ]
    const order = await place({ ...world, channel: foreign }, { customer })
    expect(await spends()).toEqual([0, 0])
    expect((await act(world, order.id, 'cancel', { reason: 'took-too-long' })).status).toBe(200)
    expect(await spends()).toEqual([0, 0])
    const failed = await place({ ...world, channel: foreign }, { customer })
    await pickUp(failed.id)
    expect((await act(world, failed.id, 'fail', { reason: 'customer-unreachable' })).status).toBe(200)
    expect(await spends()).toEqual([0, 0])
    expect(await leftOf(world, id)).toEqual([5_000])
    // Whoever is delivered an order by it is served by it.
    await deliver((await place({ ...world, channel: foreign }, { customer })).id)
    expect(await spends()).toEqual([5_000, 5_000])
    expect(await leftOf(world, id)).toEqual([0])
  })

  test.each(['till', 'store-app', 'rider-app'] as const)('of a %s neither prices nor places with credits', async (kind) => {
    const { customer } = await withCredits(world, [5_000])
    const place =
      kind === 'rider-app' ? { kind: 'branch' as const, ids: [world.branch.id] } : { kind: 'store' as const, ids: [world.store.id] }
    const key = await world.app.addChannel(everyScope, kind, place)
    expect((await send({ customer, ...cash }, key)).body.error.reason).toBe('wrong-party')
    expect((await quote(customer, {}, key)).error.reason).toBe('wrong-party')
  })
})
