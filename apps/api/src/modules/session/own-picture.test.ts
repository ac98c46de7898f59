import { fileContract, newId, sessionContract, staffContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { getPicture, keepPicture } from '#modules/file/file.service.ts'
import { staffHandlers } from '#modules/staff/staff.access.service.ts'
import { pngOf } from '../../../test/pictures.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { registerSession } from './session.routes.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    contracts: { session: sessionContract, file: fileContract, staff: staffContract },
    modules: [registerSession, bind(fileContract, { create: keepPicture, get: getPicture }), bind(staffContract, staffHandlers)],
  })
})
afterAll(() => app.close())

const send = async (as: Caller): Promise<string> =>
  (await app.call('POST /files', { as, body: pngOf(), headers: { 'content-type': 'image/png' } })).body.id
const show = (as: Caller, imageId: string | null) => app.call('PATCH /me/picture', { as, body: { imageId } })
const shown = async (as: Caller) => (await app.call('GET /me', { as })).body.person.imageId

test('whoever is signed in shows a picture of their own, another one, or none; the account has it and its history says so', async () => {
  const as = await app.addStaff({ permissions: [] })
  const admin = await app.addStaff({ isAdmin: true })
  const [first, second] = [await send(as), await send(as)]
  for (const imageId of [first, second, null]) {
    expect((await show(as, imageId)).body).toEqual({ imageId })
    expect(await shown(as)).toBe(imageId)
    expect((await app.call(`GET /staff/${as.id}`, { as: admin })).body.imageId).toBe(imageId)
  }
  const { rows } = await sql`select action, old, new from audit_entry where entity_id = ${as.id} order by id`.execute(app.database.db)
  expect(rows).toEqual([
    { action: 'changePicture', old: { image_id: null }, new: { image_id: first } },
    { action: 'changePicture', old: { image_id: first }, new: { image_id: second } },
    { action: 'changePicture', old: { image_id: second }, new: { image_id: null } },
  ])
})

test("one's own devices are told of it, and nobody else; the same picture once more is no change", async () => {
  const as = await app.addStaff({ permissions: [] })
  const imageId = await send(as)
  for (const _ of [1, 2]) expect((await show(as, imageId)).status).toBe(200)
  const { rows } = await sql`select entity, staff_id from event where entity_id = ${as.id}`.execute(app.database.db)
  expect(rows).toEqual([{ entity: 'staff', staff_id: as.id }])
})

test('it is a picture that one sent oneself', async () => {
  const as = await app.addStaff({ permissions: [] })
  const of = await send(await app.addStaff({ permissions: [] }))
  for (const imageId of [of, newId()]) {
    const { status, body } = await show(as, imageId)
    expect([status, body.error.fields]).toEqual([422, { 'body.imageId': 'is not a picture that you sent' }])
  }
  expect(await shown(as)).toBeNull()
})

test('an administrator gives an account a picture by its form', async () => {
  const [admin, as] = [await app.addStaff({ isAdmin: true }), await app.addStaff({ permissions: [] })]
  const imageId = await send(admin)
  const { status } = await app.call(`PATCH /staff/${as.id}`, { as: admin, body: { version: 1, imageId } })
  expect([status, await shown(as)]).toEqual([200, imageId])
})
