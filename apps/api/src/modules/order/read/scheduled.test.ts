import { addMinutes, type Instant, instantAt, type ScheduleCalendar, type ScheduledOrder } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBranch, addItem, addOrder, addStore } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'

let world: OrderWorld
let abroad: Awaited<ReturnType<typeof addBranch>>
beforeAll(async () => {
  world = await orderWorld()
  // The zones of the branches are read once a minute.
  abroad = await addBranch(world.db, { time_zone: 'Asia/Tokyo' })
})
afterAll(() => world.app.close())

const list = async (query: string, as: Caller = world.admin): Promise<ScheduledOrder[]> => {
  const { status, body } = await world.app.call(`GET /scheduled-orders?${query}`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.rows
}
const calendar = async (query: string, as: Caller = world.admin): Promise<ScheduleCalendar> =>
  (await world.app.call(`GET /scheduled-orders/calendar?${query}`, { as })).body
/** A wall time of 20 November in Kochi, where it is 13:30. */
const at = (time: string) => instantAt('2026-11-20', time, 'Asia/Kolkata')
const slotFrom = (from: Instant) => ({ from, to: addMinutes(from, 60) })
/** An order for an hour, at a store of its own that is then changed. */
async function planned(from: Instant, changes: object = {}, given: object = {}) {
  const store = await addStore(world.db, { branch: world.branch, display_name: 'Fish Cove', prep_minutes: 20 })
  const item = await addItem(world.db, store, { name: 'Pearl Spot' })
  const order = await place({ ...world, store, item }, { slot: slotFrom(from), ...given })
  if (Object.keys(changes).length > 0) await world.db.updateTable('store').set(changes).where('id', '=', store.id).execute()
  return { ...order, store, item }
}

test('an order for later is there with its slot, when its store gets it, and what may be done with it', async () => {
  const from = at('20:00')
  const { id, number, store } = await planned(from)
  const [row] = await list(`q=${number}`)
  expect(row).toMatchObject({
    id,
    status: 'scheduled',
    slotFrom: from,
    slotTo: addMinutes(from, 60),
    // Twenty minutes of preparation, five on the road of 1.5 km and five to hand it over.
    releasesAt: addMinutes(from, -30),
    timeZone: 'Asia/Kolkata',
    warnings: [],
    store: { id: store.id, name: 'Fish Cove' },
    branch: { id: world.branch.id, name: world.branch.name },
  })
  const open = row?.allowed.filter(({ because }) => because === null).map(({ action }) => action)
  expect(open).toEqual(expect.arrayContaining(['release', 'cancel', 'edit']))
  expect((await calendar(`storeId=${store.id}`)).slots).toEqual([{ day: '2026-11-20', hour: 20, orders: 1 }])

  const moved = slotFrom(at('22:00'))
  const { body: seen } = await world.app.call(`POST /orders/${id}/edit/preview`, { as: world.admin, body: { slot: moved } })
  const edited = await act(world, id, 'edit', { slot: moved, expectedTotal: seen.total, reason: 'customer-asks' })
  expect(edited.status, JSON.stringify(edited.body)).toBe(200)
  expect(await list(`q=${number}`)).toMatchObject([{ slotFrom: moved.from, version: edited.body.version }])
  expect((await calendar(`storeId=${store.id}`)).slots).toEqual([{ day: '2026-11-20', hour: 22, orders: 1 }])

  expect((await act(world, id, 'release')).status).toBe(200)
  expect(await list(`q=${number}`)).toEqual([])
  expect((await calendar(`storeId=${store.id}`)).slots).toEqual([])
})

describe('it says what stands in the way at the hour of the slot', () => {
  const closedAtNight = JSON.stringify([0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, opens: '08:00', closes: '19:00' })))
  test.each([
    [{ opening_hours: closedAtNight }, 'store-closed', 'Fish Cove is closed. Opens Nov 21, 2026, 8:00 AM IST.'],
    [{ open_mode: 'paused' }, 'store-closed', 'Fish Cove is paused.'],
    [{ status: 'suspended' }, 'store-not-live', 'Fish Cove is not taking orders at present.'],
  ])('%j', async (changes, kind, message) => {
    const { number } = await planned(at('20:00'), changes)
    expect((await list(`q=${number}`))[0]?.warnings).toEqual([{ kind, message }])
  })

  test('a pause that is over by then is none', async () => {
    const { number } = await planned(at('20:00'), { open_mode: 'paused', open_mode_until: at('19:00') })
    const [row] = await list(`q=${number}`)
    expect(row?.warnings).toEqual([])
    expect(row?.allowed).toContainEqual({ action: 'release', because: 'Fish Cove is paused. Opens Nov 20, 2026, 7:00 PM IST.' })
  })

  test('what is sold out beyond the slot, and what needs more notice than is left', async () => {
    const { number, item } = await planned(at('20:00'))
    const put = (changes: object) => world.db.updateTable('item').set(changes).where('id', '=', item.id).execute()
    await put({ snoozed_until: at('19:00') })
    expect((await list(`q=${number}`))[0]?.warnings).toEqual([])
    await put({ snoozed_until: at('21:00'), lead_hours: 7 })
    expect((await list(`q=${number}`))[0]?.warnings).toEqual([
      { kind: 'sold-out', message: 'Pearl Spot is sold out at Fish Cove.' },
      { kind: 'short-notice', message: 'Pearl Spot needs 7 hours, and less is left.' },
    ])
  })

  test('what nobody has paid yet', async () => {
    const { number } = await planned(at('20:00'), {}, { payment: { method: 'online' } })
    const [row] = await list(`q=${number}`)
    expect([row?.status, row?.warnings]).toEqual(['placed', [{ kind: 'unpaid', message: 'The customer has not paid yet.' }]])
  })
})

