import type { BranchDay, BranchDayFigures, BranchDayLook } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBranch, addStore } from '../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { holdCash } from '../../../test/sweep/examples/cash.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let closer: Caller
let checker: Caller
beforeAll(async () => {
  world = await orderWorld()
  closer = await world.app.addStaff({ name: 'Meera', permissions: ['branch-day.view', 'branch-day.create'] })
  checker = await world.app.addStaff({ name: 'Arun', permissions: ['branch-day.view', 'branch-day.create', 'branch-day.approve'] })
})
afterAll(() => world.app.close())

const inr = (minor: number) => ({ minor, currency: 'INR' })
const today = () => new Date(world.clock.ms() + 330 * 60_000).toISOString().slice(0, 10)
const look = async (day: string, as: Caller = closer): Promise<BranchDayLook> =>
  (await world.app.call(`GET /branches/${world.branch.id}/day?day=${day}`, { as })).body
const close = (day: string, as: Caller = closer, more: object = {}) =>
  world.app.call('POST /branch-days', { as, body: { branchId: world.branch.id, day, ...more } })
const say = (day: BranchDay, verb: string, body: object = {}, as: Caller = checker) =>
  world.app.call(`POST /branch-days/${day.id}/${verb}`, { as, body: { version: day.version, ...body } })
