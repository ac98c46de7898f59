import { addDays, addMinutes, distanceKm, type Instant, type OpeningHours, payFor } from '@larder/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRider } from '../../../test/factories.ts'
import { act, home, type OrderWorld, orderWorld, place, say } from '../../../test/order-world.ts'
import { breakSeconds, plannedMinutes, workedSeconds } from './rider-lists.service.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
  const inr = (minor: number) => ({ minor, currency: 'INR' })
  const { db, branch } = world
  await db
    .insertInto('rider_pay_rule')
    .values({
      id: crypto.randomUUID(),
      branch_id: branch.id,
      starts_on: '2026-01-01',
      base_minor: inr(2500).minor,
      per_km_minor: 800,
      free_wait_minutes: 5,
      per_wait_minute_minor: 100,
      peak_hours: JSON.stringify([{ day: 5, opens: '13:00', closes: '16:00' }]),
      peak_bonus_minor: 1000,
      currency: 'INR',
    })
    .execute()
})
afterAll(() => world.app.close())

const read = async (path: string) => (await world.app.call(`GET ${path}`, { as: world.admin })).body

async function deliver(given: object = {}, waits = 9): Promise<string> {
  const { id } = await place(world, given)
  await act(world, id, 'accept', { prepMinutes: 30 })
  await act(world, id, 'start-preparing')
  await act(world, id, 'assign-rider', { riderId: world.rider.id })
  await say(world, id, { type: 'arriveAtStore', as: 'rider' })
  await act(world, id, 'mark-ready')
  world.clock.forward(waits)
  await say(world, id, { type: 'pickUp', as: 'rider' })
  world.clock.forward(12)
  const { status, body } = await say(world, id, { type: 'deliver', as: 'rider' })
  expect([status, body.error]).toEqual([200, undefined])
  return id
}

test('what a rider earned by an order is kept as it is delivered, with all that it was computed from', async () => {
  const id = await deliver({ tip: { minor: 2000, currency: 'INR' } })
  const { rows } = await read(`/rider-earnings?riderId=${world.rider.id}`)
  const metres = Math.round(distanceKm({ lat: 9.95, lng: 76.25 }, home.point) * 1000)
  const distance = Math.round((800 * metres) / 1000)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    order: { id },
    metres,
    waitedMinutes: 9,
    paidWaitMinutes: 4,
    base: { minor: 2500 },
    distance: { minor: distance },
    waiting: { minor: 400 },
    peak: { minor: 1000 },
    tip: { minor: 2000 },
    total: { minor: 2500 + distance + 400 + 1000 + 2000 },
    isLate: false,
  })
  const { figures } = await read(`/riders/${world.rider.id}`)
  expect(figures).toMatchObject({ delivered: 1, onTimePpm: 1_000_000, acceptancePpm: 1_000_000, earned: rows[0].total })
})

test('an order that is given back counts against acceptance, one that staff take away does not', async () => {
  const rider = await addRider(world.db, world.branch)
  const { id } = await place(world)
  await act(world, id, 'accept', { prepMinutes: 10 })
  await act(world, id, 'assign-rider', { riderId: rider.id })
  await act(world, id, 'unassign-rider')
  expect((await read(`/riders/${rider.id}`)).figures.acceptancePpm).toBe(1_000_000)
  await act(world, id, 'assign-rider', { riderId: rider.id })
  await say(world, id, { type: 'unassignRider', as: 'rider' })
  expect((await read(`/riders/${rider.id}`)).figures.acceptancePpm).toBe(500_000)
})

test('a change of the rule holds for what is delivered from its day on, and never for what was', async () => {
  const { branch, admin, app } = world
  const rule = {
    branchId: branch.id,
    startsOn: '2026-11-20',
    base: { minor: 9000, currency: 'INR' },
    perKm: { minor: 0, currency: 'INR' },
    freeWaitMinutes: 0,
    perWaitMinute: { minor: 0, currency: 'INR' },
    peakHours: [],
    peakBonus: { minor: 0, currency: 'INR' },
  }
  const today = await app.call('POST /rider-pay-rules', { as: admin, body: rule })
  expect(today.body.error.fields).toEqual({ 'body.startsOn': 'must be a day that has not begun' })
  const made = await app.call('POST /rider-pay-rules', { as: admin, body: { ...rule, startsOn: addDays('2026-11-20', 1) } })
  expect(made.status).toBe(200)
  const all = await read('/rider-pay-rules?sort=startsOn')
  expect(all.rows.map(({ endsOn }: { endsOn: string | null }) => endsOn)).toEqual(['2026-11-20', null])
  await deliver()
  world.clock.forward(24 * 60)
  await deliver()
  const { rows } = await read(`/rider-earnings?riderId=${world.rider.id}`)
  expect(rows[0].base.minor).toBe(9000)
  expect(rows[1].base.minor).toBe(2500)
  const begun = await app.call(`PATCH /rider-pay-rules/${made.body.id}`, { as: admin, body: { version: 1, freeWaitMinutes: 1 } })
  expect(begun.body.error.reason).toBe('pay-rule-begun')
})

