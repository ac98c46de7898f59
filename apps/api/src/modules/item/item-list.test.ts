import { itemContract } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { items } from '#modules/item/item.service.ts'
import { writeItems } from '#modules/item/item-write.service.ts'
import { readObstacles } from '#modules/order/place/menu.service.ts'
import { addItem, addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let editor: Caller

beforeAll(async () => {
  app = await testApp({
    contracts: { item: itemContract },
    modules: [bind(itemContract, { ...items.handlers, write: writeItems, obstacles: readObstacles })],
  })
  editor = await app.addStaff({ permissions: ['menu.view'] })
})
afterAll(() => app.close())

const namesFor = async (query: Record<string, string>, as = editor) => {
  const { body } = await app.call(`GET /items?${new URLSearchParams(query)}`, { as })
  return body.rows.map(({ name }: { name: string }) => name)
}

test('items are found by their words in any order, by the beginning of a code, and by parts where no words are met within one’s reach', async () => {
  const { db } = app.database
  const [here, there] = [await addStore(db), await addStore(db)]
  await addItem(db, here, { name: 'Hakka Noodles Chicken', sku: 'RIC-010-33', sort: 1 })
  await addItem(db, here, { name: 'Noodle Soup', sku: 'SOU-33-1', sort: 2 })
  await addItem(db, there, { name: 'Egg Noodles', sku: '33-1-EGG', sort: 1 })
  expect(await namesFor({ q: 'chicken hakka' })).toEqual(['Hakka Noodles Chicken'])
  expect(await namesFor({ q: 'noodles chick' })).toEqual(['Hakka Noodles Chicken'])
  expect(await namesFor({ q: 'kka noodles' })).toEqual(['Hakka Noodles Chicken'])
  expect(await namesFor({ q: 'ric-010' })).toEqual(['Hakka Noodles Chicken'])
  expect(await namesFor({ q: 'noodle' })).toEqual(['Egg Noodles', 'Noodle Soup', 'Hakka Noodles Chicken'])
  // What another store's code begins with is the middle of a code of one's own.
  expect(await namesFor({ q: '33-1' })).toEqual(['Egg Noodles'])
  const officer = await app.addStaff({ permissions: ['menu.view'], scope: { kind: 'store', ids: [here.id] } })
  expect(await namesFor({ q: '33-1' }, officer)).toEqual(['Noodle Soup'])
  expect(await namesFor({ q: '33-1', storeId: here.id })).toEqual(['Noodle Soup'])
  expect(await namesFor({ q: 'chicken hakka', storeId: here.id })).toEqual(['Hakka Noodles Chicken'])
  expect(await namesFor({ q: '33-2' })).toEqual([])
  // Nor does what is off sale stand before what is on.
  await db.updateTable('item').set({ available: false }).where('sku', '=', '33-1-EGG').execute()
  expect(await namesFor({ q: '33-1', state: 'available' })).toEqual(['Noodle Soup'])
})

test('the items of a menu come in its order, those of all menus the newest first', async () => {
  const { db } = app.database
  const store = await addStore(db)
  const first = await addItem(db, store, { name: 'Second', sort: 2 })
  await addItem(db, store, { name: 'First', sort: 1, category_id: first.category_id })
  await addItem(db, store, { name: 'Newest', sort: 3, category_id: first.category_id })
  expect(await namesFor({ storeId: store.id })).toEqual(['First', 'Second', 'Newest'])
  expect(await namesFor({ categoryId: first.category_id })).toEqual(['First', 'Second', 'Newest'])
  expect((await namesFor({})).slice(0, 3)).toEqual(['Newest', 'First', 'Second'])
})
