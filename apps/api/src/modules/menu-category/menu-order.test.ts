import { brandContract, newId } from '@larder/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { brands, copyBrand } from '#modules/brand/brand.service.ts'
import { addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { placesAfter } from './menu-order.decide.ts'

let app: TestApp
let editor: Caller
beforeAll(async () => {
  app = await testApp({ contracts: { brand: brandContract }, modules: [bind(brandContract, { ...brands.handlers, copy: copyBrand })] })
  editor = await app.addStaff({ permissions: ['menu.view', 'menu.create', 'menu.edit'] })
})
afterAll(() => app.close())

const Sorts = fc.array(fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 99_995, max: 99_999 })), { minLength: 1, maxLength: 8 })

test('whatever is put behind whatever, it stands there, the others keep their order, and who stands before stays', () => {
  fc.assert(
    fc.property(Sorts, fc.nat(), fc.nat(), (sorts, one, other) => {
      const rows = sorts.toSorted((a, b) => a - b).map((sort, at) => ({ id: `row ${at}`, sort }))
      const moved = rows[one % rows.length] ?? { id: '', sort: 0 }
      const others = rows.filter(({ id }) => id !== moved.id)
      const after = others[(other % rows.length) - 1] ?? null
      const places = placesAfter(rows, moved.id, after?.id ?? null)
      const at = after ? others.indexOf(after) + 1 : 0
      const now = rows.map((row) => ({ ...row, sort: places.get(row.id) ?? row.sort }))
      const order = now.toSorted((a, b) => a.sort - b.sort || a.id.localeCompare(b.id)).map(({ id }) => id)
      expect(order).toEqual(others.toSpliced(at, 0, moved).map(({ id }) => id))
      expect(Math.max(...now.map(({ sort }) => sort))).toBeLessThanOrEqual(99_999)
      if (Math.max(...sorts) < 1000) for (const { id } of others.slice(0, at)) expect(places.has(id)).toBe(false)
    }),
  )
})

async function three() {
  const store = await addStore(app.database.db)
  const made = []
  for (const name of ['First', 'Second', 'Third'])
    made.push((await app.call('POST /brands', { as: editor, body: { storeId: store.id, name, sort: made.length } })).body)
  return { store, made }
}
const place = (one: { id: string; version: number }, afterId: string | null, as = editor) =>
  app.call(`POST /brands/${one.id}/place`, { as, body: { version: one.version, afterId } })
const order = async (storeId: string) =>
  (await app.call(`GET /brands?storeId=${storeId}`, { as: editor })).body.rows.map(
    ({ name, version }: { name: string; version: number }) => `${name} ${version}`,
  )

test('one of a list is put behind another one, or before all; what is in its way goes on by one and tells it', async () => {
  const { store, made } = await three()
  const { body } = await place(made[2], made[0].id)
  expect(body).toMatchObject({ sort: 1, version: 2 })
  expect(await order(store.id)).toEqual(['First 1', 'Third 2', 'Second 2'])
  expect((await place(body, null)).body).toMatchObject({ sort: 0, version: 3 })
  expect(await order(store.id)).toEqual(['Third 3', 'First 2', 'Second 2'])
  const entries = await app.database.db.selectFrom('audit_entry').selectAll().where('entity_id', 'in', [made[1].id, body.id]).execute()
  const told = entries.filter(({ action }) => action !== 'create').slice(0, 2)
  expect(told.map(({ action }) => action).sort()).toEqual(['place', 'update'])
  expect(new Set(told.map((entry) => entry.change_set_id)).size).toBe(1)
})

test('each tells which one of its list it is, whatever numbers put it there', async () => {
  const store = await addStore(app.database.db)
  const brand = (name: string, sort: number) => app.call('POST /brands', { as: editor, body: { storeId: store.id, name, sort } })
  for (const [name, sort] of [
    ['Late', 940],
    ['Early', 7],
    ['Twin', 7],
  ] as const)
    await brand(name, sort)
  const told = async (path: string) =>
    (await app.call(path, { as: editor })).body.rows.map(({ name, place: at }: { name: string; place: number }) => `${at} ${name}`)
  expect(await told(`GET /brands?storeId=${store.id}`)).toEqual(['1 Early', '2 Twin', '3 Late'])
  expect(await told(`GET /brands?storeId=${store.id}&q=late`)).toEqual(['3 Late'])
})

test('one that stands there already is not changed', async () => {
  const { store, made } = await three()
  expect((await place(made[1], made[0].id)).body.version).toBe(1)
  expect(await order(store.id)).toEqual(['First 1', 'Second 1', 'Third 1'])
})

test('it is put behind one of its own store, at the version that was seen, by whoever edits menus', async () => {
  const { made } = await three()
  const { made: theirs, store } = await three()
  const refused = async (afterId: string, as = editor) => {
    const { status, body } = await place(made[0], afterId, as)
    return [status, body.error.fields['body.afterId']]
  }
  expect(await refused(theirs[0].id)).toEqual([422, 'does not exist'])
  expect(await refused(newId())).toEqual([422, 'does not exist'])
  expect(await refused(made[0].id)).toEqual([422, 'is the one that is placed'])
  const stranger = await app.addStaff({ permissions: ['menu.view', 'menu.edit'], scope: { kind: 'store', ids: [store.id] } })
  expect((await refused(made[1].id, stranger))[0]).toBe(404)
  const looker = await app.addStaff({ permissions: ['menu.view'] })
  expect((await refused(made[1].id, looker))[0]).toBe(401)
  await place(made[2], null)
  expect((await place(made[2], made[0].id)).status).toBe(409)
})

test('two people who place two of a list at once both find it in an order that they could have made one after the other', async () => {
  const { store, made } = await three()
  const answers = await Promise.all([place(made[2], null), place(made[1], null)])
  const places = await app.database.db.selectFrom('brand').select('sort').where('store_id', '=', store.id).execute()
  expect(new Set(places.map(({ sort }) => sort)).size).toBe(3)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
})
