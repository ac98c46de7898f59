import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase, createPool, readOnly } from '#db/database.ts'
import { type TestApp, testApp, testConfig } from '../../../test/test-app.ts'
import { systemClock } from '../clock.ts'
import type { Services, Work } from '../context.ts'
import { createServices, startServices, stopServices } from '../services.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { authenticateChannel, authenticateStaff, hashToken, openSession, revokeSessions, tellAccessChange } from './sessions.ts'
import { systemContext } from './system-actor.ts'

let app: TestApp
/** Another process of the same installation. */
let other: Services
const heard = { permission: 'staff.view', branchId: null, storeId: null } as const

beforeAll(async () => {
  app = await testApp({ live: true, contracts: {}, modules: [] })
  const db = createDatabase(createPool(app.database.url, { applicationName: 'other process', max: 4 }))
  other = createServices({
    config: testConfig,
    databaseUrl: app.database.url,
    writable: db,
    db: readOnly(db),
    clock: systemClock,
    log: pino({ level: 'silent' }),
  })
  await startServices(other)
})
afterAll(async () => {
  await stopServices(other)
  await other.writable.destroy()
  await app.close()
})

const update = (statement: ReturnType<typeof sql>) => statement.execute(app.database.db)

/** Does something about access in the first process, as one unit. */
function change(act: (work: Work) => Promise<unknown>): Promise<unknown> {
  return unitOfWork(systemContext(app.services, 'test'), async (work) => {
    await act(work)
    work.record({ ...heard, entity: 'staff', id: newId(), version: 1, action: 'test', old: null, new: null })
  })
}

test('a token gives its person with role, grants, limits and scope', async () => {
  const branch = newId()
  const caller = await app.addStaff({
    name: 'Asha',
    permissions: ['order.view', 'refund.create'],
    limits: { 'refund.create': 50_000 },
    scope: { kind: 'branch', ids: [branch] },
  })
  const actor = await authenticateStaff(app.services, caller.token)
  expect(actor).toMatchObject({ kind: 'staff', id: caller.id, name: 'Asha', isAdmin: false, scope: { kind: 'branch', ids: [branch] } })
  expect([...(actor?.grants ?? [])].sort()).toEqual(['order.view', 'refund.create'])
  expect(actor?.limits.get('refund.create')).toBe(50_000)
  expect(actor?.limits.has('order.view')).toBe(false)
})

test('only the hash of a token is stored, and no hash passes for a token', async () => {
  const { token } = await app.addStaff()
  const { rows } = await sql<{
    found: number
  }>`select count(*) as found from session where encode(token_hash, 'escape') like ${`%${token}%`}`.execute(app.database.db)
  expect(rows[0]?.found).toBe(0)
  for (const forged of [
    hashToken(token).toString('hex'),
    hashToken(token).toString('base64url'),
    token.slice(0, -1),
    `${token}A`,
    token.toLowerCase(),
    '',
    'null',
    "' or 1=1 --",
  ]) {
    expect(await authenticateStaff(app.services, forged)).toBeNull()
  }
})

test.each([
  ['has been idle too long', sql`update session set idle_expires_at = now() - interval '1 second' where staff_id = `],
  ['is older than a session may be', sql`update session set expires_at = now() - interval '1 second' where staff_id = `],
  ['was revoked', sql`update session set revoked_at = now() where staff_id = `],
  ['belongs to a suspended person', sql`update staff set status = 'suspended' where id = `],
  ['belongs to a person who was never let in', sql`update staff set status = 'invited' where id = `],
  ['belongs to an account that has expired', sql`update staff set expires_at = now() - interval '1 second' where id = `],
])('a session is over when it %s', async (_, statement) => {
  const caller = await app.addStaff()
  await update(sql`${statement}${caller.id}`)
  expect(await authenticateStaff(app.services, caller.token)).toBeNull()
})

test('activity moves the idle end, at most once a minute and never past the absolute end', async () => {
  const { id, token } = await app.addStaff()
  await update(
    sql`update session set last_seen_at = now() - interval '2 minutes', idle_expires_at = now() + interval '1 minute', expires_at = now() + interval '2 hours' where staff_id = ${id}`,
  )
  const idleEnd = async () =>
    await app.database.db
      .selectFrom('session')
      .select(['idle_expires_at', 'expires_at'])
      .where('staff_id', '=', id)
      .executeTakeFirstOrThrow()
  await authenticateStaff(app.services, token)
  const moved = await idleEnd()
  expect(moved.idle_expires_at).toBe(moved.expires_at)
  await update(sql`update session set idle_expires_at = now() + interval '1 minute' where staff_id = ${id}`)
  const before = await idleEnd()
  await authenticateStaff(other, token)
  expect(await idleEnd()).toEqual(before)
})

test('what is asked unattended moves no idle end; who comes a moment later does, and neither is looked up twice', async () => {
  const { id, token } = await app.addStaff()
  await update(sql`update session set last_seen_at = now() - interval '2 minutes' where staff_id = ${id}`)
  const times = async () =>
    await app.database.db
      .selectFrom('session')
      .select(['last_seen_at', 'idle_expires_at'])
      .where('staff_id', '=', id)
      .executeTakeFirstOrThrow()
  const before = await times()
  const unattended = await authenticateStaff(app.services, token, { isAttended: false })
  expect(unattended?.id).toBe(id)
  expect(await times()).toEqual(before)
  const attended = await authenticateStaff(app.services, token)
  expect((await times()).last_seen_at > before.last_seen_at).toBe(true)
  expect(await authenticateStaff(app.services, token, { isAttended: false })).toBe(unattended)
  expect(await authenticateStaff(app.services, token)).toBe(attended)
})

