import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChoiceGroup, addItem, addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let editor: Caller
beforeAll(async () => {
  app = await testApp()
  editor = await app.addStaff({ permissions: ['menu.view', 'menu.create', 'menu.edit'] })
})
afterAll(() => app.close())

const post = (path: string, body: object, as = editor) => app.call(`POST ${path}`, { as, body })
const category = async (storeId: string, name: string) =>
  (await post('/menu-categories', { storeId, name, active: true })).body.id as string
const named = async (id: string) => (await app.call(`GET /items/${id}`, { as: editor })).body

async function twoStores() {
  const { db } = app.database
  const here = await addStore(db)
  const branch = await db.selectFrom('branch').selectAll().where('id', '=', here.branch_id).executeTakeFirstOrThrow()
  const there = await addStore(db, { branch, vertical: here.vertical })
  const made = await addItem(db, here, { name: 'Mango', sku: 'MANGO', unit: 'kg', stock: 4_000, available: false })
  const group = await addChoiceGroup(db, made, { name: 'Cut' })
  await addChoiceGroup(db, made, { name: 'Only here' })
  const item = await named(made.id)
  return { here, there, item, group }
}

test('an item is copied to another store by its SKU, into the category, with the brand and the groups that are called so there', async () => {
  const { there, item } = await twoStores()
  const copy = (storeId: string, name = item.name, as = editor) =>
    post(`/items/${item.id}/copy`, { version: item.version, storeId, name }, as)
  const missing = await copy(there.id)
  expect(missing.body.error.fields).toEqual({ 'body.storeId': `has no category ${item.category.name}: copy that first` })
  const categoryId = await category(there.id, item.category.name.toUpperCase())
  const other = await addItem(app.database.db, there)
  const alike = await addChoiceGroup(app.database.db, other, { name: 'cut' })
  const { status, body } = await copy(there.id, 'Mango of the hills')
  expect([status, body.error]).toEqual([200, undefined])
  expect(body).toMatchObject({ storeId: there.id, categoryId, sku: 'MANGO', name: 'Mango of the hills', unit: 'kg', price: item.price })
  expect(body).toMatchObject({ choiceGroupIds: [alike.id], stock: 0, available: true, brandId: null, version: 1 })
  // It is sold by one SKU once in a store; what it was copied from stays as it was.
  expect(Object.keys((await copy(there.id)).body.error.fields)).toEqual(['body.sku'])
  expect(await named(item.id)).toEqual(item)
  const { rows } = (await app.call(`GET /history/item/${body.id}`, { as: editor })).body
  expect(rows[0].changes).toContainEqual({ field: 'copyOf', old: null, new: item.id })
})

test('not within its own store, nor to one of another vertical or out of reach, nor by whoever adds nothing', async () => {
  const { here, there, item } = await twoStores()
  const { db } = app.database
  const asked = (storeId: string) => ({ version: item.version, storeId, name: item.name })
  const refused = async (storeId: string, as = editor) => (await post(`/items/${item.id}/copy`, asked(storeId), as)).body.error
  const alien = await addStore(db, { vertical: here.vertical === 'cakes' ? 'fish' : 'cakes' })
  for (const id of [here.id, alien.id]) expect(Object.keys((await refused(id)).fields)).toEqual(['body.storeId'])
  const scoped = { permissions: ['menu.view', 'menu.create'], scope: { kind: 'store', ids: [here.id] } } as const
  expect(Object.keys((await refused(there.id, await app.addStaff(scoped as never))).fields)).toEqual(['body.storeId'])
  const reads = await app.addStaff({ permissions: ['menu.view', 'menu.edit'] })
  expect((await refused(there.id, reads)).fields).toEqual({ permission: 'menu.create' })
})
