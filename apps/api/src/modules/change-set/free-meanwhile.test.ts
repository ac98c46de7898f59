import { freeWords, type Permission } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChoiceGroup, addItem, addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const makes: Permission[] = ['change-set.view', 'change-set.create', 'change-set.edit']
let app: TestApp
let maker: Caller
let checker: Caller

beforeAll(async () => {
  app = await testApp()
  maker = await app.addStaff({ permissions: makes })
  checker = await app.addStaff({ permissions: ['change-set.view', 'change-set.approve'] })
})
afterAll(() => app.close())

async function done(address: string, body: object, as = maker) {
  const answer = await app.call(address, { as, body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  await app.services.tasks.runDue()
  return answer.body
}
const setOf = async (id: string) => (await app.call(`GET /change-sets/${id}`, { as: maker })).body
const act = async (id: string, verb: string, as = maker) =>
  done(`POST /change-sets/${id}/${verb}`, { version: (await setOf(id)).version, ...(verb === 'submit' && { meanwhile: 'overwrite' }) }, as)

test.each([
  [false, 'left-out', `Price ₹0.00 ${freeWords(0)}, and nobody was told so.`, 40],
  [true, 'published', null, 0],
])(
  'a price of 0 of an item whose size came off it since is left out, unless items may become free: %s',
  async (free, outcome, reason, price) => {
    const store = await addStore(app.database.db)
    const item = await addItem(app.database.db, store, { price_minor: 40 })
    const sizes = [{ name: 'Large', priceDelta: { minor: 9000, currency: 'INR' }, available: true }]
    const group = await addChoiceGroup(app.database.db, item, { choices: JSON.stringify(sizes) })
    // Free already, and so it stays.
    await addItem(app.database.db, store, { price_minor: 0 })
    if (free) await sql`delete from item_choice_group where group_id = ${group.id}`.execute(app.database.db)
    const change = { price: { way: 'percent', byPpm: -10_000, rounding: 'whole', ...(free && { free }) } }
    const { id } = await done('POST /change-sets', { filter: { storeIds: [store.id] }, change })
    await act(id, 'submit')
    await sql`delete from item_choice_group where group_id = ${group.id}`.execute(app.database.db)
    await act(id, 'approve', checker)
    await app.services.jobs.run('publish-change-sets')
    await app.services.tasks.runDue()
    const { body } = await app.call(`GET /change-rows?setId=${id}`, { as: maker })
    const [row] = body.rows.filter(({ recordId }: { recordId: string }) => recordId === item.id)
    const [now] = await app.database.db.selectFrom('item').select('price_minor').where('id', '=', item.id).execute()
    expect([row.outcome, row.reason, now?.price_minor]).toEqual([outcome, reason, price])
  },
)
