import { savedViewContract } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { registerSavedView } from './saved-view.routes.ts'

let app: TestApp
let asha: Caller
let binu: Caller

beforeAll(async () => {
  app = await testApp({ contracts: { savedView: savedViewContract }, modules: [registerSavedView], openDoors: new Set() })
  asha = await app.addStaff({ name: 'Asha' })
  binu = await app.addStaff({ name: 'Binu' })
})
afterAll(() => app.close())

const save = (as: Caller, name: string, isShared: boolean) =>
  app.call('POST /saved-views', { as, body: { resource: 'order', name, query: { status: 'late', sort: '-placedAt' }, isShared } })
const names = async (as: Caller, resource = 'order') =>
  (await app.call(`GET /saved-views?resource=${resource}`, { as })).body.map(({ name }: { name: string }) => name)

test("one sees one's own views and those that are shared", async () => {
  await save(asha, 'Late now', true)
  await save(asha, 'My own', false)
  expect(await names(asha)).toEqual(['Late now', 'My own'])
  expect(await names(binu)).toEqual(['Late now'])
  expect(await names(binu, 'store')).toEqual([])
  const [shared] = (await app.call('GET /saved-views?resource=order', { as: binu })).body
  expect(shared).toMatchObject({ ownerName: 'Asha', isMine: false, query: { status: 'late', sort: '-placedAt' } })
})

test('a view is changed and deleted by its owner alone, at the version they saw', async () => {
  const { id } = (await save(asha, 'Refunds', true)).body
  const change = (as: Caller, body: object) => app.call(`PATCH /saved-views/${id}`, { as, body })
  expect((await change(binu, { version: 1, name: 'Mine now' })).status).toBe(404)
  expect((await change(asha, { version: 1, isShared: false })).body).toMatchObject({ name: 'Refunds', isShared: false, version: 2 })
  expect((await change(asha, { version: 1, name: 'Late' })).body.error.current).toMatchObject({ version: 2 })
  const remove = (as: Caller) => app.call(`DELETE /saved-views/${id}`, { as, body: { version: 2 } })
  expect((await remove(binu)).status).toBe(404)
  expect((await remove(asha)).body).toEqual({ id })
  expect((await remove(asha)).status).toBe(404)
})

test('a view is limited in what it holds', async () => {
  const long = await app.call('POST /saved-views', {
    as: asha,
    body: { resource: 'order', name: 'x', isShared: false, query: { q: 'x'.repeat(501) } },
  })
  expect(long.status).toBe(422)
  expect((await app.call('GET /saved-views?resource=../../etc', { as: asha })).status).toBe(422)
})
