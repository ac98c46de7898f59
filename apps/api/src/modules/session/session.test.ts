import { sessionContract } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#kit/passwords.ts'
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
  expect(body.installation).toEqual({ name: 'Larder', currency: 'INR', timeZone: 'Asia/Kolkata', isDemo: false })
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

test('a new password ends the other sessions; the old one is asked for, and guessing it is limited', async () => {
  const as = await enter()
  const other = { id: as.id, token: await enterAgain(app.database.db, as.id) }
  const change = (current: string, next: string) => app.call('POST /me/password', { as, body: { current, next } })
  expect((await change('wrong', 'a-new-password')).body.error.fields).toEqual({ 'body.current': 'is not your password' })
  expect((await change('larder-demo', 'short')).status).toBe(422)
  expect(await statusOfMe(other)).toBe(200)
  expect((await change('larder-demo', 'a-new-password')).body).toEqual({ status: true })
  expect([await statusOfMe(as), await statusOfMe(other)]).toEqual([200, 403])
  for (let guess = 0; guess < 12; guess++) await change('guess', 'a-newer-password')
  expect((await change('guess', 'a-newer-password')).status).toBe(429)
  const record = await app.database.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', as.id).execute()
  expect(JSON.stringify(record)).not.toContain('a-new-password')
})
