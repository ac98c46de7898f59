import { type OrderStatus, orderStatuses, transitionOf } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addLine, addOrder } from '../../../../test/factories.ts'
import { type OrderAct, orderActs } from '../../../../test/order-acts.ts'
import { type OrderWorld, orderWorld } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'

let world: OrderWorld
let colleague: Caller
beforeAll(async () => {
  world = await orderWorld()
  colleague = await world.app.addStaff({ permissions: ['order.operate'] })
})
afterAll(() => world.app.close())

interface Shape {
  orderType: 'delivery' | 'pickup'
  hasRider: boolean
  isClaimed: boolean
  isWeighed: boolean
}

async function orderIn(status: OrderStatus, { orderType, hasRider, isClaimed, isWeighed }: Shape) {
  const { db, store, clock, rider } = world
  const carried = { rider_id: rider.id, delivery_state: status === 'picked_up' ? 'picked' : 'assigned' }
  const order = await addOrder(db, store, {
    at: clock.instant(),
    status,
    order_type: orderType,
    vertical: isWeighed ? 'fish' : 'restaurant',
    ended_at: ['cancelled', 'rejected', 'failed'].includes(status) ? clock.instant() : null,
    ...(hasRider ? carried : {}),
    ...(isClaimed ? { claimed_by: world.admin.id, claimed_name: 'Priya Nair', claimed_at: clock.instant() } : {}),
  })
  await addLine(db, order, isWeighed ? { ordered_grams: 1000 } : {})
  return order
}

async function traces(id: string): Promise<{ entries: number; changed: number; version: number; told: number }> {
  const counts = sql<{ entries: number; changed: number; version: number; told: number }>`
    select (select count(*) from audit_entry where entity = 'order' and entity_id = ${id}::text) as entries,
      (select count(*) from event where entity = 'order' and entity_id = ${id}::text and kind = 'changed') as changed,
      (select count(*) from order_event where order_id = ${id}::uuid) as told,
      (select version from orders where id = ${id}::uuid) as version`
  const row = (await counts.execute(world.db)).rows[0]
  if (!row) throw new Error('no order')
  return row
}

const shapes: Shape[] = [
  { orderType: 'delivery', hasRider: true, isClaimed: false, isWeighed: false },
  { orderType: 'pickup', hasRider: false, isClaimed: true, isWeighed: true },
]

describe.each(shapes)('$orderType, rider $hasRider, claimed $isClaimed, weighed $isWeighed', (shape) => {
  test.each(orderStatuses)(
    'in status %s exactly what is offered can be done, each leaving one entry, one event, one version',
    async (status) => {
      const { body: offered } = await world.app.call(`GET /orders/${(await orderIn(status, shape)).id}`, { as: world.admin })
      for (const [action, [path, body]] of Object.entries(orderActs) as [OrderAct, (typeof orderActs)[OrderAct]][]) {
        const order = await orderIn(status, shape)
        const offer = offered.allowed.find((each: { action: string }) => each.action === action)
        const { status: code, body: answer } = await world.app.call(`POST /orders/${order.id}/${path}`, {
          as: world.admin,
          body: { version: 1, ...body({ world, colleague }) },
        })
        const isOffered = offer !== undefined && offer.because === null
        expect([action, code, isOffered ? null : offer?.because]).toEqual([
          action,
          isOffered ? 200 : 409,
          isOffered ? null : (offer?.because ?? undefined),
        ])
        if (action !== 'packWeights' && code === 200) expect(transitionOf(action).from).toContain(status)
        if (action !== 'packWeights' && code === 200) expect(answer.status).toBe(transitionOf(action).to ?? status)
        const one = code === 200 ? 1 : 0
        expect([action, await traces(order.id)]).toEqual([action, { entries: one, changed: one, told: one, version: 1 + one }])
      }
    },
  )
})

const [delivered] = shapes
test.each(orderStatuses)('in status %s any two acts at once have one winner and leave one trace', async (status) => {
  if (!delivered) throw new Error('no shape')
  const { body: offered } = await world.app.call(`GET /orders/${(await orderIn(status, delivered)).id}`, { as: world.admin })
  const possible = (Object.keys(orderActs) as OrderAct[]).filter((action) =>
    offered.allowed.some((each: { action: string; because: string | null }) => each.action === action && each.because === null),
  )
  for (const [first, second] of possible.flatMap((one, index) => possible.slice(index).map((other) => [one, other] as const))) {
    const { id } = await orderIn(status, delivered)
    const send = (action: OrderAct) =>
      world.app.call(`POST /orders/${id}/${orderActs[action][0]}`, {
        as: world.admin,
        body: { version: 1, ...orderActs[action][1]({ world, colleague }) },
      })
    const answers = await Promise.all([send(first), send(second)])
    expect([first, second, ...answers.map((answer) => answer.status).sort()]).toEqual([first, second, 200, 409])
    expect(await traces(id)).toEqual({ entries: 1, changed: 1, told: 1, version: 2 })
  }
})
