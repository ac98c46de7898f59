import {
  activeStatuses,
  addDays,
  type Dashboard,
  dashboardContract,
  instantOf,
  type OrderStatus,
  orderStatuses,
  verticalKeys,
} from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensurePartitions } from '#db/partitions.ts'
import { movableClock } from '#kit/clock.ts'
import { bind } from '#kit/implement.ts'
import { addBranch, addOrder, addRider, addStore, copyOrder } from '../../../test/factories.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { type Caller, type TestApp, type TestStaff, testApp } from '../../../test/test-app.ts'
import { dashboardHandlers } from './dashboard.service.ts'

// A Friday, half past midnight in Kochi: still Thursday in UTC.
const clock = movableClock(Date.parse('2026-11-19T19:00:00.000Z'))
const today = '2026-11-20'
type Counted = { orders: number; gross: number; sold: number; taken: number; rejected: number }
const figures = bind(dashboardContract, dashboardHandlers)
let app: TestApp
let admin: Caller

beforeAll(async () => {
  app = await testApp({ contracts: { dashboard: dashboardContract }, modules: [figures], clock })
  admin = await app.addStaff({ permissions: ['dashboard.view'] })
  await ensurePartitions(app.database.db, '2026-10', '2026-12')
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`truncate orders, order_rollup, order_rollup_delta, order_day, order_quarter_hour, order_rejection_day cascade`.execute(
    app.database.db,
  )
  // A cascade would reach records of what stores hold, which nobody may remove.
  for (const table of ['rider', 'store', 'area', 'branch'] as const) await app.database.db.deleteFrom(table).execute()
})

const read = async (as = admin, query = ''): Promise<Dashboard> => (await app.call(`GET /dashboard${query}`, { as })).body
const viewer = (scope: TestStaff['scope']) => app.addStaff({ permissions: ['dashboard.view'], ...(scope ? { scope } : {}) })
const fold = () => sql`select fold_order_rollup()`.execute(app.database.db)
const at = (days: number, minutesLater: number) => instantOf(clock.ms() - days * 86_400_000 + minutesLater * 60_000)
const reasons = ['too-busy', 'sold-out', 'no-answer']
const stands = (status: OrderStatus) => ({ status, end_reason: status === 'rejected' ? pick(reasons) : null })
const setStatus = (id: string, status: OrderStatus) =>
  app.database.db.updateTable('orders').set(stands(status)).where('id', '=', id).execute()
let seed = 7
// mulberry32, for the same walk every time
const random = () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

/** The same figures, counted from the orders themselves. */
async function countDirectly(where = sql`true`) {
  const value = sql`coalesce(sum(total_minor) filter (where status not in ('rejected', 'cancelled', 'failed')), 0)::bigint`
  const grouped = (column: string, day: string) =>
    sql<{ key: string; orders: number; gross: number }>`select ${sql.ref(column)}::text as key, count(*) as orders, ${value} as gross
      from orders where business_day = ${day} and ${where} group by 1 order by 3 desc, 1`.execute(app.database.db)
  const one = (day: string, until = sql`true`) =>
    sql<Counted>`select count(*) as orders, ${value} as gross, count(*) filter (where status not in ('rejected', 'cancelled', 'failed')) as sold,
        count(*) filter (where status in ('accepted', 'preparing', 'ready', 'picked_up', 'delivered', 'failed')) as taken,
        count(*) filter (where status = 'rejected') as rejected from orders where business_day = ${day} and ${until} and ${where}`
      .execute(app.database.db)
      .then(({ rows }) => rows[0])
  const byKey = ({ rows }: { rows: { key: string; orders: number; gross: number }[] }) => new Map(rows.map((row) => [row.key, row]))
  return {
    today: await one(today),
    lastWeek: await one(addDays(today, -7), sql`placed_at < ${at(7, 0)}`),
    ended: byKey(await grouped('status', today)),
    live: byKey(
      await sql<{
        key: string
        orders: number
        gross: number
      }>`select status as key, count(*) as orders, 0 as gross from orders where ${where} group by 1`.execute(app.database.db),
    ),
    byVertical: byKey(await grouped('vertical', today)),
    byStore: (await grouped('store_id', today)).rows,
    byReason: (
      await sql<{
        reason: string
        orders: number
        lost: number
      }>`select end_reason as reason, count(*) as orders, sum(total_minor)::bigint as lost
        from orders where business_day = ${today} and status = 'rejected' and ${where} group by 1 order by 2 desc, 1`.execute(
        app.database.db,
      )
    ).rows,
  }
}

const acceptance = ({ taken, rejected }: Counted = { orders: 0, gross: 0, sold: 0, taken: 0, rejected: 0 }) =>
  taken + rejected === 0 ? null : Math.round((taken / (taken + rejected)) * 1_000_000)

