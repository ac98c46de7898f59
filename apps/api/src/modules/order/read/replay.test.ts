import { addMinutes, type BoardStage, boardAt, type FloorReplay, type Instant, keysOf, marksOf, positionAt } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBranch, addOrder, addRider, addStore } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'
import { plansOf, queriesOf, scansOf } from '../../../../test/plans.ts'
import type { Caller } from '../../../../test/test-app.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

async function replay(query: string, as: Caller = world.admin): Promise<FloorReplay> {
  const { status, body } = await world.app.call(`GET /floor/replay?${query}`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const window = (from: Instant, to: Instant) => `from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`

type Shown = Record<BoardStage, string[]>
async function boardNow(): Promise<Shown> {
  const { body } = await world.app.call(`GET /orders/board?branchId=${world.branch.id}`, { as: world.admin })
  const ids = body.columns.map(({ key, cards }: { key: string; cards: { id: string }[] }) => [key, cards.map(({ id }) => id).toSorted()])
  return Object.fromEntries(ids) as Shown
}
function boardThen({ orders }: FloorReplay, at: Instant): Shown {
  const board = boardAt(orders, at)
  return Object.fromEntries(keysOf(board).map((stage) => [stage, board[stage].map(({ order }) => order.id).toSorted()])) as Shown
}

/** What staff might press next, whether or not it can be done now. */
const steps = [
  'accept',
  'start-preparing',
  'mark-ready',
  'assign-rider',
  'pick-up',
  'deliver',
  'reject',
  'cancel',
  'restore',
  'fail',
] as const
const bodies: Record<(typeof steps)[number], object> = {
  accept: { prepMinutes: 10 },
  'start-preparing': {},
  'mark-ready': {},
  'assign-rider': {},
  'pick-up': { reason: 'phone-off' },
  deliver: { reason: 'confirmed-by-phone' },
  reject: { reason: 'too-busy' },
  cancel: { reason: 'changed-mind' },
  restore: { reason: 'customer-asks' },
  fail: { reason: 'cannot-pay' },
}

test('whatever happens, the replay of a window gives at each instant the board that stood then, and at its end the one that stands', async () => {
  const lives = fc.array(
    fc.record({ order: fc.nat(5), step: fc.constantFrom('place', ...steps), minutes: fc.integer({ min: 1, max: 4 }) }),
    {
      minLength: 20,
      maxLength: 40,
    },
  )
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const from = world.clock.instant()
      const placed: string[] = []
      const stood: { at: Instant; board: Shown }[] = []
      for (const { order, step, minutes } of life) {
        world.clock.forward(minutes)
        const id = placed[order % Math.max(1, placed.length)]
        if (step === 'place' || !id) placed.push((await place(world)).id)
        else await act(world, id, step, { ...bodies[step], ...(step === 'assign-rider' && { riderId: world.rider.id }) })
        stood.push({ at: world.clock.instant(), board: await boardNow() })
      }
      const whole = await replay(`branchId=${world.branch.id}&${window(from, world.clock.instant())}`)
      expect(stood.map(({ at }) => ({ at, board: boardThen(whole, at) }))).toEqual(stood)
      expect(boardThen(whole, world.clock.instant())).toEqual(await boardNow())
      const half = stood[Math.floor(stood.length / 2)]?.at ?? from
      if (half > from)
        expect(boardThen(await replay(`branchId=${world.branch.id}&${window(from, half)}`), half)).toEqual(boardThen(whole, half))
      for (const { at } of marksOf(whole)) expect(at >= whole.from && at <= whole.to).toBe(true)
      world.clock.forward(1)
    }),
    { numRuns: 3 },
  )
}, 300_000)

test('what nobody answered, what became late and what was called off are marks, each at its instant', async () => {
  const from = world.clock.instant()
  const [unanswered, late, called] = [await place(world), await place(world), await place(world)]
  await act(world, late.id, 'accept', { prepMinutes: 5 })
  await act(world, called.id, 'cancel', { reason: 'changed-mind' })
  const at = world.clock.instant()
  world.clock.forward(10)
  await world.app.services.jobs.run('reject-unanswered-orders')
  world.clock.forward(60)
  const { body } = await world.app.call(`GET /orders/${late.id}`, { as: world.admin })
  const marks = marksOf(await replay(window(from, world.clock.instant()))).filter(({ order }) =>
    [unanswered.id, late.id, called.id].includes(order.id),
  )
  expect(marks.map(({ at, kind, order }) => [at, kind, order.id])).toEqual([
    [at, 'cancelled', called.id],
    [addMinutes(at, 10), 'timed-out', unanswered.id],
    [body.promisedAt, 'late', late.id],
  ])
})

