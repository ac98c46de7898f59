import { type ChannelOrderEvent, channelContract, keysOf, newId } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequenceBatch } from '../../src/kit/record/outbox-sequence.ts'
import { addMachine, addOrder } from '../factories.ts'
import { act, home, type OrderWorld, orderWorld, paidOnline, place } from '../order-world.ts'
import type { Answer, Caller } from '../test-app.ts'

const name = 'Zeenat Qureshi'
let world: OrderWorld
let staff: Caller
beforeAll(async () => {
  world = await orderWorld()
  staff = await world.app.addStaff({ name, isAdmin: true })
  // They carry the cash of all of these.
  await world.db.updateTable('rider').set({ cash_limit_minor: 100_000_000 }).where('id', '=', world.rider.id).execute()
})
afterAll(() => world.app.close())

const does = async (id: string, action: string, body: object = {}) => {
  world.clock.forward(1)
  const { status, body: answer } = await act(world, id, action, body, staff)
  expect(status, `${action}: ${JSON.stringify(answer)}`).toBe(200)
  return answer
}
const collecting = { payment: { method: 'cash' } }
const accepted = async (given: object = {}) => {
  const { id } = await place(world, given)
  await does(id, 'claim')
  await does(id, 'accept', { prepMinutes: 15 })
  return id
}
const ready = async () => {
  const id = await accepted(collecting)
  await does(id, 'assign-rider', { riderId: world.rider.id })
  await does(id, 'mark-ready')
  return id
}

/** Orders that a member of staff has brought to where they are. */
const orders: Readonly<Record<string, () => Promise<string>>> = {
  accepted,
  noted: async () => {
    const id = await accepted()
    const note = { text: 'Wants it hot', isInternal: false }
    expect((await world.app.call(`POST /orders/${id}/notes`, { as: staff, body: note })).status).toBe(200)
    return id
  },
  refunded: async () => {
    const id = await accepted()
    await does(id, 'refunds', { amount: { minor: 1_000, currency: 'INR' }, reasonCode: 'poor-quality', method: 'source', note: 'Cold' })
    return id
  },
  rejected: async () => {
    const { id } = await place(world)
    await does(id, 'reject', { reason: 'too-busy' })
    return id
  },
  cancelled: async () => {
    const id = await accepted({ payment: paidOnline('authorised') })
    await does(id, 'cancel', { reason: 'changed-mind' })
    return id
  },
  ready,
  pickedUp: async () => {
    const id = await ready()
    await does(id, 'pick-up', { reason: 'phone-off' })
    return id
  },
  delivered: async () => {
    const id = await ready()
    await does(id, 'pick-up', { reason: 'phone-off' })
    const { total } = (await world.app.call(`GET /orders/${id}`, { as: staff })).body
    await does(id, 'deliver', { reason: 'phone-off', collected: total })
    return id
  },
}

/** What an app may say of an order, of every type. */
const events = (refundId: string): { [T in ChannelOrderEvent['type']]: object } => ({
  accept: { as: 'store', prepMinutes: 10 },
  reject: { as: 'store', reason: 'too-busy' },
  delay: { as: 'store', minutes: 5 },
  startPreparing: { as: 'store' },
  markReady: { as: 'store' },
  collect: { as: 'store' },
  assignRider: { as: 'rider', riderId: world.rider.id },
  unassignRider: { as: 'rider' },
  arriveAtStore: { as: 'rider' },
  pickUp: { as: 'rider' },
  arriveAtCustomer: { as: 'rider' },
  deliver: { as: 'rider' },
  fail: { as: 'rider', reason: 'no-answer' },
  payment: { as: 'customer', state: 'captured', reference: `pay_${newId()}` },
  refund: { as: 'customer', refundId, state: 'failed', failure: 'Closed' },
  edit: { as: 'customer', expectedTotal: { minor: 1, currency: 'INR' }, reason: 'customer-asks', tip: { minor: 1, currency: 'INR' } },
  outOfStock: { as: 'store', line: 1, snooze: 'no', expectedTotal: { minor: 1, currency: 'INR' } },
  cancel: { as: 'customer', reason: 'changed-mind' },
})

/** Everything else that a key reads. */
const reads = keysOf(channelContract).filter((verb) => channelContract[verb].method === 'GET')

const tells = (answer: Answer) => JSON.stringify(answer.body).includes(name)

test.each(keysOf(orders))('no program learns who of the staff brought an order to where it is: %s', async (state) => {
  const told: string[] = []
  let refusals = 0
  for (const [type, body] of Object.entries(events(newId()))) {
    const id = (await orders[state]?.()) ?? ''
    const { refunds } = (await world.app.call(`GET /orders/${id}`, { as: staff })).body
    const said = { type, ...body, ...(type === 'refund' && refunds.length > 0 && { refundId: refunds.at(-1).id }) }
    const answer = await world.app.call(`POST /channel/orders/${id}/events`, { as: world.channel, body: said })
    if (answer.status !== 200) refusals++
    const detail = await world.app.call(`GET /channel/orders/${id}`, { as: world.channel })
    told.push(...[answer, detail].filter(tells).map(({ body: each }) => `${type}: ${JSON.stringify(each)}`))
  }
  expect(told).toEqual([])
  expect(refusals).toBeGreaterThan(0)
})

test('no read and no message of a machine tells who of the staff was at work', async () => {
  const machine = await addMachine(world.db, world.store)
  const sent = await world.app.call(`POST /machines/${machine.id}/test-message`, { as: staff, body: { version: 1, text: 'Hello' } })
  expect(sent.status).toBe(200)
  const id = await accepted()
  await sequenceBatch(world.db)
  const delivered = await addOrder(world.db, world.store, { status: 'delivered', payment_state: 'captured', channel_id: world.channel.id })
  const addresses = reads.map((verb) => `GET ${channelContract[verb].path.replace(/:id/, verb === 'menu' ? world.store.id : id)}`)
  const calls: [string, object?][] = [
    ...addresses.map((address): [string] => [address === 'GET /channel/changes' ? `${address}?after=0` : address]),
    [`POST /channel/machines/${machine.id}/heartbeat`, {}],
    ['POST /channel/reviews', { orderId: delivered.id, food: 5 }],
    [
      'POST /channel/quotes',
      { storeId: world.store.id, orderType: 'delivery', lines: [{ itemId: world.item.id, quantity: 1 }], address: home },
    ],
  ]
  const answers = await Promise.all(
    calls.map(async ([address, body]) => ({ address, ...(await world.app.call(address, { as: world.channel, body })) })),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(answers.filter(tells).map(({ address }) => address)).toEqual([])
  expect(answers.length).toBeGreaterThan(8)
})
