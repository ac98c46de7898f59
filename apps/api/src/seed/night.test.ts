import { addMinutes, type Instant, isOpenAt, type OpeningHours, type SpecialDay, verticalKeys } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movableClock } from '#kit/clock.ts'
import { makeTemporaryFolder } from '../../test/temporary-folder.ts'
import { type Answer, type TestApp, testApp } from '../../test/test-app.ts'
import { buildCity } from './city.ts'
import { addLiveOrders, liveOrders } from './live.ts'
import type { History } from './order-row.ts'
import type { OrderRows } from './order-rows.ts'
import { seedDemo } from './seed.ts'
import { zone } from './territory.ts'

// Midnight of a Saturday in Kochi.
const midnight = '2026-11-20T18:30:00.000Z'
const hours = Array.from({ length: 24 }, (_, hour) => addMinutes(midnight, hour * 60))

describe.each(hours)('a city that is founded at %s', (now) => {
  const city = buildCity(now, 300)

  test('has open stores of every vertical', () => expectChoice(city, now))

  test('has orders at every stage, all of them at stores that are open', () => {
    const rows: OrderRows = { orders: [], order_line: [], review: [], refund: [] }
    const history: History = { nowMs: city.nowMs, channelId: city.channelId, depositedBeforeMs: 0, nextNumber: () => 'EKM-1' }
    addLiveOrders(city.stream('orders'), rows, city, liveOrders, history)
    const stages = new Set(rows.orders.map(({ status }) => status))
    for (const stage of ['pending', 'accepted', 'preparing', 'ready', 'picked_up', 'scheduled']) expect(stages).toContain(stage)
    const immediate = rows.orders.filter(({ timing }) => timing === 'asap')
    const shut = city.rows.store.filter((store) => !hasHours(store, now)).map(({ id }) => id)
    expect(immediate.filter(({ store_id }) => shut.includes(store_id))).toEqual([])
  })
})

test('the stores of the night keep it through the weeks to come', () => {
  const city = buildCity(midnight, 300)
  // Every five hours: each hour of the day comes again after five days.
  for (let hour = 0; hour < 40 * 24; hour += 5) expectChoice(city, addMinutes(midnight, hour * 60))
})

type City = ReturnType<typeof buildCity>
type StoreRow = City['rows']['store'][number]

function expectChoice({ rows }: City, at: Instant): void {
  const open = rows.store.filter((store) => store.status === 'live' && store.open_mode !== 'paused' && hasHours(store, at))
  for (const vertical of verticalKeys) expect(open.filter((store) => store.vertical === vertical).length).toBeGreaterThanOrEqual(2)
}

function hasHours({ opening_hours, special_days }: StoreRow, at: Instant): boolean {
  return isOpenAt(JSON.parse(String(opening_hours)) as OpeningHours, JSON.parse(String(special_days)) as SpecialDay[], at, zone)
}

describe('a newcomer at four in the morning', () => {
  const four = hours[4] as Instant
  const folder = makeTemporaryFolder()
  let app: TestApp
  let headers: Record<string, string>
  beforeAll(async () => {
    app = await testApp({ clock: movableClock(Date.parse(four)) })
    const { channelKey } = await seedDemo(app.database.url, { orders: 300, dataDir: folder.path, now: four })
    headers = { 'x-api-key': channelKey }
  })
  afterAll(async () => {
    await app.close()
    folder.remove()
  })
  const ask = (address: string, body?: object): Promise<Answer> => app.call(address, { headers, ...(body && { body }) })

  test('places the order of the README', async () => {
    const { body: stores } = await ask('GET /channel/stores')
    for (const store of stores.filter((one: { vertical: string; isOpenNow: boolean }) => one.vertical === 'grocery' && one.isOpenNow)) {
      const { body: menu } = await ask(`GET /channel/stores/${store.id}/menu`)
      const item = menu.find((one: { available: boolean; unit: string }) => one.available && one.unit === 'pc')
      const order = {
        externalId: `first-${store.id}`,
        storeId: store.id,
        orderType: 'pickup',
        customer: { name: 'Meera Thomas', phone: '+91 98470 12345' },
        lines: [{ itemId: item.id, quantity: 6 }],
        payment: { method: 'cash' },
      }
      expect(await ask('POST /channel/orders', order)).toMatchObject({ status: 200 })
    }
    expect(stores.filter(({ isOpenNow }: { isOpenNow: boolean }) => isOpenNow).length).toBeGreaterThan(15)
  })

  test('sees the night’s orders come and go', async () => {
    const admin = await app.addStaff({ isAdmin: true })
    const { body } = await app.call('GET /dashboard', { as: admin })
    expect(body.orders).toBeGreaterThan(0)
    expect(body.unhandled).toBeGreaterThan(0)
  })
})