test('a rider is where they were while they carried one of the orders, for who sees deliveries, and nowhere else', async () => {
  const rider = await addRider(world.db, world.branch)
  const ride = async (lat: number) => {
    const body = { point: { lat, lng: 76.26 }, at: world.clock.instant(), shiftState: 'available' }
    expect((await world.app.call(`POST /channel/riders/${rider.id}/positions`, { as: world.channel, body })).status).toBe(200)
    world.clock.forward(1)
  }
  const from = world.clock.instant()
  await ride(9.9)
  const { id } = await place(world)
  await act(world, id, 'accept', { prepMinutes: 10 })
  await act(world, id, 'assign-rider', { riderId: rider.id })
  const given = world.clock.instant()
  await ride(9.91)
  await ride(9.92)
  await act(world, id, 'mark-ready')
  await act(world, id, 'pick-up', { reason: 'forgot' })
  await act(world, id, 'deliver', { reason: 'forgot' })
  world.clock.forward(1)
  await ride(10)
  const to = world.clock.instant()
  const shown = (await replay(window(from, to))).riders.find((each) => each.id === rider.id)
  expect(shown?.points.map(({ lat }) => lat)).toEqual([9.91, 9.92])
  expect([positionAt(shown ?? { points: [] }, from), positionAt(shown ?? { points: [] }, addMinutes(given, 1))]).toEqual([
    null,
    { lat: 9.92, lng: 76.26, at: addMinutes(given, 1) },
  ])
  const looker = await world.app.addStaff({ permissions: ['order.view'] })
  const seen = await replay(window(from, to), looker)
  expect([seen.riders, seen.orders.some((order) => order.id === id)]).toEqual([[], true])
})

test('is cut to the orders of one’s scope, and to a branch', async () => {
  const from = addMinutes(world.clock.instant(), -10)
  const elsewhere = await addStore(world.db)
  const [ours, theirs] = [world.store, elsewhere]
  const ids = await Promise.all([ours, theirs].map(async (store) => (await addOrder(world.db, store, { at: world.clock.instant() })).id))
  const now = world.clock.instant()
  world.clock.forward(1)
  const shown = async (query: string, as?: Caller) =>
    (await replay(`${query}${window(from, world.clock.instant())}`, as)).orders.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
  expect((await shown('')).toSorted()).toEqual(ids.toSorted())
  expect(await shown(`branchId=${elsewhere.branch_id}&`)).toEqual([ids[1]])
  const near = await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'branch', ids: [ours.branch_id] } })
  expect([await shown('', near), await shown(`branchId=${elsewhere.branch_id}&`, near)]).toEqual([[ids[0]], []])
  expect(now < world.clock.instant()).toBe(true)
  const nobody = await world.app.addStaff({ permissions: ['delivery.view'] })
  expect((await world.app.call('GET /floor/replay', { as: nobody })).body.error.fields).toEqual({ permission: 'order.view' })
})

test('is of a shift at most, and of what has been', async () => {
  const refused = async (from: Instant, to: Instant) =>
    (await world.app.call(`GET /floor/replay?${window(from, to)}`, { as: world.admin })).body.error.fields
  const now = world.clock.instant()
  expect(await refused(addMinutes(now, -721), now)).toEqual({ 'query.from': 'must be at most 12 hours before the end' })
  expect(await refused(addMinutes(now, 5), addMinutes(now, 10))).toEqual({ 'query.from': 'has not come yet' })
  expect(await refused(addMinutes(now, -5), addMinutes(now, -10))).toEqual({ 'query.from': 'must be before the end' })
  expect((await replay(window(addMinutes(now, -60), addMinutes(now, 60)))).to).toBe(now)
})

test('reads two statements of the window by index, however many orders there ever were', async () => {
  const branch = await addBranch(world.db)
  const store = await addStore(world.db, { branch })
  const template = await addOrder(world.db, store, { at: world.clock.instant(), status: 'delivered' })
  const columns = Object.keys(template).filter((column) => !['id', 'number', 'placed_at', 'pending_at', 'delivered_at'].includes(column))
  const copied = sql.join(columns.map((column) => sql.ref(column)))
  const fill = (orders: number) =>
    sql`
    insert into orders (id, number, placed_at, pending_at, delivered_at, ${copied})
    select encode(set_byte(set_byte(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from moment.at) * 1000)::bigint) from 3) from 1 for 6), 6, 112), 8, 128), 'hex')::uuid,
      'RP-' || n, moment.at, moment.at, moment.at + interval '20 minutes', ${copied}
    from generate_series(1, ${orders}) n
      cross join lateral (select ${world.clock.instant()}::timestamptz - interval '2 days' - make_interval(mins => n) as at) as moment
      cross join (select * from orders where id = ${template.id}) as template`.execute(world.db)
  const read = () => replay(`branchId=${branch.id}`)
  const look = async () => {
    await sql`vacuum analyze orders`.execute(world.db)
    return scansOf(await plansOf(world.app, read), 'orders').reduce((sum, scan) => sum + scan.looked, 0)
  }
  await fill(300)
  const few = await look()
  await fill(3000)
  expect((await queriesOf(world.app, read)).filter((query) => !query.sql.includes('"setting"')).length).toBeLessThanOrEqual(3)
  expect(await look()).toBeLessThanOrEqual(few + 30)
})
