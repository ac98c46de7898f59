import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addItem, addStore } from '../../../test/factories.ts'
import { isWaitedFor, whileHeld } from '../../../test/held.ts'
import { check, importFile } from '../../../test/imports.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let editor: Caller
let store: Awaited<ReturnType<typeof addStore>>
let item: Awaited<ReturnType<typeof addItem>>
let size: { id: string; version: number }

const permissions = ['menu.view', 'menu.create', 'menu.edit', 'menu.operate', 'menu.delete', 'store.view'] as const

beforeAll(async () => {
  app = await testApp()
  editor = await app.addStaff({ permissions: [...permissions] })
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await addStore(app.database.db)
  item = await addItem(app.database.db, store, { name: 'Sauce', sku: 'SAUCE', price_minor: 0 })
  size = await add('Size', [5000, 9000], { itemIds: [item.id] })
})

const choices = (minors: readonly number[]) =>
  minors.map((minor, at) => ({ name: `Choice ${at + 1}`, priceDelta: { minor, currency: 'INR' }, available: true }))
const add = async (name: string, minors: readonly number[], given: object = {}) => {
  const body = { storeId: store.id, kind: 'option', name, minChoices: 1, maxChoices: 1, choices: choices(minors), itemIds: [], ...given }
  const answer = await app.call('POST /choice-groups', { as: editor, body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body as { id: string; version: number }
}
const change = (body: object) => app.call(`PATCH /choice-groups/${size.id}`, { as: editor, body: { version: size.version, ...body } })
const merge = (into: { id: string; version: number }, given: object = {}) =>
  app.call(`POST /choice-groups/${size.id}/merge`, {
    ...{ as: editor, body: { version: size.version, into: { id: into.id, version: into.version }, ...given } },
  })
const isFree = async () => (await app.call(`GET /items/${item.id}`, { as: editor })).body.free as boolean
const field = 'body.itemsMayBecomeFree'

describe('an item whose price is that of its size becomes free only by whoever says so:', () => {
  test.each<[string, () => object]>([
    ['it is taken off the group', () => ({ itemIds: [] })],
    ['it is taken off by the codes of a list', () => ({ skus: [] })],
    ['its sizes come to cost nothing', () => ({ choices: choices([0, 9000]) })],
    ['no size need be chosen any more', () => ({ minChoices: 0 })],
    ['one of the sizes is free', () => ({ freeChoices: 1 })],
  ])('%s', async (_, given) => {
    const { status, body } = await change(given())
    expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([422, [field]])
    expect(body.error.fields[field]).toContain('Sauce')
    expect(await isFree()).toBe(false)
    expect((await change({ ...given(), itemsMayBecomeFree: true })).status).toBe(200)
    expect(await isFree()).toBe(true)
  })

  test('its group is merged into one that costs nothing', async () => {
    const kept = await add('Sizes', [0])
    const { status, body } = await merge(kept)
    expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([422, [field]])
    expect(await isFree()).toBe(false)
    expect((await merge(kept, { itemsMayBecomeFree: true })).status).toBe(200)
    expect(await isFree()).toBe(true)
  })

  test('a file takes it off its group: the row is refused until its own column says so', async () => {
    const file = (...said: string[]) =>
      stringify([
        ['ID', 'Items by SKU', ...said.map(() => 'Items may become free')],
        [size.id, '', ...said],
      ])
    const looked = await check(app, '/choice-groups', editor, file())
    expect(looked.rows).toMatchObject([{ outcome: 'refused', problems: [{ column: 'Items may become free' }] }])
    expect(looked.rows[0]?.problems[0]?.why).toContain('Sauce')
    await importFile(app, '/choice-groups', editor, file('Yes'))
    expect(await isFree()).toBe(true)
  })

  test('its own form takes the group off it', async () => {
    const take = (given: object = {}) =>
      app.call(`PATCH /items/${item.id}`, { as: editor, body: { version: 1, choiceGroupIds: [], ...given } })
    const refused = await take()
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['body.price']])
    expect((await take({ free: true })).status).toBe(200)
  })
})

