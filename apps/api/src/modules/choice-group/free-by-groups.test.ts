import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addItem, addStore } from '../../../test/factories.ts'
import { check, importFile } from '../../../test/imports.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let editor: Caller
let store: Awaited<ReturnType<typeof addStore>>
let item: Awaited<ReturnType<typeof addItem>>
let size: { id: string; version: number }

const permissions = ['menu.view', 'menu.create', 'menu.edit', 'menu.delete', 'store.view'] as const

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
