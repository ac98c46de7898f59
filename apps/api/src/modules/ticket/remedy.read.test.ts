import type { Ticket } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCustomer, addOrder, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import { queriesOf } from '../../../test/plans.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let care: Caller
const sees = ['approval.view', 'ticket.view', 'ticket.edit', 'order.view', 'refund.view', 'refund.create'] as const
beforeAll(async () => {
  world = await orderWorld()
  care = await world.app.addStaff({ permissions: [...sees], name: 'Devi Menon', limits: { 'refund.create': 20_000 } })
  await world.app.addStaff({ permissions: [...sees, 'refund.approve'] })
})
afterAll(() => world.app.close())

const inr = (minor: number) => ({ minor, currency: 'INR' })
const call = (address: string, body?: object, as = care) => world.app.call(address, { as, ...(body && { body }) })
const paid = { status: 'delivered', payment_method: 'online', payment_state: 'captured', total_minor: 90_000, items_minor: 90_000 }

async function remedied() {
  const customer = await addCustomer(world.db)
  const order = await addOrder(world.db, world.store, { at: world.clock.instant(), customer_id: customer.id, ...paid } as never)
  const open = async (): Promise<Ticket> =>
    (await call('POST /tickets', { topicCode: 'late-order', priority: 'high', queue: 'care', text: 'An hour late.', orderId: order.id }))
      .body
  const [first, second] = [await open(), await open()]
  const give = (ticket: Ticket, more: object) => ({ ticketId: ticket.id, reasonCode: 'late-delivery', given: 0, ...more })
  expect((await call('POST /remedies', give(first, { kind: 'credit', amount: inr(5_000) }))).status).toBe(200)
  const more = give(first, { kind: 'compensation', amount: inr(3_000), given: 1 })
  expect((await call('POST /remedies', more)).status).toBe(200)
  const body = give(second, { kind: 'credit', amount: inr(60_000) })
  expect((await call('POST /approvals', { operation: 'remedy.create', body, reason: 'A wedding' })).status).toBe(200)
  return { order, first, second }
}

test('an order tells what was given for it on all of its tickets and what waits for approval, in one statement', async () => {
  const { order, first, second } = await remedied()
  let told: { isWaiting: boolean; kind: string }[] = []
  const statements = await queriesOf(world.app, async () => {
    told = (await call(`GET /orders/${order.id}/remedies`)).body
  })
  const by = 'Devi Menon'
  expect(told).toMatchObject([
    { isWaiting: true, kind: 'credit', amount: inr(60_000), ticket: { id: second.id, name: second.number }, by, checkedBy: null },
    { isWaiting: false, kind: 'compensation', amount: inr(3_000), ticket: { id: first.id, name: first.number }, by, checkedBy: null },
    { isWaiting: false, kind: 'credit', amount: inr(5_000), ticket: { id: first.id, name: first.number }, by, replacement: null },
  ])
  expect(statements.filter(({ sql }) => sql.includes('remedy'))).toHaveLength(1)
  expect(statements).toHaveLength(1)
})

test('whoever sees no refunds is told none, and nobody of an order out of their reach', async () => {
  const { order } = await remedied()
  const desk = await world.app.addStaff({ permissions: ['order.view', 'ticket.view'] })
  const refused = await call(`GET /orders/${order.id}/remedies`, undefined, desk)
  expect(refused.body.error.fields).toEqual({ permission: 'refund.view' })
  const next = await addStore(world.db)
  const elsewhere = await world.app.addStaff({ permissions: [...sees], scope: { kind: 'store', ids: [next.id] } })
  expect((await call(`GET /orders/${order.id}/remedies`, undefined, elsewhere)).status).toBe(404)
  const other = await addOrder(world.db, world.store, { at: world.clock.instant(), ...paid } as never)
  expect((await call(`GET /orders/${other.id}/remedies`)).body).toEqual([])
})