describe('nobody is asked where', () => {
  test('another group still makes it cost something', async () => {
    await add('Cut', [2000], { itemIds: [item.id] })
    expect((await change({ itemIds: [] })).status).toBe(200)
  })

  test('the item has a price of its own, or was free before', async () => {
    const priced = await addItem(app.database.db, store)
    await app.call(`PATCH /items/${item.id}`, { as: editor, body: { version: 1, choiceGroupIds: [], free: true } })
    const spice = await add('Spice', [0], { itemIds: [item.id, priced.id] })
    const taken = await app.call(`PATCH /choice-groups/${spice.id}`, { as: editor, body: { version: 1, itemIds: [] } })
    expect([taken.status, taken.body.error]).toEqual([200, undefined])
  })

  test('groups are merged that both cost something', async () => {
    expect((await merge(await add('Sizes', [100]))).status).toBe(200)
    expect(await isFree()).toBe(false)
  })
})

test('of two groups that come to cost nothing at once, one is asked', async () => {
  const cut = await add('Cut', [2000], { itemIds: [item.id] })
  const patch = ({ id, version }: typeof cut) =>
    app.call(`PATCH /choice-groups/${id}`, { as: editor, body: { version, choices: choices([0]) } })
  const answers = await Promise.all([patch(size), patch(cut)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(await isFree()).toBe(false)
})

test('of several items the first is named, and how many more', async () => {
  const other = await addItem(app.database.db, store, { name: 'Napkin', price_minor: 0 })
  const { body: group } = await change({ itemIds: [item.id, other.id] })
  size = group
  const { body } = await change({ minChoices: 0 })
  expect(body.error.fields[field]).toMatch(/^must be confirmed: customers would have Sauce and 1 more for nothing/)
})

describe('of an item and a group that are changed at once, in whichever order, one is asked:', () => {
  const groupsOff = ({ id, version }: typeof size) =>
    app.call(`PATCH /choice-groups/${id}`, { as: editor, body: { version, minChoices: 0 } })
  const draft = (at: number) => ({
    storeId: store.id,
    categoryId: item.category_id,
    sku: `S-${at}`,
    name: `Sauce ${at}`,
    unit: 'pc' as const,
  })

  test.each([
    ['the group is given with a price of 0', false],
    ['the item is added with the group', true],
  ])('%s', async (_, isNew) => {
    for (let round = 0; round < 12; round++) {
      const group = await add(`Cut ${round}`, [2000])
      const priced = await addItem(app.database.db, store, { price_minor: 100 })
      const free = { price: { minor: 0, currency: 'INR' }, choiceGroupIds: [group.id] }
      const write = () =>
        isNew
          ? app.call('POST /items', { as: editor, body: { ...draft(round), vegMark: 'veg', ...free } })
          : app.call(`PATCH /items/${priced.id}`, { as: editor, body: { version: priced.version, ...free } })
      const acts = [write, () => groupsOff(group)]
      const answers = await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()))
      expect(answers.filter(({ status }) => status === 200).map(({ status }) => status)).toEqual([200])
      const { body } = await app.call(`GET /items?storeId=${store.id}`, { as: editor })
      expect((body.rows as { free: boolean }[]).filter(({ free }) => free)).toEqual([])
    }
  })

  test('whoever waits for a group holds no item that it comes with, nor a group after it', async () => {
    const others = await Promise.all([1, 2].map((at) => add(`Cut ${at}`, [2000])))
    const [first = '', ...more] = [size, ...others].map(({ id }) => id).toSorted()
    const acts: Promise<{ status: number }>[] = []
    await whileHeld(app.database, `select from choice_group where id = '${first}' for update`, async () => {
      acts.push(app.call(`PATCH /items/${item.id}`, { as: editor, body: { version: 1, choiceGroupIds: others.map(({ id }) => id) } }))
      await isWaitedFor(app.database)
      await sql`select from item where id = ${item.id} for update nowait`.execute(app.database.db)
      await sql`select from choice_group where id = any(${more}::uuid[]) for update nowait`.execute(app.database.db)
    })
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual([200])
  })

  test('nor does whoever merges two, in whichever order', async () => {
    const both = [size, await add('Sizes', [100], { itemIds: [item.id] })].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const [into, one] = both as [typeof size, typeof size]
    const acts: Promise<{ status: number }>[] = []
    await whileHeld(app.database, `select from choice_group where id = '${into.id}' for update`, async () => {
      const body = { version: one.version, into: { id: into.id, version: into.version } }
      acts.push(app.call(`POST /choice-groups/${one.id}/merge`, { as: editor, body }))
      await isWaitedFor(app.database)
      await sql`select from choice_group where id = ${one.id} for update nowait`.execute(app.database.db)
    })
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual([200])
  })
})

