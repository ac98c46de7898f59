import { roleContract, sessionContract, staffContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#kit/access/passwords.ts'
import { bind } from '#kit/implement.ts'
import { roleHandlers } from '#modules/role/role.service.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { staffHandlers } from '#modules/staff/staff.access.service.ts'
import { createStaff } from '#modules/staff/staff.install.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { registerSession } from './session.routes.ts'

const password = 'larder-demo'
let app: TestApp
let passwordHash: string

beforeAll(async () => {
  app = await testApp({
    live: true,
    contracts: { session: sessionContract, staff: staffContract, role: roleContract },
    modules: [registerSession, bind(staffContract, staffHandlers), bind(roleContract, roleHandlers)],
  })
  await installBuiltInRoles(app.database.db)
  passwordHash = await hashPassword(password)
})
afterAll(() => app.close())
beforeEach(() => sql`delete from sign_in_attempt`.execute(app.database.db))

function addPerson(email: string, role = 'custumercare-executive') {
  return createStaff(app.database.db, { email, name: email, role: { key: role }, scope: { kind: 'all', ids: [] }, passwordHash })
}

interface Try {
  from?: string
  headers?: Record<string, string>
}

async function signIn(email: string, given: string, { from = '10.0.0.1', headers = {} }: Try = {}) {
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password: given },
    remoteAddress: from,
    headers,
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

const attempts = async () => (await app.database.db.selectFrom('sign_in_attempt').selectAll().execute()).length

test('the right password opens a session; the payload is what /me says, with the token', async () => {
  const { id } = await addPerson('asha@larder.test')
  const { status, body } = await signIn(' Asha@Larder.Test ', password)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: true,
    isAdmin: false,
    role: 'custumercare-executive',
    roleName: 'Customer care executive',
    scope: { kind: 'all', ids: [] },
  })
  expect(body.person).toMatchObject({ id, email: 'asha@larder.test' })
  expect(body.limits).toEqual({ 'order.edit': 50_000, 'cancellation.operate': 50_000, 'refund.create': 50_000 })
  expect(body.permissions).toContain('order.operate')
  const { accessToken, expiresAt, ...me } = body
  const said = await app.call('GET /me', { as: { id, token: accessToken } })
  expect({ ...said.body, sequence: 0 }).toEqual({ ...me, sequence: 0 })
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
})

test('an admin is told every permission', async () => {
  await addPerson('chief@larder.test', 'admin')
  const { body } = await signIn('chief@larder.test', password)
  expect(body).toMatchObject({ isAdmin: true, role: 'admin' })
  expect(body.permissions).toContain('setting.delete')
})

test('a wrong password and an unknown account get the same answer; both are in the record, with no password', async () => {
  await addPerson('binu@larder.test')
  const known = await signIn('binu@larder.test', 'wrong-secret-1')
  const unknown = await signIn('nobody@larder.test', 'wrong-secret-1')
  const { requestId: one, ...knownError } = known.body.error
  const { requestId: two, ...unknownError } = unknown.body.error
  expect([known.status, unknown.status]).toEqual([401, 401])
  expect(knownError).toEqual(unknownError)
  expect(knownError).toMatchObject({ kind: 'credentials', reason: 'wrong-credentials' })
  expect(one).not.toBe(two)
  const record = await app.database.db.selectFrom('audit_entry').selectAll().where('entity', '=', 'sign-in').execute()
  expect(record.map((entry) => entry.entity_id)).toEqual(expect.arrayContaining(['binu@larder.test', 'nobody@larder.test']))
  expect(JSON.stringify(record)).not.toContain('wrong-secret-1')
})

test('an unknown account takes as long as a known one', async () => {
  const people = Array.from({ length: 40 }, (_, at) => `person${at}@larder.test`)
  for (const email of people) await addPerson(email)
  const times = { known: [] as number[], unknown: [] as number[] }
  for (const [at, email] of people.entries()) {
    for (const kind of at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const since = performance.now()
      await signIn(kind === 'known' ? email : `ghost${at}@larder.test`, 'wrong', { from: `10.1.${kind.length}.${at}` })
      times[kind].push(performance.now() - since)
    }
  }
  expect(rankSumP(times.known, times.unknown)).toBeGreaterThan(0.001)
})

test('a suspended person is told so only with the right password', async () => {
  const { id } = await addPerson('chitra@larder.test')
  await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', '=', id).execute()
  expect((await signIn('chitra@larder.test', 'wrong')).body.error.reason).toBe('wrong-credentials')
  const { status, body } = await signIn('chitra@larder.test', password)
  expect([status, body.error.reason]).toEqual([401, 'account-closed'])
})

test('of a thousand guesses at once, in any spelling and with any header, five reach the password', async () => {
  await addPerson('devi@larder.test')
  const spellings = ['devi@larder.test', 'DEVI@larder.test', ' devi@larder.test', 'ｄｅｖｉ@larder.test', 'devi@LARDER.TEST ']
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, at) =>
      signIn(spellings[at % spellings.length] ?? '', `guess ${at}`, {
        headers: { 'x-forwarded-for': `9.9.${at % 250}.${at % 199}`, 'x-real-ip': `8.8.8.${at % 250}`, forwarded: `for=7.7.7.${at % 250}` },
      }),
    ),
  )
  const by = (status: number) => answers.filter((answer) => answer.status === status)
  expect(by(401)).toHaveLength(5)
  expect(by(429).length + by(503).length).toBe(995)
  expect(by(429).length).toBeGreaterThanOrEqual(80)
  expect(await attempts()).toBe(5)
  expect(Number(by(429)[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn('devi@larder.test', password)).status).toBe(429)
})

