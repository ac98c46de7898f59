import type { ChannelKind } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addStore } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place, say } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const recorded = async (id: string) =>
  (await world.db.selectFrom('audit_entry').select(['action', 'reason']).where('entity_id', '=', id).orderBy('id').execute()).map(
    ({ action, reason }) => [action, reason],
  )

async function readyOrder() {
  const { id } = await place(world)
  await act(world, id, 'accept', { prepMinutes: 15 })
  await act(world, id, 'mark-ready')
  await act(world, id, 'assign-rider', { riderId: world.rider.id })
  return id
}

describe('what is the rider’s to do', () => {
  test('staff do with a reason of its list, which timeline and record keep', async () => {
    const id = await readyOrder()
    for (const action of ['pick-up', 'deliver']) {
      const none = await act(world, id, action, { note: 'He called.' })
      expect([none.status, Object.keys(none.body.error.fields)]).toEqual([422, ['body.reason']])
      const foreign = await act(world, id, action, { reason: 'too-busy' })
      expect([foreign.status, foreign.body.error.fields]).toEqual([422, { 'body.reason': "is not a reason to act on the rider's behalf" }])
      const done = await act(world, id, action, { reason: 'phone-off', note: 'He called.' })
      expect(done.body.events.at(-1)).toMatchObject({ reason: 'phone-off', reasonLabel: "The rider's phone is off", note: 'He called.' })
      expect(done.body).toEqual(await read(id))
    }
    const why = "The rider's phone is off: He called."
    expect((await recorded(id)).slice(-2)).toEqual([
      ['pickUp', why],
      ['deliver', why],
    ])
    const { body: history } = await world.app.call(`GET /history/order/${id}?q=phone`, { as: world.admin })
    expect(history.rows).toMatchObject([{ reason: why }, { reason: why }])
  })

  test('a rider does without', async () => {
    const id = await readyOrder()
    for (const type of ['pickUp', 'deliver']) expect((await say(world, id, { type, as: 'rider' })).status).toBe(200)
    expect((await read(id)).events.slice(-2)).toMatchObject([
      { type: 'pickUp', actorKind: 'rider', reason: null, reasonLabel: null },
      { type: 'deliver', actorKind: 'rider', reason: null, reasonLabel: null },
    ])
  })

  test('handing over at the counter is the store’s, and needs none', async () => {
    const { id } = await place(world, { orderType: 'pickup', address: undefined })
    await act(world, id, 'accept', { prepMinutes: 15 })
    await act(world, id, 'mark-ready')
    expect((await act(world, id, 'collect')).body.events.at(-1)).toMatchObject({ type: 'collect', reason: null })
  })
})

describe('a reason is told by its name', () => {
  test('where an order ended and what was refunded, then and later', async () => {
    const { id } = await place(world)
    const cancelled = await act(world, id, 'cancel', { reason: 'took-too-long' })
    const label = 'Taking too long'
    expect(cancelled.body).toMatchObject({ endReasonLabel: label, refunds: [{ reason: 'took-too-long', reasonLabel: label }] })
    expect(cancelled.body.events.at(-1)).toMatchObject({ reason: 'took-too-long', reasonLabel: label })
    expect(cancelled.body).toEqual(await read(id))
    expect((await recorded(id)).at(-1)).toEqual(['cancel', label])
    const outOfUse = world.db.updateTable('order_reason').where('code', '=', 'took-too-long')
    await outOfUse.set({ active: false }).execute()
    expect((await read(id)).events.at(-1).reasonLabel).toBe(label)
    await outOfUse.set({ active: true }).execute()
  })

  test('also where no person gave it', async () => {
    const store = await addStore(world.db, { branch: world.branch, vertical: 'fish' })
    const item = await addItem(world.db, store, { unit: 'kg', price_minor: 45_000, tax_ppm: 0 })
    const { id } = await place({ ...world, store, item }, { lines: [{ itemId: item.id, quantity: 1, grams: 1000 }] })
    await act(world, id, 'accept', { prepMinutes: 15 })
    const packed = await act(world, id, 'pack-weights', { lines: [{ line: 1, packedGrams: 900 }] })
    expect(packed.body.refunds).toMatchObject([{ reason: 'weight-difference', reasonLabel: 'It weighed less than ordered' }])
    expect(packed.body).toEqual(await read(id))
  })
})

test('every list has reasons, and a second installation of them adds none', async () => {
  const { body } = await world.app.call('GET /orders/reasons', { as: world.admin })
  const kinds = new Set(body.map(({ kind }: { kind: string }) => kind))
  expect([...kinds].sort()).toEqual(['cancel', 'edit', 'fail', 'feedback', 'on-behalf', 'pause', 'refund', 'reject', 'restore', 'ticket'])
})

describe('what an app may name as its reason', () => {
  const cancel = (id: string, reason: string) => say(world, id, { type: 'cancel', as: 'customer', reason })

  test('is of the customer where it is the customer who pays nothing for it', async () => {
    const { id } = await place(world)
    for (const reason of ['store-closed', 'item-unavailable', 'technical-problem', 'took-too-long']) {
      const { status, body } = await cancel(id, reason)
      expect([status, body.error.fields]).toEqual([422, { 'body.reason': "is not a customer's reason to cancel an order" }])
    }
    expect((await cancel(id, 'wrong-address')).body).toMatchObject({ status: 'cancelled', refunds: [{ reason: 'wrong-address' }] })
  })

  test('is that it takes too long, once the promise has passed', async () => {
    const { id } = await place(world)
    const { body: accepted } = await say(world, id, { type: 'accept', as: 'store', prepMinutes: 15 })
    expect((await cancel(id, 'took-too-long')).status).toBe(422)
    world.clock.forward((Date.parse(accepted.promisedAt) - world.clock.ms()) / 60_000 + 1)
    expect((await cancel(id, 'took-too-long')).body).toMatchObject({ status: 'cancelled', endReason: 'took-too-long' })
  })

  test('is read with the key, for the acts of its parties', async () => {
    const actsOf = async (kind: ChannelKind) => {
      const as = await world.app.addChannel(['channel:order-events'], kind)
      const { body } = await world.app.call('GET /channel/reasons', { as })
      return body as { act: string; code: string; party: string }[]
    }
    const [customer, store, rider] = await Promise.all([actsOf('customer-app'), actsOf('store-app'), actsOf('rider-app')])
    const acts = (reasons: { act: string }[]) => [...new Set(reasons.map(({ act }) => act))]
    expect([acts(customer), acts(store), acts(rider)]).toEqual([['cancel', 'edit'], ['reject', 'edit'], ['fail']])
    expect(customer.filter(({ party }) => party !== 'customer').map(({ code }) => code)).toEqual(['took-too-long'])
  })
})
