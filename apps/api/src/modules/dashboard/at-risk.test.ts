import { type AtRisk, addMinutes, dashboardContract, minutesBetween, type OrderStatus } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensurePartitions } from '#db/partitions.ts'
import { movableClock } from '#kit/clock.ts'
import { bind } from '#kit/implement.ts'
import { addOrder, addRider, addStore, copyOrder } from '../../../test/factories.ts'
import { plansOf, queriesOf, scansOf } from '../../../test/plans.ts'
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
    [
      'nobody answers',
      { status: 'pending', acceptedAt: null },
      { because: 'not-accepted', remedy: 'accept', threat: 'late', deadline: addMinutes(now, 20) },
    ],
    [
      'nobody answers, and soon it is rejected by itself',
      { status: 'pending', acceptedAt: null, promisedAt: null, rejectsAt: addMinutes(now, 4) },
      { because: 'not-accepted', remedy: 'accept', threat: 'rejected', deadline: addMinutes(now, 4) },
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
      { because: 'on-the-way', threat: 'late', deadline: addMinutes(now, -3) },
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

  const left = ({ deadline }: AtRisk) => minutesBetween(now, deadline)

  test('what can still be saved comes first, the next deadline on top; then what has just become late', async () => {
    const { db } = app.database
    const store = await addStore(db)
    const partner = await app.addStaff({ permissions: ['dashboard.view'], scope: { kind: 'branch', ids: [store.branch_id] } })
    const active = { status: 'picked_up', accepted_at: now, prep_minutes: 10, at: now }
    for (let late = 1; late <= 12; late++) await addOrder(db, store, { ...active, promised_at: addMinutes(now, -late) })
    await addOrder(db, store, { ...active, promised_at: addMinutes(now, 3) })
    await addOrder(db, store, { at: addMinutes(now, -4) })
    await addOrder(db, store, { at: addMinutes(now, -8) })
    await addOrder(db, store, { at: addMinutes(now, -9), promised_at: addMinutes(now, 15) })
    const risks = await read(partner)
    expect(risks.map((risk) => [risk.threat, left(risk)])).toEqual([
      ['rejected', 1],
      ['rejected', 2],
      ['late', 3],
      ...[-1, -2, -3, -4, -5, -6, -7, -8, -9].map((minutes) => ['late', minutes]),
    ])
    await db.deleteFrom('orders').where('store_id', '=', store.id).execute()
  })

  test('tells what this person may do with it and whom they may call, within the scope and the vertical', async () => {
    const { db } = app.database
    const [store, other] = [await addStore(db, { vertical: 'fish' }), await addStore(db)]
    const rider = await addRider(db, { id: store.branch_id, currency: 'INR' })
    await addOrder(db, store, { status: 'picked_up', rider_id: rider.id, accepted_at: now, at: now, promised_at: addMinutes(now, 2) })
    await addOrder(db, other, { at: addMinutes(now, -8), customer_phone: '+919847012345' })
    const [waiting, carried] = await read()
    expect(waiting).toMatchObject({ remedy: 'accept', order: { store: { id: other.id }, allowed: [] }, store: null, rider: null })
    expect(waiting?.customerPhone).not.toContain('9847012345')
    expect(carried).toMatchObject({ because: 'on-the-way', remedy: 'call-rider', order: { riderName: rider.name }, rider: null })
    const lead = await app.addStaff({
      permissions: ['dashboard.view', 'order.operate', 'delivery.operate', 'rider.view', 'store.view', 'customer-phone.reveal'],
    })
    const [toAccept, toCall] = await read(lead)
    const acts = (risk: AtRisk | undefined) => risk?.order.allowed.filter(({ because }) => because === null).map(({ action }) => action)
    expect(acts(toAccept)).toEqual(expect.arrayContaining(['accept', 'reveal']))
    expect(acts(toCall)).not.toContain('accept')
    expect(toCall).toMatchObject({ store: { name: expect.any(String) }, rider: { name: rider.name, phone: rider.phone } })
    const support = await app.addStaff({ permissions: ['dashboard.view', 'order.reveal'] })
    expect((await read(support))[0]?.customerPhone).toBe('+919847012345')

    const partner = await app.addStaff({ permissions: ['dashboard.view'], scope: { kind: 'branch', ids: [other.branch_id] } })
    expect(await read(partner)).toHaveLength(1)
    expect(await read(staff, `?branchId=${other.branch_id}`)).toEqual(await read(partner))
    expect((await read(staff, '?vertical=fish')).map(({ order: { vertical } }) => vertical)).toEqual(['fish'])
    expect((await app.call(`GET /dashboard/at-risk?branchId=${store.branch_id}`, { as: partner })).status).toBe(404)
  })

  test('reads the indexes of promises and of what waits, in as many statements however many orders there are', async () => {
    const { db } = app.database
    const store = await addStore(db)
    // What is remembered of settings may have to be read anew meanwhile.
    const ofOrders = ({ sql: text }: { sql: string }) => /\borders\b/.test(text)
    const few = (await queriesOf(app, () => read())).filter(ofOrders).length
    await copyOrder(db, await addOrder(db, store, { at: now, status: 'delivered', promised_at: addMinutes(now, -60) }), 20_000)
    for (let late = 1; late <= 12; late++)
      await addOrder(db, store, { at: now, status: 'picked_up', accepted_at: now, promised_at: addMinutes(now, -late) })
    await sql`analyze orders`.execute(db)
    const plans = (await plansOf(app, () => read())).filter(ofOrders)
    expect([few, plans.length]).toEqual([4, 4])
    const scans = scansOf(plans, 'orders').filter(({ looked }) => looked > 0)
    for (const scan of scans) expect(scan.index).toMatch(/promised_at|pending_(since|at)|pkey/)
  })
})
