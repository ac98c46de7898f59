import { branchContract } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBranch, addStore } from '../../../test/factories.ts'
import { type TestApp, type TestStaff, testApp } from '../../../test/test-app.ts'
import { registerBranch } from './branch.routes.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ contracts: { branch: branchContract }, modules: [registerBranch], openDoors: new Set() })
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
  expect((await app.call(`GET /branches/${kochi.id}`, { as })).body).toMatchObject({ name: 'Kochi', currency: 'INR' })
  expect((await app.call(`GET /branches/${thrissur.id}`, { as })).status).toBe(404)
})
