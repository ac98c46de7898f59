import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const inr = (minor: number) => ({ minor, currency: 'INR' })
const call = async (endpoint: string, body?: object, as: Caller = world.admin) => {
  const answer = await world.app.call(endpoint, { as, ...(body && { body }) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const clone = (given: object, as: Caller = world.admin) =>
  world.app.call('POST /stores', {
    as,
    body: {
      startsAs: 'draft',
      displayName: 'Dosa Pura, Kadavanthra',
      vertical: world.store.vertical,
      phone: '0484 234 5678',
      branchId: world.branch.id,
      point: { lat: world.store.lat, lng: world.store.lng },
      address: 'Marine Drive',
      openingHours: [{ day: 1, opens: '09:00', closes: '21:00' }],
      ...{ prepMinutes: 30, busyExtraMinutes: 15, autoAccept: false },
      ...{ commissionPlan: 'Standard', commissionPpm: 180_000, minOrder: inr(9900), packing: inr(1000) },
      ...given,
    },
  })
/** What a store's menu is, by names alone: of each record some fields, and what others are called. */
async function menuOf(storeId: string) {
  const [items, categories, groups, brands] = await Promise.all(
    ['items', 'menu-categories', 'choice-groups', 'brands'].map(
      async (path) => (await call(`GET /${path}?storeId=${storeId}&limit=100`)).rows,
    ),
  )
  const told = (records: Record<string, unknown>[], ...fields: string[]) =>
    records
      .map((record) => Object.fromEntries(['name', ...fields].map((field) => [field, nameOf(record[field])])))
      .toSorted((a, b) => String(a.name).localeCompare(String(b.name)))
  return {
    items: told(items, 'sku', 'price', 'category', 'brand', 'available', 'stock', 'snoozedUntil'),
    categories: told(categories, 'parent', 'active', 'sort'),
    groups: told(groups, 'kind', 'minChoices', 'maxChoices', 'choices', 'items'),
    brands: told(brands, 'active'),
  }
}
const nameOf = (value: unknown) => (value instanceof Object && 'id' in value && 'name' in value ? value.name : value)

test('a new store begins with the menu of another one, which from then on is kept by itself', async () => {
  const storeId = world.store.id
  const mains = await call('POST /menu-categories', { storeId, name: 'Mains', parentId: null, active: true })
  const breads = await call('POST /menu-categories', { storeId, name: 'Breads', parentId: mains.id, active: false })
  const brand = await call('POST /brands', { storeId, name: 'Milma', active: true })
  const naan = await addItem(world.db, world.store, {
    name: 'Naan',
    category_id: breads.id,
    brand_id: brand.id,
    available: false,
    stock: 4,
  })
  const size = await call('POST /choice-groups', {
    ...{ storeId, kind: 'option', name: 'Size', minChoices: 1, maxChoices: 1, itemIds: [naan.id] },
    choices: [
      { name: 'Full', priceDelta: inr(0), available: true },
      { name: 'Half', priceDelta: inr(-2000), available: false },
    ],
  })
  expect(size.items).toBe(1)
  const before = await menuOf(storeId)

  const { status, body: copy } = await clone({ copiesMenuOf: storeId })
  expect(status, JSON.stringify(copy)).toBe(200)
  const fresh = (items: typeof before.items) => items.map((item) => ({ ...item, available: true, stock: null, snoozedUntil: null }))
  const offered = (choices: unknown) => (choices as object[]).map((choice) => ({ ...choice, available: true }))
  const groups = before.groups.map((group) => ({ ...group, choices: offered(group.choices) }))
  expect(await menuOf(copy.id)).toEqual({ ...before, groups, items: fresh(before.items) })
  const entries = world.db.selectFrom('audit_entry').select('new').where('entity', '=', 'store').where('entity_id', '=', copy.id)
  expect((await entries.execute()).map((entry) => entry.new)).toMatchObject([{ copies_menu_of: storeId, items: before.items.length }])

  const [copied] = (await call(`GET /items?storeId=${copy.id}&q=Naan`)).rows
  await call(`PATCH /items/${copied.id}`, { version: copied.version, name: 'Butter naan' })
  expect((await menuOf(storeId)).items).toEqual(before.items)
})

test('only what somebody sees and may make is copied, within a vertical', async () => {
  const refused = async (given: object, as?: Caller) => (await clone(given, as)).body.error.fields
  const cakes = await addStore(world.db, { branch: world.branch, vertical: 'cakes' })
  expect(await refused({ copiesMenuOf: cakes.id })).toEqual({
    'body.copiesMenuOf': 'sells other things: a menu is copied within its vertical',
  })
  const away = await addStore(world.db)
  const here = { scope: { kind: 'branch' as const, ids: [world.branch.id] } }
  const within = await world.app.addStaff({ permissions: ['store.view', 'store.create', 'menu.view', 'menu.create'], ...here })
  expect(await refused({ copiesMenuOf: away.id }, within)).toEqual({ 'body.copiesMenuOf': 'does not exist' })
  const noMenu = await world.app.addStaff({ permissions: ['store.view', 'store.create', 'menu.view'] })
  expect(await refused({ copiesMenuOf: world.store.id }, noMenu)).toEqual({ 'body.copiesMenuOf': 'may not be copied by your role' })
})
