import { addMinutes, instantAt, minutesBetween, plainDetails } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addOrder, addStore } from '../../../../test/factories.ts'
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

describe('what is made to order', () => {
  /** A cake for a slot of tomorrow, whose items need so many hours of notice. */
  async function cake(from: string, ...notice: (number | null)[]) {
    const store = await addStore(world.db, { branch: world.branch, vertical: 'cakes' })
    const items = []
    for (const lead_hours of notice) items.push(await addItem(world.db, store, { lead_hours }))
    const [item] = items
    if (!item) throw new Error('a cake has an item')
    const details = { ...plainDetails.cakes, flavour: 'Vanilla', weightGrams: 1000 }
    const lines = items.map(({ id: itemId }) => ({ itemId, quantity: 1 }))
    const { id } = await place({ ...world, store, item }, { slot: { from, to: addMinutes(from, 60) }, lines, details })
    return { id, store }
  }
  const statusAfter = async (id: string, minutes: number) => {
    world.clock.forward(minutes)
    await release()
    return (await read(id)).status
  }

  test('reaches its store in time for the longest notice of its items, and for its way', async () => {
    const from = addMinutes(world.clock.instant(), 30 * 60)
    const { id } = await cake(from, 0, 24, 6)
    const planned = await world.app.call(`GET /scheduled-orders?limit=100`, { as: world.admin })
    const { releasesAt } = planned.body.rows.find((row: { id: string }) => row.id === id)
    // Twenty-four hours, the way and the hand-over.
    const early = minutesBetween(releasesAt, from)
    expect(early).toBeGreaterThanOrEqual(24 * 60)
    expect(early).toBeLessThanOrEqual(24 * 60 + 40)
    const until = minutesBetween(world.clock.instant(), releasesAt)
    expect(await statusAfter(id, until - 1)).toBe('scheduled')
    expect(await statusAfter(id, 1)).toBe('pending')
  })

  test("an item's own notice goes before its vertical's, and an edit sets it anew", async () => {
    const from = addMinutes(world.clock.instant(), 20 * 60)
    const { id } = await cake(from, null, 12)
    const ready = await cake(from, 0)
    expect(await statusAfter(id, 7 * 60)).toBe('scheduled')
    const edit = { lines: [{ type: 'remove', line: 2 }] }
    const { body } = await world.app.call(`POST /orders/${id}/edit/preview`, { as: world.admin, body: edit })
    const given = { ...edit, expectedTotal: body.total, reason: 'customer-asks' }
    expect((await act(world, id, 'edit', given)).status).toBe(200)
    // The vertical's four hours are left of the twelve.
    expect(await statusAfter(id, 7 * 60)).toBe('scheduled')
    expect(await statusAfter(id, 2 * 60)).toBe('pending')
    expect((await read(ready.id)).status).toBe('scheduled')
  })

  test('those that are begun last do not keep the first ones waiting, however many there are', async () => {
    const far = addMinutes(world.clock.instant(), 40 * 60)
    const { id, store } = await cake(far, 39)
    const near = { status: 'scheduled', timing: 'slot', pending_at: null, payment_state: 'due', slot_to: far }
    for (let n = 0; n < 210; n++)
      await addOrder(world.db, store, {
        ...near,
        at: world.clock.instant(),
        slot_from: addMinutes(world.clock.instant(), 11 * 60),
      } as never)
    expect(await statusAfter(id, 61)).toBe('pending')
  })
})
