import { sessionContract, staffContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { staffHandlers } from '#modules/staff/staff.access.service.ts'
import { enterAs } from '../../../test/role-people.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { makeFirstAdminToken } from './first-admin.service.ts'
import { registerSession } from './session.routes.ts'

const password = 'velvet tram 81 onion'
let app: TestApp
beforeAll(async () => {
  app = await testApp({
    contracts: { staff: staffContract, session: sessionContract },
    modules: [bind(staffContract, staffHandlers), registerSession],
  })
  await installBuiltInRoles(app.database.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of ['first_admin', 'session', 'sign_in_attempt', 'staff'] as const) await app.database.db.deleteFrom(table).execute()
})

const start = async () => (await makeFirstAdminToken(app.services)) ?? 'none'
const read = (token: string) => app.call('POST /login/invite', { body: { token } })
const accept = (token: string, person: object = { name: 'Asha Menon', email: 'Asha@larder.test' }) =>
  app.call('POST /login/invite/accept', { body: { token, password, person } })

test('whoever has the link of a start says who they are, is the administrator, and signs in with their password', async () => {
  const token = await start()
  expect((await read(token)).body).toMatchObject({ name: null, email: null, installation: 'Larder' })
  const { status, body } = await accept(token)
  expect([status, body.isAdmin, body.role, body.mustChangePassword]).toEqual([200, true, 'admin', false])
  expect(body.person).toMatchObject({ name: 'Asha Menon', email: 'asha@larder.test' })
  const as = { id: body.person.id, token: body.accessToken }
  expect((await app.call('GET /staff', { as })).body.rows).toMatchObject([{ email: 'asha@larder.test', status: 'active' }])
  expect((await app.call('POST /login', { body: { email: 'asha@larder.test', password } })).status).toBe(200)
  const entries = await app.database.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', as.id).execute()
  expect(entries).toMatchObject([{ entity: 'staff', action: 'create', actor_id: as.id, actor_name: 'Asha Menon', role: 'admin' }])
  expect(JSON.stringify(entries)).not.toContain(token)
})

test('each start makes the link anew and voids the one before; a link is over after a day', async () => {
  const [first, second] = [await start(), await start()]
  expect((await accept(first)).body.error).toMatchObject({ kind: 'credentials', reason: 'invite-not-valid' })
  const { rows } = await sql<{ hours: number }>`select extract(epoch from expires_at - now()) / 3600 as hours from first_admin`.execute(
    app.database.db,
  )
  expect(Number(rows[0]?.hours)).toBeCloseTo(24, 1)
  await sql`update first_admin set expires_at = now()`.execute(app.database.db)
  expect((await read(second)).body.error.reason).toBe('invite-not-valid')
})

test('of four who use it at the same moment one is the administrator, and the others are told so', async () => {
  const token = await start()
  const answers = await Promise.all(Array.from({ length: 4 }, (_, n) => accept(token, { name: 'Asha', email: `asha.${n}@larder.test` })))
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from staff`.execute(app.database.db)
  expect([answers.filter(({ status }) => status === 200).length, rows[0]?.people]).toEqual([1, 1])
  const refused = answers.filter(({ status }) => status !== 200)
  expect([...new Set(refused.map(({ status, body }) => `${status} ${body.error.reason}`))]).toEqual(['409 administrator-exists'])
  expect((await read(token)).body.error.message).toBe(
    'Somebody became the first administrator already. Sign in, or ask them for an invitation.',
  )
})

test('an administrator of any kind voids it: made beside, suspended, or closed since', async () => {
  const token = await start()
  const { id } = await enterAs(app.database.db, 'admin')
  await sql`update staff set status = 'deactivated' where id = ${id}`.execute(app.database.db)
  expect((await accept(token)).body.error.reason).toBe('administrator-exists')
  expect(await makeFirstAdminToken(app.services)).toBeNull()
})

test('it asks who one is, and takes no weak password; an invitation of a known person takes no other name', async () => {
  const token = await start()
  const problems = async (body: object) => (await app.call('POST /login/invite/accept', { body })).body.error.fields
  expect(await problems({ token, password })).toEqual({ 'body.person': 'is required' })
  const person = { name: 'Asha Menon', email: 'asha@larder.test' }
  expect(await problems({ token, password: 'asha menon 2026', person })).toEqual({
    'body.password': expect.stringContaining('too easy to guess'),
  })
  const admin = await accept(token)
  const role = await app.database.db.selectFrom('role').select('id').where('key', '=', 'office-staff').executeTakeFirstOrThrow()
  const draft = {
    name: 'Devika',
    email: 'devika@larder.test',
    phone: null,
    expiresAt: null,
    roleId: role.id,
    scope: { kind: 'all', ids: [] },
  }
  const as = { id: admin.body.person.id, token: admin.body.accessToken }
  const { body } = await app.call('POST /staff', { as, body: { ...draft, firstSignIn: 'invitation' } })
  expect(await problems({ token: body.inviteToken, password, person })).toEqual({
    'body.person': 'is known: the invitation says whom it is for',
  })
})
