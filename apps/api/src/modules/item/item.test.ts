import { brandContract, freeUnsaid, type ItemFields, itemContract, menuCategoryContract, newId } from '@larder/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '#kit/context.ts'
import { bind } from '#kit/implement.ts'
import { brands } from '#modules/brand/brand.service.ts'
import { items } from '#modules/item/item.service.ts'
import { judgeItems, writeItems } from '#modules/item/item-write.service.ts'
import { menuCategories } from '#modules/menu-category/menu-category.service.ts'
import { readObstacles } from '#modules/order/place/menu.service.ts'
import { addChoiceGroup, addItem, addStore } from '../../../test/factories.ts'
import { isWaitedFor } from '../../../test/held.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let editor: Caller
let care: Caller
let store: Awaited<ReturnType<typeof addStore>>
let item: Awaited<ReturnType<typeof addItem>>

beforeAll(async () => {
  app = await testApp({
    contracts: { item: itemContract, brand: brandContract, menuCategory: menuCategoryContract },
    modules: [
      bind(itemContract, { ...items.handlers, write: writeItems, obstacles: readObstacles }),
      bind(brandContract, brands.handlers),
      bind(menuCategoryContract, menuCategories.handlers),
    ],
  })
  editor = await app.addStaff({ permissions: ['menu.view', 'menu.create', 'menu.edit', 'menu.delete', 'menu.operate'] })
  care = await app.addStaff({ permissions: ['menu.view', 'menu.operate'] })
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await addStore(app.database.db)
  item = await addItem(app.database.db, store)
})

const inr = (minor: number) => ({ minor, currency: 'INR' })
const write = async (changes: { id: string; fields: ItemFields; seen?: ItemFields; free?: boolean }[], as = editor) => {
  const { status, body } = await app.call('POST /items/write', { as, body: { items: changes } })
  expect([status, body.error]).toEqual([200, undefined])
  return body.items
}
const stored = (id: string) => app.database.db.selectFrom('item').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const entriesOf = (id: string) => app.database.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', id).execute()

test('a code that somebody else takes at that moment is refused in its field, and what came with it is written', async () => {
  const [other, third] = [await addItem(app.database.db, store), await addItem(app.database.db, store)]
  const client = await app.database.pool.connect()
  await client.query('begin')
  await client.query(`update item set sku = 'TAKEN-NOW' where id = '${other.id}'`)
  const written = write([
    { id: item.id, fields: { sku: 'TAKEN-NOW', stock: 5 } },
    { id: third.id, fields: { stock: 6 } },
  ])
  await isWaitedFor(app.database)
  await client.query('commit')
  client.release()
  const [first, second] = await written
  expect(first.cells).toEqual([
    { field: 'sku', outcome: 'refused', because: expect.stringContaining('taken') },
    { field: 'stock', outcome: 'written', because: null },
  ])
  expect(second.cells).toEqual([{ field: 'stock', outcome: 'written', because: null }])
})

test('an item is made with all that is told of it, at the end of the menu, and changed', async () => {
  const draft = {
    storeId: store.id,
    categoryId: item.category_id,
    sku: 'APPAM',
    barcode: '8901234567894',
    name: 'Appam',
    description: 'Of fermented rice',
    unit: 'pc',
    price: inr(4000),
    compareAt: inr(5000),
    cost: inr(1500),
    vegMark: 'veg',
    allergens: ['gluten', 'milk'],
    stock: 12,
    lowStock: 12,
    schedule: [{ day: 1, opens: '07:00', closes: '11:00' }],
    maxPerOrder: 6,
  }
  const { status, body } = await app.call('POST /items', { as: editor, body: draft })
  expect([status, body.error]).toEqual([200, undefined])
  expect(body).toMatchObject({ ...draft, state: 'low', sort: item.sort + 1, available: true, imageIds: [], version: 1 })
  const changed = await app.call(`PATCH /items/${body.id}`, {
    as: editor,
    body: { version: 1, stock: null, schedule: [], description: '' },
  })
  expect(changed.body).toMatchObject({ stock: null, schedule: null, description: null, state: 'available', version: 2 })
})

