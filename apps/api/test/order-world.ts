import { type ChannelScope, type Instant, instantOf, newId } from '@larder/contract'
import type { Config } from '../src/config.ts'
import { ensureCurrentPartitions } from '../src/db/partitions.ts'
import { movableClock } from '../src/kit/clock.ts'
import { installOrderReference } from '../src/modules/order/order.install.ts'
import { addItem, addRider, addStore } from './factories.ts'
import { type Answer, type Caller, type TestApp, testApp } from './test-app.ts'

export const everyScope: ChannelScope[] = [
  'channel:orders',
  'channel:order-events',
  'channel:riders',
  'channel:carts',
  'channel:devices',
  'channel:reviews',
  'channel:machines',
  'channel:quotes',
  'channel:catalogue',
  'channel:stores',
]

/** 13:30 on a Friday in Kochi. */
export const noon = Date.parse('2026-11-20T08:00:00.000Z')

/** Somewhere about 1.5 km from the stores of the factories. */
export const home = {
  line1: '12 Hill Road',
  line2: null,
  locality: 'Kadavanthra',
  postalCode: '682020',
  point: { lat: 9.96, lng: 76.26 },
  instructions: null,
}

/** The API with one store, its menu, a rider, a channel and an admin, at a clock that the test moves. */
export async function orderWorld(config: Partial<Config> = {}) {
  const clock = movableClock(noon)
  const app = await testApp({ clock, config })
  const { db } = app.database
  await ensureCurrentPartitions(db, clock.instant())
  await installOrderReference(db)
  const store = await addStore(db, { display_name: 'Fish Cove', prep_minutes: 20, packing_minor: 1000 })
  const branch = await db.selectFrom('branch').selectAll().where('id', '=', store.branch_id).executeTakeFirstOrThrow()
  const item = await addItem(db, store, { name: 'Masala Dosa' })
  const rider = await addRider(db, branch)
  const channel = await app.addChannel(everyScope)
  const admin = await app.addStaff({ isAdmin: true, name: 'Priya Nair' })
  return { app, db, clock, store, branch, item, rider, channel, admin }
}
export type OrderWorld = Awaited<ReturnType<typeof orderWorld>>

/** A payment that has gone through, under a reference of its own. */
export function paidOnline(state: 'authorised' | 'captured' = 'captured') {
  return { method: 'online', state, reference: `pay_${newId()}` }
}

/** A basket of two dosas, paid online, as the customer's app sends it. */
export function newOrder({ store, item }: Pick<OrderWorld, 'store' | 'item'>, given: object = {}) {
  return {
    storeId: store.id,
    orderType: 'delivery',
    lines: [{ itemId: item.id, quantity: 2 }],
    address: home,
    externalId: newId(),
    customer: { name: 'Anjali Menon', phone: '+91 98470 12345' },
    payment: paidOnline(),
    ...given,
  }
}

/** Places an order through the channel's door and gives its answer's body. */
export async function place(world: OrderWorld, given: object = {}) {
  const answer = await world.app.call('POST /channel/orders', { as: world.channel, body: newOrder(world, given) })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body as { id: string; number: string; version: number; total: { minor: number; currency: string } }
}

/** Reads the order as the admin and lets staff act on that version. */
export async function act(world: OrderWorld, id: string, action: string, body: object = {}, as: Caller = world.admin): Promise<Answer> {
  const { body: order } = await world.app.call(`GET /orders/${id}`, { as: world.admin })
  return world.app.call(`POST /orders/${id}/${action}`, { as, body: { version: order.version, ...body } })
}

/** Lets the app of a store, a rider or a customer act. */
export function say(world: { app: TestApp; channel: Caller }, id: string, body: object): Promise<Answer> {
  return world.app.call(`POST /channel/orders/${id}/events`, { as: world.channel, body })
}

/** Brings an order that is paid already to its customer, by the apps of store and rider. */
export async function deliver(world: Pick<OrderWorld, 'app' | 'channel' | 'rider' | 'clock'>, id: string): Promise<void> {
  const events = [
    { type: 'accept', as: 'store', prepMinutes: 15 },
    { type: 'markReady', as: 'store' },
    { type: 'assignRider', as: 'rider', riderId: world.rider.id },
    { type: 'pickUp', as: 'rider' },
    { type: 'deliver', as: 'rider' },
  ]
  for (const event of events) {
    world.clock.forward(0.1)
    const { status, body } = await say(world, id, event)
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
}

export function minutesLater(at: number, minutes: number): Instant {
  return instantOf(at + minutes * 60_000)
}
