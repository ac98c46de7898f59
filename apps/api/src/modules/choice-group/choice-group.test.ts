import { choiceGroupContract, itemContract, maxItemGroups } from '@larder/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { items } from '#modules/item/item.service.ts'
import { chosenPrice, optionsOf } from '#modules/order/place/choices.ts'
import type { SoldItem } from '#modules/order/place/selling.ts'
import { addItem, addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { choiceGroups } from './choice-group.service.ts'

let app: TestApp
let editor: Caller
let care: Caller
let store: Awaited<ReturnType<typeof addStore>>
let item: Awaited<ReturnType<typeof addItem>>

beforeAll(async () => {
  app = await testApp({
    contracts: { choiceGroup: choiceGroupContract, item: itemContract },
    modules: [bind(choiceGroupContract, choiceGroups.handlers), bind(itemContract, { ...items.handlers, obstacles: never, write: never })],
  })
  editor = await app.addStaff({ permissions: ['menu.view', 'menu.create', 'menu.edit', 'menu.delete'] })
  care = await app.addStaff({ permissions: ['menu.view'] })
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await addStore(app.database.db)
  item = await addItem(app.database.db, store, { name: 'Biryani' })
})

const never = () => {
  throw new Error('nobody calls it')
}
const inr = (minor: number) => ({ minor, currency: 'INR' })
const choice = (name: string, minor: number | null = null, available = true) => ({
  name,
  priceDelta: minor === null ? null : inr(minor),
  available,
})
const draft = (given: object = {}) => ({
  storeId: store.id,
  kind: 'option',
  name: 'Portion',
  minChoices: 1,
  maxChoices: 1,
  choices: [choice('Full'), choice('Half', -4000)],
  itemIds: [item.id],
  ...given,
})
const add = (given: object = {}, as = editor) => app.call('POST /choice-groups', { as, body: draft(given) })

test('a group tells which one of its kind it is', async () => {
  const { id: storeId } = await addStore(app.database.db)
  for (const [name, kind] of [
    ['Size', 'option'],
    ['Extras', 'addon'],
    ['Cut', 'option'],
  ])
    expect((await add({ storeId, name, kind, itemIds: [], choices: [choice('One')] })).body.error).toBeUndefined()
  const told = async (kind: string) =>
    (await app.call(`GET /choice-groups?storeId=${storeId}&kind=${kind}`, { as: editor })).body.rows.map(
      ({ name, place }: { name: string; place: number }) => `${place} ${name}`,
    )
  expect([await told('option'), await told('addon')]).toEqual([['1 Size', '2 Cut'], ['1 Extras']])
})

test('a group is made with the items that come with it, changed, and told of in the record', async () => {
  const { body: group } = await add()
  expect(group).toMatchObject({ kind: 'option', freeChoices: 0, items: 1, itemIds: [item.id], choices: draft().choices })
  const other = await addItem(app.database.db, store)
  const itemIds = [item.id, other.id].sort()
  const changed = await app.call(`PATCH /choice-groups/${group.id}`, { as: editor, body: { version: 1, name: 'Size', itemIds } })
  expect(changed.body).toMatchObject({ name: 'Size', items: 2, itemIds, version: 2 })
  const entries = await app.database.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', group.id).execute()
  expect(entries.at(-1)).toMatchObject({ action: 'update', old: { item_ids: [item.id] }, new: { item_ids: itemIds } })
  const { body: list } = await app.call(`GET /choice-groups?storeId=${store.id}&kind=option`, { as: care })
  expect(list.rows).toMatchObject([{ name: 'Size', items: 2 }])
  expect(list.rows[0]).not.toHaveProperty('itemIds')
})

test('one that items come with stays, and says how many', async () => {
  const { body: group } = await add()
  expect(group.allowed.find(({ action }: { action: string }) => action === 'remove').because).toContain('used by 1 item')
  const refused = await app.call(`DELETE /choice-groups/${group.id}`, { as: editor, body: { version: 1 } })
  expect([refused.status, refused.body.error.reason]).toEqual([409, 'in-use'])
  await app.call(`PATCH /choice-groups/${group.id}`, { as: editor, body: { version: 1, itemIds: [] } })
  expect((await app.call(`DELETE /choice-groups/${group.id}`, { as: editor, body: { version: 2 } })).status).toBe(200)
})

test.each<[string, () => object, string]>([
  ['fewer at most than at least', () => ({ minChoices: 2 }), 'body.maxChoices'],
  ['more needed than there are', () => ({ minChoices: 3, maxChoices: 3 }), 'body.minChoices'],
  ['more free than may be chosen', () => ({ freeChoices: 2 }), 'body.freeChoices'],
  ['the same choice twice', () => ({ choices: [choice('Full'), choice('full')] }), 'body.choices.1.name'],
  [
    'another currency',
    () => ({ choices: [{ ...choice('Full'), priceDelta: { minor: 1, currency: 'USD' } }] }),
    'body.choices.0.priceDelta',
  ],
  ['an add-on that takes off', () => ({ kind: 'addon', choices: [choice('Raita', -1)] }), 'body.choices.0.priceDelta'],
  ['an option that takes off more than an item costs', () => ({ choices: [choice('Half', -10_001)] }), 'body.choices'],
  ['an item twice', () => ({ itemIds: [item.id, item.id] }), 'body.itemIds'],
])('%s is told at its field', async (_, given, field) => {
  const { status, body } = await add(given())
  expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]])
})

test('two groups together may not take off more than an item costs either', async () => {
  await add({ choices: [choice('Half', -6000)] })
  const { status, body } = await add({ name: 'Spice', choices: [choice('Mild', -5000)] })
  expect([status, body.error.fields['body.choices']]).toEqual([422, expect.stringContaining('Biryani costs')])
})

