import { freeWords, newId, type SyncedMenu } from '@larder/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addChoiceGroup, addItem, addMenuCategory, addStore } from '../../../test/factories.ts'
import { everyScope, minutesLater, type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let store: OrderWorld['store']
let till: Caller
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())
beforeEach(async () => {
  store = await addStore(world.db)
  till = await world.app.addChannel(everyScope, 'till', { kind: 'store', ids: [store.id] })
})

const inr = (minor: number) => ({ minor, currency: 'INR' })
const appam = { outsideId: 'T-1', name: 'Appam', price: inr(4000), category: { name: 'Breakfast' } }
const send = (items: unknown[], { as = till, key = newId() as string, id = store.id } = {}) =>
  world.app.call(`POST /channel/stores/${id}/menu/sync`, { as, body: { items }, headers: { 'idempotency-key': key } })
async function sync(...items: object[]): Promise<SyncedMenu['items']> {
  const { status, body } = await send(items)
  expect([status, body.error]).toEqual([200, undefined])
  return body.items
}
const itemsOf = () => world.db.selectFrom('item').selectAll().where('store_id', '=', store.id).orderBy('id').execute()
const entriesOf = async (id: string | null | undefined) =>
  (await world.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', String(id)).orderBy('id').execute()).map(
    ({ action, actor_kind, actor_id }) => [action, actor_kind, actor_id],
  )

test('an item is added in a category that is made for it, then changed by its outside id, then the same', async () => {
  const [made] = await sync({ ...appam, barcode: '8901234567894', stock: 12, vegMark: 'veg' })
  expect(made).toEqual({ outsideId: 'T-1', itemId: expect.any(String), outcome: 'created', refusals: [], warnings: [] })
  const changed = await sync({ outsideId: 'T-1', price: inr(4500), available: false, category: { name: 'breakfast' } })
  expect(changed).toEqual([{ ...made, outcome: 'updated' }])
  expect(await sync({ outsideId: 'T-1', price: inr(4500) })).toEqual([{ ...made, outcome: 'same' }])
  expect(await itemsOf()).toMatchObject([{ sku: 'T-1', unit: 'pc', price_minor: 4500, stock: 12, available: false, version: 2 }])
  const categories = await world.db.selectFrom('menu_category').selectAll().where('store_id', '=', store.id).execute()
  expect(categories).toMatchObject([{ name: 'Breakfast' }])
  expect(await entriesOf(made?.itemId)).toEqual([
    ['create', 'channel', till.id],
    ['update', 'channel', till.id],
  ])
  expect(await entriesOf(categories[0]?.id)).toEqual([['create', 'channel', till.id]])
})

test('a price of 0 is taken and warned of, but where something else of the item costs', async () => {
  const free = [{ field: 'price', because: freeWords(0) }]
  const [made] = await sync({ ...appam, price: inr(0) })
  expect(made).toMatchObject({ outcome: 'created', refusals: [], warnings: free })
  expect(await sync({ outsideId: 'T-1', price: inr(0) })).toMatchObject([{ outcome: 'same', warnings: free }])
  expect(await sync({ outsideId: 'T-1', stock: 3 })).toMatchObject([{ outcome: 'updated', warnings: [] }])
  const item = await addItem(world.db, store)
  const sizes = [{ name: 'Large', priceDelta: inr(9000), available: true }]
  await addChoiceGroup(world.db, item, { choices: JSON.stringify(sizes) })
  expect(await sync({ outsideId: 'T-2', sku: item.sku, price: inr(0) })).toMatchObject([{ outcome: 'updated', warnings: [] }])
  expect((await itemsOf()).map(({ price_minor }) => price_minor)).toEqual([0, 0])
})

test('an item that the menu has is known by its code, and by its outside id from then on', async () => {
  const item = await addItem(world.db, store)
  expect(await sync({ outsideId: 'T-9', sku: item.sku, stock: 3 })).toMatchObject([{ itemId: item.id, outcome: 'updated' }])
  expect(await sync({ outsideId: 'T-9', sku: 'NEW-CODE' })).toMatchObject([{ itemId: item.id, outcome: 'updated' }])
  expect(await itemsOf()).toMatchObject([{ id: item.id, sku: 'NEW-CODE', stock: 3 }])
  await world.db.deleteFrom('item').where('id', '=', item.id).execute()
  expect(await sync({ ...appam, outsideId: 'T-9' })).toMatchObject([{ outcome: 'created' }])
})

