import { activeStatuses, type ChannelOrder, type ChannelReach, channelScopes, newId } from '@larder/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem, addOrder, addStore } from '../../../test/factories.ts'
import { newOrder, type OrderWorld, orderWorld, paidOnline } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'
import { sequenceBatch } from '../../kit/record/outbox-sequence.ts'

let world: OrderWorld
/** Two of one branch and one of another. */
let stores: OrderWorld['store'][]
let apps: Caller[]
beforeAll(async () => {
  world = await orderWorld()
  const area = await world.db.selectFrom('area').selectAll().where('id', '=', world.store.area_id).executeTakeFirstOrThrow()
  stores = [world.store, await addStore(world.db, { branch: world.branch, area }), await addStore(world.db)]
  apps = [await world.app.addChannel(channelScopes, 'customer-app'), await world.app.addChannel(channelScopes, 'customer-app')]
})
afterAll(() => world.app.close())

const ask = async (as: Caller, address: string, body?: object) => world.app.call(address, { as, body })
const keyOf = (kind: 'till' | 'store-app' | 'rider-app', reach: ChannelReach, ids: string[]) =>
  world.app.addChannel(channelScopes, kind, { kind: reach, ids })

test('a till accepts and readies the orders of its store, whichever channel they came in by, and hears of each', async () => {
  const [store, nextDoor] = stores as [OrderWorld['store'], OrderWorld['store']]
  const till = await keyOf('till', 'store', [store.id])
  const { sequence: start } = (await ask(till, 'GET /channel/changes')).body
  const placed: string[] = []
  for (const as of apps) placed.push((await ask(as, 'POST /channel/orders', newOrder(world))).body.id)
  const item = await addItem(world.db, nextDoor)
  const other = (await ask(apps[0] as Caller, 'POST /channel/orders', newOrder({ store: nextDoor, item }))).body.id
  for (const id of placed) {
    expect((await ask(till, `POST /channel/orders/${id}/events`, { type: 'accept', as: 'store', prepMinutes: 10 })).body.status).toBe(
      'accepted',
    )
    expect((await ask(till, `POST /channel/orders/${id}/events`, { type: 'markReady', as: 'store' })).body.status).toBe('ready')
  }
  expect((await ask(till, `POST /channel/orders/${other}/events`, { type: 'accept', as: 'store', prepMinutes: 10 })).status).toBe(404)
  await sequenceBatch(world.db)
  const { changes } = (await ask(till, `GET /channel/changes?after=${start}`)).body
  expect(changes.map(({ orderId, action }: { orderId: string; action: string }) => [orderId, action])).toEqual([
    [placed[0], 'place'],
    [placed[1], 'place'],
    ...placed.flatMap((id) => [
      [id, 'accept'],
      [id, 'markReady'],
    ]),
  ])
  const { events } = (await world.app.call(`GET /orders/${placed[0]}`, { as: world.admin })).body
  expect(events.at(-1)).toMatchObject({ type: 'markReady', actorName: 'Fish Cove', source: 'Test channel' })
})

test('a customer app never accepts, and a payment stays with the channel that the order came in by', async () => {
  const [app] = apps as [Caller]
  const { id } = (await ask(app, 'POST /channel/orders', newOrder(world, { payment: { method: 'online' } }))).body
  const refused = await ask(app, `POST /channel/orders/${id}/events`, { type: 'accept', as: 'store', prepMinutes: 10 })
  expect([refused.status, refused.body.error.reason]).toEqual([401, 'wrong-party'])
  const { state, reference } = paidOnline()
  const paid = { type: 'payment', as: 'customer', state, reference }
  expect((await ask(apps[1] as Caller, `POST /channel/orders/${id}/events`, paid)).status).toBe(404)
  expect((await ask(app, `POST /channel/orders/${id}/events`, paid)).body).toMatchObject({ id, paymentState: 'captured' })
})

