import { addMinutes, type Instant } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#kit/access/system-actor.ts'
import { createSharedReads } from '#kit/read/shared-reads.ts'
import { addOrder, addStore } from '../../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'
import { readLoad } from './load.ts'

let world: OrderWorld
let busy: Awaited<ReturnType<typeof addStore>>
let elsewhere: Awaited<ReturnType<typeof addStore>>

/** At 8:00; the first store needs 20 minutes, the second 15 and 25 more while it is busy. */
beforeAll(async () => {
  world = await orderWorld()
  const { db, store, clock, branch } = world
  busy = await addStore(db, {
    branch,
    display_name: 'Rush',
    prep_minutes: 15,
    open_mode: 'busy',
    busy_extra_minutes: 25,
    max_orders_per_quarter_hour: 2,
  })
  elsewhere = await addStore(db, { display_name: 'Far' })
  const ago = (minutes: number) => addMinutes(clock.instant(), -minutes) as Instant
  const at = clock.instant()
  await addOrder(db, store, { at, vertical: 'fish' })
  await addOrder(db, store, { at, status: 'accepted', accepted_at: ago(120), prep_minutes: 20 })
  await addOrder(db, store, { at, status: 'preparing', accepted_at: ago(10), prep_minutes: 60 })
  await addOrder(db, store, { at, status: 'scheduled', pending_at: null, timing: 'slot', slot_from: ago(-65), slot_to: ago(-95) })
  for (let count = 0; count < 2; count++) await addOrder(db, busy, { at })
  await addOrder(db, elsewhere, { at })
  // Nothing is left to cook of these, or they lie beyond two hours.
  await addOrder(db, store, { at, status: 'ready', accepted_at: ago(10), prep_minutes: 20 })
  await addOrder(db, store, { at, status: 'cancelled', accepted_at: ago(10), prep_minutes: 20 })
  await addOrder(db, store, { at, status: 'scheduled', pending_at: null, timing: 'slot', slot_from: ago(-300), slot_to: ago(-330) })
})
afterAll(() => world.app.close())

const load = async (query = '', as: Caller = world.admin) => (await world.app.call(`GET /orders/load${query}`, { as })).body

test('each store has what it is to have ready in the quarter of an hour in which that falls, what is overdue in the first', async () => {
  const { quarters, orders, stores } = await load(`?branchId=${world.branch.id}`)
  expect([quarters[0], quarters[1], quarters.length]).toEqual([world.clock.instant(), addMinutes(world.clock.instant(), 15), 8])
  expect(stores).toEqual([
    {
      store: { id: world.store.id, name: 'Fish Cove' },
      branch: { id: world.branch.id, name: world.branch.name },
      limit: null,
      orders: [1, 1, 0, 1, 1, 0, 0, 0],
    },
    {
      store: { id: busy.id, name: 'Rush' },
      branch: { id: world.branch.id, name: world.branch.name },
      limit: 2,
      orders: [0, 0, 2, 0, 0, 0, 0, 0],
    },
  ])
  expect(orders).toEqual([1, 1, 2, 1, 1, 0, 0, 0])
  expect((await load('?vertical=fish')).orders).toEqual([0, 1, 0, 0, 0, 0, 0, 0])
})

test('as far as whoever asks reaches, by whoever sees orders', async () => {
  const partner = await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'branch', ids: [elsewhere.branch_id] } })
  expect((await load('', partner)).stores.map(({ store }: { store: { name: string } }) => store.name)).toEqual(['Far'])
  const other = await world.app.addStaff({ permissions: ['customer.view'] })
  expect((await world.app.call('GET /orders/load', { as: other })).status).toBe(401)
})

test('of what each claimed, though they ask at once and what is read is shared', async () => {
  const { app, db, store, clock } = world
  const [asha, biju] = [(await app.addStaff()).id, (await app.addStaff()).id]
  await addOrder(db, store, { at: clock.instant(), status: 'accepted', accepted_at: clock.instant(), prep_minutes: 20, claimed_by: asha })
  const { services } = app
  const system = systemContext({ ...services, shared: createSharedReads(() => 1) }, 'load')
  const ordersOf = async (id: string) =>
    (await readLoad({ ...system, db: services.db, actor: { ...system.actor, id } }, { query: { claim: 'mine' } })).orders
  expect(await Promise.all([asha, biju].map(ordersOf))).toEqual([[0, 1, 0, 0, 0, 0, 0, 0], Array(8).fill(0)])
})
