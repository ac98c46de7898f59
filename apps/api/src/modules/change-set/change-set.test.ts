import { freeUnallowed, freeWords, newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBranch, addChoiceGroup, addItem, addStore } from '../../../test/factories.ts'
import { sendFile } from '../../../test/imports.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { systemContext } from '../../kit/access/system-actor.ts'
import { createSet } from './make-set.service.ts'

let app: TestApp
let maker: Caller
let checker: Caller

beforeAll(async () => {
  app = await testApp()
  maker = await app.addStaff({ name: 'Maker', permissions: ['change-set.view', 'change-set.create', 'change-set.edit'] })
  checker = await app.addStaff({ name: 'Checker', permissions: ['change-set.view', 'change-set.approve', 'approval.view'] })
})
afterAll(() => app.close())

const newCategory = { field: 'category', level: 'info', words: 'is a new category' }
const percent = (byPpm: number) => ({ price: { way: 'percent', byPpm, rounding: 'none' } })

async function done(address: string, body: object, as: Caller) {
  const answer = await app.call(address, { as, body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  await app.services.tasks.runDue()
  return answer.body
}
const setOf = async (id: string, as = maker) => (await app.call(`GET /change-sets/${id}`, { as })).body
const rowsOf = async (id: string) => (await app.call(`GET /change-rows?setId=${id}&limit=100`, { as: maker })).body.rows

async function bulk(storeIds: string[], change: object, filter: object = {}) {
  const { id } = await done('POST /change-sets', { filter: { storeIds, ...filter }, change }, maker)
  return setOf(id)
}
async function act(id: string, verb: string, body: object = {}, as = maker) {
  const { version } = await setOf(id, as)
  await done(`POST /change-sets/${id}/${verb}`, { version, ...body }, as)
  return setOf(id, as)
}
const priceOf = async (id: string) =>
  (await app.database.db.selectFrom('item').select('price_minor').where('id', '=', id).executeTakeFirstOrThrow()).price_minor

test('a bulk change is worked out, published and taken back, but for what was edited since', async () => {
  const store = await addStore(app.database.db)
  const [kept, edited] = [await addItem(app.database.db, store), await addItem(app.database.db, store)]
  const made = await bulk([store.id], percent(100_000))
  expect(made).toMatchObject({ status: 'validated', changedRows: 2, stores: 1, largestMovePpm: 100_000, needsApproval: null })
  expect((await rowsOf(made.id))[0].changes).toEqual([{ field: 'price', old: 10_000, new: 11_000 }])
  const published = await act(made.id, 'publish')
  expect(published).toMatchObject({ status: 'published', publishedRows: 2, leftOutRows: 0 })
  expect([await priceOf(kept.id), await priceOf(edited.id)]).toEqual([11_000, 11_000])
  await sql`update item set price_minor = 12345, version = version + 1 where id = ${edited.id}`.execute(app.database.db)
  const back = await act(made.id, 'roll-back', { reason: 'A slip' })
  expect(back).toMatchObject({ status: 'rolled-back', keptRows: 1 })
  expect([await priceOf(kept.id), await priceOf(edited.id)]).toEqual([10_000, 12_345])
  const rows = await rowsOf(made.id)
  expect(rows.map(({ outcome, reason }: { outcome: string; reason: string }) => [outcome, reason]).sort()).toEqual([
    ['kept', 'Price is ₹123.45 by now, not ₹110.00.'],
    ['rolled-back', null],
  ])
  const entries = await app.database.db
    .selectFrom('audit_entry')
    .select(['entity', 'action'])
    .where('change_set_id', '=', made.id)
    .execute()
  expect(entries.filter(({ entity }) => entity === 'item').length).toBe(3)
})

test('what was changed meanwhile is left out, or overwritten by whoever says so', async () => {
  const store = await addStore(app.database.db)
  const [still, moved] = [await addItem(app.database.db, store), await addItem(app.database.db, store)]
  const [first, second] = [await bulk([store.id], percent(50_000)), await bulk([store.id], percent(60_000))]
  await sql`update item set price_minor = 9000 where id = ${moved.id}`.execute(app.database.db)
  expect(await act(first.id, 'publish')).toMatchObject({ status: 'published', publishedRows: 1, leftOutRows: 1 })
  expect([await priceOf(still.id), await priceOf(moved.id)]).toEqual([10_500, 9000])
  await act(second.id, 'publish', { meanwhile: 'overwrite' })
  expect([await priceOf(still.id), await priceOf(moved.id)]).toEqual([10_600, 10_600])
  await act(second.id, 'roll-back', { reason: 'Not both' })
  expect([await priceOf(still.id), await priceOf(moved.id)]).toEqual([10_500, 9000])
})

test('a large move takes another person, and nobody approves their own', async () => {
  const store = await addStore(app.database.db)
  await addItem(app.database.db, store)
  const made = await bulk([store.id], percent(300_000))
  expect(made.needsApproval).toMatch(/moves by 30 %/)
  const alone = await app.call(`POST /change-sets/${made.id}/publish`, { as: maker, body: { version: made.version } })
  expect([alone.status, alone.body.error.reason]).toEqual([409, 'change-set-needs-approval'])
  expect(await act(made.id, 'submit')).toMatchObject({ status: 'awaiting-approval', submittedBy: 'Maker' })
  expect(await act(made.id, 'send-back', { reason: 'Too much' }, checker)).toMatchObject({ status: 'validated', statusReason: 'Too much' })
  await act(made.id, 'submit')
  expect(await act(made.id, 'approve', {}, checker)).toMatchObject({ status: 'scheduled', approvedBy: 'Checker' })
  await app.services.jobs.run('publish-change-sets')
  await app.services.tasks.runDue()
  expect(await setOf(made.id)).toMatchObject({ status: 'published', publishedRows: 1 })
})

test('a set that has its time is published then, and not before', async () => {
  const store = await addStore(app.database.db)
  const item = await addItem(app.database.db, store)
  const made = await bulk([store.id], percent(10_000))
  await act(made.id, 'schedule', { publishAt: '2099-01-01T00:00:00.000Z' })
  await app.services.jobs.run('publish-change-sets')
  expect(await priceOf(item.id)).toBe(10_000)
  await sql`update change_set set publish_at = now() - interval '1 minute' where id = ${made.id}`.execute(app.database.db)
  await app.services.jobs.run('publish-change-sets')
  await app.services.tasks.runDue()
  expect([await priceOf(item.id), (await setOf(made.id)).status]).toEqual([10_100, 'published'])
})

test('prices at or below zero and above the compare-at price are errors, large drops are warned of', async () => {
  const store = await addStore(app.database.db)
  await addItem(app.database.db, store, { name: 'Cheap', price_minor: 1000 })
  await addItem(app.database.db, store, { name: 'Capped', price_minor: 10_000, compare_at_minor: 10_000 })
  const by = (minor: number) => ({ price: { way: 'amount', amount: { minor, currency: 'INR' }, rounding: 'none' } })
  const said = async (id: string) =>
    (await rowsOf(id))
      .map((row: { title: string; remarks: { words: string }[] }) => [row.title, ...row.remarks.map(({ words }) => words)])
      .sort()
  expect(await said((await bulk([store.id], by(-1000))).id)).toEqual([['Capped'], ['Cheap', freeUnallowed(0)]])
  expect(await said((await bulk([store.id], by(-1100))).id)).toEqual([['Capped'], ['Cheap', 'is below zero']])
  expect(await said((await bulk([store.id], by(-400))).id)).toEqual([['Capped'], ['Cheap', 'drops by more than 30 %, from ₹10.00']])
  const above = await bulk([store.id], by(100))
  expect(await said(above.id)).toEqual([['Capped', 'is above the compare-at price of ₹100.00'], ['Cheap']])
  expect(await act(above.id, 'publish')).toMatchObject({ publishedRows: 1, errorRows: 1 })
})

test('a price that comes to 0 is an error of a bulk change, by whatever rounding, until it says that items may be free; then it is warned of', async () => {
  const store = await addStore(app.database.db)
  const item = await addItem(app.database.db, store, { price_minor: 40 })
  const sized = await addItem(app.database.db, store, { price_minor: 40 })
  const sizes = [{ name: 'Large', priceDelta: { minor: 9000, currency: 'INR' }, available: true }]
  await addChoiceGroup(app.database.db, sized, { choices: JSON.stringify(sizes) })
  const down = { way: 'percent', byPpm: -10_000, rounding: 'whole' }
  const said = async (id: string) => new Map((await rowsOf(id)).map(({ recordId, remarks }: Remarked) => [recordId, remarks]))
  const silent = await bulk([store.id], { price: down })
  const drops = { field: 'price', level: 'warning', words: 'drops by more than 30 %, from ₹0.40' }
  expect(await said(silent.id)).toEqual(
    new Map([
      [item.id, [{ field: 'price', level: 'error', words: freeUnallowed(0) }]],
      [sized.id, [drops]],
    ]),
  )
  const loud = await bulk([store.id], { price: { ...down, free: true } })
  expect((await said(loud.id)).get(item.id)).toEqual([{ field: 'price', level: 'warning', words: freeWords(0) }, drops])
  await act(silent.id, 'submit')
  await act(silent.id, 'approve', {}, checker)
  await app.services.jobs.run('publish-change-sets')
  await app.services.tasks.runDue()
  expect([await priceOf(item.id), await priceOf(sized.id)]).toEqual([40, 0])
  // What is free already is no news.
  await sql`update item set price_minor = 0 where id = ${item.id}`.execute(app.database.db)
  const [row] = await rowsOf((await bulk([store.id], { prepMinutes: 5 }, { text: item.sku })).id)
  expect(row.remarks).toEqual([])
})
interface Remarked {
  recordId: string
  remarks: object[]
}

test('a price of 0 in a file or a scan is warned of, and published by whoever looked at it', async () => {
  const store = await addStore(app.database.db)
  const item = await addItem(app.database.db, store, { sku: 'NAPKIN' })
  const warning = { field: 'price', level: 'warning', words: freeWords(0) }
  const { id, version } = (await sendFile(app, `/stores/${store.id}/menu-upload`, maker, 'Code,Price\nNAPKIN,0')).body
  await done(`POST /change-sets/${id}/read`, { version, columns: { Code: 'sku', Price: 'price' } }, maker)
  expect((await rowsOf(id))[0].remarks).toContainEqual(warning)
  expect(await setOf(id)).toMatchObject({ errorRows: 0, warningRows: 1 })
  const ctx = { ...systemContext(app.services, 'scan'), db: app.services.db }
  const rows = [{ line: null, given: { name: 'Sauce', price: '0', category: 'Extras' } }]
  const scanned = await createSet(ctx, { source: 'scan', title: 'A photo', storeId: store.id, rows })
  expect((await rowsOf(scanned.id))[0].remarks).toEqual([warning, newCategory])
  await act(scanned.id, 'publish')
  await act(id, 'submit')
  await act(id, 'approve', {}, checker)
  await app.services.jobs.run('publish-change-sets')
  await app.services.tasks.runDue()
  expect(await priceOf(item.id)).toBe(0)
  const made = app.database.db.selectFrom('item').select('price_minor').where('store_id', '=', store.id).where('sku', '=', 'SAUCE')
  expect(await made.executeTakeFirst()).toEqual({ price_minor: 0 })
})

const takingOff = (minor: number) => ({
  choices: JSON.stringify([{ name: 'Half', priceDelta: { minor: -minor, currency: 'INR' }, available: true }]),
})

test('a price below what options can take off is an error of its row, and mended there', async () => {
  const store = await addStore(app.database.db)
  const item = await addItem(app.database.db, store, { sku: 'B1', name: 'Biryani' })
  await addItem(app.database.db, store, { name: 'Meals' })
  await addChoiceGroup(app.database.db, item, takingOff(9500))
  const error = { field: 'price', level: 'error', words: 'is below the ₹95.00 that its options can take off' }
  const lower = await bulk([store.id], percent(-100_000))
  expect(lower).toMatchObject({ changedRows: 1, errorRows: 1 })
  const said = (await rowsOf(lower.id)).map(({ title, remarks }: { title: string; remarks: object[] }) => [title, remarks])
  expect(new Map(said)).toEqual(
    new Map([
      ['Biryani', [error]],
      ['Meals', []],
    ]),
  )
  expect(await act(lower.id, 'publish')).toMatchObject({ publishedRows: 1 })
  expect(await priceOf(item.id)).toBe(10_000)
  const { id, version } = (await sendFile(app, `/stores/${store.id}/menu-upload`, maker, 'Code,Price\nB1,94.99')).body
  await done(`POST /change-sets/${id}/read`, { version, columns: { Code: 'sku', Price: 'price' } }, maker)
  const [row] = await rowsOf(id)
  expect(row.remarks).toEqual([error])
  await done(`POST /change-rows/${row.id}/correct`, { version: row.version, given: { price: '95' } }, maker)
  expect((await rowsOf(id))[0].remarks).toEqual([{ field: 'price', level: 'warning', words: freeWords(9500) }])
})

test('what does not fit the menu any more is left out as it is published, and kept as it is taken back', async () => {
  const store = await addStore(app.database.db)
  const [dear, plain] = [await addItem(app.database.db, store), await addItem(app.database.db, store)]
  const capped = await addItem(app.database.db, store)
  const lower = await bulk([store.id], percent(-200_000))
  const higher = await bulk([store.id], percent(50_000))
  await addChoiceGroup(app.database.db, dear, takingOff(9000))
  await sql`update item set compare_at_minor = 10_200 where id = ${capped.id}`.execute(app.database.db)
  expect(await act(higher.id, 'publish')).toMatchObject({ publishedRows: 2, leftOutRows: 1 })
  const outcomes = async (id: string) =>
    new Map((await rowsOf(id)).map(({ recordId, outcome, reason }: Record<string, string>) => [recordId, [outcome, reason]]))
  expect((await outcomes(higher.id)).get(capped.id)).toEqual(['left-out', 'Price ₹105.00 is above the compare-at price of ₹102.00.'])
  expect(await act(lower.id, 'publish', { meanwhile: 'overwrite' })).toMatchObject({ publishedRows: 2, leftOutRows: 1 })
  const below = 'Price ₹80.00 is below the ₹90.00 that its options can take off.'
  expect((await outcomes(lower.id)).get(dear.id)).toEqual(['left-out', below])
  expect([await priceOf(dear.id), await priceOf(plain.id), await priceOf(capped.id)]).toEqual([10_500, 8000, 8000])
  await addChoiceGroup(app.database.db, dear, takingOff(1200))
  expect(await act(higher.id, 'roll-back', { reason: 'A slip' })).toMatchObject({ status: 'rolled-back', keptRows: 2 })
  const kept = 'Price ₹100.00 is below the ₹102.00 that its options can take off: it is not taken back.'
  expect((await outcomes(higher.id)).get(dear.id)).toEqual(['kept', kept])
  expect(await priceOf(dear.id)).toBe(10_500)
})

test('whoever reaches a branch makes sets of that branch alone', async () => {
  const branch = await addBranch(app.database.db)
  const [own, other] = [await addStore(app.database.db, { branch }), await addStore(app.database.db)]
  await addItem(app.database.db, own)
  await addItem(app.database.db, other)
  const partner = await app.addStaff({ permissions: ['change-set.view', 'change-set.create'], scope: { kind: 'branch', ids: [branch.id] } })
  const made = await done('POST /change-sets', { filter: {}, change: { available: false } }, partner)
  expect(await setOf(made.id, partner)).toMatchObject({ branch: { id: branch.id }, changedRows: 1 })
  const elsewhere = await app.call('POST /change-sets', {
    as: partner,
    body: { filter: { storeIds: [other.id] }, change: { available: false } },
  })
  expect(elsewhere.status).toBe(422)
})

test('a store that is out of reach by now ends it: those under way are wholly written, none is begun after', async () => {
  const { db } = app.database
  const branch = await addBranch(db)
  const stores = []
  for (let count = 0; count < 8; count++) stores.push(await addStore(db, count === 0 ? {} : { branch }))
  const items = await Promise.all(stores.map((store) => addItem(db, store)))
  const leaver = await app.addStaff({ permissions: ['change-set.view', 'change-set.create', 'change-set.edit'] })
  const { id } = await done('POST /change-sets', { filter: { storeIds: stores.map((store) => store.id) }, change: percent(50_000) }, leaver)
  const { version } = await setOf(id, leaver)
  expect((await app.call(`POST /change-sets/${id}/publish`, { as: leaver, body: { version } })).status).toBe(200)
  const scope = { scope_kind: 'branch' as const, scope_ids: [branch.id] }
  await db.updateTable('staff').set(scope).where('id', '=', leaver.id).execute()
  await app.services.tasks.runDue()
  const prices = await Promise.all(items.map((item) => priceOf(item.id)))
  expect(prices[0]).toBe(10_000)
  expect(prices.filter((price) => price === 10_500).length).toBeLessThanOrEqual(2)
})

const menu = (rows: string[]) => ['Item Code,Dish,Section,Rate,Unit,Veg,Remark', ...rows].join('\n')

test('a file of a menu is read by its columns, mended, published and taken back', async () => {
  const store = await addStore(app.database.db)
  const category = { id: newId(), store_id: store.id, name: 'Rice' }
  await app.database.db.insertInto('menu_category').values(category).execute()
  const common = { category_id: category.id, veg_mark: 'veg' }
  const biryani = await addItem(app.database.db, store, { sku: 'B1', name: 'Biryani', price_minor: 18_000, ...common })
  const meals = await addItem(app.database.db, store, { sku: 'M1', name: 'Meals', price_minor: 9000, ...common })
  const gone = await addItem(app.database.db, store, { sku: 'G1', name: 'Gone', ...common })
  const file = menu([
    'B1,Biryani,Rice,200.00,Piece,Vegetarian,',
    'M1,Meals,Rice,90,Piece,Vegetarian,x',
    'N1,Payasam,Sweets,60,Piece,Vegetarian,',
    'N2,Halwa,Sweets,sixty,Piece,Vegetarian,',
    'B1,Biryani again,Rice,210,Piece,,',
  ])
  const uploaded = await sendFile(app, `/stores/${store.id}/menu-upload`, maker, file)
  expect([uploaded.status, uploaded.body.error]).toEqual([200, undefined])
  const { id, version, sheet } = uploaded.body
  expect(sheet.columns.map(({ field }: { field: string }) => field)).toEqual(['sku', 'name', 'category', 'price', 'unit', 'vegMark', null])
  const columns = Object.fromEntries(sheet.columns.map(({ head, field }: { head: string; field: string }) => [head, field]))
  await done(`POST /change-sets/${id}/read`, { version, columns, missing: 'unavailable' }, maker)
  expect(await setOf(id)).toMatchObject({ status: 'validated', newRows: 1, changedRows: 1, sameRows: 1, missingRows: 1, errorRows: 2 })
  const rows = await rowsOf(id)
  const halwa = rows.find(({ title }: { title: string }) => title === 'Halwa')
  expect(halwa.remarks).toEqual([{ field: 'price', level: 'error', words: 'must be an amount, such as 1250.50' }, newCategory])
  const twin = rows.find(({ title }: { title: string }) => title === 'Biryani again')
  expect(twin.remarks).toEqual([{ field: null, level: 'error', words: 'Row 2 is of the same item.' }])
  await done(`POST /change-rows/${halwa.id}/correct`, { version: halwa.version, given: { price: '60' } }, maker)
  expect(await setOf(id)).toMatchObject({ errorRows: 1 })
  expect(await act(id, 'publish')).toMatchObject({ status: 'published', publishedRows: 5 })
  expect([await priceOf(biryani.id), await priceOf(meals.id)]).toEqual([20_000, 9000])
  const items = () =>
    app.database.db.selectFrom('item').select(['sku', 'available']).where('store_id', '=', store.id).orderBy('sku').execute()
  expect((await items()).map(({ sku, available }) => `${sku} ${available}`)).toEqual([
    'B1 true',
    'G1 false',
    'M1 true',
    'N1 true',
    'N2 true',
  ])
  await act(id, 'roll-back', { reason: 'The wrong file' })
  expect((await items()).map(({ sku, available }) => `${sku} ${available}`)).toEqual(['B1 true', 'G1 true', 'M1 true'])
  expect([await priceOf(biryani.id), gone.available]).toEqual([18_000, true])
  const names = await app.database.db.selectFrom('menu_category').select('name').where('store_id', '=', store.id).execute()
  expect(names).toEqual([{ name: 'Rice' }])
  const again = await sendFile(app, `/stores/${store.id}/menu-upload`, maker, menu(['B1,Biryani,Rice,200.00,Piece,Vegetarian,']))
  expect(again.body.sheet.columns.every(({ remembered }: { remembered: boolean }) => remembered)).toBe(true)
  // Nothing has to be said anew of columns that are recognised.
  expect(await act(again.body.id, 'read', { columns })).toMatchObject({ status: 'validated', changedRows: 1 })
})

test('what a scan reads of a menu ends in the same change set, with its doubts, and is never published by itself', async () => {
  const store = await addStore(app.database.db)
  const item = await addItem(app.database.db, store, { name: 'Appam', price_minor: 3000 })
  const doubt = { field: 'price', level: 'warning', words: 'is hard to read' } as const
  const rows = [
    { line: null, given: { name: 'Appam', price: '35' }, remarks: [doubt] },
    { line: null, given: { name: 'Stew', price: '90', category: 'Curries' } },
  ]
  const ctx = { ...systemContext(app.services, 'scan'), db: app.services.db }
  const set = await createSet(ctx, { source: 'scan', title: 'A photo', storeId: store.id, rows })
  expect(set).toMatchObject({ source: 'scan', status: 'validated', changedRows: 1, newRows: 1, missingRows: 0, warningRows: 1 })
  const [first, second] = await rowsOf(set.id)
  expect(first).toMatchObject({ recordId: item.id, changes: [{ field: 'price', old: 3000, new: 3500 }], remarks: [doubt] })
  expect(second.changes).toContainEqual({ field: 'sku', old: null, new: 'STEW' })
  expect(await priceOf(item.id)).toBe(3000)
})

test('a file that is none says so', async () => {
  const store = await addStore(app.database.db)
  for (const [file, words] of [
    [Buffer.from([0xff, 0xfe, 0x41, 0x00]), /not UTF-8/],
    [Buffer.from('Code,Name\n'), /no row below its head/],
    [Buffer.from(`${'a,'.repeat(10_000)}a\nb\n`), /more than 200 columns/],
  ] as const) {
    const { status, body } = await sendFile(app, `/stores/${store.id}/menu-upload`, maker, file)
    expect([status, body.error.message]).toEqual([422, expect.stringMatching(words)])
  }
})
