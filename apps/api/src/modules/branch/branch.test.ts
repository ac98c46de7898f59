import type { Permission } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureCurrentPartitions } from '#db/partitions.ts'
import { addBranch, addOrder, addRider, addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, type TestStaff, testApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: Caller

beforeAll(async () => {
  app = await testApp()
  await ensureCurrentPartitions(app.database.db, app.services.clock.instant())
  admin = await app.addStaff({ isAdmin: true })
})
afterAll(() => app.close())

test("one sees the branches that one reaches, a store's person that of the store", async () => {
  const { db } = app.database
  const [kochi, thrissur] = [await addBranch(db, { name: 'Kochi' }), await addBranch(db, { name: 'Thrissur', status: 'closed' })]
  const shop = await addStore(db, { branch: kochi })
  const names = async (scope: TestStaff['scope'], query = '') => {
    const as = await app.addStaff({ scope })
    return (await app.call(`GET /branches${query}`, { as })).body.rows.map(({ name }: { name: string }) => name)
  }
  expect(await names({ kind: 'all' })).toEqual(['Kochi', 'Thrissur'])
  expect(await names({ kind: 'all' }, '?status=active')).toEqual(['Kochi'])
  expect(await names({ kind: 'all' }, '?q=thris')).toEqual(['Thrissur'])
  expect(await names({ kind: 'branch', ids: [thrissur.id] })).toEqual(['Thrissur'])
  expect(await names({ kind: 'store', ids: [shop.id] })).toEqual(['Kochi'])
  const as = await app.addStaff({ scope: { kind: 'store', ids: [shop.id] } })
  expect((await app.call(`GET /branches/${kochi.id}`, { as })).body).toMatchObject({ name: 'Kochi', currency: 'INR', liveStores: null })
  expect((await app.call(`GET /branches/${thrissur.id}`, { as })).status).toBe(404)
})

const draft = { code: 'TVM', name: 'Trivandrum', partnerName: 'Leela', revenueSharePpm: 150_000, timeZone: 'Asia/Kolkata', currency: 'INR' }
const act = (verb: string, id: string, version: number) =>
  app.call(`POST /branches/${id}/${verb}`, { as: admin, body: { version, reason: 'The partner left' } })

test('a branch is added, numbers its orders with its code, and keeps code, zone and currency', async () => {
  const { body: branch } = await app.call('POST /branches', { as: admin, body: draft })
  expect(branch).toMatchObject({ ...draft, status: 'active', liveStores: 0, activeOrders: 0 })
  const { rows } = await app.database.pool.query("select next_order_number('TVM') as number")
  expect(rows[0].number).toBe('TVM-10001')
  const renamed = await app.call(`PATCH /branches/${branch.id}`, { as: admin, body: { version: 1, name: 'Thiruvananthapuram' } })
  expect(renamed.body).toMatchObject({ name: 'Thiruvananthapuram', version: 2 })
  for (const fixed of [{ code: 'TRV' }, { timeZone: 'UTC' }, { currency: 'USD' }]) {
    const refused = await app.call(`PATCH /branches/${branch.id}`, { as: admin, body: { version: 2, ...fixed } })
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, [`body.${Object.keys(fixed)[0]}`]])
  }
  const twice = await app.call('POST /branches', { as: admin, body: draft })
  expect([twice.status, Object.keys(twice.body.error.fields)]).toEqual([422, ['body.code']])
  const wrong = await app.call('POST /branches', { as: admin, body: { ...draft, code: 'kochi-1', timeZone: 'Mars/Olympus' } })
  expect(Object.keys(wrong.body.error.fields).sort()).toEqual(['body.code', 'body.timeZone'])
})

test('a branch is added by who reaches all of them, and changed by nobody of a single store', async () => {
  const branch = await addBranch(app.database.db, { name: 'Kollam' })
  const shop = await addStore(app.database.db, { branch })
  const permissions: Permission[] = ['dashboard.view', 'setting.create', 'setting.edit', 'setting.view']
  const partner = await app.addStaff({ permissions, scope: { kind: 'branch', ids: [branch.id] } })
  const refused = await app.call('POST /branches', { as: partner, body: { ...draft, code: 'KLM' } })
  expect(refused.body.error.fields).toEqual({ 'body.code': 'can be given by somebody who reaches all branches' })
  const rename = { body: { version: 1, name: 'Quilon' } }
  const keeper = await app.addStaff({ permissions, scope: { kind: 'store', ids: [shop.id] } })
  expect((await app.call(`GET /branches/${branch.id}`, { as: keeper })).body.allowed).toEqual([])
  expect((await app.call(`PATCH /branches/${branch.id}`, { as: keeper, ...rename })).status).not.toBe(200)
  expect((await app.call(`PATCH /branches/${branch.id}`, { as: partner, ...rename })).body).toMatchObject({ name: 'Quilon' })
})

test('a branch closes once nothing runs in it, and says what does', async () => {
  const { db } = app.database
  const branch = await addBranch(db, { name: 'Alappuzha' })
  const store = await addStore(db, { branch })
  const order = await addOrder(db, store, { status: 'preparing' })
  const rider = await addRider(db, branch, { shift_state: 'available' })
  const refused = await act('close', branch.id, 1)
  expect(refused.body.error.message).toBe('It has work: 1 order runs, 1 store is live, 1 rider is on shift.')
  await db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order.id).execute()
  await db.updateTable('rider').set({ shift_state: 'off' }).where('id', '=', rider.id).execute()
  await app.call(`POST /stores/${store.id}/suspend`, { as: admin, body: { version: 1, reason: 'Closing' } })
  expect((await act('close', branch.id, 1)).body).toMatchObject({ status: 'closed', version: 2 })
  const reinstated = await app.call(`POST /stores/${store.id}/reinstate`, { as: admin, body: { version: 2, reason: 'Again' } })
  expect(reinstated.body.error.message).toBe('Its branch is closed: reopen the branch first.')
  expect((await act('reopen', branch.id, 2)).body).toMatchObject({ status: 'active' })
  expect((await app.call(`POST /stores/${store.id}/reinstate`, { as: admin, body: { version: 2, reason: 'Again' } })).body.status).toBe(
    'live',
  )
})
