import { createHmac, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '../src/kit/access/sessions.ts'
import { type TestApp, testApp, testConfig } from './test-app.ts'

let app: TestApp
/** By what is wrong with it. */
let forged: Record<string, string>

beforeAll(async () => {
  app = await testApp({ live: true })
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const { db } = app.database
  const [staff, over, revoked, suspended] = [await app.addStaff(), await app.addStaff(), await app.addStaff(), await app.addStaff()]
  const key = await app.addChannel(['channel:orders'])
  const former = await app.addChannel(['channel:orders'])
  await sql`update session set expires_at = now() - interval '1 second' where staff_id = ${over.id}`.execute(db)
  await sql`update session set revoked_at = now(), revoked_because = 'signed-out' where staff_id = ${revoked.id}`.execute(db)
  await sql`update staff set status = 'suspended' where id = ${suspended.id}`.execute(db)
  await sql`update channel_key set revoked_at = now() where id = ${former.id}`.execute(db)
  const session = await db.selectFrom('session').select('id').where('staff_id', '=', staff.id).executeTakeFirstOrThrow()
  const { token } = staff
  forged = {
    'of no shape': 'x',
    'as long as a right one': randomBytes(32).toString('base64url'),
    'longer than any': 'a'.repeat(6000),
    'with one letter changed': `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
    'with one letter more': `${token}A`,
    'cut off': token.slice(0, -1),
    'in other letters': token.toUpperCase() === token ? token.toLowerCase() : token.toUpperCase(),
    'turned round': [...token].reverse().join(''),
    twice: `${token}${token}`,
    'in quotes': `"${token}"`,
    'encoded again': Buffer.from(token).toString('base64'),
    escaped: [...token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
    'what is kept of it': hashToken(token).toString('hex'),
    'what is kept of it, as text': hashToken(token).toString('base64url'),
    'the id of a session': session.id,
    'the id of a person': staff.id,
    'the id of a channel': key.id,
    over: over.token,
    'signed out': revoked.token,
    'of somebody suspended': suspended.token,
    'of a revoked key': former.token,
    'a JWT without a signature': jwt({ alg: 'none' }, staff.id, () => ''),
    'a JWT in odd letters': jwt({ alg: 'nOnE' }, staff.id, () => ''),
    'a JWT signed with nothing': jwt({ alg: 'HS256' }, staff.id, signedWith('')),
    'a JWT signed with a common word': jwt({ alg: 'HS256' }, staff.id, signedWith('secret')),
    "a JWT signed with the installation's own secret": jwt({ alg: 'HS256' }, staff.id, signedWith(testConfig.secretKey)),
    'a JWT that says it is signed otherwise': jwt({ alg: 'RS256' }, staff.id, signedWith(testConfig.secretKey)),
    'a JWT whose key is a file': jwt({ alg: 'HS256', kid: '../../dev/null' }, staff.id, signedWith('')),
    'a JWT whose key is a statement': jwt({ alg: 'HS256', kid: "' union select 'a" }, staff.id, signedWith('a')),
    'a JWT with a key of its own': jwt({ alg: 'HS256', jwk: { kty: 'oct', k: 'YQ' } }, staff.id, signedWith('a')),
    'a JSON object': JSON.stringify({ staffId: staff.id, isAdmin: true }),
    'a statement': "' or '1'='1",
    null: 'null',
    undefined: 'undefined',
  }
})
afterAll(() => app.close())

const signedWith = (secret: string) => (content: string) =>
  createHmac('sha256', secret || '\0')
    .update(content)
    .digest('base64url')

function jwt(header: object, subject: string, sign: (content: string) => string): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const inOneHour = Math.floor(Date.now() / 1000) + 3600
  const content = `${part({ typ: 'JWT', ...header })}.${part({ sub: subject, staffId: subject, role: 'admin', exp: inOneHour })}`
  return `${content}.${sign(content)}`
}

const over = { kind: 'session-over', reason: 'session-over', message: 'Your session has expired! Please login to continue.', fields: {} }
const unknown = { kind: 'credentials', reason: 'key-unknown', message: 'The channel key is unknown or was revoked.', fields: {} }
// What cannot be a credential at all is refused at the door, before anything is looked up.
const malformed = {
  kind: 'credentials',
  reason: 'credentials-malformed',
  message: 'The credential must be sent as "x-api-key" or as "Authorization: Bearer".',
  fields: {},
}
const isTokenLike = /^[\w.-]{1,4000}$/
const doors: [string, [number, object]][] = [
  ['GET /orders', [403, over]],
  ['POST /areas', [403, over]],
  ['GET /channel/stores', [401, unknown]],
  ['POST /channel/orders', [401, unknown]],
]

test('more than thirty forged credentials open no door, and none is told from another', async () => {
  expect(Object.keys(forged).length).toBeGreaterThan(30)
  for (const [what, token] of Object.entries(forged)) {
    const [key, bearer] = [{ 'x-api-key': token }, { authorization: `Bearer ${token}` }]
    for (const headers of [key, bearer, { ...key, ...bearer }]) {
      for (const [address, refusal] of doors) {
        const { status, body } = await app.call(address, { headers, ...(address.startsWith('POST') && { body: {} }) })
        const { requestId: _, ...error } = body.error
        const expected = error.reason === malformed.reason && !isTokenLike.test(token) ? [401, malformed] : refusal
        expect([what, address, status, error]).toEqual([what, address, ...expected])
      }
    }
  }
})

test('none of them gets a live connection', async () => {
  const { port } = app.fastify.server.address() as AddressInfo
  for (const [what, token] of Object.entries(forged)) {
    const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
    const answer = await new Promise<string>((end) => {
      socket.on('welcome', () => end('welcome'))
      socket.on('connect_error', ({ message }) => end(message))
      socket.on('disconnect', (reason) => end(reason))
    })
    socket.disconnect()
    expect([what, answer]).toEqual([what, 'session-over'])
  }
})
