import { newId } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBranch, addOrder, addRider, addStore } from '../../../../test/factories.ts'
import { type OrderWorld, orderWorld, say } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'

let world: OrderWorld
let ours: { id: string }
let theirs: { id: string }
let partner: Caller
let officer: Caller
beforeAll(async () => {
  world = await orderWorld()
  const { db, store, clock } = world
  const elsewhere = await addStore(db)
  ours = await addOrder(db, store, { at: clock.instant(), channel_id: world.channel.id })
  theirs = await addOrder(db, elsewhere, { at: clock.instant() })
  const permissions = [
    'order.view',
    'order.operate',
    'order.edit',
    'rejection.operate',
    'cancellation.operate',
    'delivery.operate',
  ] as const
  partner = await world.app.addStaff({ permissions: [...permissions], scope: { kind: 'branch', ids: [store.branch_id] } })
  officer = await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [store.id] } })
})
afterAll(() => world.app.close())

describe('another branch', () => {
  const nowhere = '01a1f7f8-3000-7280-b64c-000000000000'
  const requests: [string, object | undefined][] = [
    ['GET /orders/ID', undefined],
    ['GET /orders/ID/riders', undefined],
    ['POST /orders/ID/accept', { version: 1, prepMinutes: 10 }],
    ['POST /orders/ID/reject', { version: 1, reason: 'too-busy' }],
    ['POST /orders/ID/cancel', { version: 1, reason: 'changed-mind' }],
    ['POST /orders/ID/claim', { version: 1 }],
    ['POST /orders/ID/take-over', { version: 1, note: 'Off sick' }],
    ['GET /orders/ID/colleagues', undefined],
    ['POST /orders/ID/notes', { text: 'Hello', isInternal: true }],
  ]
  test.each(requests)('%s answers as for an order that there is not', async (address, body) => {
    const [hidden, missing] = await Promise.all(
      [theirs.id, nowhere].map((id) => world.app.call(address.replace('ID', id), { as: partner, body })),
    )
    const { requestId: _, ...error } = hidden?.body.error ?? {}
    expect([hidden?.status, error]).toEqual([
      404,
      { kind: 'not-found', reason: 'order-not-found', message: 'There is no such order.', fields: {} },
    ])
    expect(missing?.status).toBe(404)
  })

  test('does not show in lists, board and counts', async () => {
    for (const as of [partner, officer]) {
      const ids = (await world.app.call('GET /orders', { as })).body.rows.map(({ id }: { id: string }) => id)
      expect(ids).toEqual([ours.id])
      const { body: board } = await world.app.call('GET /orders/board', { as })
      expect([board.columns[0].total, board.columns[0].cards.map(({ id }: { id: string }) => id)]).toEqual([1, [ours.id]])
      expect((await world.app.call('GET /orders/unhandled', { as })).body.count).toBe(1)
      const { body: other } = await world.app.call(`GET /orders?branchId=${theirs.id}&count=true`, { as })
      expect(other).toEqual({ rows: [], next: null, total: { value: 0, capped: false } })
    }
    expect((await world.app.call('GET /orders/unhandled', { as: world.admin })).body.count).toBe(2)
  })
})

test('a role gets the acts that it may ever do, and the API refuses the others by itself', async () => {
  const { body } = await world.app.call(`GET /orders/${ours.id}`, { as: officer })
  expect(body.allowed).toEqual([])
  const { status, body: refused } = await world.app.call(`POST /orders/${ours.id}/accept`, {
    as: officer,
    body: { version: 1, prepMinutes: 10 },
  })
  expect([status, refused.error.fields]).toEqual([401, { permission: 'order.operate' }])
  const { body: seen } = await world.app.call(`GET /orders/${ours.id}`, { as: partner })
  expect(seen.allowed).toContainEqual({ action: 'deliver', because: 'The order is still waiting for the store.' })
  expect(seen.allowed.map(({ action }: { action: string }) => action)).not.toContain('restore')
})

test('phone numbers are masked for those who may not reveal them', async () => {
  const revealer = await world.app.addStaff({ permissions: ['order.view', 'order.reveal'] })
  const phoneOf = async (as: Caller) => (await world.app.call(`GET /orders/${ours.id}`, { as })).body.customerPhone
  expect([await phoneOf(officer), await phoneOf(revealer)]).toEqual(['+91 98••• ••345', '+919847012345'])
})

test('a rider of another branch cannot be assigned, by staff or by an app', async () => {
  const stranger = await addRider(world.db, await addBranch(world.db))
  for (const riderId of [stranger.id, newId()]) {
    const byStaff = await world.app.call(`POST /orders/${ours.id}/assign-rider`, { as: partner, body: { version: 1, riderId } })
    const byApp = await say(world, ours.id, { type: 'assignRider', as: 'rider', riderId })
    const { body: order } = await world.app.call(`GET /orders/${ours.id}`, { as: partner })
    for (const { status, body } of [byStaff, byApp]) {
      expect([status, body.error.fields]).toEqual([422, { 'body.riderId': 'is not a rider of this branch' }])
      expect(body.error.message).toBe(`${order.number} is an order of ${world.branch.name}: no rider of another branch carries it.`)
    }
  }
})

test('an app of one kind cannot do what is for another', async () => {
  const { status, body } = await say(world, ours.id, { type: 'accept', as: 'rider', prepMinutes: 10 })
  expect([status, body.error.kind]).toEqual([422, 'invalid'])
})

test('an act under the same key is done once and answered twice', async () => {
  const order = await addOrder(world.db, world.store, { at: world.clock.instant() })
  const accept = () =>
    world.app.call(`POST /orders/${order.id}/accept`, {
      as: partner,
      body: { version: 1, prepMinutes: 10 },
      headers: { 'idempotency-key': order.id },
    })
  const [one, two] = await Promise.all([accept(), accept()])
  expect([one.status, two.body, (await accept()).body]).toEqual([200, one.body, one.body])
  expect(one.body).toMatchObject({ version: 2, events: [{ type: 'accept' }] })
})
