import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem } from '../../../../test/factories.ts'
import { edit, inr, lines, preview } from '../../../../test/order-editing.ts'
import { act, type OrderWorld, orderWorld, place, say } from '../../../../test/order-world.ts'
import { findMisbooked } from '../../ledger/recompute.service.ts'
import { findBrokenOrders } from '../read/invariants.ts'

let world: OrderWorld
let idli: Awaited<ReturnType<typeof addItem>>
let prawns: Awaited<ReturnType<typeof addItem>>
beforeAll(async () => {
  world = await orderWorld()
  idli = await addItem(world.db, world.store, { name: 'Idli', price_minor: 2_000 })
  prawns = await addItem(world.db, world.store, { name: 'Prawns', unit: 'kg', price_minor: 40_000 })
})
afterAll(async () => {
  expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
  expect(await findMisbooked(world.db)).toEqual([])
  await world.app.close()
})

const weigh = async (id: string, packedGrams: number) => (await act(world, id, 'pack-weights', { lines: [{ line: 1, packedGrams }] })).body
const addIdli = (id: string, quantity: number) => edit(world, id, lines({ type: 'add', itemId: idli.id, quantity }))
const standing = async (id: string) => {
  const { refunds } = (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
  return refunds
    .filter(({ state }: { state: string }) => state !== 'declined')
    .map(({ cause, state, amount }: { cause: string; state: string; amount: object }) => ({ cause, state, amount }))
}
/** A kilo of prawns at 400.00 with 5 % tax, paid before and packed a fifth too light: 84.00 are to go back. */
const packedLight = async () => {
  const bought = { lines: [{ itemId: prawns.id, quantity: 1, grams: 1000 }], orderType: 'pickup', address: undefined }
  const order = await place(world, bought)
  world.clock.forward(1)
  await act(world, order.id, 'accept', { prepMinutes: 15 })
  await weigh(order.id, 800)
  expect(await standing(order.id)).toEqual([{ cause: 'weights', state: 'approved', amount: inr(8_400) }])
  return order
}

test('what an edit adds after packing is off what weights have left to send, and only what is beyond it is due', async () => {
  const { id, total } = await packedLight()
  const told = await preview(world, id, lines({ type: 'add', itemId: idli.id, quantity: 2 }))
  expect(told.body).toMatchObject({ difference: inr(4_200), due: inr(0), refund: inr(0) })
  const added = (await addIdli(id, 2)).body
  expect([added.due, added.refunding.captured]).toEqual([inr(0), total])
  expect(await standing(id)).toEqual([{ cause: 'weights', state: 'approved', amount: inr(4_200) }])
  const more = (await addIdli(id, 3)).body
  expect(more).toMatchObject({ total: inr(total.minor + 2_100), due: inr(2_100), paymentState: 'captured' })
  expect(await standing(id)).toEqual([])
})

test('what an edit takes off goes back beside it, and what it adds again is off both', async () => {
  const { id, total } = await packedLight()
  await addIdli(id, 2)
  const off = (await edit(world, id, lines({ type: 'remove', line: 2 }))).body
  expect(off).toMatchObject({ due: inr(0), total: inr(total.minor - 8_400) })
  const back = (await standing(id)) as { amount: { minor: number } }[]
  expect(back.reduce((sum, { amount }) => sum + amount.minor, 0)).toBe(8_400)
  const again = (await addIdli(id, 1)).body
  expect(again.due).toEqual(inr(0))
  const left = (await standing(id)) as { amount: { minor: number } }[]
  expect(left.reduce((sum, { amount }) => sum + amount.minor, 0)).toBe(6_300)
})

test('weighed anew after an edit, what goes back is what was paid less what it comes to', async () => {
  const { id, total } = await packedLight()
  await addIdli(id, 1)
  const weighed = await weigh(id, 900)
  expect(weighed).toMatchObject({ due: inr(0), total: inr(total.minor - 4_200 + 2_100) })
  expect(await standing(id)).toEqual([{ cause: 'weights', state: 'approved', amount: inr(2_100) }])
})

test('what was sent back stays so, and the edit is due', async () => {
  const { id } = await packedLight()
  const [refund] = (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body.refunds
  await say(world, id, { type: 'refund', as: 'customer', refundId: refund.id, state: 'sent' })
  expect((await addIdli(id, 2)).body.due).toEqual(inr(4_200))
  expect(await standing(id)).toEqual([{ cause: 'weights', state: 'sent', amount: inr(8_400) }])
})
