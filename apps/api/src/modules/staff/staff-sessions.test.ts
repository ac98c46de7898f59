import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { enterAgain, enterAs } from '../../../test/role-people.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: Caller
const sockets: Socket[] = []

beforeAll(async () => {
  app = await testApp({ live: true })
  await installBuiltInRoles(app.database.db)
  admin = await enterAs(app.database.db, 'admin')
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await app.close()
})

async function connect(token: string): Promise<Socket> {
  const { port } = app.fastify.server.address() as AddressInfo
  const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
  sockets.push(socket)
  await new Promise((resolve) => socket.once('welcome', resolve))
  return socket
}

const versionOf = async (id: string) => (await app.call(`GET /staff/${id}`, { as: admin })).body.version
const act = async (verb: string, id: string, body: object = {}, as = admin) =>
  app.call(`POST /staff/${id}/${verb}`, { as, body: { version: await versionOf(id), ...body } })
const sessionsOf = async (id: string) => (await app.call(`GET /staff/${id}/sessions`, { as: admin })).body
const isIn = async (id: string, token: string) => (await app.call('GET /me', { as: { id, token } })).status === 200

test('of a person one session is ended, on REST and on its line within a second; the others go on', async () => {
  const person = await enterAs(app.database.db, 'office-staff')
  const second = await enterAgain(app.database.db, person.id)
  const [first, other] = [await connect(person.token), await connect(second)]
  const known = await sessionsOf(person.id)
  expect(known).toHaveLength(2)
  expect(JSON.stringify(known)).not.toMatch(/token|hash/)
  const { id: sessionId } = await app.database.db
    .selectFrom('session')
    .select('id')
    .where('staff_id', '=', person.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const since = performance.now()
  expect((await act('end-session', person.id, { sessionId })).status).toBe(200)
  await vi.waitFor(() => expect(first.connected).toBe(false), { timeout: 1000, interval: 10 })
  expect(performance.now() - since).toBeLessThan(1000)
  expect([await isIn(person.id, person.token), await isIn(person.id, second)]).toEqual([false, true])
  expect((await sessionsOf(person.id)).map(({ id }: { id: string }) => id)).not.toContain(sessionId)
  // Its rights are looked up again: the line is cut and taken up anew by the page.
  if (other.connected) expect(await isIn(person.id, second)).toBe(true)
  const again = await act('end-session', person.id, { sessionId })
  expect([again.status, Object.keys(again.body.error.fields)]).toEqual([422, ['body.sessionId']])
})

test.each(['end-sessions', 'deactivate'])('%s ends every session at once, on REST and on sockets', async (verb) => {
  const person = await enterAs(app.database.db, 'office-staff')
  const tokens = [person.token, await enterAgain(app.database.db, person.id)]
  const lines = await Promise.all(tokens.map(connect))
  expect((await act(verb, person.id, verb === 'deactivate' ? { reason: 'left' } : {})).status).toBe(200)
  await vi.waitFor(() => expect(lines.filter(({ connected }) => connected)).toEqual([]), { timeout: 1000, interval: 10 })
  for (const token of tokens) expect(await isIn(person.id, token)).toBe(false)
  expect(await sessionsOf(person.id)).toEqual([])
  const entry = (await app.call(`GET /history/staff/${person.id}`, { as: admin })).body.rows[0]
  expect([entry.action, entry.actorName]).toEqual([verb === 'deactivate' ? 'deactivate' : 'endSessions', expect.stringMatching(/^Person/)])
})

test('sessions of another are for who may suspend them: not of who may do more, not out of scope, not of oneself', async () => {
  const lead = await enterAs(app.database.db, 'custumercare-admin')
  const own = await enterAs(app.database.db, 'custumercare-executive')
  const foreign = await enterAs(app.database.db, 'accounts-executive')
  expect((await app.call(`GET /staff/${own.id}/sessions`, { as: lead })).body).toHaveLength(1)
  expect((await app.call(`GET /staff/${foreign.id}/sessions`, { as: lead })).status).toBe(404)
  expect((await app.call(`GET /staff/${foreign.id}/open-work`, { as: lead })).status).toBe(404)
  const office = await enterAs(app.database.db, 'office-staff')
  expect((await app.call(`GET /staff/${own.id}/sessions`, { as: office })).status).toBe(401)
  const mine = await act('end-sessions', admin.id)
  expect([mine.status, mine.body.error.message]).toEqual([409, 'Your own sessions are in your profile.'])
  const above = await app.addStaff({ permissions: ['staff.view', 'staff.operate'] })
  expect((await act('end-sessions', admin.id, {}, above)).status).toBe(409)
})
