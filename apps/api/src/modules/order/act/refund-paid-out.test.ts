import type { LedgerEntry } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, type OrderWorld, orderWorld, place, say } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

test('a refund in cash says who paid it out and when: on the order, in its timeline and history, and on the entry of the ledger', async () => {
  const { id, total } = await place(world, { payment: { method: 'cash' }, orderType: 'pickup', address: undefined })
  world.clock.forward(1)
  await act(world, id, 'accept', { prepMinutes: 15 })
  await act(world, id, 'mark-ready')
  expect((await act(world, id, 'collect', { collected: total })).status).toBe(200)
  const amount = { minor: 4_500, currency: 'INR' }
  const given = { amount, reasonCode: 'poor-quality', method: 'cash', note: 'At the counter' }
  const asked = (await act(world, id, 'refunds', given)).body.refunds[0]
  expect(asked).toMatchObject({ state: 'approved', by: 'Priya Nair', doneAt: null, doneBy: null })

  world.clock.forward(30)
  const cashier = await world.app.addStaff({ name: 'Latha', permissions: ['order.view', 'refund.create', 'finance.view'] })
  const done = await act(world, id, 'refunds/complete', { refundId: asked.id }, cashier)
  const at = world.clock.instant()
  expect(done.body.refunds).toMatchObject([{ state: 'done', by: 'Priya Nair', doneAt: at, doneBy: 'Latha' }])
  world.clock.forward(5)
  const { body: later } = await world.app.call(`GET /orders/${id}`, { as: world.admin })
  expect(later.refunds).toEqual(done.body.refunds)
  expect(later.events.at(-1)).toMatchObject({ type: 'completeRefund', actorName: 'Latha', note: '₹45.00 paid out in cash', at })

  const [entry] = (await world.app.call(`GET /history/order/${id}`, { as: world.admin })).body.rows
  expect(entry).toMatchObject({ action: 'completeRefund', actorName: 'Latha' })
  const { rows }: { rows: LedgerEntry[] } = (await world.app.call(`GET /ledger/entries?orderId=${id}`, { as: cashier })).body
  const paid = rows.find(({ kind }) => kind === 'refund-paid')
  expect(paid).toMatchObject({ by: 'Latha', at })
  const one = await world.app.call(`GET /ledger/entries/${paid?.id}`, { as: cashier })
  expect(one.body).toMatchObject({ by: 'Latha', at })
  expect(rows.find(({ kind }) => kind === 'refund-approved')).toMatchObject({ by: 'Priya Nair' })
})

test('a refund is let out once: of many who say at once that they send it one is let to, and nobody once it is done', async () => {
  const { id } = await place(world, { orderType: 'pickup', address: undefined })
  const given = { amount: { minor: 500, currency: 'INR' }, reasonCode: 'poor-quality', method: 'source' }
  const [{ id: refundId }] = (await act(world, id, 'refunds', given)).body.refunds
  const report = (state: string) => say(world, id, { type: 'refund', as: 'customer', refundId, state })
  const answers = await Promise.all(Array.from({ length: 5 }, () => report('sent')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect((await report('done')).body.refunds).toMatchObject([{ state: 'done' }])
  expect((await report('sent')).body.error.reason).toBe('wrong-refund-state')
})
