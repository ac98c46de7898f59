import { addMinutes, newId } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addStore } from '../../../test/factories.ts'
import { home, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import { tiersOf } from './store-reach.service.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const fee = (minor: number) => ({ minor, currency: 'INR' })
const later = (minutes: number) => addMinutes(world.clock.instant(), minutes)
const quote = async (given: object = {}) => {
  const body = { storeId: world.store.id, orderType: 'delivery', lines: [{ itemId: world.item.id, quantity: 1 }], address: home, ...given }
  return (await world.app.call('POST /channel/quotes', { as: world.channel, body })).body
}
const set = (columns: object) => world.db.updateTable('store').set(columns).where('id', '=', world.store.id).execute()
const rush = (given: object) =>
  world.app.call('POST /rush-modes', {
    as: world.admin,
    body: { branchId: world.branch.id, vertical: 'restaurant', extraMinutes: 15, endsAt: later(60), reason: 'Rain', ...given },
  })

describe('minutes of preparation', () => {
  test('grow by the hour of the week, also past midnight, and by open orders; the longest of each holds', async () => {
    expect((await quote()).prepMinutes).toBe(20)
    // Friday, 13:30 in Kochi.
    await set({
      prep_windows: JSON.stringify([
        { day: 5, from: '13:00', to: '14:00', extraMinutes: 10 },
        { day: 4, from: '20:00', to: '13:31', extraMinutes: 12 },
      ]),
    })
    expect((await quote()).prepMinutes).toBe(32)
    await set({
      prep_windows: JSON.stringify([
        { day: 5, from: '13:31', to: '14:00', extraMinutes: 10 },
        { day: 6, from: '13:00', to: '14:00', extraMinutes: 12 },
      ]),
    })
    expect((await quote()).prepMinutes).toBe(20)
    await set({
      prep_windows: '[]',
      prep_loads: JSON.stringify([
        { openOrders: 1, extraMinutes: 5 },
        { openOrders: 2, extraMinutes: 9 },
      ]),
    })
    const { id } = await place(world)
    expect((await quote()).prepMinutes).toBe(25)
    await place(world)
    expect((await quote()).prepMinutes).toBe(29)
    const { body: order } = await world.app.call(`GET /orders/${id}`, { as: world.admin })
    expect(order.storePrepMinutes ?? 20).toBeGreaterThanOrEqual(20)
    await set({ prep_loads: '[]' })
  })

  test('are more in rush where it is, until it ends by the clock or by somebody, and no longer', async () => {
    const other = await addStore(world.db, { branch: world.branch, vertical: 'cakes' })
    const item = await addItem(world.db, other)
    const elsewhere = { storeId: other.id, lines: [{ itemId: item.id, quantity: 1 }] }
    const { body: begun } = await rush({})
    expect(begun).toMatchObject({ state: 'on', startedBy: { name: 'Priya Nair' }, endedAt: null })
    expect([(await quote()).prepMinutes, (await quote(elsewhere)).prepMinutes]).toEqual([35, 20])
    const { body: seen } = await world.app.call(`GET /stores/${world.store.id}`, { as: world.admin })
    expect(seen.prepMinutesNow).toBe(35)
    const told = {
      id: begun.id,
      branch: { id: world.branch.id },
      area: null,
      vertical: 'restaurant',
      extraMinutes: 15,
      endsAt: begun.endsAt,
    }
    const board = async (query: string, as = world.admin) => (await world.app.call(`GET /orders/load${query}`, { as })).body.rushes
    expect([await board('?vertical=restaurant'), await board(`?storeId=${world.store.id}`)]).toMatchObject([[told], [told]])
    expect([await board('?vertical=cakes'), await board(`?storeId=${other.id}`)]).toEqual([[], []])
    const staffOf = (id: string) => world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [id] } })
    expect(await board('', await staffOf(world.store.id)), 'of the own store, whoever may see no rush').toMatchObject([told])
    expect(await board('', await staffOf(other.id))).toEqual([])
    const { body: ended } = await world.app.call(`POST /rush-modes/${begun.id}/end`, { as: world.admin, body: { version: 1 } })
    expect([ended.state, (await quote()).prepMinutes, await board('')]).toEqual(['over', 20, []])
    await rush({})
    world.clock.forward(61)
    expect([(await quote()).prepMinutes, await board('')]).toEqual([20, []])
  })

  test('of a rush without a place, with an end in the past or too far away are refused by field', async () => {
    const wrong = async (given: object) => (await rush(given)).body.error.fields
    expect(await wrong({ vertical: null })).toEqual({ 'body.areaId': 'is required, or a vertical: a rush is of either or both' })
    expect(await wrong({ endsAt: later(-1) })).toEqual({ 'body.endsAt': 'lies in the past' })
    expect(await wrong({ endsAt: later(25 * 60) })).toEqual({ 'body.endsAt': 'is more than 24 hours away' })
    expect(await wrong({ areaId: newId() })).toEqual({ 'body.areaId': 'is no area of this branch' })
  })
})

