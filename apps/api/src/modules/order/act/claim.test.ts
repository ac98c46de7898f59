import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBranch, addOrder, addStore } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'
import type { Caller, TestStaff } from '../../../../test/test-app.ts'

const permissions = ['order.view', 'order.operate', 'order.edit'] as const
let world: OrderWorld
let meera: Caller
let arun: Caller
const person = (name: string, rest: TestStaff = {}) => world.app.addStaff({ permissions: [...permissions], name, ...rest })
beforeAll(async () => {
  world = await orderWorld()
  meera = await person('Meera')
  arun = await person('Arun')
})
afterAll(() => world.app.close())

const read = async (id: string, as: Caller = world.admin) => (await world.app.call(`GET /orders/${id}`, { as })).body
const endIdle = () => world.app.services.jobs.run('end-idle-claims')
const whyNot = (order: { allowed: { action: string; because: string | null }[] }, action: string) =>
  order.allowed.find((each) => each.action === action)?.because
async function claimed(by: Caller = meera, store = world.store) {
  const order = await addOrder(world.db, store, { at: world.clock.instant(), status: 'accepted' })
  expect((await act(world, order.id, 'claim', {}, by)).status).toBe(200)
  return order.id
}

describe('a claim', () => {
  test('is held by one: of two at once one wins, and the other is told who', async () => {
    const { id } = await addOrder(world.db, world.store, { at: world.clock.instant(), status: 'accepted' })
    const both = await Promise.all([meera, arun].map((as) => world.app.call(`POST /orders/${id}/claim`, { as, body: { version: 1 } })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = both.find(({ status }) => status === 200)?.body.claimedBy.name
    expect(both.find(({ status }) => status === 409)?.body.error.message).toBe(`${winner} claimed this order just now.`)
    const late = await act(world, id, 'claim', {}, winner === 'Meera' ? arun : meera)
    expect(late.body.error).toMatchObject({ reason: 'claimed', message: `${winner} is handling this order.` })
  })

  test('that is sent again with its key is one claim; pressed once more it says whose it is', async () => {
    const { id } = await addOrder(world.db, world.store, { at: world.clock.instant(), status: 'pending' })
    const send = () =>
      world.app.call(`POST /orders/${id}/claim`, { as: meera, body: { version: 1 }, headers: { 'idempotency-key': `claim-${id}` } })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.body]).toEqual([200, first.body])
    expect((await read(id)).events.filter(({ type }: { type: string }) => type === 'claim')).toHaveLength(1)
    expect((await act(world, id, 'claim', {}, meera)).body.error).toMatchObject({
      reason: 'own-claim',
      message: 'You are handling this order.',
    })
  })

  test('is shown on the list, the board and the order, and cuts both to what is mine and what is nobody’s', async () => {
    const store = await addStore(world.db, { branch: world.branch })
    const id = await claimed(meera, store)
    const free = await addOrder(world.db, store, { at: world.clock.instant(), status: 'accepted' })
    await addOrder(world.db, store, { at: world.clock.instant(), status: 'delivered' })
    const over = await addOrder(world.db, store, {
      at: world.clock.instant(),
      status: 'delivered',
      claimed_by: meera.id,
      claimed_name: 'Meera',
    })
    const rows = async (as: Caller, claim: string) =>
      (await world.app.call(`GET /orders?storeId=${store.id}${claim}`, { as })).body.rows.map((row: { id: string }) => row.id)
    const cards = async (as: Caller, claim: string) =>
      (await world.app.call(`GET /orders/board?storeId=${store.id}${claim}`, { as })).body.columns.flatMap(
        ({ cards }: { cards: { id: string }[] }) => cards.map((card) => card.id),
      )
    for (const read of [rows, cards]) {
      expect(await read(meera, '&claim=mine')).toEqual([id])
      expect(await read(arun, '&claim=mine')).toEqual([])
      expect(await read(arun, '&claim=unclaimed')).toEqual([free.id])
    }
    const { body } = await world.app.call(`GET /orders?storeId=${store.id}`, { as: arun })
    const holders = new Map(body.rows.map(({ id, claimedBy }: { id: string; claimedBy: unknown }) => [id, claimedBy]))
    expect([holders.get(id), holders.get(free.id), holders.get(over.id)]).toEqual([
      { id: meera.id, name: 'Meera' },
      null,
      { id: meera.id, name: 'Meera' },
    ])
    const { body: other } = await world.app.call('GET /orders?claim=everybody', { as: arun })
    expect(other.error.fields).toHaveProperty('query.claim')
  })

  test('forbids nobody to act, and is whoever’s it was afterwards', async () => {
    const id = await claimed(meera)
    expect(whyNot(await read(id, arun), 'startPreparing')).toBeNull()
    const moved = await act(world, id, 'start-preparing', {}, arun)
    expect(moved.body).toMatchObject({ status: 'preparing', claimedBy: { name: 'Meera' } })
  })
})