test('a shift begins and ends as the app says, its breaks are not worked, and staff end it with a reason', async () => {
  const { app, clock, db, branch, channel, admin } = world
  const rider = await addRider(db, branch, { shift_state: 'off' })
  const hear = (shiftState: string) =>
    app.call(`POST /channel/riders/${rider.id}/positions`, {
      as: channel,
      body: { point: { lat: 9.95, lng: 76.25 }, at: clock.instant(), shiftState },
    })
  const began = clock.instant()
  await hear('available')
  clock.forward(60)
  await hear('break')
  clock.forward(30)
  await hear('available')
  clock.forward(30)
  const [running] = (await read(`/rider-shifts?riderId=${rider.id}`)).rows
  expect(running).toMatchObject({ beganAt: began, endedAt: null, breakMinutes: 30, workedMinutes: 90 })
  const { version, shiftSince } = await read(`/riders/${rider.id}`)
  expect(shiftSince).toBe(began)
  const off = await app.call(`POST /riders/${rider.id}/force-off`, { as: admin, body: { version, reason: 'Forgot to sign off' } })
  expect([off.status, off.body.shiftState, off.body.shiftSince]).toEqual([200, 'off', null])
  clock.forward(10)
  await hear('available')
  clock.forward(5)
  await hear('off')
  const { rows } = await read(`/rider-shifts?riderId=${rider.id}`)
  expect(rows.map(({ workedMinutes, endedBy, endReason }: Record<string, unknown>) => [workedMinutes, endedBy, endReason])).toEqual([
    [5, null, null],
    [90, 'Priya Nair', 'Forgot to sign off'],
  ])
  const { days } = await read(`/riders/${rider.id}/days`)
  expect(days.at(-1)).toMatchObject({ workedMinutes: 95, plannedMinutes: 0 })
})

const instants = fc.integer({ min: 0, max: 2_000_000_000 }).map((seconds) => new Date(seconds * 1000).toISOString() as Instant)
const minor = fc.integer({ min: 0, max: 10_000_000 })

test('pay is the sum of its parts, whole, and never less for a longer way or wait', () => {
  const rules = fc.record({
    baseMinor: minor,
    perKmMinor: minor,
    freeWaitMinutes: fc.nat(120),
    perWaitMinuteMinor: minor,
    peakHours: fc.constantFrom<OpeningHours>([], [{ day: 1, opens: '08:00', closes: '02:00' }]),
    peakBonusMinor: minor,
  })
  const orders = fc.record({
    metres: fc.nat(100_000),
    waitedMinutes: fc.nat(600),
    pickedUpAt: instants,
    timeZone: fc.constantFrom('Asia/Kolkata', 'America/Sao_Paulo', 'UTC'),
    tipMinor: minor,
  })
  fc.assert(
    fc.property(rules, orders, fc.nat(5000), fc.nat(60), (rule, order, further, longer) => {
      const pay = payFor(rule, order)
      const parts = [pay.baseMinor, pay.distanceMinor, pay.waitingMinor, pay.peakMinor, pay.tipMinor]
      expect(parts.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true)
      expect(pay.totalMinor).toBe(parts.reduce((sum, part) => sum + part, 0))
      expect(Math.abs(pay.distanceMinor - (rule.perKmMinor * order.metres) / 1000)).toBeLessThanOrEqual(0.5)
      const more = payFor(rule, { ...order, metres: order.metres + further, waitedMinutes: order.waitedMinutes + longer })
      expect(more.totalMinor).toBeGreaterThanOrEqual(pay.totalMinor)
    }),
  )
})

test('what was worked of a shift and its breaks are what it lasted', () => {
  fc.assert(
    fc.property(instants, fc.nat(600), fc.nat(300), fc.nat(300), (began_at, before, pause, after) => {
      const ended_at = addMinutes(began_at, before + pause + after)
      const shift = { began_at, ended_at, break_seconds: pause * 60, break_began_at: null }
      expect(workedSeconds(shift, ended_at) + breakSeconds(shift, ended_at)).toBe((before + pause + after) * 60)
    }),
  )
})

test('a plan past midnight counts on the day that it begins', () => {
  const hours = [
    { day: 5, opens: '18:00', closes: '02:00' },
    { day: 5, opens: '09:00', closes: '12:30' },
  ]
  expect(plannedMinutes(hours, '2026-11-20')).toBe(8 * 60 + 210)
  expect(plannedMinutes(hours, '2026-11-21')).toBe(0)
})
