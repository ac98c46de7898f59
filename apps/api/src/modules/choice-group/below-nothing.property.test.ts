import { newId } from '@larder/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem, addStore } from '../../../test/factories.ts'
import { isWaitedFor, whileHeld } from '../../../test/held.ts'
import { sendFile } from '../../../test/imports.ts'
import { everyScope } from '../../../test/order-world.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let editor: Caller

beforeAll(async () => {
  app = await testApp()
  editor = await app.addStaff({ isAdmin: true })
})
afterAll(() => app.close())

const inr = (minor: number) => ({ minor, currency: 'INR' })
type Store = Awaited<ReturnType<typeof addStore>>

/** A menu of two items, and the doors by which what they cost comes to be another. */
interface Menu {
  store: Store
  till: Caller
  items: string[]
  groups: string[]
  sets: string[]
  said: string[]
}

/** Each has something that takes off half of it, and what is weighed a weight; another thing takes off nearly all, and comes with nothing yet. */
async function begin(): Promise<Menu> {
  const store = await addStore(app.database.db)
  const till = await app.addChannel(everyScope, 'till', { kind: 'store', ids: [store.id] })
  const items = [
    (await addItem(app.database.db, store, { price_minor: 200 })).id,
    (await addItem(app.database.db, store, { price_minor: 200, unit: 'kg' })).id,
  ]
  const menu: Menu = { store, till, items, groups: [], sets: [], said: [] }
  for (const [name, minor, itemIds] of [
    ['Size', -120, items],
    ['Weight', null, items.slice(1)],
    ['Dear', -190, []],
  ] as const)
    menu.groups.push((await call(menu, 'POST /choice-groups', { ...taking(menu, name, minor), itemIds })).id)
  return menu
}

const taking = ({ store }: Menu, name: string, minor: number | null) => ({
  ...{ storeId: store.id, kind: 'option', name, minChoices: 0, maxChoices: 1 },
  choices: [{ name: minor === null ? '500 g' : 'Half', priceDelta: minor === null ? null : inr(minor), available: true }],
})

async function call(menu: Menu, address: string, body: object, as = editor) {
  const { status, body: answer } = await app.call(address, { as, body, headers: { 'idempotency-key': newId() } })
  expect([200, 409, 422], `${address}: ${JSON.stringify(answer)}`).toContain(status)
  await app.services.tasks.runDue()
  menu.said.push(`${address} ${JSON.stringify(body)}: ${status} ${JSON.stringify(answer.error?.fields ?? '')}`)
  return answer
}
const read = async (path: string) => (await app.call(`GET ${path}`, { as: editor })).body

const at = (list: readonly string[], n: number) => list[n % Math.max(1, list.length)] ?? ''
const Amount = fc.integer({ min: 0, max: 20 }).map((tens) => tens * 10)
const Unit = fc.constantFrom('pc', 'kg')
const Nth = fc.nat({ max: 5 })
const Choices = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('Full', '500 g', '2 kg', 'Half', 'Mild'),
    minor: fc.option(
      fc.integer({ min: -15, max: 10 }).map((tens) => tens * 10),
      { nil: null },
    ),
  }),
  { minLength: 1, maxLength: 3, selector: ({ name }) => name },
)
const Group = fc.record({ choices: Choices, least: fc.nat({ max: 1 }), most: fc.integer({ min: 1, max: 3 }), free: fc.nat({ max: 1 }) })
type Given = typeof Group extends fc.Arbitrary<infer G> ? G : never
const draftOf = ({ choices, least, most, free }: Given) => ({
  minChoices: least,
  maxChoices: Math.max(least, most),
  freeChoices: Math.min(free, most),
  choices: choices.map(({ name, minor }) => ({ name, priceDelta: minor === null ? null : inr(minor), available: true })),
})
const Of = fc.subarray([0, 1])

const Fields = fc.record({ price: Amount, unit: Unit }, { requiredKeys: [] }).filter((fields) => Object.keys(fields).length > 0)
const fieldsOf = ({ price, unit }: { price?: number; unit?: string }) => ({
  ...(price !== undefined && { price: inr(price) }),
  ...(unit !== undefined && { unit }),
})

