import { channelScopes } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrder, type OrderWorld, orderWorld, place, say } from '../../../../test/order-world.ts'
import { sequenceBatch } from '../../../kit/record/outbox-sequence.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

interface Change {
  sequence: number
  orderId: string
  action: string
  status: string
}
const changes = async (query: string, as = world.channel) => {
  await sequenceBatch(world.db)
  const { status, body } = await world.app.call(`GET /channel/changes${query}`, { as })
  return { status, ...(body as { sequence: number; reset: boolean; isMore: boolean; changes: Change[] }) }
}
const toldOf = (feed: { changes: Change[] }, id: string) =>
  feed.changes.filter(({ orderId }) => orderId === id).map(({ action, status }) => [action, status])

test('tells every change of the own orders after a number, endings included, and none of another channel', async () => {
  const other = await world.app.addChannel([...channelScopes])
  const { sequence: start } = await changes('')
  const [kept, ended] = [await place(world), await place(world)]
  await world.app.call('POST /channel/orders', { as: other, body: newOrder(world) })
  await say(world, kept.id, { type: 'accept', as: 'store', prepMinutes: 10 })
  await say(world, ended.id, { type: 'cancel', as: 'customer', reason: 'changed-mind' })
  const feed = await changes(`?after=${start}`)
  expect(feed).toMatchObject({ status: 200, reset: false, isMore: false })
  expect(toldOf(feed, kept.id)).toEqual([
    ['place', 'pending'],
    ['accept', 'accepted'],
  ])
  expect(toldOf(feed, ended.id)).toEqual([
    ['place', 'pending'],
    ['cancel', 'cancelled'],
  ])
  expect(feed.changes.length).toBe(4)
  expect((await changes(`?after=${start}`, other)).changes.length).toBe(1)
  expect(await changes(`?after=${feed.sequence}`)).toMatchObject({ changes: [], sequence: feed.sequence })
})

test('tells the status that each change led to, however far the order is by now', async () => {
  const { sequence: start } = await changes('')
  const { id } = await place(world)
  await say(world, id, { type: 'accept', as: 'store', prepMinutes: 10 })
  await world.app.call(`POST /orders/${id}/notes`, { as: world.admin, body: { text: 'Rings twice.', isInternal: false } })
  await say(world, id, { type: 'delay', as: 'store', minutes: 10 })
  await say(world, id, { type: 'startPreparing', as: 'store' })
  expect(toldOf(await changes(`?after=${start}`), id)).toEqual([
    ['place', 'pending'],
    ['accept', 'accepted'],
    ['addNote', 'accepted'],
    ['delay', 'accepted'],
    ['startPreparing', 'preparing'],
  ])
})

test('is read in pages without a gap, over what others did', async () => {
  const other = await world.app.addChannel([...channelScopes])
  const { sequence: start } = await changes('')
  const placed: string[] = []
  for (let number = 0; number < 5; number++) {
    placed.push((await place(world)).id)
    await world.app.call('POST /channel/orders', { as: other, body: newOrder(world) })
  }
  const told: string[] = []
  let [after, isMore] = [start, true]
  while (isMore) {
    const feed = await changes(`?after=${after}&limit=2`)
    told.push(...feed.changes.map(({ orderId }) => orderId))
    ;[after, isMore] = [feed.sequence, feed.isMore]
  }
  expect(told).toEqual(placed)
})

test('does not pass over an event that is not numbered yet', async () => {
  const { sequence: start } = await changes('')
  const { id } = await place(world)
  const { body: early } = await world.app.call(`GET /channel/changes?after=${start}`, { as: world.channel })
  expect(early).toMatchObject({ sequence: start, changes: [] })
  expect(toldOf(await changes(`?after=${early.sequence}`), id)).toEqual([['place', 'pending']])
})

test('says when too much is gone', async () => {
  await place(world)
  const { sequence } = await changes('')
  expect(await changes(`?after=${sequence + 1000}`)).toMatchObject({ reset: true, changes: [], sequence })
  await sql`delete from event where sequence < ${sequence}`.execute(world.db)
  expect(await changes(`?after=${sequence - 2}`)).toMatchObject({ reset: true })
  expect(await changes(`?after=${sequence - 1}`)).toMatchObject({ reset: false })
})
