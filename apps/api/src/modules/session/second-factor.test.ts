import { secondFactorContract, sessionContract, settingContract, staffContract } from '@larder/contract'
import { sql } from 'kysely'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#kit/access/passwords.ts'
import { movableClock } from '#kit/clock.ts'
import { bind } from '#kit/implement.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { settingHandlers } from '#modules/setting/setting.service.ts'
import { staffHandlers } from '#modules/staff/staff.access.service.ts'
import { enterAgain, enterAs } from '../../../test/role-people.ts'
import { codeOf as codeAt, protect } from '../../../test/second-factor.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { registerSecondFactor, registerSession } from './session.routes.ts'

const password = 'velvet tram 81 onion'
const clock = movableClock(Date.parse('2026-11-22T10:00:00Z'))
let app: TestApp
let passwordHash: string

beforeAll(async () => {
  app = await testApp({
    clock,
    contracts: { staff: staffContract, session: sessionContract, secondFactor: secondFactorContract, setting: settingContract },
    modules: [bind(staffContract, staffHandlers), bind(settingContract, settingHandlers), registerSession, registerSecondFactor],
  })
  await installBuiltInRoles(app.database.db)
  passwordHash = await hashPassword(password)
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`truncate sign_in_attempt, sign_in_device`.execute(app.database.db)
  // Each code is good once: what one test has used is over for the next.
  clock.forward(5)
})

interface Person {
  as: Caller
  email: string
  key: string
  recoveryCodes: string[]
}

const enter = async (role = 'office-staff') => {
  const email = `${crypto.randomUUID()}@larder.test`
  return { as: await enterAs(app.database.db, role, undefined, { email, passwordHash }), email }
}
/** What the app on the phone shows now, or so many steps from now. */
const codeOf = (key: string, steps = 0) => codeAt(key, clock.ms(), steps)

async function protectedPerson(role?: string): Promise<Person> {
  const { as, email } = await enter(role)
  const { key, recoveryCodes } = await protect(app, as)
  clock.forward(5)
  return { as, email, key, recoveryCodes }
}

const signIn = (email: string, code?: string, chosen = password) =>
  app.call('POST /login', { body: { email, password: chosen, ...(code !== undefined && { code }) } })
const stateOf = async (as: Caller) => (await app.call('GET /me/second-factor', { as })).body

test('it is on once a code of the app was told; the address carries the key, and the other sessions end', async () => {
  const { as, email } = await enter()
  const other = { id: as.id, token: await enterAgain(app.database.db, as.id) }
  expect(await stateOf(as)).toEqual({ since: null, recoveryCodesLeft: 0, isRequired: false })
  const { key, address } = (await app.call('POST /me/second-factor/begin', { as })).body
  expect(Buffer.from(Secret.fromBase32(key).buffer)).toHaveLength(20)
  expect(decodeURIComponent(address)).toMatch(new RegExp(`^otpauth://totp/Larder:${email}\\?.*secret=${key}`))
  expect((await signIn(email)).status).toBe(200)
  const wrong = await app.call('POST /me/second-factor/confirm', { as, body: { code: '000000' } })
  expect(wrong.body.error.fields).toEqual({ 'body.code': 'is not the one that the app shows now' })
  const { body } = await app.call('POST /me/second-factor/confirm', { as, body: { code: codeOf(key) } })
  expect([body.recoveryCodes.length, new Set(body.recoveryCodes).size]).toEqual([10, 10])
  expect(body.recoveryCodes[0]).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  expect(await stateOf(as)).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10 })
  expect((await app.call('GET /me', { as: other })).status).toBe(403)
  expect((await app.call('POST /me/second-factor/begin', { as })).body.error.reason).toBe('second-factor-on')
})