/** A change set that moves every price. */
async function bulk(menu: Menu, minor: number): Promise<string> {
  const change = { price: { way: 'amount', amount: inr(minor), rounding: 'none' } }
  const { id } = await call(menu, 'POST /change-sets', { filter: { storeIds: [menu.store.id] }, change })
  menu.sets.push(id)
  return id
}

async function publish(menu: Menu, id: string, meanwhile: string): Promise<void> {
  const set = await read(`/change-sets/${id}`)
  // Nobody else could approve it: once it was asked for, it is published by whoever made it.
  if (set.needsApproval) await call(menu, `POST /change-sets/${id}/submit`, { version: set.version })
  const { version } = await read(`/change-sets/${id}`)
  await call(menu, `POST /change-sets/${id}/publish`, { version, meanwhile })
}

type Step = (menu: Menu) => Promise<unknown>
const steps: fc.Arbitrary<Step>[] = [
  fc.tuple(Nth, Fields).map(([n, fields]) => async (menu) => {
    const { version } = await read(`/items/${at(menu.items, n)}`)
    return call(menu, `PATCH /items/${at(menu.items, n)}`, { version, ...fieldsOf(fields) })
  }),
  fc.tuple(Nth, Fields).map(
    ([n, fields]) =>
      (menu) =>
        call(menu, 'POST /items/write', { items: [{ id: at(menu.items, n), fields: fieldsOf(fields) }] }),
  ),
  fc.tuple(Nth, Fields).map(([n, fields]) => async (menu) => {
    const { sku } = await read(`/items/${at(menu.items, n)}`)
    return call(
      menu,
      `POST /channel/stores/${menu.store.id}/menu/sync`,
      { items: [{ outsideId: `T-${sku}`, sku, ...fieldsOf(fields) }] },
      menu.till,
    )
  }),
  fc.tuple(Amount, Unit).map(([price, unit]) => async (menu) => {
    const rows = await Promise.all(menu.items.map((id) => read(`/items/${id}`)))
    const file = ['SKU,Price,Unit', ...rows.map(({ sku }) => `${sku},${price / 100},${unit === 'pc' ? 'Piece' : 'Kilogram'}`)].join('\n')
    const { body } = await sendFile(app, `/stores/${menu.store.id}/menu-upload`, editor, file)
    menu.sets.push(body.id)
    const columns = { SKU: 'sku', Price: 'price', Unit: 'unit' }
    return call(menu, `POST /change-sets/${body.id}/read`, { version: body.version, columns, missing: 'keep' })
  }),
  fc.integer({ min: -15, max: 15 }).map((tens) => (menu) => bulk(menu, tens * 10)),
  // One that is published at once, so that what is taken back later was there.
  fc.integer({ min: 1, max: 15 }).map((tens) => async (menu) => publish(menu, await bulk(menu, tens * 10), 'leave-out')),
  fc.tuple(Nth, fc.constantFrom('leave-out', 'overwrite')).map(
    ([n, meanwhile]) =>
      async (menu) =>
        menu.sets.length > 0 && publish(menu, at(menu.sets, n), meanwhile),
  ),
  Nth.map((n) => async (menu) => {
    if (menu.sets.length === 0) return
    const { id, version } = await read(`/change-sets/${at(menu.sets, n)}`)
    return call(menu, `POST /change-sets/${id}/roll-back`, { version, reason: 'A slip' })
  }),
  fc.tuple(Group, Of).map(([group, of]) => async (menu) => {
    const body = { storeId: menu.store.id, kind: 'option', name: `Group ${menu.said.length}`, ...draftOf(group) }
    const { id } = await call(menu, 'POST /choice-groups', { ...body, itemIds: of.map((n) => menu.items[n]) })
    return id && menu.groups.push(id)
  }),
  fc.tuple(Nth, fc.option(Group), fc.option(Of)).map(([n, group, of]) => async (menu) => {
    if (menu.groups.length === 0) return
    const { id, version } = await read(`/choice-groups/${at(menu.groups, n)}`)
    const itemIds = of?.map((item) => menu.items[item])
    return call(menu, `PATCH /choice-groups/${id}`, { version, ...(group && draftOf(group)), ...(itemIds && { itemIds }) })
  }),
  fc.tuple(Nth, Nth).map(([n, m]) => async (menu) => {
    if (menu.groups.length < 2) return
    const [one, into] = [await read(`/choice-groups/${at(menu.groups, n)}`), await read(`/choice-groups/${at(menu.groups, m)}`)]
    const body = { version: one.version, into: { id: into.id, version: into.version } }
    return call(menu, `POST /choice-groups/${one.id}/merge`, body)
  }),
]

