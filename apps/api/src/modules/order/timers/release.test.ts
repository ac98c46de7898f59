import { addMinutes, instantAt } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addStore } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const release = () => world.app.services.jobs.run('release-scheduled-orders')
const warnings = async (id: string) => {
  const told = await world.db.selectFrom('event').select('payload').where('entity_id', '=', id).where('kind', '=', 'message').execute()
  return told.map(({ payload }) => (payload as { text: string }).text)
}
/** A wall time of 20 November in Kochi, where it is 13:30 at the beginning. */
const at = (time: string) => instantAt('2026-11-20', time, 'Asia/Kolkata')

/** An order for a slot of an hour from `from` on, at a store that needs 20 minutes and 10 for the way, and is then changed. */
async function planned(from: string, changes: object, given: object = {}) {
  const store = await addStore(world.db, { branch: world.branch, display_name: 'Fish Cove', ...given })
  const item = await addItem(world.db, store, { name: 'Pearl Spot' })
  const { id } = await place({ ...world, store, item }, { slot: { from, to: addMinutes(from, 60) } })
  await world.db
    .updateTable('store')
    .set({ version: 2, ...changes })
    .where('id', '=', store.id)
    .execute()
  return { id, store, item }
}
const hours = (opens: string, closes: string) => JSON.stringify([0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, opens, closes })))

describe('staff cannot send on what the store could not take', () => {
  test.each([
    ['paused', { open_mode: 'paused' }, 'store-closed', 'Fish Cove is paused.'],
    [
      'paused for a while',
      { open_mode: 'paused', open_mode_until: at('15:00') },
      'store-closed',
      'Fish Cove is paused. Opens Nov 20, 2026, 3:00 PM IST.',
    ],
    [
      'outside its hours',
      { opening_hours: hours('15:00', '23:00') },
      'store-closed',
      'Fish Cove is closed. Opens Nov 20, 2026, 3:00 PM IST.',
    ],
    ['suspended', { status: 'suspended' }, 'store-not-live', 'Fish Cove is not taking orders at present.'],
  ])('%s', async (_, changes, reason, message) => {
    const { id } = await planned(at('20:00'), changes)
    expect((await read(id)).allowed).toContainEqual({ action: 'release', because: message })
    const { status, body } = await act(world, id, 'release')
    expect([status, body.error]).toMatchObject([409, { reason, message }])
    expect((await read(id)).status).toBe('scheduled')
  })

  test('sold out', async () => {
    const { id, item } = await planned(at('20:00'), {})
    const change = world.db.updateTable('item').where('id', '=', item.id)
    await change.set({ snoozed_until: at('14:00') }).execute()
    expect((await act(world, id, 'release')).body.error).toMatchObject({
      reason: 'sold-out',
      message: 'Pearl Spot is sold out at Fish Cove.',
    })
    await change.set({ snoozed_until: at('13:00') }).execute()
    expect((await act(world, id, 'release')).body).toMatchObject({ status: 'pending' })
  })
})

describe('when its time has come', () => {
  test('an order whose store is paused comes to the staff, with a warning, and is not accepted by itself', async () => {
    const { id } = await planned(at('15:00'), { open_mode: 'paused' }, { auto_accept: true })
    world.clock.forward(60)
    await Promise.all([release(), release()])
    expect(await read(id)).toMatchObject({ status: 'pending', pendingAt: world.clock.instant() })
    expect(await warnings(id)).toEqual([
      'Fish Cove is paused. Its time has come. Call the store or cancel it; it will be auto-rejected at 2:40 PM.',
    ])
    expect((await act(world, id, 'accept', { prepMinutes: 20 })).body.status).toBe('accepted')
  })

  test('so does one of which something is sold out', async () => {
    const { id, item } = await planned(at('15:30'), {})
    await world.db.updateTable('item').set({ available: false }).where('id', '=', item.id).execute()
    world.clock.forward(30)
    await release()
    expect((await read(id)).status).toBe('pending')
    expect(await warnings(id)).toMatchObject([expect.stringContaining('Pearl Spot is sold out at Fish Cove.')])
  })

  test('one whose store opens within the slot waits for that, and nobody is warned', async () => {
    const { id } = await planned(at('16:00'), { opening_hours: hours('16:00', '23:00') })
    world.clock.forward(59)
    await release()
    expect((await read(id)).status).toBe('scheduled')
    world.clock.forward(1)
    await release()
    expect([(await read(id)).status, await warnings(id)]).toEqual(['pending', []])
  })

  test('one whose store opens too late goes out in time, with a warning', async () => {
    const { id } = await planned(at('17:00'), { open_mode: 'paused', open_mode_until: at('18:00') })
    world.clock.forward(30)
    await release()
    expect((await read(id)).status).toBe('pending')
    expect(await warnings(id)).toMatchObject([expect.stringContaining('Fish Cove is paused. Opens Nov 20, 2026, 6:00 PM IST.')])
  })
})