test('what is fetched at the store is no rider’s', async () => {
  const riders = await keyOf('rider-app', 'branch', [world.branch.id])
  const [ride, fetched] = [
    await addOrder(world.db, world.store, { at: world.clock.instant(), status: 'ready' }),
    await addOrder(world.db, world.store, { at: world.clock.instant(), status: 'ready', order_type: 'pickup' }),
  ]
  const listed = (await ask(riders, 'GET /channel/orders?limit=200')).body.map(({ id }: ChannelOrder) => id)
  expect([listed.includes(ride.id), listed.includes(fetched.id)]).toEqual([true, false])
  expect((await ask(riders, `GET /channel/orders/${fetched.id}`)).status).toBe(404)
})

test('the database takes no reach that a kind has not, and none of a place that is not there', async () => {
  const key = (kind: string, reach: string, place_ids: string[]) =>
    world.db
      .insertInto('channel_key')
      .values({ id: newId(), name: 'K', kind, scopes: [], key_hash: Buffer.from(newId()), reach, place_ids })
      .execute()
  await key('till', 'store', [world.store.id])
  for (const [kind, reach, ids] of [
    ['till', 'store', []],
    ['till', 'own', [world.store.id]],
    ['till', 'store', [newId()]],
    ['till', 'store', [world.branch.id]],
    ['till', 'all', []],
    ['rider-app', 'store', [world.store.id]],
    ['customer-app', 'store', [world.store.id]],
    ['simulator', 'branch', [world.branch.id]],
  ] as const)
    await expect(key(kind, reach, [...ids]), `${kind} ${reach}`).rejects.toThrow(/channel_key_reach|there is no/)
})

test('whatever orders there are, a key of stores has exactly the active ones of its stores, a key of branches those of its branches', async () => {
  const at = fc.constantFrom(0, 1, 2)
  const order = fc.record({
    store: at,
    app: fc.constantFrom(0, 1),
    status: fc.constantFrom('placed', 'scheduled', 'pending', 'accepted', 'ready', 'picked_up', 'delivered', 'rejected', 'cancelled'),
    order_type: fc.constantFrom('delivery', 'pickup'),
  })
  const subject = fc.oneof(
    fc.record({ kind: fc.constantFrom('till', 'store-app'), reach: fc.constant('store'), of: fc.uniqueArray(at, { minLength: 1 }) }),
    fc.record({ kind: fc.constantFrom('store-app', 'rider-app'), reach: fc.constant('branch'), of: fc.uniqueArray(at, { minLength: 1 }) }),
  ) as fc.Arbitrary<{ kind: 'till' | 'store-app' | 'rider-app'; reach: 'store' | 'branch'; of: number[] }>
  await fc.assert(
    fc.asyncProperty(fc.array(order, { maxLength: 6 }), subject, async (given, { kind, reach, of }) => {
      for (const { store, app, ...columns } of given) {
        const channel_id = apps[app]?.id as string
        await addOrder(world.db, stores[store] as OrderWorld['store'], { at: world.clock.instant(), channel_id, ...columns })
      }
      const column = reach === 'store' ? 'id' : 'branch_id'
      const ids = [...new Set(of.map((index) => stores[index]?.[column] as string))]
      const as = await keyOf(kind, reach, ids)
      const orders = await world.db.selectFrom('orders').select(['id', 'store_id', 'branch_id', 'status', 'order_type']).execute()
      const isTheirs = (row: (typeof orders)[number]) =>
        ids.includes(reach === 'store' ? row.store_id : row.branch_id) &&
        // Nobody but its customer has what waits for its payment.
        row.status !== 'placed' &&
        (kind !== 'rider-app' || row.order_type === 'delivery')
      const listed: string[] = []
      for (;;) {
        const page = (await ask(as, `GET /channel/orders?limit=7${listed.length > 0 ? `&after=${listed.at(-1)}` : ''}`)).body
        listed.push(...page.map(({ id }: ChannelOrder) => id))
        if (page.length < 7) break
      }
      const active = orders.filter((row) => isTheirs(row) && (activeStatuses as readonly string[]).includes(row.status))
      expect(listed).toEqual(active.map(({ id }) => id).sort())
      for (const row of orders.slice(-6))
        expect((await ask(as, `GET /channel/orders/${row.id}`)).status, row.id).toBe(isTheirs(row) ? 200 : 404)
    }),
    { numRuns: 20 },
  )
})