function expectSame(shown: Dashboard, counted: Awaited<ReturnType<typeof countDirectly>>) {
  const money = (minor = 0) => ({ minor, currency: 'INR' })
  expect({ orders: shown.orders, gross: shown.gross }).toEqual({ orders: counted.today?.orders, gross: money(counted.today?.gross) })
  expect(shown.lastWeek).toEqual({
    day: addDays(today, -7),
    until: at(7, 0),
    orders: counted.lastWeek?.orders,
    gross: money(counted.lastWeek?.gross),
    average: money(Math.round((counted.lastWeek?.gross ?? 0) / Math.max(1, counted.lastWeek?.sold ?? 0))),
    acceptancePpm: acceptance(counted.lastWeek),
  })
  expect(shown.acceptancePpm).toBe(acceptance(counted.today))
  expect(shown.rejections.map(({ label: _, lost, ...one }) => ({ ...one, lost: lost.minor }))).toEqual(counted.byReason)
  const standing = (status: OrderStatus) => (activeStatuses.some((active) => active === status) ? counted.live : counted.ended).get(status)
  expect(shown.byStatus).toEqual(orderStatuses.map((status) => ({ status, orders: standing(status)?.orders ?? 0 })))
  expect(shown.byVertical).toEqual(
    verticalKeys.map((vertical) => {
      const sum = counted.byVertical.get(vertical)
      return { vertical, orders: sum?.orders ?? 0, gross: money(sum?.gross) }
    }),
  )
  const best = counted.byStore.slice(0, 5)
  expect(shown.topStores.map(({ id, orders, gross }) => ({ key: id, orders, gross: gross.minor }))).toEqual(best)
}

describe('figures', () => {
  test('equal a count of the orders themselves after any moves, folded or not, for every scope', async () => {
    const { db } = app.database
    const branches = [await addBranch(db), await addBranch(db)]
    const stores = []
    for (const [index, vertical] of [...verticalKeys, ...verticalKeys].entries()) {
      stores.push(await addStore(db, { branch: branches[index % 2] as (typeof branches)[0], vertical }))
    }
    const orders: string[] = []
    const [first, second] = [branches[0]?.id ?? '', stores[1]?.id ?? '']
    const [partner, officer] = [await viewer({ kind: 'branch', ids: [first] }), await viewer({ kind: 'store', ids: [second] })]
    for (let step = 0; step < 400; step++) {
      const given = {
        at: at(pick([0, 0, 0, 7]), pick([0, 0, 1, 12, 20])),
        total_minor: Math.floor(random() * 90_000),
        ...stands(pick(orderStatuses)),
      }
      if (orders.length < 40 || random() < 0.3) orders.push((await addOrder(db, pick(stores), given)).id)
      else await setStatus(pick(orders), pick(orderStatuses))
      if (random() < 0.05) await fold()
      if (step % 80 === 79) {
        expectSame(await read(), await countDirectly())
        expectSame(await read(partner), await countDirectly(sql`branch_id = ${first}`))
        expectSame(await read(admin, `?branchId=${first}`), await countDirectly(sql`branch_id = ${first}`))
        expectSame(await read(officer), await countDirectly(sql`store_id = ${second}`))
        expectSame(await read(admin, '?vertical=fish'), await countDirectly(sql`vertical = 'fish'`))
        expectSame(await read(partner, '?vertical=cakes'), await countDirectly(sql`branch_id = ${first} and vertical = 'cakes'`))
      }
    }
  })

  test('are those of the business day in the branch, thirty of them, oldest first', async () => {
    const { db } = app.database
    const store = await addStore(db)
    await addOrder(db, store, { at: '2026-11-19T18:29:59.000Z', total_minor: 100 })
    await addOrder(db, store, { at: '2026-11-19T18:30:00.000Z', total_minor: 1000 })
    const shown = await read()
    expect(shown).toMatchObject({ day: today, orders: 1, gross: { minor: 1000 } })
    expect(shown.days).toHaveLength(30)
    expect(shown.days.map(({ day, gross }) => [day, gross.minor]).slice(-2)).toEqual([
      ['2026-11-19', 100],
      [today, 1000],
    ])
    expect(shown.days[0]?.day).toBe('2026-10-22')
  })

  test('value leaves out what was lost, the average is of what was sold, acceptance is of what was answered', async () => {
    const { db } = app.database
    const store = await addStore(db)
    const statuses: OrderStatus[] = ['delivered', 'delivered', 'preparing', 'rejected', 'cancelled', 'pending']
    for (const status of statuses) await addOrder(db, store, { at: clock.instant(), status, total_minor: 1001 })
    expect(await read()).toMatchObject({
      orders: 6,
      gross: { minor: 4004, currency: 'INR' },
      average: { minor: 1001 },
      acceptancePpm: 750_000,
    })
    await sql`truncate orders, order_rollup, order_rollup_delta, order_day, order_quarter_hour, order_rejection_day`.execute(db)
    expect(await read()).toMatchObject({ orders: 0, average: { minor: 0 }, acceptancePpm: null, topStores: [] })
  })

  test('of one branch are in its currency and its days; of several, orders in another currency are counted and not valued', async () => {
    const { db } = app.database
    const dubai = await addBranch(db, { currency: 'AED', time_zone: 'Asia/Dubai' })
    const abroad = await addStore(db, { branch: dubai })
    await addOrder(db, abroad, { at: clock.instant(), total_minor: 700 })
    await addOrder(db, await addStore(db), { at: clock.instant(), total_minor: 300 })
    const partner = await viewer({ kind: 'branch', ids: [dubai.id] })
    for (const own of [
      await read(partner),
      await read(admin, `?branchId=${dubai.id}`),
      await read(await viewer({ kind: 'store', ids: [abroad.id] })),
    ]) {
      expect(own).toMatchObject({ day: '2026-11-19', orders: 1, gross: { minor: 700, currency: 'AED' } })
    }
    await addOrder(db, abroad, { at: clock.instant(), business_day: today, total_minor: 500 })
    expect(await read()).toMatchObject({ day: today, orders: 2, gross: { minor: 300, currency: 'INR' }, average: { minor: 300 } })
  })
})

