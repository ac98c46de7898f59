import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrderAct, orderActs } from '../../../../test/order-acts.ts'
import { inr, preview, quantity } from '../../../../test/order-editing.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'
import { findMisbooked } from '../../ledger/recompute.service.ts'
import { findBrokenOrders } from '../read/invariants.ts'

let world: OrderWorld
let colleague: Caller
beforeAll(async () => {
  world = await orderWorld()
  colleague = await world.app.addStaff({ permissions: ['order.operate'] })
})
afterAll(async () => {
  expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
  expect(await findMisbooked(world.app.database.db)).toEqual([])
  await world.app.close()
})

/** The ways to where an order still can be edited. */
const ways: Record<string, OrderAct[]> = {
  pending: [],
  accepted: ['accept', 'assignRider'],
  preparing: ['accept', 'startPreparing', 'claim'],
  ready: ['accept', 'markReady', 'assignRider'],
}
const bodyOf = (action: OrderAct) => orderActs[action][1]({ world, colleague })

async function orderAt(way: readonly OrderAct[]): Promise<string> {
  const { id } = await place(world)
  // Accepted in the very moment it came in, it would be the store's own acceptance.
  world.clock.forward(1)
  for (const action of way) expect((await act(world, id, orderActs[action][0], bodyOf(action))).status).toBe(200)
  return id
}
const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body

test.each(Object.entries(ways))('%s: an edit and any act at once have one winner, and only its trace', async (status, way) => {
  const seen = await read(await orderAt(way))
  expect(seen.status).toBe(status)
  const possible = (Object.keys(orderActs) as OrderAct[]).filter((action) =>
    seen.allowed.some((each: { action: string; because: string | null }) => each.action === action && each.because === null),
  )
  expect(possible.length).toBeGreaterThan(2)
  for (const action of [...possible, 'edit' as const]) {
    const id = await orderAt(way)
    const { version, total: before } = await read(id)
    const change = async (n: number) => {
      // At the door of its store its lines stand.
      const what = status === 'ready' ? { tip: inr(n * 1000) } : quantity(n)
      const { total } = (await preview(world, id, what)).body
      const body = { ...what, version, expectedTotal: total, reason: 'customer-asks' }
      return { total, send: () => world.app.call(`POST /orders/${id}/edit`, { as: world.admin, body }) }
    }
    const edit = await change(3)
    const other =
      action === 'edit'
        ? await change(4)
        : {
            total: before,
            send: () =>
              world.app.call(`POST /orders/${id}/${orderActs[action][0]}`, { as: world.admin, body: { version, ...bodyOf(action) } }),
          }
    const [edited, acted] = await Promise.all([edit.send(), other.send()])
    expect([action, ...[edited.status, acted.status].sort()]).toEqual([action, 200, 409])
    const after = await read(id)
    expect([action, after.version, after.total]).toEqual([action, version + 1, edited.status === 200 ? edit.total : other.total])
  }
})
