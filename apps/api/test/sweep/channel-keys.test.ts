import { type ChannelKind, channelContract, channelReaches, channelScopes, newId, pairingCode } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../src/kit/access/sessions.ts'
import { sequenceBatch } from '../../src/kit/record/outbox-sequence.ts'
import { addItem, addMachine, addOrder, addRider, addStore } from '../factories.ts'
import { home, minutesLater, noon, type OrderWorld, orderWorld } from '../order-world.ts'
import type { Caller } from '../test-app.ts'

/** The kinds that outside programs have; the simulator's is all of them. */
const kinds = ['customer-app', 'store-app', 'till', 'rider-app'] as const satisfies readonly ChannelKind[]
type Kind = (typeof kinds)[number]
const machineOf: Record<Kind, 'tablet' | 'till'> = { 'customer-app': 'till', 'store-app': 'tablet', till: 'till', 'rider-app': 'till' }
const endpoints = Object.entries(channelContract)
type Name = keyof typeof channelContract

/** A store with its branch, menu, rider, machines and a customer's app, and the keys that speak for them. */
type Place = Awaited<ReturnType<typeof placeOf>>
async function placeOf({ app, db, clock }: OrderWorld) {
  const store = await addStore(db)
  const item = await addItem(db, store)
  const rider = await addRider(db, { id: store.branch_id, currency: store.currency })
  const [till, tablet] = [await addMachine(db, store), await addMachine(db, store, { kind: 'tablet' })]
  const machines = { till: till.id, tablet: tablet.id }
  const reach = { own: [], store: [store.id], branch: [store.branch_id] }
  const keys = {} as Record<Kind, Caller>
  for (const kind of kinds) {
    const [first] = channelReaches[kind]
    keys[kind] = await app.addChannel(channelScopes, kind, { kind: first, ids: reach[first] })
  }
  const channel_id = keys['customer-app'].id
  const order = await addOrder(db, store, { at: clock.instant(), channel_id })
  const delivered = await addOrder(db, store, { at: clock.instant(), channel_id, status: 'delivered', payment_state: 'captured' })
  const cart = newId()
  await app.call('POST /channel/carts', { as: keys['customer-app'], body: { cartId: cart, storeId: store.id, type: 'opened' } })
  const { body: placed } = await app.call('POST /channel/orders', { as: keys['customer-app'], body: orderOf(store.id, item.id) })
  return { store, item, rider, machines, keys, order, placed, delivered, cart }
}

let world: OrderWorld
let start = 0
/** Keys are those of `here`; nobody of here has anything to do with `there`. */
let here: Place
let there: Place
beforeAll(async () => {
  world = await orderWorld()
  start = (await world.app.call('GET /channel/changes', { as: world.channel })).body.sequence
  here = await placeOf(world)
  there = await placeOf(world)
  await sequenceBatch(world.db)
})
afterAll(() => world.app.close())

function orderOf(storeId: string, itemId: string) {
  const basket = { storeId, orderType: 'delivery', lines: [{ itemId, quantity: 2 }], address: home }
  return { ...basket, externalId: newId(), customer: { name: 'Meera', phone: '+919847012345' }, payment: { method: 'cash' } }
}

const newCode = () => Array.from({ length: pairingCode.length }, () => pairingCode.letters[Math.floor(Math.random() * 30)]).join('')

const saying = ({ rider }: Place, kind: Kind): object =>
  ({
    'customer-app': { type: 'cancel', as: 'customer', reason: 'changed-mind' },
    'store-app': { type: 'accept', as: 'store', prepMinutes: 10 },
    till: { type: 'accept', as: 'store', prepMinutes: 10 },
    'rider-app': { type: 'assignRider', as: 'rider', riderId: rider.id },
  })[kind]