describe('of two branches in two zones', () => {
  let kochi: OrderWorld['store']
  let tokyo: OrderWorld['store']
  // 23:30 on the 21st in Kochi, 03:00 on the 22nd in Tokyo.
  const late = '2026-11-21T18:00:00.000Z' as Instant
  beforeAll(async () => {
    kochi = await addStore(world.db, { branch: await addBranch(world.db), max_orders_per_quarter_hour: 2 })
    tokyo = await addStore(world.db, { branch: abroad, vertical: 'grocery' })
    const scheduled = { status: 'scheduled', timing: 'slot', pending_at: null } as const
    for (const [store, minutes] of [
      [kochi, 0],
      [kochi, 20],
      [kochi, 24 * 60],
      [tokyo, 0],
    ] as const) {
      const slot = slotFrom(addMinutes(late, minutes))
      await addOrder(world.db, store, { at: at('12:00'), ...scheduled, slot_from: slot.from, slot_to: slot.to } as never)
    }
  })

  test('days and hours are those of the branch, and an hour leads to its orders', async () => {
    const ofKochi = `storeId=${kochi.id}&from=2026-11-21`
    expect(await calendar(ofKochi)).toEqual({
      from: '2026-11-21',
      to: '2026-11-27',
      maxOrdersPerHour: 8,
      slots: [
        { day: '2026-11-21', hour: 23, orders: 2 },
        { day: '2026-11-22', hour: 23, orders: 1 },
      ],
    })
    expect((await list(`${ofKochi}&to=2026-11-21&hour=23`)).map(({ slotFrom: from }) => from)).toEqual([late, addMinutes(late, 20)])
    expect(await list(`${ofKochi}&to=2026-11-21&hour=22`)).toEqual([])
    const ofTokyo = `storeId=${tokyo.id}&from=2026-11-22`
    expect(await calendar(ofTokyo)).toMatchObject({ maxOrdersPerHour: null, slots: [{ day: '2026-11-22', hour: 3, orders: 1 }] })
    expect(await list(`storeId=${tokyo.id}&to=2026-11-21`)).toEqual([])
    expect(await list(`${ofTokyo}&vertical=grocery`)).toHaveLength(1)
    expect(await list(`${ofTokyo}&vertical=fish`)).toEqual([])
  })

  test('pages follow one another by the slot, each order once', async () => {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await world.app.call(`GET /scheduled-orders?from=2026-11-21&limit=1${cursor}`, { as: world.admin })
      seen.push(...body.rows.map((row: ScheduledOrder) => row.slotFrom))
      if (body.next === null) break
      cursor = `&cursor=${body.next}`
    }
    expect(seen).toEqual([late, late, addMinutes(late, 20), addMinutes(late, 24 * 60)])
  })

  test('whoever has one store sees and counts its own alone, and learns no other store’s limit', async () => {
    const ofTokyo = await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [tokyo.id] } } as never)
    expect((await list('from=2026-11-21', ofTokyo)).map(({ store }) => store.id)).toEqual([tokyo.id])
    expect(await calendar(`storeId=${kochi.id}&from=2026-11-21`, ofTokyo)).toMatchObject({ maxOrdersPerHour: null, slots: [] })
    const nobody = await world.app.addStaff({ permissions: ['rider.view'] })
    for (const path of ['/scheduled-orders', '/scheduled-orders/calendar'])
      expect((await world.app.call(`GET ${path}`, { as: nobody })).status).toBe(401)
  })
})