test('a category that was merged is the one that it was merged into, by each of the names that the till has for it', async () => {
  await sync({ ...appam, category: { outsideId: 'C-1', name: 'Breakfast' } })
  await sync({ ...appam, outsideId: 'T-2', category: { outsideId: 'C-2', name: 'Morning' } })
  const admin = await world.app.addStaff({ isAdmin: true })
  const categories = await world.db.selectFrom('menu_category').selectAll().where('store_id', '=', store.id).orderBy('id').execute()
  const [breakfast, morning] = categories
  const into = { id: morning?.id, version: morning?.version }
  const body = { version: breakfast?.version, into }
  expect((await world.app.call(`POST /menu-categories/${breakfast?.id}/merge`, { as: admin, body })).status).toBe(200)
  await sync({ ...appam, category: { outsideId: 'C-1' } }, { ...appam, outsideId: 'T-2', category: { outsideId: 'C-2' } })
  await sync({ ...appam, category: { outsideId: 'C-9', name: 'Morning' } })
  await sync({ ...appam, category: { outsideId: 'C-9' } })
  expect((await itemsOf()).map(({ category_id }) => category_id)).toEqual([morning?.id, morning?.id])
})

test('a category is known by what the till calls it, whatever it is named by now', async () => {
  await sync({ ...appam, category: { outsideId: 'C-1', name: 'Breakfast' } })
  await world.db.updateTable('menu_category').set({ name: 'Morning' }).where('store_id', '=', store.id).execute()
  const evening = await addMenuCategory(world.db, store, { name: 'Evening' })
  const answers = await sync(
    { ...appam, outsideId: 'T-2', category: { outsideId: 'C-1' } },
    { ...appam, outsideId: 'T-3', category: { outsideId: 'C-2', name: 'EVENING' } },
    { ...appam, outsideId: 'T-4', category: { outsideId: 'C-3' } },
  )
  expect(answers.map(({ outcome, refusals }) => [outcome, refusals])).toEqual([
    ['created', []],
    ['created', []],
    ['refused', [{ field: 'category', because: 'is not known by this id: say its name as well' }]],
  ])
  const [first, second, third] = await itemsOf()
  expect(second?.category_id).toBe(first?.category_id)
  expect(third?.category_id).toBe(evening.id)
  expect(await sync({ outsideId: 'T-2', category: { outsideId: 'C-2' } })).toMatchObject([{ outcome: 'updated' }])
})