test.each([
  ['price', { price: { minor: 1, currency: 'USD' } }, 'body.price.currency'],
  ['compareAt', { compareAt: inr(1) }, 'body.compareAt'],
  ['categoryId', { categoryId: newId() }, 'body.categoryId'],
  ['imageIds', { imageIds: [newId()] }, 'body.imageIds'],
  ['barcode', { barcode: '12' }, 'body.barcode'],
  ['allergens', { allergens: ['milk', 'milk'] }, 'body.allergens'],
])('what is wrong with its %s is told at that field', async (_, body, field) => {
  const { status, body: answer } = await app.call(`PATCH /items/${item.id}`, { as: editor, body: { version: 1, ...body } })
  expect([status, Object.keys(answer.error.fields)]).toEqual([422, [field]])
})

test('a price of 0 is said to be one on purpose, in the form as in the grid, but where something else of the item costs', async () => {
  const refused = { 'body.price': freeUnsaid(0) }
  const form = (body: object) => app.call(`PATCH /items/${item.id}`, { as: editor, body })
  const made = (sku: string, given: object) =>
    app.call('POST /items', {
      as: editor,
      body: { storeId: store.id, categoryId: item.category_id, sku, name: sku, unit: 'pc', price: inr(0), ...given },
    })
  expect((await form({ version: 1, price: inr(0) })).body.error.fields).toEqual(refused)
  expect((await form({ version: 1, price: inr(0), free: true })).body).toMatchObject({ price: inr(0), free: true, version: 2 })
  // What is free already stays so, whatever else is changed, and is none any more once it has a price.
  expect((await form({ version: 2, price: inr(0), stock: 4 })).body).toMatchObject({ free: true, version: 3 })
  expect((await form({ version: 3, price: inr(50) })).body).toMatchObject({ free: false, version: 4 })
  expect((await made('NAPKIN', {})).body.error.fields).toEqual(refused)
  expect((await made('NAPKIN', { free: true })).body).toMatchObject({ free: true })
  const [cells, said] = [
    await write([{ id: item.id, fields: { price: inr(0), stock: 9 } }]),
    [{ field: 'price', outcome: 'unsaid', because: freeUnsaid(0) }],
  ]
  expect(cells[0].cells).toEqual(expect.arrayContaining(said))
  const admin = await app.addStaff({ isAdmin: true })
  expect((await write([{ id: item.id, fields: { price: inr(0) } }], admin))[0].cells).toEqual(said)
  expect(await stored(item.id)).toMatchObject({ price_minor: 50, stock: 9 })
  expect((await write([{ id: item.id, fields: { price: inr(0) }, free: true }]))[0].item).toMatchObject({ free: true })
  const sized = await addItem(app.database.db, store)
  const choices = JSON.stringify([{ name: 'Large', priceDelta: inr(9000), available: true }])
  const group = await addChoiceGroup(app.database.db, sized, { choices })
  expect((await write([{ id: sized.id, fields: { price: inr(0) } }]))[0].item).toMatchObject({ price: inr(0), free: false })
  expect((await made('SIZED', { choiceGroupIds: [group.id] })).body).toMatchObject({ free: false })
})