describe('a claim ends', () => {
  test('by hand of its holder, and nobody else’s', async () => {
    const id = await claimed(meera)
    const refused = await act(world, id, 'unclaim', {}, arun)
    expect(refused.body.error).toMatchObject({ reason: 'claim-of-another', message: 'Meera is handling this order. Take it over first.' })
    expect(whyNot(await read(id, arun), 'unclaim')).toBe(refused.body.error.message)
    const stale = await world.app.call(`POST /orders/${id}/unclaim`, { as: meera, body: { version: 1 } })
    expect([stale.status, stale.body.error.reason]).toEqual([409, 'changed-meanwhile'])
    expect((await act(world, id, 'unclaim', {}, meera)).body.claimedBy).toBeNull()
    expect((await act(world, id, 'unclaim', {}, meera)).body.error.reason).toBe('not-claimed')
  })

  test('by itself once its holder did nothing with it for as long as the configuration says, by one of several timers', async () => {
    const id = await claimed(meera)
    world.clock.forward(29)
    await endIdle()
    expect((await read(id)).claimedBy).toMatchObject({ name: 'Meera' })
    world.clock.forward(1)
    await Promise.all([1, 2, 3].map(endIdle))
    const order = await read(id)
    expect(order.claimedBy).toBeNull()
    const ended = order.events.filter(({ type }: { type: string }) => type === 'unclaim')
    expect(ended).toEqual([
      expect.objectContaining({ actorKind: 'system', note: 'Meera did nothing with it for 30 min', isInternal: true }),
    ])
  })

  test('later for each act and note of its holder, and for nobody else’s', async () => {
    const [acted, noted, left] = [await claimed(meera), await claimed(meera), await claimed(meera)]
    world.clock.forward(20)
    await act(world, acted, 'start-preparing', {}, meera)
    await world.app.call(`POST /orders/${noted}/notes`, { as: meera, body: { text: 'Called the store', isInternal: true } })
    await act(world, left, 'start-preparing', {}, arun)
    world.clock.forward(15)
    await endIdle()
    const holders = await Promise.all([acted, noted, left].map(async (id) => (await read(id)).claimedBy?.name ?? null))
    expect(holders).toEqual(['Meera', 'Meera', null])
    const history = await world.app.call(`GET /history/order/${acted}`, { as: world.admin })
    expect(history.body.rows[0].changes.map(({ field }: { field: string }) => field)).not.toContain('claimed_at')
  })

  test('after as many minutes as the configuration says', async () => {
    const id = await claimed(meera)
    const minutes = (value: number, version: number) =>
      world.app.call('PATCH /settings/values/order.claimMinutes', { as: world.admin, body: { version, value } })
    expect((await minutes(5, 0)).status).toBe(200)
    world.clock.forward(5)
    await endIdle()
    expect((await read(id)).claimedBy).toBeNull()
    await minutes(30, 1)
  })
})

describe('a claim goes to another', () => {
  test('who takes it over with a reason that the order and its history keep', async () => {
    const id = await claimed(meera)
    const why = await act(world, id, 'take-over', {}, arun)
    expect([why.status, why.body.error.fields]).toEqual([422, { 'body.note': 'is required' }])
    const taken = await act(world, id, 'take-over', { note: 'She is on the phone' }, arun)
    expect(taken.body.claimedBy).toEqual({ id: arun.id, name: 'Arun' })
    expect(taken.body.events.at(-1)).toMatchObject({ type: 'takeOver', actorName: 'Arun', note: 'From Meera. She is on the phone' })
    const history = await world.app.call(`GET /history/order/${id}`, { as: world.admin })
    expect(history.body.rows[0]).toMatchObject({ action: 'takeOver', reason: 'She is on the phone' })
    expect((await act(world, id, 'take-over', { note: 'Again' }, arun)).body.error.reason).toBe('own-claim')
    await act(world, id, 'unclaim', {}, arun)
    expect((await act(world, id, 'take-over', { note: 'Again' }, arun)).body.error.reason).toBe('not-claimed')
  })

  test('to whom its holder hands it, of those alone who handle orders and see this one', async () => {
    const id = await claimed(meera)
    const near = await person('Near', { scope: { kind: 'branch', ids: [world.branch.id] } })
    const shop = await person('Shop', { scope: { kind: 'store', ids: [world.store.id] } })
    const far = await person('Far', { scope: { kind: 'branch', ids: [(await addBranch(world.db)).id] } })
    const looker = await world.app.addStaff({ permissions: ['order.view'], name: 'Looker' })
    const { body } = await world.app.call(`GET /orders/${id}/colleagues`, { as: meera })
    const offered = new Set(body.map((each: { id: string }) => each.id))
    expect([near, shop, arun, far, looker, meera].map((each) => offered.has(each.id))).toEqual([true, true, true, false, false, false])
    for (const nobody of [far, looker, meera]) {
      const refused = await act(world, id, 'hand-over', { staffId: nobody.id }, meera)
      expect(refused.body.error.fields).toEqual({ 'body.staffId': 'is not somebody else who handles orders and sees this one' })
    }
    expect((await act(world, id, 'hand-over', { staffId: arun.id }, near)).body.error.reason).toBe('claim-of-another')
    const handed = await act(world, id, 'hand-over', { staffId: shop.id, note: 'The cake is late' }, meera)
    expect(handed.body).toMatchObject({ claimedBy: { id: shop.id, name: 'Shop' } })
    expect(handed.body.events.at(-1)).toMatchObject({ type: 'handOver', note: 'To Shop. The cake is late', isInternal: true })
    expect((await read(id, shop)).claimedBy.name).toBe('Shop')
  })

  test('and takes the permission to handle orders, within one’s scope', async () => {
    const { id } = await place(world)
    const viewer = await world.app.addStaff({ permissions: ['order.view'] })
    const elsewhere = await person('Elsewhere', { scope: { kind: 'branch', ids: [(await addBranch(world.db)).id] } })
    const calls = [
      ['claim', {}],
      ['unclaim', {}],
      ['take-over', { note: 'Why not' }],
      ['hand-over', { staffId: arun.id }],
    ] as const
    for (const [path, body] of calls) {
      expect((await act(world, id, path, body, viewer)).body.error.fields, path).toEqual({ permission: 'order.operate' })
      expect((await act(world, id, path, body, elsewhere)).status, path).toBe(404)
    }
  })
})
