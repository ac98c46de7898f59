import { type AtRisk, addMinutes, dashboardContract, type OrderStatus } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensurePartitions } from '#db/partitions.ts'
import { movableClock } from '#kit/clock.ts'
import { bind } from '#kit/implement.ts'
import { addOrder, addRider, addStore, copyOrder } from '../../../test/factories.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { type Promised, riskOf } from './at-risk.decide.ts'
import { dashboardHandlers } from './dashboard.service.ts'

const now = '2026-11-20T08:00:00.000Z'
const order = (given: Partial<Promised>): Promised => ({
  status: 'preparing',
  orderType: 'delivery',
  promisedAt: addMinutes(now, 20),
  rejectsAt: null,
  acceptedAt: now,
  prepMinutes: 10,
  travelMinutes: 10,
  hasRider: true,
  canDelay: true,
  ...given,
})

describe('what puts an order at risk, and the cheapest remedy', () => {
  test.each<[string, Partial<Promised>, object | null]>([
    ['nobody answers', { status: 'pending', acceptedAt: null }, { because: 'not-accepted', remedy: 'accept', minutesLeft: 20 }],
    [
      'nobody answers, and soon it is rejected by itself',
      { status: 'pending', acceptedAt: null, promisedAt: null, rejectsAt: addMinutes(now, 4) },
      { because: 'not-accepted', remedy: 'accept', minutesLeft: 4 },
    ],
    ['a new order', { status: 'pending', acceptedAt: null, promisedAt: null, rejectsAt: addMinutes(now, 5) }, null],
    ['time enough to answer', { status: 'pending', acceptedAt: null, promisedAt: addMinutes(now, 30) }, null],
    ['the store is still within its minutes', {}, { because: 'preparing-late', remedy: 'delay' }],
    [
      'the store took longer than it said',
      { acceptedAt: addMinutes(now, -30), travelMinutes: 18 },
      { because: 'preparing-late', remedy: 'call-store' },
    ],
    ['no delay is left', { canDelay: false }, { because: 'preparing-late', remedy: 'call-store' }],
    [
      'ready and nobody to carry it',
      { status: 'ready', hasRider: false, travelMinutes: 18 },
      { because: 'no-rider', remedy: 'assign-rider' },
    ],
    ['ready and the rider is not there', { status: 'ready', travelMinutes: 18 }, { because: 'not-picked-up', remedy: 'call-rider' }],
    ['ready with time enough', { status: 'ready', travelMinutes: 10 }, null],
    ['a pick-up that waits for its customer', { status: 'ready', orderType: 'pickup', promisedAt: addMinutes(now, -90) }, null],
    [
      'on the road and past the promise',
      { status: 'picked_up', promisedAt: addMinutes(now, -3) },
      { because: 'on-the-way', minutesLeft: -3 },
    ],
  ])('%s', (_, given, expected) => {
    if (expected === null) expect(riskOf(order(given), now)).toBeNull()
    else expect(riskOf(order(given), now)).toMatchObject(expected)
  })

  test('an order past its promise is always at risk, and more time never makes it riskier', () => {
    const statuses: OrderStatus[] = ['pending', 'accepted', 'preparing', 'picked_up']
    const minutes = fc.integer({ min: -120, max: 120 })
    fc.assert(
      fc.property(
        fc.constantFrom(...statuses),
        minutes,
        fc.nat(60),
        fc.nat(40),
        fc.nat(60),
        (status, left, prepMinutes, travelMinutes, more) => {
          const facts = order({ status, promisedAt: addMinutes(now, left), prepMinutes, travelMinutes })
          if (left < 0) expect(riskOf(facts, now)).not.toBeNull()
          if (riskOf(facts, now) === null) expect(riskOf({ ...facts, promisedAt: addMinutes(now, left + more) }, now)).toBeNull()
        },
      ),
    )
  })
})