test('an item has at most ten groups', async () => {
  for (let number = 1; number <= maxItemGroups; number++)
    expect((await add({ name: `Group ${number}`, minChoices: 0, choices: [choice('One')] })).status).toBe(200)
  const { status, body } = await add({ name: 'One too many', choices: [choice('One')] })
  expect([status, body.error.fields]).toEqual([422, { 'body.itemIds': 'Biryani has 10 groups already, the most that an item has' }])
})

test('items of another store do not come with it, and a store out of reach is not there', async () => {
  const other = await addStore(app.database.db)
  const foreign = await addItem(app.database.db, other)
  expect((await add({ itemIds: [foreign.id] })).body.error.fields).toEqual({ 'body.itemIds': 'does not exist' })
  const partner = await app.addStaff({ permissions: ['menu.view', 'menu.create'], scope: { kind: 'store', ids: [other.id] } })
  expect((await add({}, partner)).body.error.fields).toEqual({ 'body.storeId': 'does not exist' })
})

describe('an item', () => {
  const change = (choiceGroupIds: string[], given: object = {}) =>
    app.call(`PATCH /items/${item.id}`, { as: editor, body: { version: 1, choiceGroupIds, ...given } })
  const told = async (id: string) => {
    const entries = await app.database.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', id).orderBy('id').execute()
    return entries.at(-1)
  }

  test('gets groups and gives them back from its own form: it and each of them tell it, as one change', async () => {
    const { body: first } = await add({ itemIds: [] })
    const { body: second } = await add({ name: 'Spice', itemIds: [item.id] })
    const { status, body } = await change([first.id])
    expect([status, body.choiceGroupIds, body.version]).toEqual([200, [first.id], 2])
    const groups = await Promise.all([first, second].map(({ id }) => app.call(`GET /choice-groups/${id}`, { as: care })))
    expect(groups.map(({ body: { itemIds, version } }) => [itemIds, version])).toEqual([
      [[item.id], 2],
      [[], 2],
    ])
    expect(await told(item.id)).toMatchObject({ old: { choice_group_ids: [second.id] }, new: { choice_group_ids: [first.id] } })
    expect(await told(first.id)).toMatchObject({ old: { item_ids: [] }, new: { item_ids: [item.id] } })
    expect(await told(second.id)).toMatchObject({ old: { item_ids: [item.id] }, new: { item_ids: [] } })
    const sets = await Promise.all([item, first, second].map(async ({ id }) => (await told(id))?.change_set_id))
    expect([new Set(sets).size, sets[0]]).toEqual([1, expect.any(String)])
    const again = await change([first.id], { version: 2 })
    expect(again.body.version, 'what is so already is no change').toBe(2)
  })

  test('is added with groups, and with none that is not of its store, or that takes off more than it costs', async () => {
    const { body: group } = await add({ itemIds: [] })
    const foreign = await addStore(app.database.db)
    const { body: away } = await add({ storeId: foreign.id, itemIds: [] })
    const { body: cheap } = await add({ name: 'Half', choices: [choice('Half', -10_001)], itemIds: [] })
    const made = (choiceGroupIds: string[]) =>
      app.call('POST /items', {
        as: editor,
        body: {
          storeId: store.id,
          categoryId: item.category_id,
          sku: 'NEW-1',
          name: 'Puttu',
          unit: 'pc',
          price: inr(10_000),
          choiceGroupIds,
        },
      })
    const wrong = async (ids: string[]) => (await made(ids)).body.error.fields
    expect(await wrong([away.id])).toEqual({ 'body.choiceGroupIds': 'does not exist' })
    expect(await wrong([group.id, group.id])).toEqual({ 'body.choiceGroupIds': 'has the same group twice' })
    expect(await wrong([cheap.id])).toEqual({ 'body.choiceGroupIds': expect.stringContaining('Puttu costs') })
    expect((await made([group.id])).body.choiceGroupIds).toEqual([group.id])
  })
})

const Delta = fc.option(fc.integer({ min: -50_000, max: 50_000 }), { nil: null })
const Group = fc.record({
  maxChoices: fc.integer({ min: 1, max: 5 }),
  freeChoices: fc.integer({ min: 0, max: 5 }),
  deltas: fc.array(Delta, { minLength: 1, maxLength: 6 }),
})

test('whatever is chosen, no piece costs less than nothing, and nobody pays for what is free', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.array(Group, { maxLength: 4 }), (price, groups) => {
      const sold = groups.map(({ deltas, ...group }, at) => ({
        ...group,
        kind: 'option' as const,
        name: `Group ${at}`,
        minChoices: 0,
        choices: deltas.map((minor, index) => choice(`Choice ${index}`, minor)),
      }))
      const one = { id: 'item', unit: 'pc', price_minor: price, groups: sold } as unknown as SoldItem
      const addons = Object.fromEntries(sold.map(({ name, choices }) => [name, choices.map((each) => each.name)]))
      const options = optionsOf(one, { addons }, 'INR')
      const piece = chosenPrice(one, { itemId: 'item' as never, quantity: 1, addons }, 'INR').minor
      expect(piece).toBeGreaterThanOrEqual(0)
      expect(piece).toBe(options.reduce((sum, { priceDelta }) => sum + priceDelta.minor, price))
      for (const { name, freeChoices, choices } of sold) {
        const charged = options.filter(({ group, priceDelta }) => group === name && priceDelta.minor > 0).length
        expect(charged).toBeLessThanOrEqual(Math.max(0, choices.length - freeChoices))
      }
    }),
  )
})
