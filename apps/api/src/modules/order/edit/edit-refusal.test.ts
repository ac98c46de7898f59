import { type Order, orderEditParts, orderEdits, orderStatuses } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addLine, addOrder, addStore } from '../../../../test/factories.ts'
import { edit as editOf, inr, lines, preview as previewOf, quantity } from '../../../../test/order-editing.ts'
import { act, home, newOrder, type OrderWorld, orderWorld, place, say } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'

let world: OrderWorld
let idli: Awaited<ReturnType<typeof addItem>>
beforeAll(async () => {
  world = await orderWorld()
  idli = await addItem(world.db, world.store, { name: 'Idli', price_minor: 4_000 })
})
afterAll(() => world.app.close())

const read = async (id: string): Promise<Order> => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const preview = (id: string, what: object) => previewOf(world, id, what)
const edit = (id: string, what: object, as?: Caller, besides?: object) => editOf(world, id, what, as, besides)

describe('what is wrong is said at its field, and changes nothing', () => {
  test.each([
    [{}, 'lines', 'would change nothing'],
    [quantity(2), 'lines', 'would change nothing'],
    [lines({ type: 'remove', line: 1 }), 'lines', 'would leave nothing: cancel the order instead'],
    [lines({ type: 'change', line: 7, quantity: 1 }), 'lines.0.line', 'is not a line of this order'],
    [lines({ type: 'change', line: 1, quantity: 1 }, { type: 'remove', line: 1 }), 'lines.1.line', 'stands here twice'],
    [lines({ type: 'change', line: 1, grams: 500 }), 'lines.0.grams', 'Masala Dosa is sold by the piece.'],
    [
      lines({ type: 'add', itemId: '01900000-0000-7000-8000-000000000000', quantity: 1 }),
      'lines.0.itemId',
      'This is not on the menu of Fish Cove.',
    ],
    [{ tip: { minor: 100, currency: 'EUR' } }, 'tip.currency', 'must be INR'],
    [
      { slot: { from: '2026-11-21T08:00:00.000Z', to: '2026-11-21T09:00:00.000Z' } },
      'slot',
      'cannot be edited any more: the order is still waiting for the store',
    ],
  ])('%j', async (what, field, message) => {
    const { id } = await place(world, { payment: { method: 'cash' } })
    const told = await preview(id, what)
    expect(told.body.problems).toContainEqual({ field, message })
    const refused = await edit(id, what)
    expect([refused.status, refused.body.error.reason]).toEqual([422, 'cannot-be-edited'])
    expect(refused.body.error.fields[`body.${field}`]).toBe(message)
    expect((await read(id)).version).toBe(1)
  })

  test('a customer stays above the minimum, a store takes away what it has not got', async () => {
    const store = await addStore(world.db, { min_order_minor: 15_000, area_id: world.store.area_id, branch_id: world.store.branch_id })
    const item = await addItem(world.db, store)
    const { id } = await place({ ...world, store, item }, { payment: { method: 'cash' } })
    const wish = await edit(id, quantity(1))
    expect(wish.body.error.fields).toEqual({ 'body.lines': 'would come to less than the minimum of ₹150.00' })
    expect((await edit(id, quantity(1), world.admin, { reason: 'item-unavailable' })).status).toBe(200)
  })

  test('each part until when its table says', async () => {
    const parts = {
      lines: quantity(2),
      address: { address: { ...home, line1: 'Elsewhere' } },
      tip: { tip: inr(500) },
      slot: { slot: { from: '2026-11-21T08:00:00.000Z', to: '2026-11-21T09:00:00.000Z' } },
    }
    for (const status of orderStatuses) {
      for (const part of orderEditParts) {
        const slot = { timing: 'slot', slot_from: '2026-11-21T06:00:00.000Z', slot_to: '2026-11-21T07:00:00.000Z' }
        const ended = ['rejected', 'cancelled', 'failed'].includes(status) ? { ended_at: world.clock.instant() } : {}
        const order = await addOrder(world.db, world.store, {
          at: world.clock.instant(),
          status,
          address: JSON.stringify(home),
          ...slot,
          ...ended,
        })
        await addLine(world.db, order, { item_id: world.item.id, name: 'Masala Dosa', unit_price_minor: 10_000, quantity: 1 })
        const isLegal = (orderEdits[part].from as readonly string[]).includes(status)
        const told = await preview(order.id, parts[part])
        const because = told.body.problems.find(({ message }: { message: string }) => message.includes('any more'))
        expect([status, part, because === undefined], JSON.stringify(told.body.problems)).toEqual([status, part, isLegal])
        await world.db.deleteFrom('order_line').where('order_id', '=', order.id).execute()
        await world.db.deleteFrom('orders').where('id', '=', order.id).execute()
      }
    }
  })
})

