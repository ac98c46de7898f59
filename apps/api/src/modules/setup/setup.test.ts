import { afterAll, beforeAll, expect, test } from 'vitest'
import { addArea, addBranch } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: Caller

beforeAll(async () => {
  app = await testApp()
  admin = await app.addStaff({ isAdmin: true })
})
afterAll(() => app.close())

const missing = async () => {
  const { body } = await app.call('GET /setup', { as: admin })
  return body.steps.filter(({ isDone }: { isDone: boolean }) => !isDone).map(({ key }: { key: string }) => key)
}

test('an empty installation says what is missing, and less with each thing that is done', async () => {
  const { db } = app.database
  expect(await missing()).toEqual(['marketplace', 'tax', 'branch', 'area', 'people', 'channel'])
  const branch = await addBranch(db)
  expect(await missing()).not.toContain('branch')
  await addArea(db, branch)
  await app.addStaff({ permissions: [] })
  await app.addChannel([])
  expect(await missing()).toEqual(['marketplace', 'tax'])
  for (const step of ['marketplace', 'tax', 'tax']) {
    expect((await app.call(`POST /setup/${step}/confirm`, { as: admin, body: {} })).status).toBe(200)
  }
  expect((await app.call('GET /setup', { as: admin })).body).toMatchObject({ isDone: true })
  const entries = await db.selectFrom('audit_entry').select('entity_id').where('entity', '=', 'setup').orderBy('id').execute()
  expect(entries.map(({ entity_id }) => entity_id)).toEqual(['marketplace', 'tax'])
  await db.updateTable('branch').set({ status: 'closed' }).execute()
  await db.updateTable('area').set({ active: false }).execute()
  await db.updateTable('channel_key').set({ revoked_at: new Date().toISOString() }).execute()
  expect(await missing()).toEqual(['branch', 'area', 'channel'])
})

test('only what may be right from the start is confirmed, by who may change settings', async () => {
  expect((await app.call('POST /setup/branch/confirm', { as: admin, body: {} })).status).toBe(422)
  const viewer = await app.addStaff({ permissions: ['setting.view'] })
  for (const call of ['GET /setup', 'POST /setup/tax/confirm']) {
    expect((await app.call(call, { as: viewer, ...(call.startsWith('POST') && { body: {} }) })).status).toBe(401)
  }
})