describe('another day', () => {
  test('is told by its own orders, beside the whole of the same weekday a week before, within the scope', async () => {
    const { db } = app.database
    const [store, other] = [await addStore(db), await addStore(db)]
    const yesterday = '2026-11-19'
    // Its morning and its last minutes; those of the week before.
    for (const placed of ['2026-11-18T19:00:00.000Z', '2026-11-19T18:20:00.000Z'])
      await addOrder(db, store, { at: placed, status: 'delivered', total_minor: 500 })
    await addOrder(db, other, { at: '2026-11-19T10:00:00.000Z', status: 'preparing', total_minor: 700 })
    for (const placed of ['2026-11-11T19:00:00.000Z', '2026-11-12T18:20:00.000Z'])
      await addOrder(db, store, { at: placed, total_minor: 90 })
    await addOrder(db, store, { at: clock.instant(), status: 'delivered' })
    await fold()
    await sql`truncate order_quarter_hour`.execute(db)
    const shown = await read(admin, '?day=yesterday')
    expect(shown).toMatchObject({
      day: yesterday,
      today,
      orders: 3,
      gross: { minor: 1700 },
      lastWeek: { day: '2026-11-12', until: '2026-11-12T18:30:00.000Z', orders: 2, gross: { minor: 180 } },
      topStores: [{ id: store.id, orders: 2 }, { id: other.id }],
    })
    expect(shown.days.at(-1)).toMatchObject({ day: yesterday, orders: 3 })
    expect(shown.byStatus.filter(({ orders }) => orders > 0).map(({ status, orders }) => [status, orders])).toEqual([
      ['preparing', 1],
      ['delivered', 2],
    ])
    expect({ ...(await read(admin, `?day=${yesterday}`)), at: shown.at }).toEqual(shown)
    const partner = await viewer({ kind: 'branch', ids: [other.branch_id] })
    expect(await read(partner, '?day=yesterday')).toMatchObject({ orders: 1, topStores: [{ id: other.id }] })
    expect((await read(admin, `?day=${today}`)).lastWeek.until).toBe(at(7, 0))
  })

  test('has to have begun', async () => {
    for (const day of ['2026-11-21', 'tomorrow'])
      expect(await app.call(`GET /dashboard?day=${day}`, { as: admin })).toMatchObject({
        status: 422,
        body: { error: { fields: { 'query.day': expect.any(String) } } },
      })
  })
})