test('a category that a call names once is known by its id in the rest of it, wherever it is named', async () => {
  const answers = await sync(
    { ...appam, category: { outsideId: 'C-1' } },
    { ...appam, outsideId: 'T-2', category: { outsideId: 'C-1', name: 'Breakfast' } },
    { ...appam, outsideId: 'T-3', category: { outsideId: 'C-1' } },
  )
  expect(answers.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created'])
  expect(new Set((await itemsOf()).map(({ category_id }) => category_id)).size).toBe(1)
})

test('what is refused says at which field and why, leaves nothing, and does not keep the others', async () => {
  const other = await addItem(world.db, store)
  const kept = await addItem(world.db, store)
  const answers = await sync(
    { outsideId: 'A' },
    { ...appam, outsideId: 'B', price: { minor: 1, currency: 'USD' }, category: { name: 'Of dollars' } },
    { ...appam, outsideId: 'C', sku: other.sku.toLowerCase(), barcode: '12345670' },
    { ...appam, outsideId: 'D', barcode: '12345670' },
    { ...appam, outsideId: 'E', taxProfile: 'No such profile' },
    { outsideId: kept.sku, price: inr(1), compareAt: inr(0) },
    { ...appam, outsideId: 'C' },
    { outsideId: other.sku, snoozedUntil: minutesLater(world.clock.ms(), -1) },
    { ...appam, outsideId: 'F' },
  )
  expect(answers.map(({ outsideId, outcome, refusals }) => [outsideId, outcome, ...refusals.map(({ field }) => field)])).toEqual([
    ['A', 'refused', 'category', 'name', 'price'],
    ['B', 'refused', 'price.currency'],
    ['C', 'created'],
    ['D', 'refused', 'barcode'],
    ['E', 'refused', 'taxProfile'],
    [kept.sku, 'refused', 'compareAt'],
    ['C', 'refused', 'outsideId'],
    [other.sku, 'refused', 'snoozedUntil'],
    ['F', 'created'],
  ])
  expect((await itemsOf()).map(({ version }) => version)).toEqual([1, 1, 1, 1])
  const names = await world.db.selectFrom('menu_category').select('name').where('store_id', '=', store.id).execute()
  expect(names).not.toContainEqual({ name: 'Of dollars' })
})

test('a price below what options can take off is refused to its row alone', async () => {
  const item = await addItem(world.db, store)
  const choices = JSON.stringify([{ name: 'Half', priceDelta: inr(-6000), available: true }])
  await addChoiceGroup(world.db, item, { choices })
  const answers = await sync({ outsideId: item.sku, price: inr(5000), stock: 3 }, appam)
  expect(answers).toMatchObject([
    { outcome: 'refused', refusals: [{ field: 'price', because: 'is below the ₹60.00 that its options can take off' }] },
    { outcome: 'created' },
  ])
  expect((await itemsOf()).find(({ id }) => id === item.id)).toMatchObject({ price_minor: 10_000, stock: null, version: 1 })
})

test('a tax profile is known by its name, in any letters', async () => {
  const item = await addItem(world.db, store)
  const { name } = await world.db
    .selectFrom('tax_profile')
    .select('name')
    .where('id', '=', String(item.tax_profile_id))
    .executeTakeFirstOrThrow()
  await sync({ ...appam, taxProfile: name.toUpperCase() }, { outsideId: item.sku, taxProfile: null })
  const profiles = (await itemsOf()).map(({ sku, tax_profile_id }) => [sku, tax_profile_id])
  expect(new Map(profiles as [string, string | null][])).toEqual(
    new Map([
      ['T-1', item.tax_profile_id],
      [item.sku, null],
    ]),
  )
})

test('a call that is sent twice is done once, and two at once are two that see each other', async () => {
  const key = newId()
  const [first, again] = [await send([appam], { key }), await send([appam], { key })]
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
  const both = await Promise.all([send([{ ...appam, outsideId: 'T-5' }]), send([{ ...appam, outsideId: 'T-5' }])])
  expect(both.map(({ body }) => body.items[0].outcome).sort()).toEqual(['created', 'same'])
})

test('a row that is ill-formed is refused by itself, at the fields at fault, and the others are taken', async () => {
  const answers = await sync(
    appam,
    { ...appam, outsideId: 'T-2', price: inr(-1), name: 'A\u0000' },
    { outsideId: 'T-3', price: '40.00', colour: 'red' },
    { ...appam, outsideId: 'T-4', name: 'N'.repeat(121) },
    { ...appam, outsideId: 'T-2' },
    { ...appam, outsideId: 'T-5' },
  )
  expect(answers.map(({ outsideId, outcome, refusals }) => [outsideId, outcome, ...refusals.map(({ field }) => field).sort()])).toEqual([
    ['T-1', 'created'],
    ['T-2', 'refused', 'name', 'price.minor'],
    ['T-3', 'refused', 'colour', 'price'],
    ['T-4', 'refused', 'name'],
    ['T-2', 'refused', 'outsideId'],
    ['T-5', 'created'],
  ])
  expect((await itemsOf()).map(({ sku }) => sku)).toEqual(['T-1', 'T-5'])
  expect((await sync({ outsideId: 'T-1', price: '1' })).map(({ itemId, outcome }) => [itemId, outcome])).toEqual([
    [answers[0]?.itemId, 'refused'],
  ])
})

test('a call in which a row has no outside id is refused as a whole: no answer would say which it is of', async () => {
  const { status, body } = await send([appam, { ...appam, outsideId: '' }, 'T-3', { outsideId: 'T-4', price: 1 }])
  expect([status, Object.keys(body.error.fields).sort()]).toEqual([422, ['body.items.1.outsideId', 'body.items.2']])
  expect(await itemsOf()).toEqual([])
})

test('what a till calls one item may be the id of another one', async () => {
  const item = await addItem(world.db, store)
  const answers = await sync({ outsideId: 'T-1', sku: item.sku, stock: 1 }, { ...appam, outsideId: item.id })
  expect(answers.map(({ outcome }) => outcome)).toEqual(['updated', 'created'])
})

test('each channel has words of its own for the items of a store', async () => {
  const [made] = await sync(appam)
  const app = await world.app.addChannel(everyScope, 'store-app', { kind: 'branch', ids: [store.branch_id] })
  const other = await send([{ ...appam, outsideId: 'APP-1', sku: 'T-1' }], { as: app })
  expect(other.body.items).toMatchObject([{ itemId: made?.itemId, outcome: 'same' }])
  const third = await send([{ ...appam, outsideId: 'APP-2', sku: 'T-1' }], { as: app })
  expect(third.body.items).toMatchObject([{ outcome: 'refused', refusals: [{ field: 'sku', because: 'is already taken' }] }])
})

test('a key keeps the menus of its own stores alone, and only one that speaks for a store', async () => {
  const next = await addStore(world.db)
  expect((await send([appam], { id: next.id })).status).toBe(404)
  for (const kind of ['customer-app', 'rider-app'] as const) {
    const as = await world.app.addChannel(everyScope, kind, kind === 'rider-app' ? { kind: 'branch', ids: [store.branch_id] } : undefined)
    expect((await send([appam], { as })).body.error.reason, kind).toBe('wrong-party')
  }
  const reader = await world.app.addChannel(['channel:catalogue'], 'till', { kind: 'store', ids: [store.id] })
  expect((await send([appam], { as: reader })).body.error.reason).toBe('missing-scope')
  await world.db.updateTable('store').set({ status: 'terminated' }).where('id', '=', store.id).execute()
  expect((await send([appam])).status).toBe(404)
})

test('whoever has the menu before them hears of each item', async () => {
  const [made] = await sync(appam)
  const events = await world.db.selectFrom('event').selectAll().where('store_id', '=', store.id).orderBy('id').execute()
  expect(events.map(({ entity, entity_id, action, permission }) => [entity, entity_id, action, permission])).toEqual([
    ['menu-category', expect.any(String), 'create', 'menu.view'],
    ['item', made?.itemId, 'create', 'menu.view'],
  ])
})

test('a store says itself whether it takes orders, and until when', async () => {
  const until = minutesLater(world.clock.ms(), 30)
  const say = (body: object, as = till) => world.app.call(`POST /channel/stores/${store.id}/open-mode`, { as, body })
  expect((await say({ mode: 'paused', until, reason: 'Power cut' })).body).toEqual({
    id: store.id,
    openMode: 'paused',
    openModeUntil: until,
    isOpenNow: false,
  })
  expect((await say({ mode: 'paused', until, reason: 'Power cut' })).status).toBe(200)
  expect((await say({ mode: 'open' })).body).toMatchObject({ openMode: 'open', isOpenNow: true })
  expect(await entriesOf(store.id)).toEqual([
    ['setOpenMode', 'channel', till.id],
    ['setOpenMode', 'channel', till.id],
  ])
  expect((await say({ mode: 'busy' })).body.error.fields).toEqual({
    'body.until': 'is required: an end, or null for "until someone reopens it"',
  })
  const nextDoor = await world.app.addChannel(everyScope, 'till', { kind: 'store', ids: [(await addStore(world.db)).id] })
  expect((await say({ mode: 'closed' }, nextDoor)).status).toBe(404)
  await world.db.updateTable('store').set({ status: 'suspended' }).where('id', '=', store.id).execute()
  expect((await say({ mode: 'open' })).body.error.reason).toBe('store-not-live')
})