test('a stranger who guesses locks the true person out nowhere but where the guesses come from', async () => {
  await addPerson('elsa@larder.test')
  expect((await signIn('elsa@larder.test', password, { from: '10.0.0.7' })).status).toBe(200)
  for (let guess = 0; guess < 15; guess++) await signIn('elsa@larder.test', 'guess', { from: '66.6.6.6' })
  expect((await signIn('elsa@larder.test', password, { from: '66.6.6.6' })).status).toBe(429)
  expect((await signIn('elsa@larder.test', password, { from: '10.0.0.8' })).status).toBe(200)
  expect((await signIn('elsa@larder.test', password, { from: '10.0.0.7' })).status).toBe(200)
})

test('one address cannot try its luck with many accounts; many addresses keep nobody else out', async () => {
  for (let at = 0; at < 30; at++) expect((await signIn(`a${at}@larder.test`, 'guess', { from: '66.6.6.7' })).status).toBe(401)
  expect((await signIn('b@larder.test', 'guess', { from: '66.6.6.7' })).status).toBe(429)
  expect((await signIn('b@larder.test', 'guess', { from: '66.6.6.8' })).status).toBe(401)
  const rows = Array.from({ length: 600 }, (_, at) => ({
    account: `c${at}`,
    address: `5.5.${at % 250}.${Math.floor(at / 250)}`,
    succeeded: false,
  }))
  await app.database.db.insertInto('sign_in_attempt').values(rows).execute()
  expect((await signIn('d@larder.test', 'guess', { from: '66.6.6.9' })).status).toBe(401)
})

test('after a quarter of an hour the attempts are there again', async () => {
  await addPerson('fathima@larder.test')
  for (let guess = 0; guess < 11; guess++) await signIn('fathima@larder.test', 'guess')
  expect((await signIn('fathima@larder.test', password)).status).toBe(429)
  await sql`update sign_in_attempt set at = at - interval '15 minutes'`.execute(app.database.db)
  expect((await signIn('fathima@larder.test', password)).status).toBe(200)
})

test('a flood of sign-ins is turned away, leaves nobody locked out and slows nobody down who is in', async () => {
  const { id } = await addPerson('many0@larder.test')
  const as = { id, token: (await signIn('many0@larder.test', password)).body.accessToken }
  await sql`delete from sign_in_attempt`.execute(app.database.db)
  const people = Array.from({ length: 300 }, (_, at) => ({ email: `many${at}@larder.test`, from: `10.2.${at % 9}.${at % 250}` }))
  let isOver = false
  const flood = Promise.all(people.map(({ email, from }) => signIn(email, 'guess', { from }))).finally(() => {
    isOver = true
  })
  let reads = 0
  while (!isOver) {
    expect((await app.call('GET /me', { as })).status).toBe(200)
    reads++
  }
  const answers = await flood
  const because = (reason: string) => answers.filter(({ body }) => body.error?.reason === reason)
  const busy = because('sign-in-busy')
  expect(busy[0]).toMatchObject({ status: 503, body: { error: { kind: 'unavailable' } }, headers: { 'retry-after': '2' } })
  // On a slow machine the gate may end one that waits: it was counted or not.
  const counted = await attempts()
  expect(counted).toBeLessThanOrEqual(300 - busy.length)
  expect(counted).toBeGreaterThanOrEqual(300 - busy.length - because('took-too-long').length)
  // Whoever is in is answered between the hashes, not after them.
  expect(reads).toBeGreaterThan(20)
})

test.each([
  ['no body', undefined],
  ['an empty e-mail', { email: '', password: 'x' }],
  ['a password of 129 characters', { email: 'a@b.test', password: 'x'.repeat(129) }],
  ['a password that is no text', { email: 'a@b.test', password: { $ne: '' } }],
  ['a list of e-mails', { email: ['a@b.test'], password: 'x' }],
  ['a field that is not asked for', { email: 'a@b.test', password: 'x', isAdmin: true }],
  ['NUL in the e-mail', { email: 'a\u0000@b.test', password: 'x' }],
  ['half a character in the e-mail', { email: 'a\ud800@b.test', password: 'x' }],
])('%s is refused before anything is counted', async (_, body) => {
  const answer = await app.call('POST /login', { body })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(await attempts()).toBe(0)
})

/** Two-sided Mann-Whitney test, normal approximation: how likely two such samples come from one distribution. */
function rankSumP(a: number[], b: number[]): number {
  const ranked = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))].sort(
    (x, y) => x.value - y.value,
  )
  const rankSum = ranked.reduce((sum, { isA }, at) => sum + (isA ? at + 1 : 0), 0)
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const z = Math.abs(u - (a.length * b.length) / 2) / Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  // Abramowitz and Stegun 26.2.17
  const t = 1 / (1 + 0.2316419 * z)
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (2 * tail * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
}