interface Row {
  name: string
  unit: string
  price: number
  groups: { least: number; most: number; choices: { name: string; priceDelta: { minor: number } | null }[] }[]
}

/** The least that an item comes to, whatever of what it offers is chosen: every way to choose is tried. */
function cheapest({ unit, price, groups }: Row): number {
  const grams: Record<string, number> = { '500 g': 500, '2 kg': 2000 }
  const deltas = (each: Row['groups'][number]) =>
    each.choices.map(({ name, priceDelta }) => {
      if (priceDelta) return priceDelta.minor
      const weight = grams[name]
      return unit === 'pc' && weight ? (price * (weight - 1000)) / 1000 : 0
    })
  return groups.reduce((sum, group) => {
    const ways = waysOf(deltas(group))
    const open = ways.filter(({ length }) => length >= group.least && length <= group.most)
    // What is free takes at most off what is added.
    return sum + Math.min(...open.map((way) => way.reduce((all, delta) => all + Math.min(delta, 0), 0)))
  }, price)
}

function waysOf([first, ...rest]: readonly number[]): number[][] {
  if (first === undefined) return [[]]
  return waysOf(rest).flatMap((way) => [way, [first, ...way]])
}

async function belowNothing({ store, said }: Menu): Promise<string[]> {
  const { rows } = await sql<Row>`select item.name, item.unit, item.price_minor as price,
      (select coalesce(jsonb_agg(jsonb_build_object('least', least(min_choices, jsonb_array_length(choices)), 'most', max_choices, 'choices', choices)), '[]')
        from item_choice_group as comes join choice_group on choice_group.id = comes.group_id where comes.item_id = item.id) as groups
    from item where store_id = ${store.id}`.execute(app.database.db)
  return rows.filter((row) => cheapest(row) < 0).map((row) => `${JSON.stringify(row)} after ${said.join('\n')}`)
}

test('by whatever doors, in whatever order, no item comes to cost less than nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...steps), { minLength: 4, maxLength: 14 }), async (life) => {
      const menu = await begin()
      for (const step of life) {
        await step(menu)
        expect(await belowNothing(menu)).toEqual([])
      }
    }),
    { numRuns: 30 },
  )
})

test.each<[string, (menu: Menu, item: string) => Promise<unknown>]>([
  ['another group', (menu, item) => call(menu, 'POST /choice-groups', { ...taking(menu, 'Spice', -50), itemIds: [item] })],
  ['the form of the item', (menu, item) => call(menu, `PATCH /items/${item}`, { version: 1, price: inr(160) })],
  ['the grid', (menu, item) => call(menu, 'POST /items/write', { items: [{ id: item, fields: { price: inr(160) } }] })],
])('of a group and %s at once the second sees what the first has done', async (_, other) => {
  const menu = await begin()
  const [item] = menu.items as [string, string]
  const both: Promise<unknown>[] = []
  await whileHeld(app.database, `select from item where id = '${item}' for update`, async () => {
    both.push(call(menu, 'POST /choice-groups', { ...taking(menu, 'Cut', -50), itemIds: [item] }), other(menu, item))
    await isWaitedFor(app.database, 2)
  })
  await Promise.all(both)
  expect(await belowNothing(menu)).toEqual([])
})