test('an item whose size costs is asked for as free when the size comes off it, by whatever else is changed, and no other', async () => {
  const refused = { 'body.price': freeUnsaid(0) }
  const sized = await addItem(app.database.db, store, { price_minor: 0 })
  const group = async (minor: number) => {
    const choices = JSON.stringify([{ name: 'Large', priceDelta: inr(minor), available: true }])
    return (await addChoiceGroup(app.database.db, sized, { choices })).id
  }
  const [size, sauce] = [await group(9000), await group(0)]
  const form = (body: object) => app.call(`PATCH /items/${sized.id}`, { as: editor, body })
  for (const body of [
    { choiceGroupIds: [] },
    { choiceGroupIds: [sauce] },
    { choiceGroupIds: [], price: inr(0) },
    { choiceGroupIds: [], stock: 3, free: false },
  ])
    expect((await form({ version: 1, ...body })).body.error?.fields).toEqual(refused)
  expect((await form({ version: 1, choiceGroupIds: [size] })).body).toMatchObject({ free: false, version: 2 })
  expect((await form({ version: 2, choiceGroupIds: [], price: inr(500) })).body).toMatchObject({ free: false, version: 3 })
  expect((await form({ version: 3, choiceGroupIds: [size], price: inr(0) })).body).toMatchObject({ free: false, version: 4 })
  expect((await form({ version: 4, choiceGroupIds: [], free: true })).body).toMatchObject({ free: true, version: 5 })
  // Free already, nothing is asked of what comes with it.
  expect((await form({ version: 5, choiceGroupIds: [sauce] })).body).toMatchObject({ free: true, version: 6 })
  expect((await form({ version: 6, choiceGroupIds: [] })).body).toMatchObject({ free: true, version: 7 })
})

test('many fields of many items are written at once, each item with its entry', async () => {
  const other = await addItem(app.database.db, store)
  const [first, second] = await write([
    { id: item.id, fields: { price: inr(12_000), stock: 5 } },
    { id: other.id, fields: { name: other.name, available: false } },
  ])
  expect(first).toMatchObject({ item: { price: inr(12_000), stock: 5, version: 2 } })
  expect(second.cells.map((cell: { outcome: string }) => cell.outcome)).toEqual(['same', 'written'])
  expect(await stored(other.id)).toMatchObject({ available: false, version: 2, name: other.name })
  const entries = [...(await entriesOf(item.id)), ...(await entriesOf(other.id))]
  expect(entries.map(({ action }) => action)).toEqual(['update', 'update'])
  expect(entries[0]).toMatchObject({ old: { price_minor: 10_000, stock: null }, new: { price_minor: 12_000, stock: 5 } })
})

test('what somebody else changed meanwhile is left as it is and told at the cell; the rest of it is written', async () => {
  await write([{ id: item.id, fields: { price: inr(11_000) } }])
  const [{ cells, item: now }] = await write([
    { id: item.id, fields: { price: inr(12_000), stock: 3 }, seen: { price: inr(10_000), stock: null } },
  ])
  expect(cells).toMatchObject([
    { field: 'price', outcome: 'conflict' },
    { field: 'stock', outcome: 'written' },
  ])
  expect(now).toMatchObject({ price: inr(11_000), stock: 3, version: 3 })
})

test('what cannot be is refused at its cell alone', async () => {
  const other = await addItem(app.database.db, store)
  const [first, second, missing] = await write([
    { id: item.id, fields: { sku: other.sku, stock: 3 } },
    { id: other.id, fields: { compareAt: inr(1) } },
    { id: newId(), fields: { stock: 3 } },
  ])
  expect(first.cells).toEqual([
    { field: 'sku', outcome: 'refused', because: 'is already taken' },
    { field: 'stock', outcome: 'written', because: null },
  ])
  expect(second.cells).toMatchObject([{ outcome: 'refused', because: 'must be no less than the price' }])
  expect(missing).toMatchObject({ item: null, cells: [] })
})

test('who operates a menu snoozes, and changes nothing else', async () => {
  const until = '2030-01-01T00:00:00.000Z'
  const [{ cells }] = await write([{ id: item.id, fields: { snoozedUntil: until, price: inr(1) } }], care)
  expect(cells).toMatchObject([{ outcome: 'refused', because: 'may not be changed by your role' }, { outcome: 'written' }])
  expect((await app.call(`PATCH /items/${item.id}`, { as: care, body: { version: 2, name: 'Mine' } })).status).toBe(401)
  const again = await app.call(`POST /items/${item.id}/snooze`, { as: care, body: { version: 2, until: null } })
  expect(again.body).toMatchObject({ state: 'available', snoozedUntil: null })
})