describe('who edits', () => {
  test('takes the permission, and a limit holds for what an edit moves', async () => {
    const { id } = await place(world, { payment: { method: 'cash' } })
    const looker = await world.app.addStaff({ permissions: ['order.view'] })
    expect((await edit(id, quantity(3), looker)).body.error.fields).toEqual({ permission: 'order.edit' })
    const limited = await world.app.addStaff({ permissions: ['order.view', 'order.edit'], limits: { 'order.edit': 10_000 } })
    const above = await edit(id, quantity(3), limited)
    expect([above.status, above.body.error.reason]).toEqual([409, 'above-limit'])
    expect((await edit(id, { tip: inr(1_000) }, limited)).status).toBe(200)
  })

  test("a store's app takes away and substitutes, a customer's says where it goes and tips; neither does the other's", async () => {
    const { id } = await place(world, { payment: { method: 'cash' } })
    await edit(id, lines({ type: 'add', itemId: idli.id, quantity: 2 }))
    const sold = { type: 'edit', reason: 'item-unavailable' }
    const asStore = (what: object, expectedTotal: number) =>
      say(world, id, { ...sold, as: 'store', ...what, expectedTotal: inr(expectedTotal) })
    const added = await asStore(lines({ type: 'add', itemId: idli.id, quantity: 1 }), 1)
    expect(added.body.error.fields).toEqual({ 'body.lines.0.itemId': 'is not added by a store' })
    const more = await asStore(lines({ type: 'change', line: 1, quantity: 5 }), 1)
    expect(more.body.error.fields).toEqual({ 'body.lines.0.quantity': 'may only become less by its store' })
    const tipped = await asStore({ tip: inr(100) }, 1)
    expect(tipped.body.error.fields).toEqual({ 'body.tip': 'cannot be edited by a store' })
    const gone = await asStore(lines({ type: 'remove', line: 2 }), 25_000)
    expect([gone.status, gone.body.total, gone.body.due]).toEqual([200, inr(25_000), inr(25_000)])
    const asCustomer = (what: object, expectedTotal: number) =>
      say(world, id, { type: 'edit', as: 'customer', reason: 'customer-asks', ...what, expectedTotal: inr(expectedTotal) })
    expect((await asCustomer(quantity(1), 1)).body.error.fields).toEqual({ 'body.lines': 'cannot be edited by a customer' })
    expect((await asCustomer({ tip: inr(1_000) }, 26_000)).body).toMatchObject({ total: inr(26_000) })
    await act(world, id, 'accept', { prepMinutes: 15 })
    await act(world, id, 'start-preparing')
    const late = await asCustomer({ tip: inr(0) }, 25_000)
    expect(late.body.error.fields['body.tip']).toContain('has started preparing')
  })

  test('reads what the store sells, and nobody out of reach does', async () => {
    const { id } = await place(world, newOrder(world))
    const menu = await world.app.call(`GET /orders/${id}/menu`, { as: world.admin })
    expect(menu.body.map(({ name }: { name: string }) => name).sort()).toEqual(['Idli', 'Masala Dosa'])
    const elsewhere = await addStore(world.db)
    const other = await world.app.addStaff({
      permissions: ['order.view', 'order.edit'],
      scope: { kind: 'store', ids: [elsewhere.id] },
    } as never)
    expect((await world.app.call(`GET /orders/${id}/menu`, { as: other })).status).toBe(404)
  })

  test("a store's app substitutes as it likes, but never makes the order come to more than it did", async () => {
    const crab = await addItem(world.db, world.store, { name: 'Crab', price_minor: 36_000 })
    const { id } = await place(world, { payment: { method: 'cash' } })
    await edit(id, lines({ type: 'add', itemId: idli.id, quantity: 2 }))
    const before = await read(id)
    expect(before.total).toEqual(inr(33_400))
    const asStore = (what: object, expectedTotal: number) =>
      say(world, id, { type: 'edit', as: 'store', reason: 'item-unavailable', ...what, expectedTotal: inr(expectedTotal) })
    const instead = (line: number, itemId: string, quantity: number) => ({ type: 'substitute', line, itemId, quantity })
    const dearer = (total: string) => `would make the order dearer, ${total} instead of ₹334.00: by its store an order never comes to more`
    for (const [what, total, field, words] of [
      [[instead(1, crab.id, 99)], 3_754_600, 'lines.0.quantity', '₹37,546.00'],
      [[instead(1, idli.id, 6)], 37_600, 'lines.0.quantity', '₹376.00'],
      [[{ type: 'remove', line: 1 }, instead(2, crab.id, 1)], 41_800, 'lines.1.quantity', '₹418.00'],
    ] as const) {
      const refused = await asStore(lines(...what), total)
      expect([refused.status, refused.body.error?.reason]).toEqual([422, 'cannot-be-edited'])
      expect(refused.body.error.fields).toEqual({ [`body.${field}`]: dearer(words) })
    }
    expect(await read(id)).toEqual(before)
    expect((await asStore(lines(instead(1, idli.id, 5)), 33_400)).body).toMatchObject({ total: inr(33_400) })
    expect((await asStore(lines(instead(2, idli.id, 1)), 29_200)).body).toMatchObject({ total: inr(29_200) })
    const back = await asStore(lines(instead(2, idli.id, 2)), 33_400)
    expect(back.body.error.fields).toEqual({ 'body.lines.0.quantity': expect.stringContaining('₹334.00 instead of ₹292.00') })
    expect((await edit(id, lines(instead(1, crab.id, 1)))).status, 'by staff').toBe(200)
  })
})
