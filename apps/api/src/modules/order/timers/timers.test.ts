import { addMinutes, type Instant } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { format } from '#kit/format.ts'
import { addOrder } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const clockTime = (at: Instant) => format().instant(at, 'time', 'Asia/Kolkata')
const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const run = (job: string) => world.app.services.jobs.run(job)
const told = (id: string, kind: string) =>
  world.db
    .selectFrom('event')
    .select(['payload', 'permission', 'branch_id', 'store_id'])
    .where('entity_id', '=', id)
    .where('kind', '=', kind)
    .execute()

describe('an order that nobody answers', () => {
  test('is warned of once after five minutes, without becoming stale', async () => {
    const { id, number } = await place(world)
    const since = clockTime(world.clock.instant())
    world.clock.forward(4)
    await run('warn-waiting-orders')
    expect(await told(id, 'message')).toEqual([])
    world.clock.forward(1)
    await Promise.all([run('warn-waiting-orders'), run('warn-waiting-orders')])
    await run('warn-waiting-orders')
    const until = clockTime(addMinutes(world.clock.instant(), 5))
    const payload = {
      tone: 'warning',
      title: `${number} is waiting`,
      text: `Fish Cove has not responded since ${since}. It will be auto-rejected at ${until}.`,
      entity: 'order',
      entityId: id,
    }
    expect(await told(id, 'message')).toMatchObject([
      { payload, permission: 'order.view', branch_id: world.branch.id, store_id: world.store.id },
    ])
    expect((await read(id)).version).toBe(1)
  })

  test('whose time is all but over is told so in words', async () => {
    const { id } = await place(world)
    const since = clockTime(world.clock.instant())
    world.clock.forward(10)
    await run('warn-waiting-orders')
    const text = `Fish Cove has not responded since ${since}. It will be auto-rejected within a minute.`
    expect(await told(id, 'message')).toMatchObject([{ payload: { text } }])
  })

  test('is rejected by the system after ten minutes, even by several processes at once', async () => {
    const { id } = await place(world)
    world.clock.forward(9)
    await run('reject-unanswered-orders')
    expect((await read(id)).status).toBe('pending')
    world.clock.forward(1)
    await Promise.all([1, 2, 3, 4].map(() => run('reject-unanswered-orders')))
    const order = await read(id)
    expect(order).toMatchObject({ status: 'rejected', paymentState: 'refunded', endReason: 'no-answer', endParty: 'store', version: 2 })
    expect(order.events.at(-1)).toMatchObject({ type: 'reject', actorKind: 'system', actorName: 'Larder', reason: 'no-answer' })
  })

  test('keeps its store when it is answered in the last second', async () => {
    const { id } = await place(world)
    world.clock.forward(10)
    await Promise.all([act(world, id, 'accept', { prepMinutes: 15 }), run('reject-unanswered-orders')])
    expect(['accepted', 'rejected']).toContain((await read(id)).status)
    expect((await read(id)).events).toHaveLength(2)
  })
})

describe('an order for later', () => {
  const slotIn = (minutes: number) => ({
    from: addMinutes(world.clock.instant(), minutes),
    to: addMinutes(world.clock.instant(), minutes + 30),
  })

  test('waits, unannounced, and reaches its store in time', async () => {
    const slot = slotIn(120)
    const { id } = await place(world, { slot })
    expect(await read(id)).toMatchObject({ status: 'scheduled', timing: 'slot', pendingAt: null, promisedAt: slot.to, slotFrom: slot.from })
    expect(await told(id, 'order-notification')).toEqual([])
    // 20 minutes of preparation, 5 on the road (1.6 km), 5 to hand over.
    world.clock.forward(89)
    await run('release-scheduled-orders')
    expect((await read(id)).status).toBe('scheduled')
    world.clock.forward(1)
    await Promise.all([run('release-scheduled-orders'), run('release-scheduled-orders')])
    expect(await read(id)).toMatchObject({ status: 'pending', pendingAt: world.clock.instant() })
    expect(await told(id, 'order-notification')).toHaveLength(1)
    expect((await act(world, id, 'accept', { prepMinutes: 15 })).body.promisedAt).toBe(slot.to)
  })

  test('can be released by staff before its time', async () => {
    const { id } = await place(world, { slot: slotIn(300) })
    expect((await act(world, id, 'release')).body).toMatchObject({ status: 'pending' })
    expect(await told(id, 'order-notification')).toHaveLength(1)
  })

  test('that is overdue, or was never sent on, is released at the next start', async () => {
    const before = addMinutes(world.clock.instant(), -600)
    const overdue = await addOrder(world.db, world.store, {
      at: before,
      status: 'scheduled',
      timing: 'slot',
      slot_from: addMinutes(before, 60),
      pending_at: null,
    })
    const forgotten = await addOrder(world.db, world.store, { at: before, status: 'placed', pending_at: null })
    await run('release-scheduled-orders')
    expect([(await read(overdue.id)).status, (await read(forgotten.id)).status]).toEqual(['pending', 'pending'])
  })

  test('is accepted at once where its store accepts by itself', async () => {
    await world.db.updateTable('store').set({ auto_accept: true }).where('id', '=', world.store.id).execute()
    const { id } = await place(world, { slot: slotIn(120) })
    world.clock.forward(90)
    await run('release-scheduled-orders')
    expect(await read(id)).toMatchObject({ status: 'accepted', prepMinutes: 20 })
    await world.db.updateTable('store').set({ auto_accept: false }).where('id', '=', world.store.id).execute()
  })
})
