import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addStore } from '../../../../test/factories.ts'
import { isWaitedFor, whileHeld } from '../../../../test/held.ts'
import { act, newOrder, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'
import type { Answer } from '../../../../test/test-app.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

type Place = Pick<OrderWorld, 'store' | 'item'>
async function another(): Promise<Place> {
  const store = await addStore(world.db, { branch_id: world.branch.id, area_id: world.store.area_id, display_name: 'Spice Barn' })
  return { store, item: await addItem(world.db, store) }
}
const pickup = { orderType: 'pickup', address: undefined }
const placeNow = (at: Place) => world.app.call('POST /channel/orders', { as: world.channel, body: newOrder(at, pickup) })
const end = async ({ store }: Place, verb: string) => {
  const { body } = await world.app.call(`GET /stores/${store.id}`, { as: world.admin })
  return world.app.call(`POST /stores/${store.id}/${verb}`, { as: world.admin, body: { version: body.version, reason: 'Moved' } })
}
const said = ({ status, body }: Answer | undefined = {} as Answer) => [status, body.error?.message ?? null]

/** Both ask while somebody else holds the store, the first of them first. */
async function atOnce({ store }: Place, first: () => Promise<Answer>, second: () => Promise<Answer>): Promise<Answer[]> {
  const asked: Promise<Answer>[] = []
  await whileHeld(world.app.database, `select from store where id = '${store.id}' for update`, async () => {
    asked.push(first())
    await isWaitedFor(world.app.database)
    asked.push(second())
    await isWaitedFor(world.app.database, 2)
  })
  return Promise.all(asked)
}

describe('a store that takes an order and, at once,', () => {
  test.each(['terminate', 'suspend'])('is to %s: takes none after it', async (verb) => {
    const at = await another()
    const [ended, placed] = await atOnce(
      at,
      () => end(at, verb),
      () => placeNow(at),
    )
    expect(ended?.status).toBe(200)
    expect(said(placed)).toEqual([409, 'Spice Barn is not taking orders any more.'])
  })

  test('is to be terminated: is not, with what it has just taken', async () => {
    const at = await another()
    const [placed, ended] = await atOnce(
      at,
      () => placeNow(at),
      () => end(at, 'terminate'),
    )
    expect(placed?.status).toBe(200)
    expect(said(ended)).toEqual([409, '1 order is under way: they have to be over first. Suspend it so that no more come in.'])
  })

  test('is terminated: has none ordered again, and none brought back', async () => {
    const at = await another()
    const { id } = await place({ ...world, ...at }, pickup)
    await act(world, id, 'cancel', { reason: 'changed-mind' })
    const again = { paymentMethod: 'cash' }
    const { body: quote } = await world.app.call(`POST /orders/${id}/again/preview`, { as: world.admin, body: again })
    const placeAgain = () => world.app.call(`POST /orders/${id}/again`, { as: world.admin, body: { ...again, expectedTotal: quote.total } })
    const [ended, placed] = await atOnce(at, () => end(at, 'terminate'), placeAgain)
    expect(ended?.status).toBe(200)
    expect(said(placed)).toEqual([409, 'Spice Barn is not taking orders any more.'])
    expect(said(await act(world, id, 'restore', { reason: 'customer-asks' }))).toEqual([409, 'Spice Barn was terminated.'])
  })

  test('two at once do not wait for each other', async () => {
    const at = await another()
    await whileHeld(world.app.database, `select from store where id = '${at.store.id}' for key share`, async () => {
      expect((await placeNow(at)).status).toBe(200)
    })
  })

  test('what it took before is what the same order gets, though it is suspended since', async () => {
    const at = await another()
    const order = newOrder(at, pickup)
    const send = () => world.app.call('POST /channel/orders', { as: world.channel, body: order })
    const first = await send()
    await end(at, 'suspend')
    expect([(await send()).body.id, first.status]).toEqual([first.body.id, 200])
  })
})
