import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem, addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let maker: Caller
let editor: Caller

beforeAll(async () => {
  app = await testApp()
  maker = await app.addStaff({ permissions: ['change-set.view', 'change-set.create', 'change-set.edit'] })
  editor = await app.addStaff({ isAdmin: true })
})
afterAll(() => app.close())

async function done(address: string, body: object) {
  const answer = await app.call(address, { as: maker, body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  await app.services.tasks.runDue()
  return answer.body
}
async function act(id: string, verb: string, body: object = {}) {
  const { version } = (await app.call(`GET /change-sets/${id}`, { as: maker })).body
  await done(`POST /change-sets/${id}/${verb}`, { version, ...body })
  return (await app.call(`GET /change-sets/${id}`, { as: maker })).body
}

/** Published by its maker, or by another person's approval where it takes more off sale than stays. */
async function publish(id: string) {
  if ((await app.call(`GET /change-sets/${id}`, { as: maker })).body.needsApproval === null) return act(id, 'publish')
  const { version } = await act(id, 'submit')
  const approved = await app.call(`POST /change-sets/${id}/approve`, { as: editor, body: { version } })
  expect([approved.status, approved.body.error]).toEqual([200, undefined])
  await app.services.jobs.run('publish-change-sets')
  await app.services.tasks.runDue()
  return (await app.call(`GET /change-sets/${id}`, { as: maker })).body
}

interface Item {
  name: string
  price: number
  available: boolean
  prepMinutes: number | null
}
const itemsOf = async (ids: readonly string[]) => {
  const { rows } = await sql<Item & { id: string }>`select id, name, price_minor as price, available, prep_minutes as "prepMinutes"
    from item where id = any(${ids}::uuid[])`.execute(app.database.db)
  return new Map(rows.map(({ id, ...item }) => [id, item]))
}

/** Somebody edits an item in its form. */
async function edit(id: string, { price, ...fields }: Partial<Item>): Promise<void> {
  const { body } = await app.call(`GET /items/${id}`, { as: editor })
  const draft = { ...fields, ...(price !== undefined && { price: { minor: price, currency: 'INR' } }) }
  const answer = await app.call(`PATCH /items/${id}`, { as: editor, body: { version: body.version, ...draft } })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
}

const items = 3
const price = fc.integer({ min: 50, max: 150 }).map((rupees) => rupees * 100)
const prepMinutes = fc.option(fc.integer({ min: 1, max: 60 }), { nil: null })
const item = fc.record({ price, available: fc.boolean(), prepMinutes })
// A rise within what a person publishes alone.
const change = fc
  .record({ rise: fc.integer({ min: 0, max: 9 }), available: fc.boolean(), prepMinutes }, { requiredKeys: [] })
  .filter((given) => Object.keys(given).length > 0)
const name = fc.constantFrom('Biryani', 'Meals', 'Payasam')
const someEdit = fc.record({
  at: fc.nat({ max: items - 1 }),
  set: fc.record({ name, price, available: fc.boolean(), prepMinutes }, { requiredKeys: [] }),
})

test('what was published and edited since is, taken back, what it was before but for those edits', async () => {
  const life = fc.record({
    before: fc.array(item, { minLength: items, maxLength: items }),
    change,
    edits: fc.array(someEdit, { maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(life, async ({ before, change: { rise, ...set }, edits }) => {
      const store = await addStore(app.database.db)
      const ids: string[] = []
      for (const { price: price_minor, available, prepMinutes: prep_minutes } of before)
        ids.push((await addItem(app.database.db, store, { price_minor, available, prep_minutes })).id)
      const original = await itemsOf(ids)
      const formula = { way: 'percent', byPpm: (rise ?? 0) * 10_000, rounding: 'none' }
      const made = await done('POST /change-sets', {
        filter: { storeIds: [store.id] },
        change: { ...set, ...(rise !== undefined && { price: formula }) },
      })
      // What is so already changes nothing, and is not published.
      fc.pre((await app.call(`GET /change-sets/${made.id}`, { as: maker })).body.stores > 0)
      expect((await publish(made.id)).status).toBe('published')
      const published = await itemsOf(ids)
      for (const { at, set: fields } of edits) if (Object.keys(fields).length > 0) await edit(ids[at] ?? '', fields)
      const edited = await itemsOf(ids)
      expect((await act(made.id, 'roll-back', { reason: 'A slip' })).status).toBe('rolled-back')
      const now = await itemsOf(ids)
      for (const id of ids) {
        const [was, put, then] = [original.get(id), published.get(id), edited.get(id)] as [Item, Item, Item]
        // A field that says what the set made of it has not been edited.
        const kept = Object.entries(then).filter(([key, value]) => value !== put[key as keyof Item])
        expect(now.get(id)).toEqual({ ...was, ...Object.fromEntries(kept) })
      }
    }),
    { numRuns: 40 },
  )
})
