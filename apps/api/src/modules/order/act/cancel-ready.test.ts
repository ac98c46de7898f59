import { afterAll, beforeAll, expect, test } from 'vitest'
import { withCredits } from '../../../../test/credits.ts'
import { act, type OrderWorld, orderWorld, paidOnline, place } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'
import { findBrokenOrders } from '../read/invariants.ts'

let world: OrderWorld
let executive: Caller
let lead: Caller
beforeAll(async () => {
  world = await orderWorld()
  const may = ['order.view', 'order.operate', 'cancellation.operate', 'refund.create', 'approval.view'] as const
  executive = await world.app.addStaff({ permissions: [...may], limits: { 'cancellation.operate': 20_000, 'refund.create': 20_000 } })
  lead = await world.app.addStaff({ permissions: ['order.view', 'refund.approve', 'approval.view'] })
})
afterAll(async () => {
  expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
  await world.app.close()
})

// 2 dosas at 100.00, 5 % tax, 10.00 packing: 220.00.
const pickup = { orderType: 'pickup', address: undefined }
const reason = { reason: 'changed-mind' }
const bring = async (id: string, ...acts: string[]) => {
  world.clock.forward(1)
  for (const one of acts) expect((await act(world, id, one, one === 'accept' ? { prepMinutes: 10 } : {})).status).toBe(200)
}
const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body

test('before it is ready an order is called off by whoever may, whatever goes back', async () => {
  const { id, total } = await place(world, pickup)
  await bring(id, 'accept', 'start-preparing')
  const { status, body } = await act(world, id, 'cancel', reason, executive)
  expect([status, body.refunds]).toMatchObject([200, [{ state: 'approved', amount: total }]])
})

test.each(['captured', 'authorised'] as const)(
  'ready and %s, beyond a limit another person approves it, and it is done as it was asked',
  async (state) => {
    const { id, number, total } = await place(world, { ...pickup, payment: paidOnline(state) })
    await bring(id, 'accept', 'mark-ready')
    const direct = await act(world, id, 'cancel', reason, executive)
    expect([direct.status, direct.body.error.reason]).toEqual([409, 'needs-approval'])
    expect(direct.body.error.message).toContain('₹220.00 is more than your limit of ₹200.00')
    const body = {
      operation: 'order.cancel',
      params: { id },
      body: { version: (await read(id)).version, ...reason },
      reason: 'Nobody came for it',
    }
    const asked = await world.app.call('POST /approvals', { as: executive, body })
    expect(asked.body).toMatchObject({ title: `Cancellation of ${number}: ₹220.00`, status: 'pending' })
    const approving = { as: lead, body: { version: asked.body.version } }
    expect((await world.app.call(`POST /approvals/${asked.body.id}/approve`, approving)).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'cancelled', refunds: [{ state: 'approved', amount: total }] })
  },
)

test('what credits paid of it counts as well: it goes back to their wallet', async () => {
  const { customer } = await withCredits(world, [12_000, 9_000])
  const { id } = await place(world, { ...pickup, customer, payment: { method: 'cash' }, useCredits: true })
  await bring(id, 'accept', 'mark-ready')
  const direct = await act(world, id, 'cancel', reason, executive)
  expect([direct.status, direct.body.error.reason]).toEqual([409, 'needs-approval'])
  expect(direct.body.error.message).toContain('₹210.00 is more than your limit of ₹200.00')
})

test('collected while that waits, it is not called off', async () => {
  const { id } = await place(world, pickup)
  await bring(id, 'accept', 'mark-ready')
  const body = {
    operation: 'order.cancel',
    params: { id },
    body: { version: (await read(id)).version, ...reason },
    reason: 'Nobody came for it',
  }
  const asked = await world.app.call('POST /approvals', { as: executive, body })
  await bring(id, 'collect')
  const approved = await world.app.call(`POST /approvals/${asked.body.id}/approve`, { as: lead, body: { version: asked.body.version } })
  expect([approved.status, approved.body.error?.reason]).toEqual([409, 'overtaken'])
  expect(await read(id)).toMatchObject({ status: 'delivered', refunds: [] })
})

test('within the limit, with what was given back before, and where nothing was paid it needs nobody', async () => {
  const [small, cash] = [
    await place(world, { ...pickup, lines: [{ itemId: world.item.id, quantity: 1 }] }),
    await place(world, { ...pickup, payment: { method: 'cash' } }),
  ]
  for (const { id } of [small, cash]) {
    await bring(id, 'accept', 'mark-ready')
    expect((await act(world, id, 'cancel', reason, executive)).status).toBe(200)
  }
  const { id } = await place(world, pickup)
  await bring(id, 'accept', 'mark-ready')
  await act(world, id, 'refunds', { amount: { minor: 15_000, currency: 'INR' }, reasonCode: 'goodwill', method: 'source' }, executive)
  const { body } = await act(world, id, 'cancel', reason, executive)
  expect(body.error.message).toContain(
    'with ₹150.00 before it that nobody else approved, ₹220.00 in all, is more than your limit of ₹200.00',
  )
})
