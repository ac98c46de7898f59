import { sessionContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#kit/access/passwords.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { enterAgain, enterAs } from '../../../test/role-people.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { registerSession } from './session.routes.ts'

let app: TestApp
let passwordHash: string

beforeAll(async () => {
  app = await testApp({ live: true, contracts: { session: sessionContract }, modules: [registerSession] })
  await installBuiltInRoles(app.database.db)
  passwordHash = await hashPassword('larder-demo')
})
afterAll(() => app.close())

const everywhere = { kind: 'all', ids: [] as string[] } as const
const enter = () => enterAs(app.database.db, 'office-staff', { ...everywhere }, { passwordHash })
const statusOfMe = async (as: Caller) => (await app.call('GET /me', { as })).status

test('/me says the person, their rights and the installation, and nothing secret', async () => {
  const as = await enter()
  const { status, body } = await app.call('GET /me', { as })
  expect(status).toBe(200)
  expect(body.installation).toEqual({
    name: 'Larder',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    conventions: { numbers: 'en-IN', dates: 'en-US', clock: '12-hour' },
    map: { tiles: '', credit: '' },
    isDemo: false,
  })
  expect(Object.keys(body)).not.toContain('accessToken')
  expect(JSON.stringify(body)).not.toMatch(/hash|argon/i)
})

test.each([
  ['no token', undefined],
  ['an unknown token', 'A'.repeat(43)],
])('%s: the session is over (403)', async (_, token) => {
  const answer = await app.call('GET /me', token ? { as: { id: '', token } } : {})
  expect([answer.status, answer.body.error.kind]).toEqual([403, 'session-over'])
})

test('signing out ends this session at once, and only this one', async () => {
  const as = await enter()
  const other = { id: as.id, token: await enterAgain(app.database.db, as.id) }
  expect((await app.call('POST /logout', { as })).body).toEqual({ status: true })
  expect([await statusOfMe(as), await statusOfMe(other)]).toEqual([403, 200])
  const { rows } = {
    rows: await app.database.db.selectFrom('audit_entry').select(['action', 'actor_id']).where('entity', '=', 'session').execute(),
  }
  expect(rows).toContainEqual({ action: 'logout', actor_id: as.id })
})

test('a session that is asked unattended alone ends when its idle time has passed; one that somebody uses does not', async () => {
  const [left, used] = [await enter(), await enter()]
  const ask = async ({ token }: Caller, headers: Record<string, string> = {}) =>
    (await app.call('GET /me', { as: { id: '', token }, headers })).status
  /** Three quarters of the twelve hours pass. */
  const pass = async () => {
    await sql`update session set last_seen_at = last_seen_at - interval '9 hours', idle_expires_at = idle_expires_at - interval '9 hours'
      where staff_id in (${left.id}, ${used.id})`.execute(app.database.db)
    // What is remembered of callers lasts for a second: here hours have passed.
    for (const { id } of [left, used]) app.services.access.forget({ about: 'staff', id })
  }
  const unattended = { 'x-unattended': 'true' }
  for (const { id } of [left, used])
    await sql`update session set idle_expires_at = now() + interval '12 hours', expires_at = now() + interval '7 days'
      where staff_id = ${id}`.execute(app.database.db)
  await pass()
  expect([await ask(left, unattended), await ask(used, unattended), await ask(used)]).toEqual([200, 200, 200])
  await pass()
  expect([await ask(left, unattended), await ask(used, unattended)]).toEqual([403, 200])
})

test("one sees and ends one's own sessions, and nobody else's", async () => {
  const [as, stranger] = [await enter(), await enter()]
  const other = { id: as.id, token: await enterAgain(app.database.db, as.id) }
  const list = (await app.call('GET /me/sessions', { as })).body
  expect(list).toHaveLength(2)
  expect(list.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1)
  const { id } = list.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  expect((await app.call(`DELETE /me/sessions/${id}`, { as: stranger })).status).toBe(404)
  expect(await statusOfMe(other)).toBe(200)
  expect((await app.call(`DELETE /me/sessions/${id}`, { as })).body).toEqual({ id })
  expect(await statusOfMe(other)).toBe(403)
  expect((await app.call(`DELETE /me/sessions/${id}`, { as })).status).toBe(404)
})

test('all other sessions end at once, this one goes on', async () => {
  const as = await enter()
  const others = await Promise.all([1, 2].map(async () => ({ id: as.id, token: await enterAgain(app.database.db, as.id) })))
  expect((await app.call('POST /me/sessions/revoke-others', { as })).body).toEqual({ ended: 2 })
  expect(await Promise.all([as, ...others].map(statusOfMe))).toEqual([200, 403, 403])
})

test('a password that is easy to guess is refused at its field, and so is the old one', async () => {
  const as = await enterAs(app.database.db, 'office-staff', { ...everywhere }, { passwordHash, name: 'Anita Menon' })
  const { email } = await app.database.db.selectFrom('staff').select('email').where('id', '=', as.id).executeTakeFirstOrThrow()
  const change = (next: string) => app.call('POST /me/password', { as, body: { current: 'larder-demo', next } })
  for (const next of ['1234567890', 'aaaaaaaaaa', '          ', email, 'Anita Menon', 'larder2026']) {
    const { status, body } = await change(next)
    expect([next, status, body.error.fields['body.next']]).toEqual([next, 422, expect.stringContaining('is too easy to guess')])
  }
  expect((await change('larder-demo')).body.error.fields).toEqual({ 'body.next': 'is the one that you have: choose another' })
})

test('a temporary password opens nothing but its own change, and then everything in the same session', async () => {
  const as = await enterAs(app.database.db, 'admin', { ...everywhere }, { passwordHash, mustChangePassword: true })
  expect((await app.call('GET /me', { as })).body).toMatchObject({ mustChangePassword: true })
  const refused = await app.call('GET /me/sessions', { as })
  expect([refused.status, refused.body.error]).toEqual([
    409,
    expect.objectContaining({ kind: 'refused', reason: 'password-change-required' }),
  ])
  const next = 'velvet tram 81 onion'
  expect((await app.call('POST /me/password', { as, body: { current: 'larder-demo', next } })).body).toEqual({ status: true })
  expect((await app.call('GET /me', { as })).body).toMatchObject({ mustChangePassword: false })
  expect((await app.call('GET /me/sessions', { as })).status).toBe(200)
})

test('a new password ends the other sessions; the old one is asked for, and guessing it is limited', async () => {
  const as = await enter()
  const other = { id: as.id, token: await enterAgain(app.database.db, as.id) }
  const change = (current: string, next: string) => app.call('POST /me/password', { as, body: { current, next } })
  expect((await change('wrong', 'a-newly-made-password')).body.error.fields).toEqual({ 'body.current': 'is wrong' })
  expect((await change('larder-demo', 'short')).status).toBe(422)
  expect(await statusOfMe(other)).toBe(200)
  expect((await change('larder-demo', 'a-newly-made-password')).body).toEqual({ status: true })
  expect([await statusOfMe(as), await statusOfMe(other)]).toEqual([200, 403])
  for (let guess = 0; guess < 12; guess++) await change('guess', 'an-even-newer-password')
  expect((await change('guess', 'an-even-newer-password')).status).toBe(429)
  const record = await app.database.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', as.id).execute()
  expect(JSON.stringify(record)).not.toContain('a-newly-made-password')
})
