import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addLine, addOrder, addRider } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place, say } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'

let world: OrderWorld
let thomas: Caller
beforeAll(async () => {
  world = await orderWorld()
  thomas = await world.app.addStaff({ isAdmin: true, name: 'Thomas Kurian' })
})
afterAll(() => world.app.close())

describe('two people on one order', () => {
  test('at once, a hundred times: exactly one wins, the other hears who and what', async () => {
    for (let round = 0; round < 100; round++) {
      const { id } = await addOrder(world.db, world.store, { at: world.clock.instant() })
      const accept = world.app.call(`POST /orders/${id}/accept`, { as: world.admin, body: { version: 1, prepMinutes: 15 } })
      const reject = world.app.call(`POST /orders/${id}/reject`, { as: thomas, body: { version: 1, reason: 'too-busy' } })
      const answers = await Promise.all([accept, reject])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const [winner, loser] = answers[0].status === 200 ? answers : [answers[1], answers[0]]
      const did = answers[0].status === 200 ? 'Priya Nair accepted this order just now.' : 'Thomas Kurian rejected this order just now.'
      expect(loser.body.error).toMatchObject({ kind: 'stale', reason: 'changed-meanwhile', message: did, current: { id, version: 2 } })
      expect(loser.body.error.current).toEqual(winner.body)
    }
  })

  test('one after the other: the second sees the newer order in full and keeps what they typed', async () => {
    const { id } = await place(world)
    await act(world, id, 'accept', { prepMinutes: 15 })
    world.clock.forward(3)
    const late = await world.app.call(`POST /orders/${id}/cancel`, {
      as: thomas,
      body: { version: 1, reason: 'changed-mind', note: 'kept' },
    })
    expect(late.status).toBe(409)
    expect(late.body.error.message).toBe('Priya Nair accepted this order 3 min ago.')
    expect(late.body.error.current).toEqual((await world.app.call(`GET /orders/${id}`, { as: thomas })).body)
  })

  test('a note does not make the form of a colleague stale', async () => {
    const { id } = await place(world)
    const noted = await world.app.call(`POST /orders/${id}/notes`, { as: thomas, body: { text: 'Called the store.', isInternal: true } })
    expect(noted.body).toMatchObject({
      version: 1,
      events: [{ type: 'place' }, { type: 'note', note: 'Called the store.', actorName: 'Thomas Kurian' }],
    })
    const accepted = await world.app.call(`POST /orders/${id}/accept`, { as: world.admin, body: { version: 1, prepMinutes: 15 } })
    expect(accepted.status).toBe(200)
  })

  test('an app that comes too late hears which party was first, and no name', async () => {
    const { id } = await place(world)
    await act(world, id, 'accept', { prepMinutes: 15 })
    const { status, body } = await say(world, id, { type: 'reject', as: 'store', reason: 'too-busy' })
    expect([status, body.error]).toMatchObject([
      409,
      { kind: 'refused', reason: 'wrong-status', message: 'The order is accepted. Staff accepted this order just now.' },
    ])
  })
})

test('an app that had to wait for a colleague goes on from what the colleague left, lines and all', async () => {
  const order = await addOrder(world.db, world.store, {
    channel_id: world.channel.id,
    at: world.clock.instant(),
    status: 'preparing',
    vertical: 'fish',
    payment_state: 'due',
    payment_method: 'cash',
  })
  for (const line of [1, 2]) await addLine(world.db, order, { line, ordered_grams: 1000, unit_price_minor: 25_000, amount_minor: 25_000 })
  const colleague = await world.app.database.pool.connect()
  await colleague.query('begin')
  await colleague.query('update order_line set packed_grams = 2000, amount_minor = 50000 where order_id = $1 and line = 1', [order.id])
  await colleague.query(
    'update orders set items_minor = 75000, total_minor = 75000, rider_id = $2, delivery_state = $3, version = 2 where id = $1',
    [order.id, world.rider.id, 'assigned'],
  )
  const ready = say(world, order.id, { type: 'markReady', as: 'store', packed: [{ line: 2, grams: 500 }] })
  await vi.waitFor(async () => {
    const { rows } = await colleague.query('select from pg_locks where not granted')
    expect(rows).toHaveLength(1)
  })
  await colleague.query('commit')
  colleague.release()
  expect((await ready).status).toBe(200)
  const { body } = await world.app.call(`GET /orders/${order.id}`, { as: world.admin })
  expect(body).toMatchObject({
    status: 'ready',
    version: 3,
    items: { minor: 62_500 },
    total: { minor: 62_500 },
    rider: { id: world.rider.id },
  })
})

test('riders are busy while they carry something, whoever ends it and however many at once', async () => {
  const rider = await addRider(world.db, world.branch)
  const orders = await Promise.all([1, 2, 3, 4].map(() => addOrder(world.db, world.store, { at: world.clock.instant(), status: 'ready' })))
  const state = async () =>
    (await world.db.selectFrom('rider').select('shift_state').where('id', '=', rider.id).executeTakeFirstOrThrow()).shift_state
  for (const { id } of orders) expect((await act(world, id, 'assign-rider', { riderId: rider.id })).status).toBe(200)
  expect(await state()).toBe('busy')
  const ends = await Promise.all(
    orders.map(({ id }, index) => (index % 2 ? act(world, id, 'unassign-rider') : act(world, id, 'cancel', { reason: 'no-rider' }))),
  )
  expect(ends.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await state()).toBe('available')
})
