import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem, addStore } from '../../../test/factories.ts'
import { sendFile } from '../../../test/imports.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { systemContext } from '../../kit/access/system-actor.ts'
import { createSet } from './make-set.service.ts'

let app: TestApp
let maker: Caller

beforeAll(async () => {
  app = await testApp()
  maker = await app.addStaff({ permissions: ['change-set.view', 'change-set.create', 'change-set.edit'] })
})
afterAll(() => app.close())

type Store = Awaited<ReturnType<typeof addStore>>
interface Row {
  title: string
  outcome: string | null
  level: string | null
  changes: { field: string }[]
  remarks: { field: string | null; level: string; words: string }[]
}

async function done(address: string, body: object) {
  const answer = await app.call(address, { as: maker, body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  await app.services.tasks.runDue()
}
const setOf = async (id: string) => (await app.call(`GET /change-sets/${id}`, { as: maker })).body
const rowsOf = async (id: string): Promise<Row[]> => (await app.call(`GET /change-rows?setId=${id}&limit=100`, { as: maker })).body.rows
async function act(id: string, verb: string, body: object = {}) {
  const { version } = await setOf(id)
  await done(`POST /change-sets/${id}/${verb}`, { version, ...body })
  return setOf(id)
}
/** A file of a store's menu whose heads are recognised, read. */
async function read(store: Store, lines: readonly string[], missing = 'keep') {
  const { body } = await sendFile(app, `/stores/${store.id}/menu-upload`, maker, ['Name,Category,Price', ...lines].join('\n'))
  const columns = { Name: 'name', Category: 'category', Price: 'price' }
  return act(body.id, 'read', { columns, missing })
}
const remarksOf = async (id: string) => Object.fromEntries((await rowsOf(id)).map(({ title, remarks }) => [title, remarks]))
const menuOf = (store: Store) =>
  app.database.db
    .selectFrom('item')
    .innerJoin('menu_category', 'menu_category.id', 'item.category_id')
    .select(['item.name', 'menu_category.name as category'])
    .where('item.store_id', '=', store.id)
    .orderBy('menu_category.sort')
    .orderBy('item.sort')
    .orderBy('item.id')
    .execute()
    .then((rows) => rows.map(({ name, category }) => `${category}: ${name}`))

async function breads() {
  const store = await addStore(app.database.db)
  const naan = await addItem(app.database.db, store, { name: 'Naan', sort: 7 })
  await app.database.db.updateTable('menu_category').set({ name: 'Breads' }).where('id', '=', naan.category_id).execute()
  return store
}

test('rows with errors are left out, counted and told so; what was published and what was left out is all that the file has', async () => {
  const store = await breads()
  const set = await read(store, ['Naan,Breads,105', 'Kulcha,Breads,much', 'Payasam,Sweets,60'])
  expect(set).toMatchObject({ newRows: 1, changedRows: 1, newCategories: 1, errorRows: 1 })
  const published = await act(set.id, 'publish')
  expect(published).toMatchObject({ status: 'published', publishedRows: 3, leftOutRows: 1 })
  const outcomes = (await rowsOf(set.id)).map(({ title, outcome, level }) => [title, outcome, level])
  expect(outcomes).toContainEqual(['Kulcha', 'left-out', 'error'])
  await act(set.id, 'roll-back', { reason: 'The wrong file' })
  expect(await setOf(set.id)).toMatchObject({ status: 'rolled-back', leftOutRows: 1 })
  expect((await rowsOf(set.id)).map(({ outcome }) => outcome).sort()).toEqual(['left-out', 'rolled-back', 'rolled-back', 'rolled-back'])
})

test('a category that the menu has not got is told at its row, and warned of where it is like another one', async () => {
  const store = await breads()
  const set = await read(store, ['Kulcha,Breadz,40', 'Payasam,Sweets,60', 'Halwa,Sweets,70', 'Jalebi,Sweet,70', 'Roti,breads,20'])
  const said = await remarksOf(set.id)
  expect(said.Kulcha).toEqual([{ field: 'category', level: 'warning', words: 'is a new category: is it Breads?' }])
  const made = [{ field: 'category', level: 'info', words: 'is a new category' }]
  expect([said.Payasam, said.Halwa, said.Roti]).toEqual([made, made, []])
  expect(said.Jalebi).toEqual([{ field: 'category', level: 'warning', words: 'is a new category: is it Sweets?' }])
  expect(set).toMatchObject({ newCategories: 3, warningRows: 2 })
  const ctx = { ...systemContext(app.services, 'scan'), db: app.services.db }
  const rows = [{ line: null, given: { name: 'Kulcha', category: 'Braeds', price: '40' } }]
  const scanned = await createSet(ctx, { source: 'scan', title: 'A photo', storeId: store.id, rows })
  expect((await remarksOf(scanned.id)).Kulcha).toContainEqual({
    field: 'category',
    level: 'warning',
    words: 'is a new category: is it Breads?',
  })
})

test('a name that a spreadsheet program would run is warned of', async () => {
  const store = await breads()
  const set = await read(store, ['"=HYPERLINK(""http://x"",""Naan"")",Breads,40', 'Roti - plain,Breads,20'])
  const [first, second] = await rowsOf(set.id)
  expect(first?.remarks).toEqual([{ field: 'name', level: 'warning', words: 'begins like a formula of a spreadsheet' }])
  expect(second?.remarks).toEqual([])
})

test('new items and categories come after what is there, in the order of the file', async () => {
  const store = await breads()
  const set = await read(store, ['Zarda,Sweets,60', 'Tea,Drinks,20', 'Roti,Breads,20', 'Kulcha,Breads,40', 'Barfi,Sweets,50'])
  const [first] = await rowsOf(set.id)
  expect(first?.changes.map(({ field }) => field)).not.toContain('sort')
  await act(set.id, 'publish')
  expect(await menuOf(store)).toEqual(['Breads: Naan', 'Breads: Roti', 'Breads: Kulcha', 'Sweets: Zarda', 'Sweets: Barfi', 'Drinks: Tea'])
})

test('a quotation mark within a cell is told with its line and what to do', async () => {
  const store = await addStore(app.database.db)
  const sent = (file: string) => sendFile(app, `/stores/${store.id}/menu-upload`, maker, file)
  const within = await sent('Name,Price\nNaan,20\nDosa 12" long,60\nRoti,20\n')
  expect([within.status, within.body.error.message]).toEqual([
    422,
    expect.stringContaining(
      'has a quotation mark within a cell on line 3: put the whole cell in quotation marks and write that mark twice',
    ),
  ])
  const open = await sent('Name,Price\nNaan,20\n"Dosa,60\nRoti,20\n')
  expect(open.body.error.message).toContain('has a quotation mark that is not closed on line 3: close it behind its cell')
})

test('a price that moves far is told with one decimal', async () => {
  const store = await breads()
  expect((await read(store, ['Naan,Breads,131.19'])).needsApproval).toMatch(/^A price moves by 31.2 %: more than/)
})

test('a file that would take more of the menu off sale than it has is looked at by another person', async () => {
  const store = await breads()
  for (const name of ['Roti', 'Kulcha', 'Appam']) await addItem(app.database.db, store, { name })
  const why = async (lines: string[], missing?: string) => (await read(store, lines, missing)).needsApproval
  const two = ['Naan,Breads,105', 'Roti,Breads,105']
  expect(await why(two, 'unavailable')).toBeNull()
  expect(await why(two.slice(0, 1))).toBeNull()
  expect(await why(two.slice(0, 1), 'unavailable')).toBe('3 items become unavailable: more of the menu than the file has.')
})

test('whatever takes more of a store’s menu off sale than stays on it is looked at by another person, by whichever field it does', async () => {
  const store = await breads()
  for (const name of ['Roti', 'Kulcha', 'Appam']) await addItem(app.database.db, store, { name })
  const [gone, sold] = [await addItem(app.database.db, store, { name: 'Puri' }), await addItem(app.database.db, store, { name: 'Bhatura' })]
  await app.database.db.updateTable('item').set({ available: false }).where('id', '=', gone.id).execute()
  await app.database.db.updateTable('item').set({ stock: 0 }).where('id', '=', sold.id).execute()
  const why = async (head: string, lines: string[]) => {
    const { body } = await sendFile(app, `/stores/${store.id}/menu-upload`, maker, [`Name,${head}`, ...lines].join('\n'))
    const columns = Object.fromEntries(body.sheet.columns.map((column: { head: string; field: string }) => [column.head, column.field]))
    return (await act(body.id, 'read', { columns })).needsApproval
  }
  const off = (items: number) => `${items} items go off sale at ${store.display_name}: more than stay on sale there.`
  // Of four that are sold.
  expect(await why('Available', ['Naan,no', 'Roti,no'])).toBeNull()
  expect(await why('Available', ['Naan,no', 'Roti,no', 'Puri,no', 'Bhatura,no'])).toBeNull()
  expect(await why('Available', ['Naan,no', 'Roti,no', 'Kulcha,no'])).toBe(off(3))
  expect(await why('Stock', ['Naan,0', 'Roti,0', 'Kulcha,0'])).toBe(off(3))
  expect(await why('Available,Stock', ['Naan,no,5', 'Roti,yes,0', 'Kulcha,no,', 'Appam,yes,3', 'New one,yes,3'])).toBe(off(3))
  const bulk = async (available: boolean, filter: object) => {
    const answer = await app.call('POST /change-sets', { as: maker, body: { filter, change: { available } } })
    await app.services.tasks.runDue()
    return (await setOf(answer.body.id)).needsApproval
  }
  const storeIds = [store.id]
  expect(await bulk(false, { storeIds, text: 'Naan' })).toBeNull()
  expect(await bulk(false, { storeIds })).toBe(off(4))
  expect(await bulk(true, { storeIds })).toBeNull()
  // Of several stores each counts: of one all goes, of the other a part.
  const other = await addStore(app.database.db, { display_name: 'Fish Cove' })
  for (const name of ['Naan', 'Karimeen', 'Prawns']) await addItem(app.database.db, other, { name })
  const both = [store.id, other.id]
  expect(await bulk(false, { storeIds: both, text: 'Naan' })).toBeNull()
  await app.database.db.updateTable('item').set({ available: false }).where('store_id', '=', other.id).where('name', '<>', 'Naan').execute()
  expect(await bulk(false, { storeIds: both, text: 'Naan' })).toBe('1 item goes off sale at Fish Cove: more than stays on sale there.')
})
