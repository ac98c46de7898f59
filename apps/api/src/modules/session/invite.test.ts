import { mailContract, roleContract, sessionContract, staffContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { mailHandlers } from '#modules/mail/mail.service.ts'
import { roleHandlers } from '#modules/role/role.service.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { staffHandlers } from '#modules/staff/staff.access.service.ts'
import { enterAs } from '../../../test/role-people.ts'
import { type Answer, type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { registerSession } from './session.routes.ts'

const password = 'velvet tram 81 onion'
let app: TestApp
let admin: Caller
let roleId: string

beforeAll(async () => {
  app = await testApp({
    contracts: { staff: staffContract, session: sessionContract, mail: mailContract, role: roleContract },
    modules: [bind(staffContract, staffHandlers), bind(mailContract, mailHandlers), bind(roleContract, roleHandlers), registerSession],
  })
  await installBuiltInRoles(app.database.db)
  admin = await enterAs(app.database.db, 'admin')
  roleId = (await app.database.db.selectFrom('role').select('id').where('key', '=', 'office-staff').executeTakeFirstOrThrow()).id
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`delete from sign_in_attempt`.execute(app.database.db)
})

async function open(): Promise<{ id: string; email: string; token: string }> {
  const email = `${crypto.randomUUID()}@larder.test`
  const draft = { name: 'Devika Rajan', email, phone: null, expiresAt: null, roleId, scope: { kind: 'all', ids: [] } }
  const { status, body } = await app.call('POST /staff', { as: admin, body: { ...draft, firstSignIn: 'invitation' } })
  expect([status, body.temporaryPassword]).toEqual([200, null])
  return { id: body.staff.id, email, token: body.inviteToken }
}

const versionOf = async (id: string) =>
  (await app.database.db.selectFrom('staff').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
const act = async (id: string, verb: string, body: object = {}) =>
  app.call(`POST /staff/${id}/${verb}`, { as: admin, body: { version: await versionOf(id), ...body } })
const accept = (token: string, chosen = password) => app.call('POST /login/invite/accept', { body: { token, password: chosen } })
const read = (token: string) => app.call('POST /login/invite', { body: { token } })

/** What a link that cannot be used is answered, whatever the reason. */
const over = ({ status, body }: Answer) => {
  const { requestId: _, ...error } = body.error
  return { status, error }
}

test('whoever is invited chooses a password by the link, is in with their role, and signs in with it from then on', async () => {
  const { id, email, token } = await open()
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect((await read(token)).body).toMatchObject({ name: 'Devika Rajan', email, installation: 'Larder' })
  const accepted = await accept(token)
  expect([accepted.status, accepted.body.role, accepted.body.mustChangePassword]).toEqual([200, 'office-staff', false])
  const as = { id, token: accepted.body.accessToken }
  expect((await app.call('GET /me', { as })).body.person.email).toBe(email)
  expect((await app.call('POST /login', { body: { email, password } })).status).toBe(200)
  expect((await app.call(`GET /staff/${id}`, { as: admin })).body).toMatchObject({ status: 'active', inviteExpiresAt: null })
  const record = await app.database.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('entity_id', '=', id)
    .where('action', '=', 'acceptInvite')
    .executeTakeFirstOrThrow()
  expect(record).toMatchObject({ entity: 'staff', actor_id: id, actor_name: 'Devika Rajan' })
})

test('only the hash of a token is kept: neither account, mail, record nor event has it', async () => {
  const { token } = await open()
  for (const table of ['staff', 'mail', 'audit_entry', 'event', 'idempotency_key', 'sign_in_attempt']) {
    const { rows } = await sql<{
      text: string
    }>`select coalesce(string_agg(row::text, ''), '') as text from ${sql.table(table)} as row`.execute(app.database.db)
    expect(rows[0]?.text.includes(token), table).toBe(false)
  }
})

test('a link that is unknown, used, replaced, taken back or over is answered alike', async () => {
  const unknown = over(await accept('x'.repeat(43)))
  expect(unknown).toMatchObject({ status: 401, error: { kind: 'credentials', reason: 'invite-not-valid', fields: {} } })
  const spoil: Record<string, (account: { id: string; token: string }) => Promise<unknown>> = {
    used: ({ token }) => accept(token),
    replaced: ({ id }) => act(id, 'invite'),
    suspended: ({ id }) => act(id, 'suspend', { reason: 'wait' }),
    'suspended and let in again': async ({ id }) => {
      await act(id, 'suspend', { reason: 'wait' })
      await act(id, 'reactivate', { reason: 'go on' })
    },
    deactivated: ({ id }) => act(id, 'deactivate', { reason: 'never came' }),
    'given a password instead': ({ id }) => act(id, 'reset-password'),
    expired: ({ id }) => sql`update staff set invite_expires_at = now() where id = ${id}`.execute(app.database.db),
    'of an account that has ended': ({ id }) => sql`update staff set expires_at = now() where id = ${id}`.execute(app.database.db),
  }
  for (const [how, act] of Object.entries(spoil)) {
    const account = await open()
    await act(account)
    for (const answer of [await accept(account.token), await read(account.token)])
      expect({ how, ...over(answer) }).toEqual({ how, ...unknown })
  }
})

test('of ten who have the link at the same moment one gets in', async () => {
  const { id, token } = await open()
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await sql<{ sessions: number }>`select count(*)::int as sessions from session where staff_id = ${id}`.execute(
    app.database.db,
  )
  expect(rows[0]?.sessions).toBe(1)
})

test('a password that is easily guessed is told at its field, and the link still works', async () => {
  const { token } = await open()
  const weak = await accept(token, 'devika rajan 2026')
  expect([weak.status, Object.keys(weak.body.error.fields)]).toEqual([422, ['body.password']])
  expect((await accept(token)).status).toBe(200)
})

test('who tries links is slowed down where they are, and nobody else is; a link that fits is looked at as often as one likes', async () => {
  const from = (remoteAddress: string, token: string) =>
    app.fastify.inject({ method: 'POST', url: '/api/login/invite', payload: { token }, remoteAddress })
  const { token } = await open()
  const answers: number[] = []
  for (let turn = 0; turn < 40; turn++) answers.push((await from('203.0.113.7', `guess-${turn}`)).statusCode)
  expect(answers.slice(0, 30).every((status) => status === 401)).toBe(true)
  expect(answers.slice(30).every((status) => status === 429)).toBe(true)
  for (let turn = 0; turn < 40; turn++) expect((await from('198.51.100.9', token)).statusCode).toBe(200)
})

test('the setting says for how long a link can be used', async () => {
  const hoursLeft = async (id: string) =>
    (
      await sql<{
        hours: number
      }>`select round(extract(epoch from invite_expires_at - now()) / 3600)::int as hours from staff where id = ${id}`.execute(
        app.database.db,
      )
    ).rows[0]?.hours
  expect(await hoursLeft((await open()).id)).toBe(72)
  await sql`insert into setting (key, value) values ('invite.hours', '5')`.execute(app.database.db)
  app.services.settings.forget()
  expect(await hoursLeft((await open()).id)).toBe(5)
  await sql`delete from setting`.execute(app.database.db)
  app.services.settings.forget()
})

test('who left comes back by an invitation, never by the old password', async () => {
  const { id, email, token } = await open()
  await accept(token)
  expect((await act(id, 'deactivate', { reason: 'left' })).body.status).toBe('deactivated')
  expect((await app.call('POST /login', { body: { email, password } })).body.error.reason).toBe('wrong-credentials')
  const again = await app.call('POST /staff', {
    as: admin,
    body: { name: 'Another', email, phone: null, expiresAt: null, roleId, scope: { kind: 'all', ids: [] }, firstSignIn: 'invitation' },
  })
  expect(again.body.error.fields).toEqual({ 'body.email': 'is already taken' })
  const invited = await act(id, 'invite')
  expect(invited.body.staff.status).toBe('invited')
  expect((await accept(invited.body.inviteToken, 'brass lamps nine another')).status).toBe(200)
  expect((await app.call('POST /login', { body: { email, password } })).status).toBe(401)
})
