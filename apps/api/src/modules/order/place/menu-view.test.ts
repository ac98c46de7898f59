import { menuViewContract, newId } from '@larder/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { addItem, addStore } from '../../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../../test/test-app.ts'
import { quoteViewed, readMenuView } from './menu-view.ts'

let app: TestApp
let editor: Caller
let store: Awaited<ReturnType<typeof addStore>>

beforeAll(async () => {
  const handlers = { view: readMenuView, viewQuote: quoteViewed }
  app = await testApp({ contracts: { menuView: menuViewContract }, modules: [bind(menuViewContract, handlers)] })
  editor = await app.addStaff({ permissions: ['menu.view'] })
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await addStore(app.database.db, { packing_minor: 1000 })
})

const addCategory = (given: { name: string; sort?: number; parent_id?: string; active?: boolean }) =>
  app.database.db
    .insertInto('menu_category')
    .values({ id: newId(), store_id: store.id, ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
const view = (categoryId?: string, as = editor) =>
  app.call(`GET /stores/${store.id}/menu-view${categoryId ? `?categoryId=${categoryId}` : ''}`, { as })

test('a category shows what is in it and below it, in order, and says why something cannot be had', async () => {
  const { db } = app.database
  const above = await addCategory({ name: 'Mains', sort: 1 })
  const below = await addCategory({ name: 'Rice', parent_id: above.id, sort: 2 })
  const other = await addCategory({ name: 'Drinks', sort: 5 })
  const curry = await addItem(db, store, { category_id: above.id, name: 'Fish curry', sort: 1 })
  const rice = await addItem(db, store, { category_id: below.id, name: 'Ghee rice', sort: 2, available: false })
  await addItem(db, store, { category_id: other.id, name: 'Lime juice' })
  const { body } = await view(above.id)
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([curry.id, rice.id])
  expect(body.items.map(({ obstacle }: { obstacle: string | null }) => obstacle)).toEqual([null, 'It is set to unavailable.'])
  expect(body.categories.map(({ name, items }: { name: string; items: number }) => [name, items])).toEqual([
    ['Mains', 2],
    ['Rice', 1],
    ['Drinks', 1],
  ])
  expect(body.category).toMatchObject({ id: above.id, items: 2 })
})

test('a hidden category is not there, nor what is below it; without a name it is the first', async () => {
  const { db } = app.database
  const hidden = await addCategory({ name: 'Specials', sort: 1, active: false })
  const below = await addCategory({ name: 'Of the day', parent_id: hidden.id })
  const shown = await addCategory({ name: 'Breakfast', sort: 2 })
  await addItem(db, store, { category_id: below.id })
  for (const id of [hidden.id, below.id]) expect((await view(id)).body).toMatchObject({ category: null, items: [] })
  expect((await view()).body).toMatchObject({ category: { id: shown.id }, categories: [{ id: shown.id }] })
})

test('an item costs what the quote of an order says, with what is chosen', async () => {
  const item = await addItem(app.database.db, store, { price_minor: 20_000, choices: { Portion: ['Half', 'Full'] } })
  const line = { itemId: item.id, quantity: 2 }
  const { status, body } = await app.call(`POST /stores/${store.id}/menu-view/quote`, { as: editor, body: { lines: [line] } })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ items: { minor: 40_000 }, packing: { minor: 1000 } })
  const unknown = await app.call(`POST /stores/${store.id}/menu-view/quote`, {
    as: editor,
    body: { lines: [{ ...line, choices: { Portion: 'Double' } }] },
  })
  expect(unknown.body.problems).toMatchObject([{ code: 'choice-unknown' }])
})

test('a store out of reach is not there', async () => {
  const elsewhere = await addStore(app.database.db)
  const officer = await app.addStaff({ permissions: ['menu.view'], scope: { kind: 'store', ids: [elsewhere.id] } })
  expect((await view(undefined, officer)).status).toBe(404)
  const quote = await app.call(`POST /stores/${store.id}/menu-view/quote`, {
    as: officer,
    body: { lines: [{ itemId: (await addItem(app.database.db, store)).id, quantity: 1 }] },
  })
  expect(quote.status).toBe(404)
})
