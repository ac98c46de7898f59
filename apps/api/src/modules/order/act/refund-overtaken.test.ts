import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addItem } from '../../../../test/factories.ts'
import { edit, inr, lines } from '../../../../test/order-editing.ts'
import { act, type OrderWorld, orderWorld, place, say } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'

let world: OrderWorld
let prawns: Awaited<ReturnType<typeof addItem>>
let executive: Caller
let checker: Caller
beforeAll(async () => {
  world = await orderWorld()
  prawns = await addItem(world.db, world.store, { name: 'Prawns', price_minor: 40_000 })
  executive = await world.app.addStaff({
    name: 'Meera',
    permissions: ['order.view', 'refund.view', 'refund.create', 'approval.view'],
    limits: { 'refund.create': 5_000 },
  })
  checker = await world.app.addStaff({
    name: 'Arun',
    permissions: ['order.view', 'approval.view', 'refund.approve'],
    limits: { 'refund.approve': 25_000 },
  })
})
afterAll(() => world.app.close())

const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const approve = (request: { id: string; version: number }) =>
  world.app.call(`POST /approvals/${request.id}/approve`, { as: checker, body: { version: request.version } })

describe('a refund of a line that was asked for and is another by the time it is approved', () => {
  let id: string
  let request: { id: string; version: number }

  // Line 1: 8 dosas, 840.00; line 2: 2 dosas, 210.00, of which 210.00 are asked for.
  beforeEach(async () => {
    const bought = [8, 2].map((quantity) => ({ itemId: world.item.id, quantity }))
    id = (await place(world, { lines: bought, orderType: 'pickup', address: undefined })).id
    const { version } = await read(id)
    const body = { version, lines: [{ line: 2, quantity: 2 }], reasonCode: 'poor-quality', method: 'source' }
    const asking = { operation: 'order.refund', params: { id }, body, reason: 'The customer sent pictures.' }
    const asked = await world.app.call('POST /approvals', { as: executive, body: asking })
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    request = asked.body
    expect((await read(id)).refunding.asked).toMatchObject([{ amount: inr(21_000) }])
  })

  test('is not offered again, while it waits, to whose limit is used up', async () => {
    const offered = async (as: Caller) => {
      const { body } = await world.app.call(`GET /orders/${id}`, { as })
      return body.allowed.find(({ action }: { action: string }) => action === 'refund').because
    }
    expect(await offered(executive)).toBeNull()
    const rest = { amount: inr(5_000), reasonCode: 'poor-quality', method: 'source' }
    expect((await act(world, id, 'refunds', rest, executive)).status).toBe(200)
    expect([await offered(executive), await offered(world.admin)]).toEqual([
      'Another refund of it was asked for, and waits for approval.',
      null,
    ])
  })

  async function isOvertaken(because: string) {
    const before = await read(id)
    const answer = await approve(request)
    expect([answer.status, answer.body.error?.reason]).toEqual([409, 'overtaken'])
    expect(answer.body.error.message).toBe(`This can no longer be carried out: ${because}`)
    const told = await world.app.call(`GET /approvals/${request.id}`, { as: executive })
    expect(told.body).toMatchObject({ status: 'overtaken', because })
    const rung = await world.db.selectFrom('event').select('payload').where('staff_id', '=', executive.id).execute()
    expect(rung).toContainEqual({ payload: expect.objectContaining({ entityId: request.id, text: because }) })
    const after = await read(id)
    expect(after).toMatchObject({ version: before.version, refunds: before.refunds, refunding: { asked: [] } })
    expect(after.refunds.filter(({ cause }: { cause: string }) => cause === 'request')).toEqual([])
  }

  test('pays nothing, and says why, where staff have edited it', async () => {
    const dearer = await edit(world, id, lines({ type: 'substitute', line: 2, itemId: prawns.id, quantity: 2 }))
    expect(dearer.status, JSON.stringify(dearer.body)).toBe(200)
    await isOvertaken('It would move ₹840.00 now, not ₹210.00 as it was asked for and seen.')
  })

  test("pays nothing, and says why, where the store's app has edited it", async () => {
    const swapped = lines({ type: 'remove', line: 1 }, { type: 'substitute', line: 2, itemId: prawns.id, quantity: 2 })
    const total = inr(85_000)
    const said = await say(world, id, { type: 'edit', as: 'store', reason: 'item-unavailable', ...swapped, expectedTotal: total })
    expect(said.status, JSON.stringify(said.body)).toBe(200)
    await isOvertaken('It would move ₹840.00 now, not ₹210.00 as it was asked for and seen.')
  })

  test('pays what was seen where something else was edited', async () => {
    expect((await edit(world, id, lines({ type: 'change', line: 1, quantity: 7 }))).status).toBe(200)
    expect((await approve(request)).status).toBe(200)
    expect((await read(id)).refunds).toContainEqual(expect.objectContaining({ cause: 'request', amount: inr(21_000) }))
  })
})