const owner = async ({ store, rider, delivered }: Place, kind: Kind) => {
  if (kind === 'rider-app') return { ownerKind: 'rider', ownerId: rider.id }
  if (kind !== 'customer-app') return { ownerKind: 'store', ownerId: store.id }
  const row = await world.db
    .insertInto('customer')
    .values({ id: newId(), name: 'Meera', phone: `+91${String(Date.now()).slice(-10)}`, search: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.updateTable('orders').set({ customer_id: row.id }).where('id', '=', delivered.id).execute()
  return { ownerKind: 'customer', ownerId: row.id }
}

interface Call {
  address: string
  body?: object
  /** Of a read of many: what of the place it would show. */
  shows?: string
}

/** Each endpoint, asked about a place. */
const callOf: Record<Name, (place: Place, kind: Kind) => Call | Promise<Call>> = {
  stores: ({ store }) => ({ address: 'GET /channel/stores', shows: store.id }),
  menu: ({ store }) => ({ address: `GET /channel/stores/${store.id}/menu` }),
  menuChanges: ({ store }) => ({ address: `GET /channel/stores/${store.id}/menu/changes` }),
  syncMenu: ({ store, item }) => ({
    address: `POST /channel/stores/${store.id}/menu/sync`,
    body: { items: [{ outsideId: item.sku, stock: 7 }] },
  }),
  setOpenMode: ({ store }) => ({ address: `POST /channel/stores/${store.id}/open-mode`, body: { mode: 'busy', until: null } }),
  riders: ({ rider }) => ({ address: 'GET /channel/riders', shows: rider.id }),
  activeOrders: ({ order }) => ({ address: 'GET /channel/orders', shows: order.id }),
  changes: ({ placed }) => ({ address: `GET /channel/changes?after=${start}`, shows: placed.id }),
  quote: ({ store, item }) => {
    const { externalId: _, customer: _who, payment: _how, ...body } = orderOf(store.id, item.id)
    return { address: 'POST /channel/quotes', body }
  },
  placeOrder: ({ store, item }) => ({ address: 'POST /channel/orders', body: orderOf(store.id, item.id) }),
  getOrder: ({ order }) => ({ address: `GET /channel/orders/${order.id}` }),
  reasons: () => ({ address: 'GET /channel/reasons' }),
  statuses: () => ({ address: 'GET /channel/statuses' }),
  orderEvent: async (place, kind) => {
    const { db, clock } = world
    const { id } = await addOrder(db, place.store, { at: clock.instant(), channel_id: place.keys['customer-app'].id })
    return { address: `POST /channel/orders/${id}/events`, body: saying(place, kind) }
  },
  positions: ({ rider }) => ({
    address: `POST /channel/riders/${rider.id}/positions`,
    body: { point: { lat: 9.95, lng: 76.25 }, at: world.clock.instant() },
  }),
  riderMessages: ({ rider }) => ({ address: `GET /channel/riders/${rider.id}/messages` }),
  readRiderMessages: async ({ rider }) => {
    const message = { id: newId(), rider_id: rider.id, branch_id: rider.branch_id, text: 'Call in', sent_by: 'Somebody' }
    await world.db.insertInto('rider_message').values(message).execute()
    return { address: `POST /channel/riders/${rider.id}/messages/read`, body: { messageId: message.id } }
  },
  cart: ({ cart, store }) => ({ address: 'POST /channel/carts', body: { cartId: cart, storeId: store.id, type: 'abandoned' } }),
  device: async (place, kind) => ({
    address: 'POST /channel/devices',
    body: { ...(await owner(place, kind)), platform: 'ios', pushToken: newId() },
  }),
  review: ({ delivered }) => ({ address: 'POST /channel/reviews', body: { orderId: delivered.id, food: 5 } }),
  feedback: ({ order }) => ({ address: 'POST /channel/feedback', body: { orderId: order.id, kind: 'praise', text: 'Good.' } }),
  machines: ({ machines }, kind) => ({ address: 'GET /channel/machines', shows: machines[machineOf[kind]] }),
  pair: async ({ machines, store }, kind) => {
    const code = newCode()
    const waiting = { paired_at: null, kind: machineOf[kind], code_hash: hashToken(code), code_ends_at: minutesLater(noon, 10) }
    await addMachine(world.db, store, waiting)
    return { address: 'POST /channel/machines/pair', body: { code, serial: machines.till } }
  },
  heartbeat: ({ machines }, kind) => ({ address: `POST /channel/machines/${machines[machineOf[kind]]}/heartbeat`, body: {} }),
}

/** What came of a call: its status with the reason, of a read of many whether it shows what is the place's. */
async function outcomeOf(as: Caller, { address, body, shows }: Call): Promise<string> {
  const answer = await world.app.call(address, { as, body })
  if (answer.status !== 200) return `${answer.status} ${answer.body.error.reason}`
  if (!shows) return '200'
  return JSON.stringify(answer.body).includes(shows) ? 'shown' : 'not shown'
}

test('what each kind of key may do with its own, and with what is next door', async () => {
  const lines = ['endpoint,kind of key,its own,next door']
  for (const [name, { method, path }] of endpoints)
    for (const kind of kinds) {
      const outcomes: string[] = []
      // What is next door first: nothing of it may come of what is done with one's own.
      for (const place of [there, here]) outcomes.unshift(await outcomeOf(here.keys[kind], await callOf[name as Name](place, kind)))
      lines.push([`${method} ${path}`, kind, ...outcomes].join(','))
    }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('channel-keys.golden.csv')
})

describe.each(kinds)('a key of the kind %s', (kind) => {
  const marketplace = new Set(['stores', 'menu', 'menuChanges', 'quote', 'placeOrder'])

  test.each(endpoints.filter(([name]) => name !== 'reasons' && name !== 'statuses').map(([name]) => name as Name))(
    'changes and learns nothing next door by %s',
    async (name) => {
      // A customer's app sells what the whole marketplace has.
      if (kind === 'customer-app' && marketplace.has(name)) return
      const call = await callOf[name](there, kind)
      const before = await traces()
      const outcome = await outcomeOf(here.keys[kind], call)
      expect(outcome).toMatch(/^(401 wrong-party|404 (order|store|rider|machine)-not-found|422 invalid-input|not shown)$/)
      expect(await traces()).toEqual(before)
    },
  )

  test('is told of what is next door as of what there is not', async () => {
    for (const name of ['getOrder', 'orderEvent', 'menu', 'menuChanges', 'syncMenu', 'setOpenMode', 'positions', 'heartbeat'] as const) {
      if (kind === 'customer-app' && marketplace.has(name)) continue
      const call = await callOf[name](there, kind)
      const ids = /[0-9a-f-]{36}/
      const answers = await Promise.all(
        [call.address, call.address.replace(ids, newId())].map((address) =>
          world.app.call(address, { as: here.keys[kind], body: call.body }),
        ),
      )
      const told = answers.map(({ status, body: { error } }) => ({ status, ...error, requestId: null }))
      expect(told[0], name).toEqual(told[1])
    }
  })
})

/** Everything that a key could have left. */
async function traces() {
  const { rows } = await sql`select (select count(*) from audit_entry) as entries, (select count(*) from event) as events,
    (select count(*) from device) as devices, (select jsonb_agg(to_jsonb(orders) order by id) from orders) as orders,
    (select jsonb_agg(to_jsonb(rider) order by id) from rider) as riders, (select jsonb_agg(to_jsonb(machine) order by id) from machine) as machines,
    (select jsonb_agg(to_jsonb(store) order by id) from store) as stores, (select jsonb_agg(to_jsonb(item) order by id) from item) as items,
    (select jsonb_agg(to_jsonb(cart) order by id) from cart) as carts`.execute(world.db)
  return rows[0]
}

test('an id of next door beside one of its own is found out', async () => {
  const as = here.keys['rider-app']
  const position = { point: { lat: 9.95, lng: 76.25 }, at: world.clock.instant(), orderId: there.order.id }
  const moved = await world.app.call(`POST /channel/riders/${here.rider.id}/positions`, { as, body: position })
  expect(moved.body.error.fields).toEqual({ 'body.orderId': 'is not an order' })
  const { id } = await addOrder(world.db, here.store, { at: world.clock.instant(), status: 'accepted' })
  const body = { type: 'assignRider', as: 'rider', riderId: there.rider.id }
  const assigned = await world.app.call(`POST /channel/orders/${id}/events`, { as, body })
  expect(assigned.body.error.fields).toEqual({ 'body.riderId': 'is not a rider of this branch' })
})