describe('where a store delivers', () => {
  test('is its own radius and its own fees, in quotes and in the catalogue', async () => {
    expect((await quote()).delivery).toEqual(fee(3000))
    await set({
      fee_tiers: JSON.stringify([
        { maxKm: 1, fee: fee(1000) },
        { maxKm: 5, fee: fee(4500) },
      ]),
    })
    expect((await quote()).delivery).toEqual(fee(4500))
    await set({ delivery_radius_km: 1 })
    expect((await quote()).problems.map(({ code }: { code: string }) => code)).toContain('out-of-reach')
    const { body } = await world.app.call('GET /channel/stores', { as: world.channel })
    expect(body.find(({ id }: { id: string }) => id === world.store.id).area.maxKm).toBe(1)
    await set({ fee_tiers: null, delivery_radius_km: null })
  })

  test.each([
    [null, null, [[8, 30]]],
    [null, 5, [[5, 30]]],
    [null, 12, [[12, 30]]],
    [
      [
        [2, 10],
        [4, 20],
      ],
      null,
      [
        [2, 10],
        [4, 20],
      ],
    ],
    [
      [
        [2, 10],
        [4, 20],
      ],
      2,
      [[2, 10]],
    ],
    [
      [
        [2, 10],
        [4, 20],
      ],
      3,
      [
        [2, 10],
        [3, 20],
      ],
    ],
    [
      [
        [2, 10],
        [4, 20],
      ],
      9,
      [
        [2, 10],
        [9, 20],
      ],
    ],
  ])('own tiers %j within %j km: %j', (own, radiusKm, expected) => {
    const tiers = (pairs: number[][]) => pairs.map(([maxKm = 0, minor = 0]) => ({ maxKm, fee: fee(minor) }))
    expect(tiersOf({ own: own && tiers(own as number[][]), area: tiers([[8, 30]]), radiusKm })).toEqual(tiers(expected as number[][]))
  })
})

describe('papers that expire', () => {
  const tell = async (expiresOn: string, given: object = {}) => {
    const store = await addStore(world.db, { branch: world.branch, licence_expires_on: expiresOn, ...given })
    const facts = { id: newId(), store_id: store.id, kind: 'licence', number: 'L', expires_on: expiresOn }
    await world.db.insertInto('store_document').values(facts).execute()
    return store.id
  }
  const told = async (id: string) =>
    (await world.db.selectFrom('event').select('payload').where('kind', '=', 'message').where('entity_id', '=', id).execute()).map(
      ({ payload }) => (payload as { text: string; tone: string }).tone,
    )
  const run = () => world.app.services.jobs.run('watch-store-papers')

  test('pause a store without a licence where the setting says so, and no other', async () => {
    const [over, good, shut] = [await tell('2026-11-19'), await tell('2026-11-20'), await tell('2026-11-19', { status: 'suspended' })]
    const modes = async () =>
      Object.fromEntries(
        (await world.db.selectFrom('store').select(['id', 'open_mode']).where('id', 'in', [over, good, shut]).execute()).map((row) => [
          row.id,
          row.open_mode,
        ]),
      )
    await run()
    expect(await modes()).toEqual({ [over]: 'open', [good]: 'open', [shut]: 'open' })
    await world.db.insertInto('setting').values({ key: 'store.expiredLicence', value: '"pause"' }).execute()
    world.app.services.settings.forget()
    await run()
    expect(await modes()).toEqual({ [over]: 'paused', [good]: 'open', [shut]: 'open' })
  })

  test('are told of at 30, 7 and 0 days, once each', async () => {
    const id = await tell('2026-12-20')
    const far = await tell('2026-12-21')
    for (const days of [0, 0, 10, 13, 1, 6, 1]) {
      world.clock.forward(days * 24 * 60)
      await run()
    }
    expect(await told(id)).toEqual(['warning', 'warning', 'error'])
    expect((await told(far)).length).toBe(3)
  })
})
