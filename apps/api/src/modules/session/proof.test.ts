import { roleContract, secondFactorContract, sessionContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#kit/access/passwords.ts'
import { bind } from '#kit/implement.ts'
import { roleHandlers } from '#modules/role/role.service.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { enterAgain, enterAs } from '../../../test/role-people.ts'
import { protect } from '../../../test/second-factor.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { registerSecondFactor, registerSession } from './session.routes.ts'

const password = 'velvet tram 81 onion'
let app: TestApp
let as: Caller

beforeAll(async () => {
  app = await testApp({
    contracts: { session: sessionContract, secondFactor: secondFactorContract, role: roleContract },
    modules: [bind(roleContract, roleHandlers), registerSession, registerSecondFactor],
  })
  await installBuiltInRoles(app.database.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  as = await enterAs(app.database.db, 'admin', undefined, { passwordHash: await hashPassword(password) })
})

const age = async (minutes: number, who = as) => {
  await sql`update session set proved_at = now() - make_interval(secs => ${minutes * 60}) where staff_id = ${who.id}`.execute(
    app.database.db,
  )
  app.services.access.forget({ about: 'staff', id: who.id })
}
const draft = () => ({ name: `Role ${crypto.randomUUID()}`, reach: 'all', teamIds: [], grants: [], acknowledged: [] })
const addRole = (headers = {}, who = as) => app.call('POST /roles', { as: who, body: draft(), headers })
const prove = (body: object, who = as) => app.call('POST /me/proof', { as: who, body })

test('who has just signed in is not asked; ten minutes later they are, and the very same request passes once they proved it', async () => {
  expect((await addRole()).status).toBe(200)
  await age(9.9)
  expect((await addRole()).status).toBe(200)
  await age(10.1)
  const same = { body: draft(), headers: { 'idempotency-key': crypto.randomUUID() } }
  const refused = await app.call('POST /roles', { as, ...same })
  expect([refused.status, refused.body.error.kind, refused.body.error.reason]).toEqual([401, 'unproved', 'proof-needed'])
  expect((await app.call('GET /roles', { as })).status).toBe(200)
  expect((await prove({ password })).body).toEqual({ status: true })
  expect((await app.call('POST /roles', { as, ...same })).status).toBe(200)
})

test('a proof is of its session alone', async () => {
  const other = { id: as.id, token: await enterAgain(app.database.db, as.id) }
  await age(11)
  await prove({ password })
  expect([(await addRole()).status, (await addRole({}, other)).status]).toEqual([200, 401])
})

test('a code of two-step sign-in proves it as well, once; neither both nor nothing does', async () => {
  const { recoveryCodes } = await protect(app, as)
  await age(11)
  const [code = ''] = recoveryCodes
  for (const body of [{}, { password, code }]) expect((await prove(body)).status).toBe(422)
  expect((await prove({ code })).status).toBe(200)
  expect((await addRole()).status).toBe(200)
  expect((await prove({ code })).body.error.fields).toEqual({ 'body.code': 'is not right, or was used already' })
})

test('it is guessed within the attempts of the session, which keep nobody from signing in', async () => {
  await age(11)
  for (let n = 0; n < 5; n++) expect((await prove({ password: `guess ${n}` })).body.error.fields).toEqual({ 'body.password': 'is wrong' })
  expect((await prove({ password })).body.error.reason).toBe('too-many-attempts')
  expect((await addRole()).status).toBe(401)
  const { email } = await app.database.db.selectFrom('staff').select('email').where('id', '=', as.id).executeTakeFirstOrThrow()
  expect((await app.call('POST /login', { body: { email, password } })).status).toBe(200)
})

test('who may not at all is told that, not asked for a proof', async () => {
  const viewer = await app.addStaff({ permissions: ['role.view'] })
  await age(11, viewer)
  expect((await addRole({}, viewer)).body.error).toMatchObject({ kind: 'not-permitted', fields: { permission: 'role.create' } })
})
