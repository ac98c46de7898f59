import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrder, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let care: Caller
let partner: Caller
beforeAll(async () => {
  world = await orderWorld()
  const permissions = ['ticket.view', 'ticket.edit', 'order.view'] as never
  care = await world.app.addStaff({ permissions })
  partner = await world.app.addStaff({ permissions, scope: { kind: 'branch', ids: [world.store.branch_id] } as never })
})
afterAll(() => world.app.close())

const call = (address: string, body?: object, as = care) => world.app.call(address, { as, ...(body && { body }) })
async function open(store: OrderWorld['store'], text: string): Promise<string> {
  const { id } = await addOrder(world.db, store, { at: world.clock.instant(), status: 'delivered' })
  const opened = await call('POST /tickets', { topicCode: 'late-order', priority: 'normal', queue: 'care', text, orderId: id })
  expect(opened.status, JSON.stringify(opened.body)).toBe(200)
  return opened.body.id
}
const read = async (id: string) => (await call(`GET /tickets/${id}`)).body
const act = async (id: string, action: string, body: object, as = care) =>
  call(`POST /tickets/${id}/${action}`, { version: (await read(id)).version, ...body }, as)
const notes = async (id: string, as: Caller) => JSON.stringify((await call(`GET /tickets/${id}/notes`, undefined, as)).body)

test('of what was merged from another branch only whoever reaches that reads what was said', async () => {
  const [foreign, own] = [await open(await addStore(world.db), 'Elsewhere'), await open(world.store, 'Here')]
  await act(foreign, 'note', { text: 'Of another branch' })
  expect((await act(foreign, 'merge', { intoId: own, otherCustomer: true })).status).toBe(200)
  expect(await notes(own, care)).toContain('Of another branch')
  expect(await notes(own, partner)).not.toContain('Of another branch')
})

test('a merge is undone by whoever reaches both: the other one is not written to from without', async () => {
  const [foreign, own] = [await open(await addStore(world.db), 'Elsewhere'), await open(world.store, 'Here')]
  await act(own, 'merge', { intoId: foreign, otherCustomer: true })
  const before = await read(foreign)
  const parted = await act(own, 'unmerge', {}, partner)
  expect([parted.status, parted.body.error?.reason]).toEqual([409, 'merged-elsewhere'])
  expect(await read(foreign)).toEqual(before)
  expect((await act(own, 'unmerge', {})).status).toBe(200)
})