test('a session lasts the hours and days of the settings', async () => {
  const { id } = await app.addStaff()
  const from = { address: '10.0.0.1', userAgent: 'a'.repeat(999) }
  await change((work) => openSession(app.services, work, id, from))
  const { rows } = await sql<{ idle: number; days: number; agent: number }>`
    select extract(epoch from idle_expires_at - created_at)::int / 3600 as idle, extract(epoch from expires_at - created_at)::int / 86400 as days, length(user_agent) as agent
    from session where staff_id = ${id} and address = '10.0.0.1'`.execute(app.database.db)
  expect(rows[0]).toEqual({ idle: 12, days: 7, agent: 300 })
})

test('a revoked session is over at once here, and within a second in every other process', async () => {
  const { id, token } = await app.addStaff()
  expect(await authenticateStaff(app.services, token)).not.toBeNull()
  expect(await authenticateStaff(other, token)).not.toBeNull()
  await change((work) => revokeSessions(app.services, work, { staffId: id }, 'suspended'))
  expect(await authenticateStaff(app.services, token)).toBeNull()
  await vi.waitFor(async () => expect(await authenticateStaff(other, token)).toBeNull(), { timeout: 500, interval: 10 })
})

test('a unit that is rolled back revokes nothing', async () => {
  const { id, token } = await app.addStaff()
  await expect(
    change(async (work) => {
      await revokeSessions(app.services, work, { staffId: id }, 'suspended')
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await authenticateStaff(app.services, token)).not.toBeNull()
})

test('the session that is to stay stays', async () => {
  const { id, token } = await app.addStaff()
  const opened: string[] = []
  await change(async (work) => {
    const session = await openSession(app.services, work, id, { address: null, userAgent: null })
    opened.push(session.id, session.token)
  })
  const [sessionId = '', second = ''] = opened
  await change((work) => revokeSessions(app.services, work, { staffId: id, except: sessionId }, 'password-changed'))
  expect(await authenticateStaff(app.services, token)).toBeNull()
  expect((await authenticateStaff(app.services, second))?.sessionId).toBe(sessionId)
})

test('other rights of a person or of a whole role hold at once everywhere', async () => {
  const { id, token } = await app.addStaff({ permissions: ['order.view'] })
  const grants = async (services: Services) => [...((await authenticateStaff(services, token))?.grants ?? [])]
  expect(await grants(app.services)).toEqual(['order.view'])
  expect(await grants(other)).toEqual(['order.view'])
  const { role_id } = await app.database.db.selectFrom('staff').select('role_id').where('id', '=', id).executeTakeFirstOrThrow()
  await change(async (work) => {
    await work.db.deleteFrom('role_grant').where('role_id', '=', role_id).execute()
    await tellAccessChange(app.services, work, { about: 'role', id: role_id })
  })
  expect(await grants(app.services)).toEqual([])
  await vi.waitFor(async () => expect(await grants(other)).toEqual([]), { timeout: 500, interval: 10 })
})

test('even when a process hears nothing, it believes a revoked token for no longer than a second', async () => {
  const { id, token } = await app.addStaff()
  expect(await authenticateStaff(other, token)).not.toBeNull()
  const since = performance.now()
  await update(sql`update session set revoked_at = now() where staff_id = ${id}`)
  await vi.waitFor(async () => expect(await authenticateStaff(other, token)).toBeNull(), { timeout: 1200, interval: 20 })
  expect(performance.now() - since).toBeLessThan(1100)
})

test('a channel key gives its scopes until it is revoked', async () => {
  const key = await app.addChannel(['channel:orders'])
  const actor = await authenticateChannel(app.services, key.token, null)
  expect(actor).toMatchObject({ kind: 'channel', id: key.id, isAdmin: false, sessionId: null })
  expect([...(actor?.grants ?? [])]).toEqual(['channel:orders'])
  expect(await authenticateStaff(app.services, key.token)).toBeNull()
  await change(async (work) => {
    await work.db.updateTable('channel_key').set({ revoked_at: sql`now()` }).where('id', '=', key.id).execute()
    await tellAccessChange(app.services, work, { about: 'channel-key', id: key.id })
  })
  expect(await authenticateChannel(app.services, key.token, null)).toBeNull()
  await vi.waitFor(async () => expect(await authenticateChannel(other, key.token, null)).toBeNull(), { timeout: 500, interval: 10 })
})

test('a thousand requests at once look a token up once', async () => {
  const actor = await authenticateStaff(app.services, (await app.addStaff()).token)
  let lookups = 0
  const load = async () => {
    lookups += 1
    return actor && { actor, roleId: null, accessVersion: 1, endsAt: Number.POSITIVE_INFINITY }
  }
  const found = await Promise.all(Array.from({ length: 1000 }, () => app.services.access.find('staff:one', load)))
  expect(lookups).toBe(1)
  expect(found.every((known) => known?.actor === actor)).toBe(true)
})
