import { sessionContract } from '@larder/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#kit/access/passwords.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { createStaff } from '#modules/staff/staff.install.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { registerSession } from './session.routes.ts'

const email = 'owner@larder.test'
const password = 'larder-demo'
let app: TestApp
const lines: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  app = await testApp({ live: true, contracts: { session: sessionContract }, modules: [registerSession], log })
  await installBuiltInRoles(app.database.db)
  const passwordHash = await hashPassword(password)
  await createStaff(app.database.db, { email, name: 'Owner', role: { key: 'admin' }, scope: { kind: 'all', ids: [] }, passwordHash })
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`delete from sign_in_attempt`.execute(app.database.db)
  await sql`delete from sign_in_device`.execute(app.database.db)
})

interface Try {
  from: string
  given?: string
  account?: string
  cookie?: string
  headers?: Record<string, string>
}

async function attempt({ from, given = 'a wrong guess', account = email, cookie, headers = {} }: Try) {
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: account, password: given },
    remoteAddress: from,
    headers: { ...headers, ...(cookie !== undefined && { cookie }) },
  })
  const [kept] = answer.cookies.map(({ name, value }) => `${name}=${value}`)
  return { status: answer.statusCode, wait: Number(answer.headers['retry-after'] ?? 0), kept, answer }
}

const ownerFrom = (from: string, cookie?: string) => attempt({ from, given: password, cookie })

/** Time goes on for whoever counts attempts. */
const pass = (seconds: number) => sql`update sign_in_attempt set at = at - make_interval(secs => ${seconds})`.execute(app.database.db)

/** So many guesses from each of these addresses in turn; gives how many of them reached the password, by address. */
async function guess(addresses: string[], times: number, secondsBetween = 0): Promise<Map<string, number>> {
  const verified = new Map(addresses.map((from) => [from, 0]))
  for (let turn = 0; turn < times; turn++) {
    for (const from of addresses) if ((await attempt({ from })).status === 401) verified.set(from, (verified.get(from) ?? 0) + 1)
    if (secondsBetween > 0) await pass(secondsBetween)
  }
  return verified
}

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0)
const botnet = Array.from({ length: 20 }, (_, at) => `198.51.${at}.7`)

test('twenty addresses with thirty guesses each keep the owner out nowhere: not at a known browser, a known address or a new one', async () => {
  const { kept } = await ownerFrom('192.0.2.1')
  const verified = sum(await guess(botnet, 30))
  expect(verified).toBeLessThanOrEqual(20)
  expect((await ownerFrom('192.0.2.1')).status).toBe(200)
  expect((await ownerFrom('203.0.113.200', kept)).status).toBe(200)
  // The guessing goes on while the owner waits as they are told.
  let waited = 0
  for (let last = await ownerFrom('203.0.113.201'); last.status === 429; last = await ownerFrom('203.0.113.201')) {
    await pass(last.wait)
    waited += last.wait
    await guess(botnet, 1)
  }
  // Two seconds for each of the others who are new, however slow the machine is between two tries.
  expect(waited).toBeLessThanOrEqual(2 * botnet.length)
})

test('of a quarter of an hour of guessing from many addresses few guesses reach the password, and of each address at most ten', async () => {
  const verified = await guess(botnet, 45, 20)
  expect(Math.max(...verified.values())).toBeLessThanOrEqual(10)
  expect(sum(verified)).toBeLessThanOrEqual(45)
})

test('of a single address ten guesses reach the password in a quarter of an hour, ever further apart', async () => {
  const waits: number[] = []
  let verified = 0
  for (let second = 0; second < 900; ) {
    const { status, wait } = await attempt({ from: '198.51.100.7' })
    if (status === 401) verified++
    else waits.push(wait)
    await pass(wait)
    second += wait
  }
  expect(verified).toBe(10)
  expect(waits.slice(0, 5)).toEqual([5, 15, 45, 120, 300])
})

test('those who guess from sixty addresses of one network at sixty accounts slow down who comes from it, and nobody else', async () => {
  for (let host = 1; host <= 60; host++) await attempt({ from: `198.51.100.${host}`, account: `person-${host}@larder.test` })
  const neighbour = await attempt({ from: '198.51.100.200', account: 'new@larder.test' })
  expect(neighbour.status).toBe(429)
  expect(neighbour.wait).toBeGreaterThan(0)
  expect(neighbour.wait).toBeLessThanOrEqual(10)
  expect((await attempt({ from: '198.51.101.200', account: 'new@larder.test' })).status).toBe(401)
  await pass(10)
  expect((await attempt({ from: '198.51.100.200', account: 'other@larder.test' })).status).toBe(401)
})

