import type { SyncedMenu } from '@larder/contract'
import { newId } from '@larder/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMenuCategory, addStore } from '../../../test/factories.ts'
import { everyScope, type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let store: OrderWorld['store']
let till: Caller
let manager: Caller
beforeAll(async () => {
  world = await orderWorld()
  manager = await world.app.addStaff({ permissions: ['menu.view', 'menu.edit'] })
})
afterAll(() => world.app.close())
beforeEach(async () => {
  store = await addStore(world.db)
  till = await addTill()
})

const addTill = () => world.app.addChannel(everyScope, 'till', { kind: 'store', ids: [store.id] })
const item = (at: number, category: object) => ({
  ...{ outsideId: `T-${at}`, name: `Appam ${at}`, price: { minor: 4000, currency: 'INR' } },
  category,
})
/** The till's menu with an item in each category: its own id and the name that it gives it, if any. */
async function send(categories: Readonly<Record<string, string | undefined>>, as = till): Promise<SyncedMenu['items']> {
  const items = Object.entries(categories).map(([outsideId, name], at) => item(at, { outsideId, ...(name !== undefined && { name }) }))
  const headers = { 'idempotency-key': newId() as string }
  const { status, body } = await world.app.call(`POST /channel/stores/${store.id}/menu/sync`, { as, body: { items }, headers })
  expect([status, body.error]).toEqual([200, undefined])
  return body.items
}
const warnings = (rows: SyncedMenu['items']) => rows.map((row) => row.warnings.map(({ field, because }) => `${field}: ${because}`))
const categories = () => world.db.selectFrom('menu_category').selectAll().where('store_id', '=', store.id).orderBy('id').execute()
const names = async () => (await categories()).map(({ name }) => name).toSorted()
const only = async () => (await categories())[0] as Awaited<ReturnType<typeof categories>>[number]
const rename = async (name: string) => {
  const { id, version } = await only()
  const { status, body } = await world.app.call(`PATCH /menu-categories/${id}`, { as: manager, body: { version, name } })
  expect([status, body.error]).toEqual([200, undefined])
}

test('a category that the till calls otherwise is renamed, told as its own change, and the same once it is sent again', async () => {
  await send({ 'C-1': 'Breakfast' })
  expect(warnings(await send({ 'C-1': 'Morning' }))).toEqual([[]])
  const { id, name, version } = await only()
  expect([name, version]).toEqual(['Morning', 2])
  const entries = await world.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', id).orderBy('id').execute()
  expect(entries.map(({ action, actor_id, old, new: now }) => [action, actor_id, old, now])).toEqual([
    ['create', till.id, null, expect.objectContaining({ name: 'Breakfast' })],
    ['update', till.id, expect.objectContaining({ name: 'Breakfast' }), expect.objectContaining({ name: 'Morning' })],
  ])
  await send({ 'C-1': 'Morning' })
  await send({ 'C-1': undefined })
  expect((await only()).version).toBe(2)
})

test('one that staff have named since stays, and each of its rows says so', async () => {
  await send({ 'C-1': 'Breakfast' })
  await rename('House specials')
  const said = ['category: stays House specials: that is how it was named here']
  expect(warnings(await send({ 'C-1': 'Breakfast' }))).toEqual([said])
  expect(warnings(await send({ 'C-1': 'Morning' }))).toEqual([said])
  expect(warnings(await send({ 'C-1': 'Morning' })), 'what the till says every night').toEqual([said])
  expect(warnings(await send({ 'C-1': undefined })), 'what it does not name').toEqual([[]])
  expect(await names()).toEqual(['House specials'])
  await rename('Morning')
  expect(warnings(await send({ 'C-1': 'Dawn' })), 'they agreed in the end').toEqual([[]])
  expect(await names()).toEqual(['Dawn'])
})

test('two tills of a store do not rename it to and fro', async () => {
  const other = await addTill()
  await send({ 'C-1': 'Breakfast' })
  await send({ K: 'Breakfast' }, other)
  await send({ 'C-1': 'Morning' })
  for (const _ of [1, 2]) {
    expect(warnings(await send({ K: 'Breakfast' }, other))).toEqual([['category: stays Morning: that is how it was named here']])
    expect(warnings(await send({ 'C-1': 'Morning' }))).toEqual([[]])
  }
  expect(await names()).toEqual(['Morning'])
})

test('a name that another category has is taken once that is free, in the same call too', async () => {
  await send({ 'C-1': 'Breakfast' })
  const mine = await addMenuCategory(world.db, store, { name: 'Morning' })
  const said = ['category: stays Breakfast: another category is called morning']
  expect(warnings(await send({ 'C-1': 'morning' }))).toEqual([said])
  await world.db.updateTable('menu_category').set({ name: 'Dawn' }).where('id', '=', mine.id).execute()
  expect(warnings(await send({ 'C-1': 'morning' }))).toEqual([[]])
  await send({ 'C-1': 'morning', 'C-2': 'Lunch' })
  expect(warnings(await send({ 'C-1': 'Lunch', 'C-2': 'Noon', 'C-3': 'Morning' }))).toEqual([[], [], []])
  expect(await names()).toEqual(['Dawn', 'Lunch', 'Morning', 'Noon'])
})

test('a name that was not kept yet is no sign that staff did not give it: theirs stays until the two agree', async () => {
  await send({ 'C-1': 'Breakfast' })
  await world.db.updateTable('outside_record').set({ category_name: null }).where('store_id', '=', store.id).execute()
  expect(warnings(await send({ 'C-1': 'Morning' }))).toEqual([['category: stays Breakfast: that is how it was named here']])
  expect(warnings(await send({ 'C-1': 'Breakfast' }))).toEqual([[]])
  expect(warnings(await send({ 'C-1': 'Morning' }))).toEqual([[]])
  expect(await names()).toEqual(['Morning'])
})

test.each([
  ['is new', false],
  ['is known', true],
])('two names for one id in a call: the last one holds, and the other row says so, where it %s', async (_, isKnown) => {
  if (isKnown) await send({ 'C-1': 'Breakfast' })
  const rows = ['Morning', 'Dawn', 'dawn'].map((name, at) => item(at, { outsideId: 'C-1', name }))
  const call = () => world.app.call(`POST /channel/stores/${store.id}/menu/sync`, { as: till, body: { items: rows } })
  for (const _ of [1, 2]) {
    expect(warnings((await call()).body.items)).toEqual([['category: is called dawn: another row of this call names it so'], [], []])
    expect(await names()).toEqual(['dawn'])
  }
  const items = await world.db.selectFrom('item').select('category_id').where('store_id', '=', store.id).execute()
  expect(new Set(items.map(({ category_id }) => category_id))).toEqual(new Set([(await only()).id]))
  // What staff have named since, or what another one is called, is still told as that.
  await rename('House specials')
  const said = 'category: stays House specials: that is how it was named here'
  expect(warnings((await call()).body.items)).toEqual([[said], [said], [said]])
})

test('a row whose call names its category otherwise further on is told which name is another one’s', async () => {
  await send({ 'C-1': 'Breakfast' })
  await addMenuCategory(world.db, store, { name: 'Dawn' })
  const rows = ['Morning', 'Dawn'].map((name, at) => item(at, { outsideId: 'C-1', name }))
  const { body } = await world.app.call(`POST /channel/stores/${store.id}/menu/sync`, { as: till, body: { items: rows } })
  const said = 'category: stays Breakfast: another category is called Dawn'
  expect(warnings(body.items)).toEqual([[said], [said]])
})

test('a row that is refused renames nothing', async () => {
  await send({ 'C-1': 'Breakfast' })
  const refused = { ...item(0, { outsideId: 'C-1', name: 'Morning' }), price: { minor: 1, currency: 'USD' } }
  const { body } = await world.app.call(`POST /channel/stores/${store.id}/menu/sync`, { as: till, body: { items: [refused] } })
  expect(body.items).toMatchObject([{ outcome: 'refused', warnings: [] }])
  expect(await names()).toEqual(['Breakfast'])
})

test('whoever names it last, staff are overruled by none, and a row warns exactly where the names differ', async () => {
  const Step = fc.record({ by: fc.constantFrom('till', 'staff'), name: fc.constantFrom('A', 'B', 'C') })
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 8 }), async (steps) => {
      store = await addStore(world.db)
      till = await addTill()
      await send({ 'C-1': 'A' })
      let [name, last] = ['A', 'A']
      for (const { by, name: next } of steps) {
        if (by === 'staff') {
          await rename(next)
          name = next
        } else {
          const isOwn = name === last
          const said = warnings(await send({ 'C-1': next }))
          if (isOwn) name = next
          last = next
          expect(said[0]?.length).toBe(name === next ? 0 : 1)
        }
        expect(await names()).toEqual([name])
      }
    }),
    { numRuns: 15 },
  )
})
