import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRider } from '../../../../test/factories.ts'
import { isWaitedFor, whileHeld } from '../../../../test/held.ts'
import { act, type OrderWorld, orderWorld, place, say } from '../../../../test/order-world.ts'
import type { Answer } from '../../../../test/test-app.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const byCash = { payment: { method: 'cash' } }
const assign = (id: string, riderId: string, version = 1) =>
  world.app.call(`POST /orders/${id}/assign-rider`, { as: world.admin, body: { version, riderId } })
const ofRider = (riderId: string, verb: string, body: object = {}) =>
  world.app.call(`POST /riders/${riderId}/${verb}`, { as: world.admin, body: { version: 1, reason: 'gone', ...body } })
const answered = ({ status, body }: Answer) => [status, body.error?.message ?? null]

/** Both ask while somebody else holds the rider, the first of them first. */
async function atOnce(riderId: string, first: () => Promise<Answer>, second: () => Promise<Answer>): Promise<Answer[]> {
  const asked: Promise<Answer>[] = []
  await whileHeld(world.app.database, `select from rider where id = '${riderId}' for update`, async () => {
    asked.push(first())
    await isWaitedFor(world.app.database)
    asked.push(second())
    await isWaitedFor(world.app.database, 2)
  })
  return Promise.all(asked)
}

describe('given to a rider and, at once,', () => {
  test.each([
    ['leave', 'Has left.'],
    ['block', 'Is blocked.'],
    ['force-off', 'Is off shift.'],
  ])('%s: whoever comes second is told of the first', async (verb, because) => {
    const rider = await addRider(world.db, world.branch, { name: `Rider ${verb}` })
    const { id } = await place(world, byCash)
    const [gone, given] = await atOnce(
      rider.id,
      () => ofRider(rider.id, verb),
      () => assign(id, rider.id),
    )
    expect(gone?.status).toBe(200)
    expect(given && answered(given)).toEqual([409, `Rider ${verb}: ${because}`])
  })

  test('the other way about: nobody leaves with what was given to them a moment ago', async () => {
    const rider = await addRider(world.db, world.branch)
    const { id } = await place(world, byCash)
    const [given, gone] = await atOnce(
      rider.id,
      () => assign(id, rider.id),
      () => ofRider(rider.id, 'leave'),
    )
    expect(given?.status).toBe(200)
    expect(gone && answered(gone)).toEqual([409, 'They still carry orders.'])
  })

  test('another order: only as much as they may carry of both', async () => {
    const rider = await addRider(world.db, world.branch, { name: 'Arun', cash_limit_minor: 40_000 })
    const [one, other] = [await place(world, byCash), await place(world, byCash)]
    const [first, second] = await atOnce(
      rider.id,
      () => assign(one.id, rider.id),
      () => assign(other.id, rider.id),
    )
    expect(first?.status).toBe(200)
    expect(second && answered(second)).toEqual([
      409,
      'Arun: Would carry ₹500.00 in cash, ₹250.00 of it still to be collected of other orders, the limit is ₹400.00.',
    ])
  })

  test('two riders change orders', async () => {
    const [a, b] = [await addRider(world.db, world.branch), await addRider(world.db, world.branch)]
    const [one, other] = [await place(world), await place(world)]
    await act(world, one.id, 'assign-rider', { riderId: a.id })
    await act(world, other.id, 'assign-rider', { riderId: b.id })
    const both = await Promise.all([assign(one.id, b.id, 2), assign(other.id, a.id, 2)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('what assigned orders will bring in cash', () => {
  const toCollect = async (id: string) => (await world.app.call(`GET /riders/${id}`, { as: world.admin })).body.cashToCollect.minor
  const whyNot = async (orderId: string, riderId: string) => {
    const { body } = await world.app.call(`GET /orders/${orderId}/riders`, { as: world.admin })
    return body.find(({ id }: { id: string }) => id === riderId).because
  }

  test('counts against the limit as what is in hand does, until it is collected', async () => {
    const rider = await addRider(world.db, world.branch, { name: 'Binu', cash_in_hand_minor: 10_000, cash_limit_minor: 60_000 })
    const [first, second, third] = [await place(world, byCash), await place(world, byCash), await place(world, byCash)]
    expect((await assign(first.id, rider.id)).status).toBe(200)
    expect((await assign(second.id, rider.id)).status).toBe(200)
    expect(await toCollect(rider.id)).toBe(50_000)
    const because = 'Would carry ₹850.00 in cash, ₹500.00 of it still to be collected of other orders, the limit is ₹600.00.'
    expect(await whyNot(third.id, rider.id)).toBe(because)
    expect(answered(await assign(third.id, rider.id))).toEqual([409, `Binu: ${because}`])
    expect(await whyNot(first.id, rider.id), 'what they have of it already counts once').toBeNull()
    const { body } = await world.app.call('GET /riders?atCashLimit=true', { as: world.admin })
    expect(body.rows.map(({ name }: { name: string }) => name)).toContain('Binu')

    await act(world, first.id, 'accept', { prepMinutes: 15 })
    await act(world, first.id, 'mark-ready')
    await say(world, first.id, { type: 'pickUp', as: 'rider' })
    await say(world, first.id, { type: 'deliver', as: 'rider', collected: { minor: 25_000, currency: 'INR' } })
    expect(await toCollect(rider.id)).toBe(25_000)
    expect(await whyNot(third.id, rider.id)).toBe(
      'Would carry ₹850.00 in cash, ₹250.00 of it still to be collected of other orders, the limit is ₹600.00.',
    )
    await act(world, second.id, 'unassign-rider')
    expect(await toCollect(rider.id)).toBe(0)
    expect((await assign(third.id, rider.id)).status).toBe(200)
  })

  test('is nothing of what is paid by card or has been paid, which is given beyond the limit too', async () => {
    const rider = await addRider(world.db, world.branch, { cash_limit_minor: 25_000 })
    const [cash, card, paid] = [await place(world, byCash), await place(world, { payment: { method: 'card' } }), await place(world)]
    for (const { id } of [cash, card, paid]) expect((await assign(id, rider.id)).status).toBe(200)
    expect(await toCollect(rider.id)).toBe(25_000)
  })
})
