import type { Review } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOrder, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let care: Caller
beforeAll(async () => {
  world = await orderWorld()
  care = await world.app.addStaff({ permissions: ['ticket.view', 'ticket.edit', 'ticket.approve', 'store.view'], name: 'Devi Menon' })
})
afterAll(() => world.app.close())

/** A delivered order of a store that its customer says something of. */
async function reviewed(store: OrderWorld['store'], given: { food: number; text?: string; tags?: string[]; delivery?: number }) {
  const at = world.clock.instant()
  const { id: channel_id } = world.channel
  const order = await addOrder(world.db, store, { at, status: 'delivered', payment_state: 'captured', channel_id, ended_at: at } as never)
  const { status, body } = await world.app.call('POST /channel/reviews', { as: world.channel, body: { orderId: order.id, ...given } })
  expect(status, JSON.stringify(body)).toBe(200)
  return { order, id: body.id as string }
}
const read = async (id: string): Promise<Review> => (await world.app.call(`GET /reviews/${id}`, { as: care })).body
const act = async (id: string, action: string, body: object = {}, as = care) =>
  world.app.call(`POST /reviews/${id}/${action}`, { as, body: { version: (await read(id)).version, ...body } })
const ratingOf = async ({ id }: { id: string }) => {
  const { body } = await world.app.call(`GET /stores/${id}`, { as: care })
  return [body.ratings, body.ratingTenths]
}
const list = async (query: string, as = care): Promise<Review[]> => (await world.app.call(`GET /reviews?${query}`, { as })).body.rows

test('a review is there as it was written, and its store is rated by it at once', async () => {
  const store = await addStore(world.db, { vertical: 'cakes', display_name: 'Harbour Bakes' })
  expect(await ratingOf(store)).toEqual([0, null])
  const { id, order } = await reviewed(store, { food: 4, delivery: 2, text: 'Came with a melted top.', tags: ['late'] })
  expect(await read(id)).toMatchObject({
    order: { id: order.id, name: order.number },
    customerName: order.customer_name,
    vertical: 'cakes',
    store: { id: store.id, name: 'Harbour Bakes' },
    food: 4,
    delivery: 2,
    app: null,
    tags: ['late'],
    text: 'Came with a melted top.',
    state: 'pending',
    reply: null,
  })
  await reviewed(store, { food: 5 })
  expect(await ratingOf(store)).toEqual([2, 45])
})

describe('it is', () => {
  test('approved, hidden with a reason and let be seen again; what is hidden does not count', async () => {
    const store = await addStore(world.db)
    const { id } = await reviewed(store, { food: 1, text: 'The cook is a thief' })
    await reviewed(store, { food: 5 })
    expect(await ratingOf(store)).toEqual([2, 30])
    expect((await act(id, 'approve')).body).toMatchObject({ state: 'approved' })
    expect((await act(id, 'approve')).body.error).toMatchObject({ message: 'It is approved already.' })
    expect((await act(id, 'hide')).body.error.fields).toEqual({ 'body.reason': expect.any(String) })
    expect((await act(id, 'hide', { reason: 'It insults a person' })).body).toMatchObject({
      state: 'hidden',
      hiddenBecause: 'It insults a person',
    })
    expect(await ratingOf(store)).toEqual([1, 50])
    expect((await act(id, 'hide', { reason: 'Again' })).status).toBe(409)
    expect(await ratingOf(store)).toEqual([1, 50])
    expect((await act(id, 'approve')).body).toMatchObject({ state: 'approved', hiddenBecause: null })
    expect(await ratingOf(store)).toEqual([2, 30])
  })

  test('hidden by one of two who do so at once, and counted out once', async () => {
    const store = await addStore(world.db)
    const { id } = await reviewed(store, { food: 2 })
    const both = await Promise.all([act(id, 'hide', { reason: 'Spam' }), act(id, 'hide', { reason: 'Spam' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await ratingOf(store)).toEqual([0, null])
  })

  test('answered, and the answer put right; not once it is hidden', async () => {
    const { id } = await reviewed(await addStore(world.db), { food: 2, text: 'Cold' })
    const answered = await act(id, 'reply', { text: 'We are sorry.' })
    expect(answered.body.reply).toEqual({ text: 'We are sorry.', by: { id: care.id, name: 'Devi Menon' }, at: world.clock.instant() })
    expect((await act(id, 'reply', { text: 'We are very sorry.' })).body.reply.text).toBe('We are very sorry.')
    await act(id, 'hide', { reason: 'Spam' })
    expect((await act(id, 'reply', { text: 'And again' })).body.error).toMatchObject({ reason: 'review-hidden' })
  })
})

test('it is found by words, stars, vertical, store, state and whether it is answered', async () => {
  const store = await addStore(world.db, { vertical: 'fish' })
  const cold = await reviewed(store, { food: 2, text: 'Crème was COLD, and late' })
  const good = await reviewed(store, { food: 5 })
  await act(good.id, 'approve')
  await act(cold.id, 'reply', { text: 'We are sorry.' })
  const of = (query: string) => list(`storeId=${store.id}&sort=-createdAt&${query}`).then((rows) => rows.map(({ id }) => id))
  expect(await of('')).toEqual([good.id, cold.id])
  for (const query of [
    `q=${encodeURIComponent('CRÈME')}`,
    `q=${cold.order.number}`,
    'rating=2',
    'state=pending',
    'answered=true',
    `orderId=${cold.order.id}`,
  ])
    expect([query, await of(query)]).toEqual([query, [cold.id]])
  for (const query of ['rating=5', 'state=approved', 'answered=false']) expect([query, await of(query)]).toEqual([query, [good.id]])
  expect(await of('vertical=cakes')).toEqual([])
})

test('whoever has another store sees none of it, and who may not approve does not hide', async () => {
  const store = await addStore(world.db)
  const { id } = await reviewed(store, { food: 3 })
  const other = await world.app.addStaff({ permissions: ['ticket.view'], scope: { kind: 'store', ids: [world.store.id] } } as never)
  expect(await list(`storeId=${store.id}`, other)).toEqual([])
  expect((await world.app.call(`GET /reviews/${id}`, { as: other })).status).toBe(404)
  const clerk = await world.app.addStaff({ permissions: ['ticket.view', 'ticket.edit'] })
  expect((await act(id, 'hide', { reason: 'Spam' }, clerk)).status).toBe(401)
  expect((await act(id, 'reply', { text: 'Thank you' }, clerk)).status).toBe(200)
})
