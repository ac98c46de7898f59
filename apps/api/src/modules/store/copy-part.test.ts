import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let other: Awaited<ReturnType<typeof addStore>>
beforeAll(async () => {
  world = await orderWorld()
  other = await addStore(world.db, { branch: world.branch, vertical: world.store.vertical })
})
afterAll(() => world.app.close())

const inr = (minor: number) => ({ minor, currency: 'INR' })
const send = (endpoint: string, body: object, as: Caller = world.admin) => world.app.call(endpoint, { as, body })
const week = [{ day: 1, opens: '07:00', closes: '11:00' }]
const drafts = {
  'choice-groups': {
    ...{ kind: 'option', minChoices: 1, maxChoices: 2, freeChoices: 1 },
    choices: [
      { name: 'Full', priceDelta: inr(0), available: true },
      { name: 'Half', priceDelta: inr(-2000), available: false },
    ],
  },
  'menu-categories': { active: false, schedule: week },
  brands: { active: true },
}
type Path = keyof typeof drafts
const kinds = Object.keys(drafts) as Path[]

async function make(path: Path, name: string) {
  const made = await send(`POST /${path}`, { storeId: world.store.id, name, ...drafts[path] })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body
}

test.each(kinds)('one of the %s is copied to another store, and from then on each is kept by itself', async (path) => {
  const one = await make(path, 'Mornings')
  const copy = await send(`POST /${path}/${one.id}/copy`, { version: 1, storeId: other.id, name: 'Mornings' })
  expect(copy.status, JSON.stringify(copy.body)).toBe(200)
  const { choices, ...draft } = drafts[path] as { choices?: object[] }
  const offered = choices && { choices: choices.map((choice) => ({ ...choice, available: true })) }
  expect(copy.body).toMatchObject({ ...draft, ...offered, storeId: other.id, name: 'Mornings', items: 0, version: 1 })
  expect(copy.body.id).not.toBe(one.id)
  const entries = await world.db.selectFrom('audit_entry').selectAll().where('entity_id', 'in', [copy.body.id, one.id]).execute()
  expect(entries.map(({ action, entity_id, new: now }) => [action, entity_id, (now as { copy_of?: string }).copy_of])).toEqual([
    ['create', one.id, undefined],
    ['create', copy.body.id, one.id],
  ])
  await send(`PATCH /${path}/${copy.body.id}`, { version: 1, name: 'Evenings' })
  expect((await world.app.call(`GET /${path}/${one.id}`, { as: world.admin })).body).toMatchObject({ name: 'Mornings', version: 1 })
})

test.each(kinds)(
  'of the %s nothing is copied that somebody does not see, may not make or saw otherwise, and what is wrong stands at its field',
  async (path) => {
    const one = await make(path, 'Noon')
    const refused = async (given: object, as?: Caller) => {
      const { status, body } = await send(`POST /${path}/${one.id}/copy`, { version: 1, storeId: other.id, name: 'Noon', ...given }, as)
      return [status, body.error.fields, body.error.reason]
    }
    const at = (field: string, said: unknown) => [422, { [`body.${field}`]: said }, expect.anything()]
    expect(await refused({ storeId: world.store.id })).toEqual(at('storeId', 'is its own store'))
    const cakes = await addStore(world.db, { branch: world.branch, vertical: 'cakes' })
    expect(await refused({ storeId: cakes.id })).toEqual(at('storeId', 'sells other things: a menu is copied within its vertical'))
    const away = await addStore(world.db)
    const here = { scope: { kind: 'branch' as const, ids: [world.branch.id] } }
    const partner = await world.app.addStaff({ permissions: ['menu.view', 'menu.create'], ...here })
    expect(await refused({ storeId: away.id }, partner)).toEqual(at('storeId', 'does not exist'))
    const stranger = await world.app.addStaff({ permissions: ['menu.view', 'menu.create'], scope: { kind: 'store', ids: [other.id] } })
    expect((await refused({}, stranger))[0]).toBe(404)
    const editor = await world.app.addStaff({ permissions: ['menu.view', 'menu.edit'] })
    expect((await refused({}, editor))[0]).toBe(401)
    expect((await refused({ version: 2 }))[0]).toBe(409)
    await send(`POST /${path}/${one.id}/copy`, { version: 1, storeId: other.id, name: 'Noon' }, partner)
    expect(await refused({ name: path === 'menu-categories' ? 'Noon' : 'noon' })).toEqual(at('name', expect.stringContaining('taken')))
  },
)

test('a group of choices comes along with those items of the other store that have the same SKU', async () => {
  const own = await Promise.all(['APPAM', 'PUTTU'].map((sku) => addItem(world.db, world.store, { sku })))
  const [alike] = [await addItem(world.db, other, { sku: 'APPAM' }), await addItem(world.db, other, { sku: 'DOSA' })]
  const { body: group } = await send('POST /choice-groups', {
    ...{ storeId: world.store.id, name: 'Sides', ...drafts['choice-groups'] },
    itemIds: own.map(({ id }) => id),
  })
  const copy = await send(`POST /choice-groups/${group.id}/copy`, { version: 1, storeId: other.id, name: 'Sides' })
  expect(copy.body).toMatchObject({ items: 1, itemIds: [alike.id] })
  const entry = await world.db.selectFrom('audit_entry').select('new').where('entity_id', '=', copy.body.id).executeTakeFirstOrThrow()
  expect(entry.new).toMatchObject({ copy_of: group.id, item_ids: [alike.id] })
})

test('a brand that nobody gave a place comes last', async () => {
  const places = await Promise.all(['First', 'Second'].map(async (name) => (await make('brands', name)).sort))
  const last = await make('brands', 'Last')
  expect(last.sort).toBe(Math.max(...places) + 1)
})