test('what is as it was is no change, and leaves nothing', async () => {
  const [{ cells }] = await write([{ id: item.id, fields: { price: inr(10_000), description: '', schedule: [] } }])
  expect(cells.map((cell: { outcome: string }) => cell.outcome)).toEqual(['same', 'same', 'same'])
  expect(await stored(item.id)).toMatchObject({ version: 1 })
  expect(await entriesOf(item.id)).toEqual([])
})

test('a look says what would become of each field and writes nothing', async () => {
  const { services } = app
  const ctx = { services, clock: services.clock, db: services.db, actor: { isAdmin: true, scope: { kind: 'all' } } } as Context
  const [verdict] = await judgeItems(ctx, services.db, [{ id: item.id, fields: { price: inr(1) } }])
  expect(verdict).toMatchObject({ fields: { price: inr(1) }, cells: [{ outcome: 'written' }] })
  expect(await stored(item.id)).toMatchObject({ version: 1 })
})

test('categories are two levels deep, and go once nothing is in them', async () => {
  const add = async (body: object) => (await app.call('POST /menu-categories', { as: editor, body: { storeId: store.id, ...body } })).body
  const top = await add({ name: 'Breakfast' })
  const below = await add({ name: 'Appam and more', parentId: top.id })
  expect(below).toMatchObject({ parent: { name: 'Breakfast' }, sort: top.sort + 1 })
  expect((await add({ name: 'Third', parentId: below.id })).error.fields).toEqual({
    'body.parentId': 'is below another category already: a menu has two levels',
  })
  const lifted = await app.call(`PATCH /menu-categories/${top.id}`, { as: editor, body: { version: 1, parentId: item.category_id } })
  expect(lifted.body.error.fields).toEqual({ 'body.parentId': 'cannot be: it has categories below itself, and a menu has two levels' })
  const kept = await app.call(`DELETE /menu-categories/${top.id}`, { as: editor, body: { version: 1 } })
  expect([kept.status, kept.body.error.message]).toEqual([409, 'It holds 1 category: move them first.'])
})

test('a brand with items stays, and says so', async () => {
  const brand = (await app.call('POST /brands', { as: editor, body: { storeId: store.id, name: 'Malabar Mills' } })).body
  await write([{ id: item.id, fields: { brandId: brand.id } }])
  const kept = await app.call(`DELETE /brands/${brand.id}`, { as: editor, body: { version: 1 } })
  expect([kept.status, kept.body.error.message]).toEqual([409, '1 item is of this brand.'])
})

test('an item of a store out of reach is not there, and is left as it is', async () => {
  const other = await addStore(app.database.db)
  const partner = await app.addStaff({ permissions: ['menu.view', 'menu.edit', 'menu.operate'], scope: { kind: 'store', ids: [other.id] } })
  const [answer] = await write([{ id: item.id, fields: { stock: 1 } }], partner)
  expect(answer).toEqual({ id: item.id, item: null, cells: [] })
  expect(await stored(item.id)).toMatchObject({ version: 1, stock: null })
})

const takingOff = (minor: number) => ({ choices: JSON.stringify([{ name: 'Half', priceDelta: inr(-minor), available: false }]) })