describe('a choice that takes the whole price off', () => {
  const inr = (minor: number) => ({ minor, currency: 'INR' })
  let half: Awaited<ReturnType<typeof addItem>>
  beforeEach(async () => {
    half = await addItem(app.database.db, store, { name: 'Half', price_minor: 5000 })
  })
  const isHalfFree = async () => (await app.call(`GET /items/${half.id}`, { as: editor })).body.free as boolean
  const put = (path: string, body: object) => app.call(path, { as: editor, body })

  test('makes the item free, which is asked where the group comes to it', async () => {
    const body = {
      storeId: store.id,
      kind: 'option',
      name: 'Off',
      minChoices: 1,
      maxChoices: 1,
      choices: choices([-5000, 0]),
      itemIds: [half.id],
    }
    const refused = await put('POST /choice-groups', body)
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, [field]])
    expect(refused.body.error.fields[field]).toContain('Half')
    expect((await put('POST /choice-groups', { ...body, itemsMayBecomeFree: true })).status).toBe(200)
    expect(await isHalfFree()).toBe(true)
  })

  test('is asked where the choice comes to cost so, or is one of two that do', async () => {
    const off = await add('Off', [-3000, 0], { itemIds: [half.id] })
    const change = (minors: number[], given: object = {}) =>
      put(`PATCH /choice-groups/${off.id}`, { version: off.version, choices: choices(minors), ...given })
    const refused = await change([-5000, 0])
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, [field]])
    const both = await put('POST /choice-groups', {
      ...{
        storeId: store.id,
        kind: 'option',
        name: 'More off',
        minChoices: 1,
        maxChoices: 1,
        choices: choices([-2000]),
        itemIds: [half.id],
      },
    })
    expect(Object.keys(both.body.error.fields)).toEqual([field])
    expect((await change([-4999, 0])).status).toBe(200)
    expect(await isHalfFree()).toBe(false)
  })

  test('is asked where the group is copied to a store that has the item for as much', async () => {
    const off = await add('Off', [-5000], { itemIds: [half.id], itemsMayBecomeFree: true })
    const other = await addStore(app.database.db)
    await addItem(app.database.db, other, { name: 'Half', sku: half.sku, price_minor: 5000 })
    const copy = (given: object = {}) =>
      put(`POST /choice-groups/${off.id}/copy`, { version: off.version, storeId: other.id, name: 'Off', ...given })
    const refused = await copy()
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, [field]])
    expect((await copy({ itemsMayBecomeFree: true })).status).toBe(200)
  })

  test('is asked at the price where the item takes it, where its price falls to that, and in the grid', async () => {
    const off = await add('Off', [-3000, 0])
    const patch = (version: number, given: object) => put(`PATCH /items/${half.id}`, { version, ...given })
    const words = 'is taken off whole by choices: customers have it for nothing. Say that it is free, or give it another price'
    const refused = await patch(1, { price: inr(3000), choiceGroupIds: [off.id] })
    expect([refused.status, refused.body.error.fields]).toEqual([422, { 'body.price': words }])
    expect((await patch(1, { choiceGroupIds: [off.id] })).status).toBe(200)
    expect((await patch(2, { price: inr(3000) })).body.error.fields).toEqual({ 'body.price': words })
    const cell = await put('POST /items/write', { items: [{ id: half.id, fields: { price: inr(3000) } }] })
    expect(cell.body.items[0].cells).toEqual([{ field: 'price', outcome: 'unsaid', because: words }])
    expect((await patch(2, { price: inr(3000), free: true })).status).toBe(200)
    expect(await isHalfFree()).toBe(true)
    // What is free already is no news.
    expect((await patch(3, { name: 'Half a loaf' })).status).toBe(200)
  })
})