describe('the radar', () => {
  const clock = movableClock(Date.parse(now))
  let app: TestApp
  let staff: Caller
  beforeAll(async () => {
    app = await testApp({
      contracts: { dashboard: dashboardContract },
      modules: [bind(dashboardContract, dashboardHandlers)],
      clock,
    })
    staff = await app.addStaff({ permissions: ['dashboard.view'] })
    await ensurePartitions(app.database.db, '2026-10', '2026-12')
  })
  afterAll(() => app.close())
  const read = async (as = staff, query = ''): Promise<AtRisk[]> => (await app.call(`GET /dashboard/at-risk${query}`, { as })).body

  test('an order that is about to be rejected by itself comes before those that are late already', async () => {
    const { db } = app.database
    const store = await addStore(db)
    const partner = await app.addStaff({ permissions: ['dashboard.view'], scope: { kind: 'branch', ids: [store.branch_id] } })
    const active = { status: 'picked_up', accepted_at: now, prep_minutes: 10 }
    for (let late = 1; late <= 12; late++) await addOrder(db, store, { ...active, at: now, promised_at: addMinutes(now, -late) })
    await addOrder(db, store, { at: addMinutes(now, -4) })
    const waiting = await addOrder(db, store, { at: addMinutes(now, -8) })
    const slotted = await addOrder(db, store, { at: addMinutes(now, -9), promised_at: addMinutes(now, 15) })
    const risks = await read(partner)
    expect(risks.slice(0, 3).map(({ order: { id }, because, minutesLeft }) => [id, because, minutesLeft])).toEqual([
      [slotted.id, 'not-accepted', 1],
      [waiting.id, 'not-accepted', 2],
      [expect.any(String), 'on-the-way', -12],
    ])
    expect(risks).toHaveLength(12)
    await db.deleteFrom('orders').where('store_id', '=', store.id).execute()
  })

  test('ranks by minutes left, tells twelve, within the scope, from the index of promises', async () => {
    const { db } = app.database
    const [store, other] = [await addStore(db), await addStore(db)]
    const rider = await addRider(db, { id: store.branch_id, currency: 'INR' })
    const active = { status: 'picked_up', rider_id: rider.id, accepted_at: now, prep_minutes: 10 }
    for (let left = 4; left > -12; left--) await addOrder(db, store, { ...active, at: now, promised_at: addMinutes(now, left) })
    await addOrder(db, other, { at: now, promised_at: addMinutes(now, -30) })
    await addOrder(db, store, { at: now, promised_at: addMinutes(now, -60), status: 'delivered' })
    await addOrder(db, store, { at: now, promised_at: addMinutes(now, 50), status: 'ready' })
    const all = await read()
    expect(all.map(({ minutesLeft }) => minutesLeft)).toEqual([-30, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1])
    expect(all[0]).toMatchObject({ because: 'not-accepted', remedy: 'accept', order: { store: { id: other.id } }, call: null })
    expect(all[1]).toMatchObject({
      because: 'on-the-way',
      remedy: 'call-rider',
      order: { riderName: rider.name },
      call: null,
    })
    const dispatcher = await app.addStaff({ permissions: ['dashboard.view', 'rider.view'] })
    expect((await read(dispatcher))[1]).toMatchObject({ call: { name: rider.name, phone: rider.phone } })
    const partner = await app.addStaff({ permissions: ['dashboard.view'], scope: { kind: 'branch', ids: [other.branch_id] } })
    expect(await read(partner)).toHaveLength(1)
    expect(await read(staff, `?branchId=${other.branch_id}`)).toEqual(await read(partner))
    expect((await app.call(`GET /dashboard/at-risk?branchId=${store.branch_id}`, { as: partner })).status).toBe(404)

    await copyOrder(db, await addOrder(db, store, { at: now, status: 'delivered', promised_at: addMinutes(now, -60) }), 20_000)
    await sql`analyze orders`.execute(db)
    const scans = scansOf(await plansOf(app, () => read()), 'orders').filter(({ looked }) => looked > 0)
    for (const scan of scans) expect(scan.index).toMatch(/promised_at|pending_since/)
  })
})