describe('what stands now', () => {
  test('counts what is under way whatever its day, and what ended of today', async () => {
    const { db } = app.database
    const abroad = await addStore(db, { branch: await addBranch(db, { time_zone: 'America/New_York' }) })
    // Still yesterday over there.
    for (const status of ['ready', 'ready', 'accepted', 'delivered']) await addOrder(db, abroad, { at: clock.instant(), status })
    const shown = await read()
    const of = (status: OrderStatus) => shown.byStatus.find((one) => one.status === status)?.orders
    expect([of('ready'), of('accepted'), of('delivered'), shown.unassigned]).toEqual([2, 1, 0, 3])
  })

  test('late, unhandled, unassigned, riders on shift and paused stores, cut to the scope', async () => {
    const { db } = app.database
    const [here, there] = [await addBranch(db), await addBranch(db)]
    const [store, other] = [await addStore(db, { branch: here }), await addStore(db, { branch: there })]
    const past = new Date(clock.ms() - 60_000).toISOString()
    const future = new Date(clock.ms() + 60_000).toISOString()
    const at = clock.instant()
    const rider = await addRider(db, here, { shift_state: 'busy' })
    await addRider(db, here, { shift_state: 'off' })
    await addRider(db, here, { status: 'blocked' })
    await addRider(db, there)
    await addOrder(db, store, { at })
    await addOrder(db, store, { at, status: 'accepted', promised_at: past })
    await addOrder(db, store, { at, status: 'preparing', promised_at: future, order_type: 'pickup' })
    await addOrder(db, store, { at, status: 'picked_up', promised_at: past, rider_id: rider.id })
    await addOrder(db, store, { at, status: 'delivered', promised_at: past })
    await addOrder(db, store, { at, status: 'scheduled', promised_at: past })
    await addOrder(db, other, { at })
    await addStore(db, { branch: here, open_mode: 'paused', open_mode_until: future })
    await addStore(db, { branch: here, open_mode: 'paused', open_mode_until: past })
    await addStore(db, { branch: here, open_mode: 'paused', status: 'suspended' })
    await addStore(db, { branch: there, open_mode: 'paused' })
    expect(await read()).toMatchObject({ lateNow: 2, unhandled: 2, unassigned: 1, ridersOnShift: 2, storesPaused: 2 })
    const partner = await viewer({ kind: 'branch', ids: [here.id] })
    expect(await read(partner)).toMatchObject({ lateNow: 2, unhandled: 1, unassigned: 1, ridersOnShift: 1, storesPaused: 1 })
    const officer = await viewer({ kind: 'store', ids: [other.id] })
    expect(await read(officer)).toMatchObject({ lateNow: 0, unhandled: 1, unassigned: 0, ridersOnShift: null, storesPaused: 0 })
  })

  test('a branch outside of the scope is not there', async () => {
    const [here, there] = [await addBranch(app.database.db), await addBranch(app.database.db)]
    const store = await addStore(app.database.db, { branch: here })
    const partner = await viewer({ kind: 'branch', ids: [here.id] })
    const officer = await viewer({ kind: 'store', ids: [store.id] })
    expect((await read(officer, `?branchId=${here.id}`)).orders).toBe(0)
    for (const as of [partner, officer]) expect((await app.call(`GET /dashboard?branchId=${there.id}`, { as })).status).toBe(404)
    expect((await app.call(`GET /dashboard?branchId=${crypto.randomUUID()}`, { as: admin })).status).toBe(404)
    const nobody = await app.addStaff()
    expect((await app.call('GET /dashboard', { as: nobody })).status).toBe(401)
  })
})

test('twenty thousand orders cost what a hundred do: of orders only the active ones are read, and those of a quarter of an hour a week ago', async () => {
  const { db } = app.database
  const store = await addStore(db)
  const model = await addOrder(db, store, { at: clock.instant(), status: 'delivered' })
  await copyOrder(db, model, 20_000, { status: sql`case when n <= 60 then 'preparing' else 'delivered' end` })
  await fold()
  await sql`analyze orders, order_rollup, order_rollup_delta, order_day, order_quarter_hour, store`.execute(db)
  for (const as of [admin, await viewer({ kind: 'branch', ids: [store.branch_id] }), await viewer({ kind: 'store', ids: [store.id] })]) {
    const plans = await plansOf(app, () => read(as))
    expect(plans.length).toBeLessThanOrEqual(4)
    // A month without any order may be scanned as it is.
    const scans = scansOf(plans, 'orders').filter(({ looked }) => looked > 0)
    expect(scans.length).toBeGreaterThan(0)
    // Two indexes hold the active orders and no others: by vertical, and by store.
    const active = scans.filter(({ index }) => /vertical_status_id|_store_id_idx/.test(index ?? ''))
    expect(active.reduce((sum, { looked }) => sum + looked, 0)).toBe(60)
    // One every two minutes.
    const weekAgo = scans.filter((scan) => !active.includes(scan))
    for (const scan of weekAgo) expect(scan.index).toMatch(/(?:pkey|branch_id_id|store_id_id)/)
    expect(weekAgo.reduce((sum, { looked }) => sum + looked, 0)).toBeLessThanOrEqual(8)
  }
  expect((await read()).byStatus.find(({ status }) => status === 'preparing')?.orders).toBeGreaterThan(0)
})
