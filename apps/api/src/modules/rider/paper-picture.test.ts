import { type Id, newId } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBranch, addRider } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const read = async (id: string, as: Caller) => {
  const { statusCode, headers } = await app.fastify.inject({ url: `/api/files/${id}`, headers: { 'x-api-key': as.token } })
  return [statusCode, headers['cache-control']]
}

test('of a rider’s paper is read by whoever sees the papers of that rider, and kept by no browser', async () => {
  const { db } = app.database
  const [branch, other] = [await addBranch(db), await addBranch(db)]
  const rider = await addRider(db, branch)
  const enters = await app.addStaff({ permissions: ['rider.view', 'rider.edit'], scope: { kind: 'branch', ids: [branch.id] } as never })
  const operates = await app.addStaff({ permissions: ['rider.view', 'rider.operate'] })
  const elsewhere = await app.addStaff({ permissions: ['rider.view', 'rider.edit'], scope: { kind: 'branch', ids: [other.id] } as never })
  const sees = await app.addStaff({ permissions: ['rider.view', 'dashboard.view'] })
  const id = newId() as Id<'file'>
  const facts = { content_type: 'image/webp', size_bytes: 1, width: 1, height: 1, sha256: Buffer.from(id), created_by: enters.id }
  await db
    .insertInto('file')
    .values({ id, ...facts, bytes: Buffer.from('x'), small_bytes: Buffer.from('x') })
    .execute()
  expect(await read(id, sees), 'no paper yet').toEqual([200, 'private, max-age=31536000, immutable'])
  await db.insertInto('rider_document').values({ rider_id: rider.id, kind: 'identity', number: '1', image_id: id }).execute()
  for (const as of [enters, operates]) expect(await read(id, as)).toEqual([200, 'private, no-store'])
  for (const as of [elsewhere, sees]) expect((await read(id, as))[0]).toBe(404)
})
