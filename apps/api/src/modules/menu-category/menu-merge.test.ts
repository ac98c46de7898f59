import { brandContract, choiceGroupContract, menuCategoryContract, newId } from '@larder/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { brands } from '#modules/brand/brand.service.ts'
import { choiceGroups } from '#modules/choice-group/choice-group.service.ts'
import { addItem, addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { menuCategories } from './menu-category.service.ts'

let app: TestApp
let editor: Caller
let store: Awaited<ReturnType<typeof addStore>>

beforeAll(async () => {
  app = await testApp({
    contracts: { choiceGroup: choiceGroupContract, brand: brandContract, menuCategory: menuCategoryContract },
    modules: [
      bind(choiceGroupContract, choiceGroups.handlers),
      bind(brandContract, brands.handlers),
      bind(menuCategoryContract, menuCategories.handlers),
    ],
  })
  editor = await app.addStaff({ permissions: ['menu.view', 'menu.create', 'menu.edit', 'menu.delete'] })
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await addStore(app.database.db)
})

type Made = { id: string; version: number; name: string }
const paths = { group: 'choice-groups', brand: 'brands', category: 'menu-categories' }
type Kind = keyof typeof paths

const named = (kind: Kind) => `${kind} ${newId().slice(-8)}`
const choices = (minor: number | null = null) => [
  { name: 'Full', priceDelta: null, available: true },
  { name: 'Half', priceDelta: minor === null ? null : { minor, currency: 'INR' }, available: true },
]
async function make(kind: Kind, given: object = {}): Promise<Made> {
  const group = kind === 'group' ? { kind: 'option', minChoices: 1, maxChoices: 1, choices: choices() } : { active: true }
  const body = { storeId: store.id, name: named(kind), ...group, ...given }
  const made = await app.call(`POST /${paths[kind]}`, { as: editor, body })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body
}
/** One that an item is of. */
async function used(kind: Kind, given: object = {}) {
  if (kind === 'group') {
    const item = await addItem(app.database.db, store)
    return { item, one: await make(kind, { itemIds: [item.id], ...given }) }
  }
  const one = await make(kind, given)
  const of = kind === 'brand' ? { brand_id: one.id } : { category_id: one.id }
  return { item: await addItem(app.database.db, store, of), one }
}
const merge = (kind: Kind, one: Made, into: Pick<Made, 'id' | 'version'>, as = editor) =>
  app.call(`POST /${paths[kind]}/${one.id}/merge`, { as, body: { version: one.version, into: { id: into.id, version: into.version } } })
const read = async (kind: Kind, { id }: Made) => (await app.call(`GET /${paths[kind]}/${id}`, { as: editor })).body
const entriesOf = (id: string) =>
  app.database.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', id).orderBy('entity_sequence').execute()

test.each(['group', 'brand', 'category'] as const)('a %s is merged into another: its items are of that one, both tell it', async (kind) => {
  const { one, item } = await used(kind)
  const kept = await make(kind)
  const { status, body } = await merge(kind, one, kept)
  expect([status, body.items, body.version]).toEqual([200, 0, 2])
  expect(await read(kind, kept)).toMatchObject({
    ...kept,
    items: 1,
    version: 2,
    allowed: expect.anything(),
    ...(kind === 'group' && { itemIds: [item.id], skus: [item.sku] }),
  })
  const [mine, others] = [(await entriesOf(one.id)).at(-1), (await entriesOf(kept.id)).at(-1)]
  expect([mine?.action, mine?.new]).toMatchObject(['merge', { into: kept.name }])
  expect([others?.action, others?.new]).toMatchObject(['update', { merged: one.name }])
  const moved = kind === 'group' ? [] : [(await entriesOf(item.id)).at(-1)]
  if (kind !== 'group') expect(moved).toMatchObject([{ action: 'update', new: { [`${kind}_id`]: kept.id } }])
  expect(new Set([mine, others, ...moved].map((entry) => entry?.change_set_id)).size).toBe(1)
  expect(mine?.change_set_id).not.toBeNull()
})

test.each(['brand', 'category'] as const)('a %s that was merged is not shown, and no items go where nobody sees them', async (kind) => {
  const { one } = await used(kind)
  const hidden = await make(kind, { active: false })
  const refused = await merge(kind, one, hidden)
  expect([refused.status, refused.body.error.fields['body.into.id']]).toEqual([422, expect.stringContaining('is not shown')])
  await merge(kind, one, await make(kind))
  expect(await read(kind, one)).toMatchObject({ active: false, items: 0 })
})

test.each(['group', 'brand', 'category'] as const)(
  'a %s is merged into another one of its own store, at the version that was seen',
  async (kind) => {
    const { one } = await used(kind)
    const field = async (into: Pick<Made, 'id' | 'version'>, as = editor) => {
      const { status, body } = await merge(kind, one, into, as)
      return [status, body.error.fields['body.into.id'] ?? body.error.fields['body.into.version'] ?? body.error.reason]
    }
    expect(await field(one)).toEqual([422, 'is the one that is merged'])
    expect(await field({ id: newId(), version: 1 })).toEqual([422, 'does not exist'])
    const here = store
    store = await addStore(app.database.db)
    const elsewhere = await make(kind)
    expect(await field(elsewhere)).toEqual([422, 'does not exist'])
    const stranger = await app.addStaff({ permissions: ['menu.view', 'menu.edit'], scope: { kind: 'store', ids: [store.id] } })
    expect(await field(elsewhere, stranger)).toEqual([
      404,
      `${kind === 'group' ? 'choice-group' : kind === 'brand' ? kind : 'menu-category'}-not-found`,
    ])
    const looker = await app.addStaff({ permissions: ['menu.view', 'menu.create'] })
    expect(await field(elsewhere, looker)).toEqual([401, 'missing-permission'])
    store = here
    const kept = await make(kind)
    await app.call(`PATCH /${paths[kind]}/${kept.id}`, { as: editor, body: { version: 1, name: named(kind) } })
    expect(await field(kept)).toEqual([422, 'was changed meanwhile: look at it as it is now'])
    expect((await read(kind, one)).items).toBe(1)
  },
)

test.each(['group', 'brand', 'category'] as const)('of two people who merge a %s each into the other one comes first', async (kind) => {
  const [{ one }, { one: other }] = [await used(kind), await used(kind)]
  const answers = await Promise.all([merge(kind, one, other), merge(kind, other, one)])
  expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect([(await read(kind, one)).items, (await read(kind, other)).items].sort()).toEqual([0, 2])
})

test('what nothing uses, or holds categories, is not merged', async () => {
  const kept = await make('category')
  const empty = await merge('category', await make('category'), kept)
  expect([empty.status, empty.body.error.message]).toEqual([409, expect.stringContaining('nothing to merge')])
  const { one } = await used('category')
  await make('category', { parentId: one.id })
  const holding = await merge('category', one, kept)
  expect([holding.status, holding.body.error.message]).toEqual([409, expect.stringContaining('holds 1 category')])
})

test('a group is merged into one of its kind whose prices fit its items', async () => {
  const { one } = await used('group')
  const addons = await make('group', { kind: 'addon', minChoices: 0 })
  expect((await merge('group', one, addons)).body.error.fields['body.into.id']).toContain('options and add-ons are not merged')
  const dear = await make('group', { choices: choices(-10_001) })
  expect((await merge('group', one, dear)).body.error.fields['body.into.id']).toContain('does not fit')
})

const Sets = fc.array(fc.record({ inOne: fc.boolean(), inKept: fc.boolean() }), { minLength: 1, maxLength: 6 })

test('whichever items come with two groups, each comes with the kept one once, and no other does', async () => {
  const items = await Promise.all(Array.from({ length: 6 }, () => addItem(app.database.db, store)))
  await fc.assert(
    fc.asyncProperty(Sets, async (sets) => {
      const of = (key: 'inOne' | 'inKept') => sets.flatMap((set, at) => (set[key] ? [items[at]?.id as string] : []))
      const [one, kept] = [await make('group', { itemIds: of('inOne') }), await make('group', { itemIds: of('inKept') })]
      const { status } = await merge('group', one, kept)
      expect(status).toBe(of('inOne').length > 0 ? 200 : 409)
      const links = app.database.db.selectFrom('item_choice_group').select('item_id').where('group_id', '=', kept.id).orderBy('item_id')
      expect((await links.execute()).map(({ item_id }) => item_id)).toEqual([...new Set([...of('inOne'), ...of('inKept')])].sort())
      await app.database.db.deleteFrom('item_choice_group').where('group_id', 'in', [one.id, kept.id]).execute()
    }),
    { numRuns: 20 },
  )
})

test('what customers see does not go where a hidden category stands above', async () => {
  const { one } = await used('category')
  const above = await make('category', { active: false })
  const below = await make('category', { parentId: above.id })
  const { status, body } = await merge('category', one, below)
  expect([status, body.error.fields]).toEqual([422, { 'body.into.id': 'is not shown to customers: its items would disappear' }])
})