const made = async (day: string, more: object = {}): Promise<BranchDay> => {
  const { status, body } = await close(day, closer, more)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** An order of the day that runs, in the hands of its customer. */
async function sold(given: object = {}): Promise<{ id: string; number: string; total: { minor: number } }> {
  const order = await place(world, { orderType: 'pickup', address: undefined, ...given })
  for (const [verb, body] of [['accept', { prepMinutes: 15 }], ['mark-ready'], ['collect', { collected: order.total }]] as const) {
    const done = await act(world, order.id, verb, verb === 'collect' && !('payment' in given) ? {} : body)
    expect([verb, done.status, done.body.error]).toEqual([verb, 200, undefined])
  }
  return order
}
/** Into the next day; answers the one that is over. */
const nextDay = () => {
  const day = today()
  world.clock.forward(24 * 60)
  return day
}

describe('a day', () => {
  test('is told as its orders stand, of its own branch alone, and cannot be closed before it is over', async () => {
    const { total } = await sold()
    await sold({ payment: { method: 'cash' } })
    const rejected = await place(world)
    await act(world, rejected.id, 'reject', { reason: 'too-busy' })
    await holdCash(world.db, await addStore(world.db), null, 7_000, world.clock.instant())
    const day = today()
    const { figures, because, branch } = await look(day)
    expect([branch.name, because]).toEqual([world.branch.name, 'The day is not over yet.'])
    expect(figures).toEqual({
      orders: 3,
      delivered: 2,
      rejected: 1,
      cancelled: 0,
      failed: 0,
      later: 0,
      value: inr(2 * total.minor),
      refunded: inr(0),
      collected: inr(total.minor),
      deposited: inr(0),
      held: inr(total.minor),
    } satisfies BranchDayFigures)
    const early = await close(day)
    expect([early.status, early.body.error.fields]).toEqual([422, { 'body.day': 'is not over yet' }])
    const ahead = await world.app.call(`GET /branches/${world.branch.id}/day?day=2027-01-01`, { as: closer })
    expect(ahead.body.error.fields).toEqual({ 'query.day': 'has not begun' })
    nextDay()
    expect((await look(today())).figures.orders).toBe(0)
    const open = await world.app.call(`GET /branches/${world.branch.id}/open-days`, { as: closer })
    expect(open.body).toEqual([{ day, orders: 3, reopened: null }])
    expect((await made(day, { remark: 'A quiet one' })).figures).toEqual(figures)
    expect((await world.app.call(`GET /branches/${world.branch.id}/open-days`, { as: closer })).body).toEqual([])
  })

  test('is refused while its orders are under way, with which; one for a slot of a later day does not hold it up', async () => {
    const running = await place(world)
    const slot = new Date(world.clock.ms() + 26 * 3_600_000).toISOString()
    const later = await place(world, { slot: { from: slot, to: new Date(Date.parse(slot) + 3_600_000).toISOString() } })
    const day = nextDay()
    expect(await look(day)).toMatchObject({ underWay: 1, first: [{ id: running.id, name: running.number }], figures: { later: 1 } })
    const refused = await close(day)
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'day-under-way'])
    expect(refused.body.error.message).toBe(`An order of the day is still under way: ${running.number}.`)
    await act(world, running.id, 'reject', { reason: 'too-busy' })
    expect((await made(day)).figures).toMatchObject({ orders: 2, rejected: 1, later: 1 })
    await act(world, later.id, 'cancel', { reason: 'customer-request' })
  })

  test('is closed once, by whoever is first, and a call that is repeated is the same call', async () => {
    await sold()
    const day = nextDay()
    const both = await Promise.all([close(day, closer), close(day, checker)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.error).toMatchObject({
      reason: 'day-closed-already',
      message: expect.stringMatching(/^(Meera|Arun) has closed the day\.$/),
    })
    await sold()
    const other = nextDay()
    const body = { branchId: world.branch.id, day: other }
    const again = () => world.app.call('POST /branch-days', { as: closer, body, headers: { 'idempotency-key': 'close-once' } })
    const [first, second] = [await again(), await again()]
    expect([first.status, second.body]).toEqual([200, first.body])
  })

  test('is signed off by another person, reopened for a reason and closed anew with the figures as they stand then', async () => {
    const order = await sold()
    const day = nextDay()
    const closed = await made(day)
    const own = await close(day, checker)
    expect(own.body.error.reason).toBe('day-closed-already')
    const signed = await say(closed, 'sign-off')
    expect(signed.body).toMatchObject({ status: 'signed-off', signedOffBy: 'Arun', closedBy: 'Meera' })
    expect((await say(signed.body, 'sign-off')).body.error.message).toBe('It is signed off.')

    const refunded = await act(world, order.id, 'refunds', { reasonCode: 'poor-quality', method: 'source', amount: inr(5_000) })
    expect(refunded.status, JSON.stringify(refunded.body)).toBe(200)
    const [{ id: refundId }] = refunded.body.refunds
    await act(world, order.id, 'refunds/send', { refundId })
    await act(world, order.id, 'refunds/complete', { refundId })
    expect((await look(day)).figures.refunded).toEqual(inr(5_000))
    const { body: kept } = await world.app.call(`GET /branch-days/${closed.id}`, { as: closer })
    expect(kept.figures.refunded).toEqual(inr(0))

    const reopened = await say(kept, 'reopen', { reason: 'A refund came late' })
    expect(reopened.body).toMatchObject({ status: 'reopened', reopenedBecause: 'A refund came late', signedOffBy: null })
    expect((await world.app.call(`GET /branches/${world.branch.id}/open-days`, { as: closer })).body).toEqual([
      { day, orders: 1, reopened: closed.id },
    ])
    expect((await close(day)).body.error.message).toBe('The day was reopened: close it again on its page.')
    const anew = await say(reopened.body, 'close-again', { remark: 'With the refund' }, checker)
    expect(anew.body).toMatchObject({ status: 'closed', closedBy: 'Arun', remark: 'With the refund', figures: { refunded: inr(5_000) } })
    const same = await say(anew.body, 'sign-off', {}, checker)
    expect([same.status, same.body.error.reason]).toEqual([409, 'own-day'])

    const history = await world.app.call(`GET /history/branch-day/${closed.id}`, { as: await world.app.addStaff({ isAdmin: true }) })
    expect(history.body.rows.map(({ action }: { action: string }) => action)).toEqual(['closeAgain', 'reopen', 'signOff', 'create'])
    expect(history.body.rows[0].changes).toContainEqual({ field: 'refunded', old: inr(0), new: inr(5_000) })
  })

  test('closed again without a note has none: that of the closing before was its own', async () => {
    await sold()
    const reopened = await say(await made(nextDay(), { remark: 'The till was short' }), 'reopen', { reason: 'A refund came late' })
    expect((await say(reopened.body, 'close-again')).body).toMatchObject({ status: 'closed', remark: null })
  })

  test('that is closed keeps its figures, whatever is written to it, and is never deleted', async () => {
    await sold()
    const { id } = await made(nextDay())
    const write = (statement: ReturnType<typeof sql>) =>
      expect(statement.execute(world.db)).rejects.toThrow('a closed day keeps its figures')
    await write(sql`update branch_day set value_minor = 1 where id = ${id}`)
    await write(sql`update branch_day set closed_by = 'Somebody' where id = ${id}`)
    await write(sql`delete from branch_day where id = ${id}`)
  })

  test('is nobody’s beside its branch, and takes the permission to close, to sign off', async () => {
    await sold()
    const day = nextDay()
    const closed = await made(day)
    const elsewhere = await addBranch(world.db)
    const permissions = ['branch-day.view', 'branch-day.create', 'branch-day.approve'] as const
    const neighbour = await world.app.addStaff({ permissions: [...permissions], scope: { kind: 'branch', ids: [elsewhere.id] } })
    const ofStore = await world.app.addStaff({ permissions: [...permissions], scope: { kind: 'store', ids: [world.store.id] } })
    for (const as of [neighbour, ofStore]) {
      expect((await world.app.call('GET /branch-days', { as })).body.rows).toEqual([])
      expect((await world.app.call(`GET /branch-days/${closed.id}`, { as })).status).toBe(404)
      expect((await world.app.call(`GET /branches/${world.branch.id}/day?day=${day}`, { as })).status).toBe(404)
      expect((await say(closed, 'sign-off', {}, as)).status).toBe(404)
      expect((await close(day, as)).body.error.fields).toEqual({ 'body.branchId': 'does not exist' })
    }
    const viewer = await world.app.addStaff({ permissions: ['branch-day.view'] })
    expect((await look(day, viewer)).closed).toEqual({ id: closed.id, status: 'closed' })
    expect((await close(day, viewer)).body.error.fields).toEqual({ permission: 'branch-day.create' })
    expect((await say(closed, 'sign-off', {}, closer)).body.error.fields).toEqual({ permission: 'branch-day.approve' })
    expect((await say(closed, 'reopen', { reason: 'Why not' }, closer)).body.error.fields).toEqual({ permission: 'branch-day.approve' })
  })

  test('is read from the orders of that day in that branch and of no other', async () => {
    const day = today()
    await sold()
    const plans = await plansOf(world.app, () => look(day))
    const looked = scansOf(plans, 'orders').reduce((sum, scan) => sum + scan.looked, 0)
    expect(looked).toBeLessThanOrEqual(1)
    expect(scansOf(plans, 'orders').every(({ index }) => index !== null)).toBe(true)
  })
})