test('a stolen browser, as any other, has ten guesses', async () => {
  const { kept } = await ownerFrom('192.0.2.1')
  let verified = 0
  for (let second = 0; second < 900; ) {
    const { status, wait } = await attempt({ from: `203.0.113.${second % 250}`, cookie: kept })
    if (status === 401) verified++
    await pass(wait)
    second += wait
  }
  expect(verified).toBe(10)
  expect((await ownerFrom('192.0.2.1')).status).toBe(200)
})

test('all who come through one address are not kept out by one of them who guesses', async () => {
  const { kept } = await ownerFrom('127.0.0.1')
  await guess(['127.0.0.1'], 30)
  expect((await ownerFrom('127.0.0.1')).status).toBe(429)
  expect((await ownerFrom('127.0.0.1', kept)).status).toBe(200)
})

test('a browser keeps a secret that no script reads and that is sent to the sign-in alone; only its hash is stored', async () => {
  const { answer, kept = '' } = await ownerFrom('192.0.2.1')
  const [cookie] = answer.cookies
  expect(cookie).toMatchObject({ name: 'larder-device', httpOnly: true, sameSite: 'Strict', path: '/api/login' })
  expect(cookie?.value).toMatch(/^[\w-]{43}$/)
  expect(cookie?.secure).toBeUndefined()
  const rows = await app.database.db.selectFrom('sign_in_device').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(cookie?.value)
  expect((await ownerFrom('192.0.2.9', kept)).kept).toBe(kept)
  expect((await app.database.db.selectFrom('sign_in_device').selectAll().execute()).length).toBe(1)
})

test.each([
  ['made up', 'larder-device=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ['empty', 'larder-device='],
  ['no cookie at all', '%%%;;;=='],
  ['far too long', `larder-device=${'a'.repeat(4000)}`],
])('a browser whose cookie is %s is a stranger, and gets one of our own', async (_, cookie) => {
  await guess(botnet, 1)
  expect((await ownerFrom('203.0.113.9', cookie)).status).toBe(429)
  await pass(2)
  const { status, kept } = await ownerFrom('203.0.113.9', cookie)
  expect(status).toBe(200)
  expect(kept).not.toBe(cookie)
})

test('what one account’s browser keeps says nothing for another account', async () => {
  const { kept } = await ownerFrom('192.0.2.1')
  const other = 'other@larder.test'
  for (let times = 0; times < 12; times++) await attempt({ from: '192.0.2.1', account: other, cookie: kept })
  expect((await attempt({ from: '192.0.2.1', account: other, cookie: kept })).status).toBe(429)
  expect((await ownerFrom('192.0.2.1', kept)).status).toBe(200)
})

test('wrong guesses at the current password stop this session’s change of it, and nobody’s sign-in', async () => {
  const signedIn = await ownerFrom('192.0.2.1')
  const as = { id: '', token: signedIn.answer.json().accessToken as string }
  const change = (current: string) => app.call('POST /me/password', { as, body: { current, next: 'a-new-password-of-mine' } })
  const statuses: number[] = []
  for (let times = 0; times < 20; times++) statuses.push((await change('a wrong guess')).status)
  expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(10)
  expect((await change(password)).status).toBe(429)
  expect((await ownerFrom('203.0.113.77')).status).toBe(200)
})

test('who tried to sign in is in the record, not in the log', async () => {
  await attempt({ from: '192.0.2.1', account: 'canary@larder.test' })
  await ownerFrom('192.0.2.1')
  expect(lines.filter((line) => line.includes('POST /api/login')).length).toBeGreaterThan(1)
  expect(lines.join('')).not.toMatch(/canary|owner@/)
})

test('how sign-ins end is counted', async () => {
  await ownerFrom('192.0.2.1')
  await guess(['198.51.100.9'], 7)
  const figures = await app.services.metrics.registry.getSingleMetricAsString('larder_sign_ins_total')
  for (const outcome of ['in', 'wrong-credentials', 'too-many-attempts']) expect(figures).toMatch(new RegExp(`outcome="${outcome}"} [1-9]`))
})
