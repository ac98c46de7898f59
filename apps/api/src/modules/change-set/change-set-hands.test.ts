import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addItem, addStore } from '../../../test/factories.ts'
import { sendFile } from '../../../test/imports.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let maker: Caller
let hand: Caller
let checker: Caller

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.db.updateTable('staff').set({ status: 'suspended' }).execute()
  maker = await app.addStaff({ name: 'Maker', permissions: ['change-set.view', 'change-set.create', 'change-set.edit'] })
  hand = await app.addStaff({
    name: 'Hand',
    permissions: ['change-set.view', 'change-set.create', 'change-set.edit', 'change-set.approve'],
  })
  checker = await app.addStaff({ name: 'Checker', permissions: ['change-set.view', 'change-set.approve'] })
})

const columns = { Code: 'sku', Price: 'price' }
async function sent(address: string, body: object, as: Caller) {
  const answer = await app.call(address, { as, body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  await app.services.tasks.runDue()
  return answer.body
}
const setOf = async (id: string) => (await app.call(`GET /change-sets/${id}`, { as: hand })).body
async function act(id: string, verb: string, body: object, as: Caller) {
  const { version } = await setOf(id)
  return sent(`POST /change-sets/${id}/${verb}`, { version, ...body }, as)
}
async function uploaded(as = maker) {
  const store = await addStore(app.database.db)
  await addItem(app.database.db, store, { sku: 'B1' })
  return (await sendFile(app, `/stores/${store.id}/menu-upload`, as, 'Code,Price\nB1,40')).body.id as string
}
async function corrected(id: string, as: Caller) {
  const { id: row, version } = (await app.call(`GET /change-rows?setId=${id}`, { as })).body.rows[0]
  await sent(`POST /change-rows/${row}/correct`, { version, given: { price: '50' } }, as)
}
const offered = async (id: string, as: Caller, verb = 'approve') =>
  (await app.call(`GET /change-sets/${id}`, { as })).body.allowed.find(({ action }: { action: string }) => action === verb)?.because
/** It is the independent one's to approve, and not the hand's, who had a part in it. */
async function isNotOf(part: Caller, id: string) {
  await act(id, 'submit', {}, maker)
  const own = 'Somebody else approves what you made, corrected or submitted.'
  expect([await offered(id, part), await offered(id, part, 'sendBack'), await offered(id, checker)]).toEqual([own, own, null])
  const { version } = await setOf(id)
  const { status, body } = await app.call(`POST /change-sets/${id}/approve`, { as: part, body: { version } })
  expect([status, body.error?.reason]).toEqual([409, 'own-change-set'])
  expect((await act(id, 'approve', {}, checker)).status).toBe('scheduled')
}

describe('a change set is not approved by', () => {
  test('whoever corrected a row of it', async () => {
    const id = await uploaded()
    await act(id, 'read', { columns }, maker)
    await corrected(id, hand)
    await isNotOf(hand, id)
  })

  test('whoever said what its columns are', async () => {
    const id = await uploaded()
    await act(id, 'read', { columns }, hand)
    await isNotOf(hand, id)
  })

  test('whoever made it, though another one corrects and submits it', async () => {
    const id = await uploaded(hand)
    await act(id, 'read', { columns }, maker)
    await corrected(id, maker)
    await isNotOf(hand, id)
  })

  test('whoever reviewed a row of the scan that it comes from', async () => {
    const { db } = app.database
    const store = await addStore(db)
    const item = await addItem(db, store, { name: 'Appam', price_minor: 3000 })
    const scan = { id: newId(), store_id: store.id, branch_id: store.branch_id, title: 'A photo', status: 'to-review' }
    await db
      .insertInto('menu_scan')
      .values({ ...scan, scanned_id: maker.id, scanned_by: 'Maker', pages: 1, of_pages: 1 })
      .execute()
    const row = {
      id: newId(),
      scan_id: scan.id,
      page: 1,
      position: 0,
      name: 'Appam',
      read_name: 'Appam',
      price_minor: 3000,
      item_id: item.id,
    }
    const box = { left_ppm: 0, top_ppm: 0, right_ppm: 1, bottom_ppm: 1, confidence_ppm: 500_000 }
    await db
      .insertInto('menu_scan_row')
      .values({ ...row, ...box })
      .execute()
    await sent(`PATCH /menu-scan-rows/${row.id}`, { version: 1, price: { minor: 9000, currency: 'INR' } }, hand)
    await sent(`POST /menu-scans/${scan.id}/finish`, { version: 1 }, maker)
    const { rows } = await sql<{ id: string }>`select change_set_id as id from menu_scan where id = ${scan.id}`.execute(db)
    await isNotOf(hand, String(rows[0]?.id))
  })
})