test('a price below what its options can take off is told at the price, in the form and in the grid; the rest of a row is written', async () => {
  await addChoiceGroup(app.database.db, item, takingOff(4000))
  await addChoiceGroup(app.database.db, item, takingOff(2000))
  const because = 'is below the ₹60.00 that its options can take off'
  const refused = await app.call(`PATCH /items/${item.id}`, { as: editor, body: { version: 1, price: inr(5999) } })
  expect([refused.status, refused.body.error.fields]).toEqual([422, { 'body.price': because }])
  const [{ cells }] = await write([{ id: item.id, fields: { price: inr(5999), stock: 3 } }])
  expect(cells).toEqual([
    { field: 'price', outcome: 'refused', because },
    { field: 'stock', outcome: 'written', because: null },
  ])
  // What they take off exactly is no less than nothing, and free.
  const exact = (given: object = {}) =>
    app.call(`PATCH /items/${item.id}`, { as: editor, body: { version: 2, price: inr(6000), ...given } })
  expect((await exact()).body.error.fields).toEqual({ 'body.price': freeUnsaid(6000) })
  expect((await exact({ free: true })).body).toMatchObject({ price: inr(6000), free: true })
})

test('a piece of another weight costs in proportion: a unit by which options would take off too much is told at the unit', async () => {
  const weighed = await addItem(app.database.db, store, { unit: 'kg', choices: { Weight: ['500 g', '1 kg'] } })
  await addChoiceGroup(app.database.db, weighed, takingOff(6000))
  const because = 'lets its options take off more than it costs, up to ₹110.00'
  const refused = await app.call(`PATCH /items/${weighed.id}`, { as: editor, body: { version: 1, unit: 'pc' } })
  expect([refused.status, refused.body.error.fields]).toEqual([422, { 'body.unit': because }])
  const [{ cells }] = await write([{ id: weighed.id, fields: { unit: 'pc', name: 'Cake' } }])
  expect(cells).toMatchObject([
    { field: 'name', outcome: 'written' },
    { field: 'unit', because },
  ])
})

test('an item whose options take off too much already is edited in all else, its price sent as it stands too', async () => {
  await addChoiceGroup(app.database.db, item, takingOff(20_000))
  const { status, body } = await app.call(`PATCH /items/${item.id}`, {
    as: editor,
    body: { version: 1, name: 'Meals', price: inr(10_000) },
  })
  expect([status, body.name]).toEqual([200, 'Meals'])
})

test('what is refused of a row does not carry the rest of it', async () => {
  await app.database.db.updateTable('item').set({ compare_at_minor: 10_000 }).where('id', '=', item.id).execute()
  const dollars = { minor: 30_000, currency: 'USD' as const }
  const [{ cells }] = await write([{ id: item.id, fields: { price: inr(20_000), compareAt: dollars } }])
  expect(cells).toMatchObject([
    { field: 'price', outcome: 'refused', because: 'must be no more than the compare-at price' },
    { field: 'compareAt', outcome: 'refused', because: 'must be INR' },
  ])
})

test('it says whether this is its hour, by its own hours and those of the category and of the one above', async () => {
  const { db } = app.database
  const read = async () => (await app.call(`GET /items/${item.id}`, { as: editor })).body
  expect(await read()).toMatchObject({ state: 'available', servedNow: true })
  const never = JSON.stringify([{ day: new Date(Date.now() + 3 * 86_400_000).getUTCDay(), opens: '09:00', closes: '10:00' }])
  const serve = (id: string, schedule: string | null) => db.updateTable('menu_category').set({ schedule }).where('id', '=', id).execute()
  await serve(item.category_id, never)
  expect(await read()).toMatchObject({ state: 'available', servedNow: false })
  await serve(item.category_id, null)
  const above = await app.call('POST /menu-categories', { as: editor, body: { storeId: store.id, name: 'Mornings' } })
  await db.updateTable('menu_category').set({ parent_id: above.body.id }).where('id', '=', item.category_id).execute()
  await serve(above.body.id, never)
  const { body } = await app.call(`GET /items?storeId=${store.id}`, { as: editor })
  expect(body.rows.map((row: { servedNow: boolean }) => row.servedNow)).toEqual([false])
  await serve(above.body.id, null)
  await db.updateTable('item').set({ schedule: never }).where('id', '=', item.id).execute()
  expect(await read()).toMatchObject({ servedNow: false })
})