test('the key is encrypted and the codes are hashes: no table, entry or event has them', async () => {
  const { key, recoveryCodes } = await protectedPerson()
  const raw = Buffer.from(Secret.fromBase32(key).buffer).toString('hex')
  for (const table of ['authenticator', 'recovery_code', 'staff', 'audit_entry', 'event', 'idempotency_key']) {
    const { rows } = await sql<{
      text: string
    }>`select coalesce(string_agg(row::text, ''), '') as text from ${sql.table(table)} as row`.execute(app.database.db)
    for (const secret of [key, raw, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(rows[0]?.text.includes(secret), table).toBe(false)
  }
})

test('signing in takes password and code; a known device takes them too, and a wrong one of either gets one answer', async () => {
  const { email, key } = await protectedPerson()
  const needed = await signIn(email)
  expect([needed.status, needed.body.error.reason]).toEqual([401, 'code-needed'])
  expect((await signIn(email, undefined, 'not the password')).body.error.reason).toBe('wrong-credentials')
  const refused = await Promise.all([
    signIn(email, '000000'),
    signIn(email, codeOf(key), 'not the password'),
    signIn('nobody@larder.test', '000000'),
  ])
  const answers = refused.map(({ status, body: { error } }) => [status, error.kind, error.reason, error.message])
  expect(new Set(answers.map(String)).size).toBe(1)
  expect(answers[0]).toEqual([401, 'credentials', 'wrong-credentials', 'The e-mail address, password or code is incorrect.'])
  const signedIn = await signIn(email, ` ${codeOf(key).replace(/^.../, '$& ')} `)
  expect(signedIn.status).toBe(200)
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  const known = await app.call('POST /login', { body: { email, password }, headers: { cookie } })
  expect(known.body.error.reason).toBe('code-needed')
})

test('a code is good once, and one step before and after its own', async () => {
  const { email, key } = await protectedPerson()
  for (const steps of [-2, 2]) expect((await signIn(email, codeOf(key, steps))).status, `${steps}`).toBe(401)
  const before = codeOf(key, -1)
  expect((await signIn(email, before)).status).toBe(200)
  expect((await signIn(email, before)).body.error.reason).toBe('wrong-credentials')
  const next = codeOf(key, 1)
  const [first, second] = await Promise.all([signIn(email, next), signIn(email, next)])
  expect([first.status, second.status].sort()).toEqual([200, 401])
  // What was taken is later: this step is over as well.
  expect((await signIn(email, codeOf(key))).status).toBe(401)
})

test('codes are guessed within the attempts of passwords, and asking for one is no guess', async () => {
  const { email, key } = await protectedPerson()
  for (let n = 0; n < 12; n++) expect((await signIn(email)).body.error.reason).toBe('code-needed')
  for (let n = 0; n < 5; n++) expect((await signIn(email, `00000${n}`)).status).toBe(401)
  expect((await signIn(email, codeOf(key))).body.error).toMatchObject({ kind: 'limited', reason: 'too-many-attempts' })
})

test('a recovery code signs in once, in any case and with or without its dashes; new ones void those before', async () => {
  const { as, email, key, recoveryCodes } = await protectedPerson()
  const [first = '', second = ''] = recoveryCodes
  expect((await signIn(email, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await signIn(email, first)).status).toBe(401)
  expect((await stateOf(as)).recoveryCodesLeft).toBe(9)
  expect((await app.call('POST /me/second-factor/recovery-codes', { as, body: { code: '000000' } })).body.error.fields).toEqual({
    'body.code': 'is not right, or was used already',
  })
  const renewed = await app.call('POST /me/second-factor/recovery-codes', { as, body: { code: codeOf(key) } })
  expect((await stateOf(as)).recoveryCodesLeft).toBe(10)
  expect((await signIn(email, second)).status).toBe(401)
  expect((await signIn(email, renewed.body.recoveryCodes[0])).status).toBe(200)
  const entry = await app.database.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('entity', '=', 'session')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(entry).toMatchObject({ action: 'login', new: { secondStep: 'recovery code' } })
})

test('it is turned off with password and code together, and says not which of them was wrong', async () => {
  const { as, email, key } = await protectedPerson()
  const turnOff = (body: object) => app.call('POST /me/second-factor/turn-off', { as, body })
  const wrong = await Promise.all([turnOff({ password, code: '000000' }), turnOff({ password: 'not it', code: codeOf(key) })])
  for (const { body } of wrong) expect(body.error.message).toBe('Password or code is not right.')
  expect((await turnOff({ password, code: codeOf(key) })).body.since).toBeNull()
  expect((await signIn(email)).status).toBe(200)
})

test('an administrator sees who has it and takes it away with a reason; nobody takes away their own that way', async () => {
  const admin = await protectedPerson('admin')
  const { as, email } = await protectedPerson()
  const { version } = (await app.call(`GET /staff/${as.id}`, { as: admin.as })).body
  const removed = await app.call(`POST /staff/${as.id}/remove-second-factor`, { as: admin.as, body: { version, reason: 'Lost the phone' } })
  expect(removed.body).toMatchObject({ hasSecondFactor: false })
  expect((await signIn(email)).status).toBe(200)
  const entry = await app.database.db.selectFrom('audit_entry').selectAll().where('action', '=', 'removeSecondFactor').executeTakeFirst()
  expect(entry).toMatchObject({ entity: 'staff', entity_id: as.id, reason: 'Lost the phone', actor_id: admin.as.id })
  const own = (await app.call(`GET /staff/${admin.as.id}`, { as: admin.as })).body
  expect(own.hasSecondFactor).toBe(true)
  const refused = await app.call(`POST /staff/${admin.as.id}/remove-second-factor`, {
    as: admin.as,
    body: { version: own.version, reason: 'Mine' },
  })
  expect([refused.status, refused.body.error.message]).toEqual([409, 'Your own is turned off in your profile.'])
  const lead = await app.addStaff({ permissions: ['staff.view', 'staff.edit'] })
  expect((await app.call(`POST /staff/${as.id}/remove-second-factor`, { as: lead, body: { version: 1, reason: 'No' } })).status).toBe(401)
})

test('whoever it is required of, and has none, can do nothing but set it up; then everything is open at once', async () => {
  const admin = await protectedPerson('admin')
  const setting = { as: admin.as, body: { version: 0, value: 'administrators' } }
  expect((await app.call('PATCH /settings/values/signIn.secondFactor', setting)).status).toBe(200)
  const { as } = await enter('admin')
  expect((await app.call('GET /me', { as })).body).toMatchObject({ mustAddSecondFactor: true })
  const closed = await app.call('GET /staff', { as })
  expect([closed.status, closed.body.error.reason]).toEqual([409, 'second-factor-required'])
  expect((await app.call('GET /staff', { as: admin.as })).status).toBe(200)
  const office = await enter()
  expect((await app.call('GET /me', { as: office.as })).body).toMatchObject({ mustAddSecondFactor: false })
  const { key } = (await app.call('POST /me/second-factor/begin', { as })).body
  await app.call('POST /me/second-factor/confirm', { as, body: { code: codeOf(key) } })
  expect((await app.call('GET /staff', { as })).status).toBe(200)
  expect((await app.call('GET /me', { as })).body).toMatchObject({ mustAddSecondFactor: false })
})
