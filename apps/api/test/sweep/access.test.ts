import {
  accessOf,
  type ChannelKind,
  type ChannelParty,
  channelKinds,
  channelScopes,
  type NamedEndpoint,
  newId,
  type Permission,
  permissions,
} from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '../../src/kit/access/sessions.ts'
import { builtInRoles } from '../../src/modules/role/built-in-roles.ts'
import { installBuiltInRoles } from '../../src/modules/role/role-install.service.ts'
import { createStaff } from '../../src/modules/staff/staff.install.ts'
import { type Caller, type TestApp, testApp } from '../test-app.ts'
import { endpoints } from './swept-product.ts'

const isChannel = (endpoint: NamedEndpoint) => endpoint.shape.permission.startsWith('channel:')
const isGuarded = (endpoint: NamedEndpoint) => endpoint.shape.permission !== 'public'
const staffEndpoints = endpoints.filter((endpoint) => isGuarded(endpoint) && !isChannel(endpoint))
const permissionOf = (endpoint: NamedEndpoint) => endpoint.shape.permission as Permission

let app: TestApp
const byRole = new Map<string, string>()

beforeAll(async () => {
  app = await testApp()
  await installBuiltInRoles(app.database.db)
  for (const { key } of builtInRoles) {
    const staff = await createStaff(app.database.db, {
      email: `${key}@larder.test`,
      name: key,
      role: { key },
      scope: { kind: 'all', ids: [] },
      passwordHash: 'none',
    })
    byRole.set(key, staff.id)
  }
})
afterAll(() => app.close())

/** A session of its own for each call: signing out, here or everywhere else, must not end the next one. */
async function sessionOf(staffId: string, state: 'live' | 'idle' | 'expired' | 'revoked' = 'live'): Promise<Caller> {
  const { token, hash } = newToken()
  const later = sql<string>`now() + interval '1 hour'`
  const earlier = sql<string>`now() - interval '1 minute'`
  await app.database.db
    .insertInto('session')
    .values({
      id: newId(),
      token_hash: hash,
      staff_id: staffId,
      idle_expires_at: state === 'idle' ? earlier : later,
      expires_at: state === 'expired' ? earlier : later,
      revoked_at: state === 'revoked' ? earlier : null,
    })
    .execute()
  return { id: staffId, token }
}

/** The endpoint with ids of nothing and an empty body: enough to learn who is let in. */
function knock(endpoint: NamedEndpoint, as?: Caller) {
  const path = endpoint.path.replace(':entity', 'order').replace(/:\w+/g, newId())
  return app.call(`${endpoint.method} ${path}`, { ...(as ? { as } : {}), ...(endpoint.shape.body ? { body: {} } : {}) })
}

async function isLetIn(endpoint: NamedEndpoint, as: Caller): Promise<boolean> {
  const { status, body } = await knock(endpoint, as)
  if (status !== 401) {
    // Whoever is let in learns what lacks; to be told to wait says nothing of that.
    expect([200, 404, 409, 415, 422], `${endpoint.name} answered ${status} ${JSON.stringify(body)}`).toContain(status)
    return true
  }
  expect(body.error.kind).toBe('not-permitted')
  expect(accessOf(endpoint)).toContain(body.error.fields.permission)
  expect(Object.keys(body)).toEqual(['error'])
  return false
}

const traces = async () => {
  const { rows } = await sql<{ entries: number; events: number }>`
    select (select count(*) from audit_entry)::int as entries, (select count(*) from event)::int as events`.execute(app.database.db)
  return rows[0]
}

test('who is let in, role by role, is what the golden file says', async () => {
  const lines = [['endpoint', 'permission', ...byRole.keys()].join(',')]
  for (const endpoint of staffEndpoints) {
    const cells: string[] = []
    for (const [role, staffId] of byRole) {
      cells.push((await isLetIn(endpoint, await sessionOf(staffId))) ? 'yes' : role === 'admin' ? 'ADMIN REFUSED' : '-')
    }
    lines.push([endpoint.name, permissionOf(endpoint), ...cells].join(','))
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./access.golden.csv')
}, 300_000)

test('a temporary password opens nothing but who one is, its own change and the way out', async () => {
  const person = {
    email: 'new@larder.test',
    name: 'New',
    role: { key: 'admin' },
    scope: { kind: 'all' as const, ids: [] },
    passwordHash: 'none',
  }
  const { id } = await createStaff(app.database.db, { ...person, mustChangePassword: true })
  const open: string[] = []
  for (const endpoint of staffEndpoints) {
    const { status, body } = await knock(endpoint, await sessionOf(id))
    if (body.error?.reason === 'password-change-required') expect([endpoint.name, status]).toEqual([endpoint.name, 409])
    else open.push(endpoint.name)
  }
  expect(open.sort()).toEqual(['session.changePassword', 'session.logout', 'session.me'])
})

test('of whom two-step sign-in is required, nothing is open but setting it up, who one is, the password and the way out', async () => {
  const { id } = await createStaff(app.database.db, {
    email: 'unprotected@larder.test',
    name: 'Unprotected',
    role: { key: 'admin' },
    scope: { kind: 'all', ids: [] },
    passwordHash: 'none',
  })
  const required = { key: 'signIn.secondFactor', value: JSON.stringify('everybody') }
  await app.database.db.insertInto('setting').values(required).execute()
  app.services.settings.forget()
  const open: string[] = []
  for (const endpoint of staffEndpoints) {
    const { status, body } = await knock(endpoint, await sessionOf(id))
    if (body.error?.reason === 'second-factor-required') expect([endpoint.name, status]).toEqual([endpoint.name, 409])
    else open.push(endpoint.name)
  }
  await app.database.db.deleteFrom('setting').where('key', '=', required.key).execute()
  app.services.settings.forget()
  const setUp = ['passkey.list', 'second-factor.begin', 'second-factor.confirm', 'second-factor.get', 'session.prove']
  expect(open.sort()).toEqual([...setUp, 'session.changePassword', 'session.logout', 'session.me'].sort())
})

describe('without a live session every guarded endpoint answers 403, and nothing else', () => {
  const tokens = {
    none: async () => undefined,
    unknown: async () => ({ id: newId(), token: newToken().token }),
    garbage: async () => ({ id: newId(), token: '../../etc/passwd' }),
    idle: () => sessionOf(byRole.get('admin') ?? '', 'idle'),
    expired: () => sessionOf(byRole.get('admin') ?? '', 'expired'),
    revoked: () => sessionOf(byRole.get('admin') ?? '', 'revoked'),
    'of somebody suspended': () => closed(sql`status = 'suspended'`),
    'of somebody deactivated': () => closed(sql`status = 'deactivated'`),
    'of an account that has ended': () => closed(sql`expires_at = now() - interval '1 minute'`),
    'a channel key': () => app.addChannel([...channelScopes]),
  } satisfies Record<string, () => Promise<Caller | undefined>>

  test.each(Object.entries(tokens))('%s', async (_state, callerOf) => {
    const caller = await callerOf()
    const before = await traces()
    for (const endpoint of staffEndpoints) {
      const { status, body } = await knock(endpoint, caller)
      expect({ endpoint: endpoint.name, status, kind: body.error?.kind }).toEqual({
        endpoint: endpoint.name,
        status: 403,
        kind: 'session-over',
      })
    }
    expect(await traces()).toEqual(before)
  })
})

/** A session that is as good as any, of an administrator whose account is closed in this way. */
async function closed(how: RawBuilder<unknown>): Promise<Caller> {
  const as = await app.addStaff({ isAdmin: true })
  await sql`update staff set ${how} where id = ${as.id}`.execute(app.database.db)
  return as
}

test('channel endpoints let in a key with exactly their scope; no session and no other key', async () => {
  const admin = await sessionOf(byRole.get('admin') ?? '')
  const keys = await Promise.all(channelScopes.map(async (scope) => ({ scope, key: await app.addChannel([scope]) })))
  for (const endpoint of endpoints.filter(isChannel)) {
    for (const caller of [undefined, admin, { id: newId(), token: newToken().token }])
      expect((await knock(endpoint, caller)).body.error.kind, endpoint.name).toBe('credentials')
    for (const { scope, key } of keys) {
      const { status } = await knock(endpoint, key)
      if (scope === endpoint.shape.permission) expect([401, 403], endpoint.name).not.toContain(status)
      else expect(status, endpoint.name).toBe(401)
    }
  }
})

test('channel endpoints let in exactly the kinds of key that speak for one of their parties', async () => {
  for (const kind of Object.keys(channelKinds) as ChannelKind[]) {
    const key = await app.addChannel([...channelScopes], kind)
    for (const endpoint of endpoints.filter(isChannel)) {
      const { status, body } = await knock(endpoint, key)
      const parties: readonly ChannelParty[] = endpoint.shape.parties ?? []
      if (channelKinds[kind].some((party) => parties.includes(party)))
        expect([401, 403], `${endpoint.name} by ${kind}`).not.toContain(status)
      else expect([status, body.error.reason], `${endpoint.name} by ${kind}`).toEqual([401, 'wrong-party'])
    }
  }
})

test('what an endpoint takes is what opens it, and nothing less: not its permission without the view of what it answers, not another one, not all others together; without another one it is open', async () => {
  const people = new Map<string, Promise<Caller>>()
  const whoHolds = (held: readonly Permission[]): Promise<Caller> => {
    const key = held.join()
    const person = people.get(key) ?? app.addStaff({ permissions: [...held] })
    people.set(key, person)
    return person
  }
  const used = [...new Set(staffEndpoints.map(permissionOf))].filter((permission) => permissions.includes(permission))
  const but = (gone: Permission) => permissions.filter((other) => other !== gone)
  let viewed = 0
  for (const [index, endpoint] of staffEndpoints.filter(({ entity }) => entity !== 'session').entries()) {
    const own = permissionOf(endpoint)
    if (!permissions.includes(own)) continue
    const takes = accessOf(endpoint) as readonly Permission[]
    expect(await isLetIn(endpoint, await whoHolds(takes)), `${endpoint.name} with ${takes}`).toBe(true)
    for (const each of takes) expect(await isLetIn(endpoint, await whoHolds(but(each))), `${endpoint.name} without ${each}`).toBe(false)
    if (takes.length > 1) {
      viewed += 1
      expect(await isLetIn(endpoint, await whoHolds([own])), `${endpoint.name} with ${own} alone`).toBe(false)
    }
    // In turn, so that each is tried at some endpoint: what all others together do not open, none of them does.
    const other = used[(used.indexOf(own) + 1 + (index % (used.length - 1))) % used.length]
    if (!other) continue
    expect(await isLetIn(endpoint, await whoHolds([other])), `${endpoint.name} with ${other} alone`).toBe(false)
    if (!takes.includes(other)) expect(await isLetIn(endpoint, await whoHolds(but(other))), `${endpoint.name} without ${other}`).toBe(true)
  }
  expect(viewed).toBeGreaterThan(200)
}, 180_000)

test('whoever makes, changes or acts on what staff read is asked for the permission to see it, and so is who is answered with it', () => {
  const reads = staffEndpoints.filter(({ name, entity }) => name === `${entity}.get` || name === `${entity}.list`)
  const unasked = staffEndpoints.filter((endpoint) => {
    const told = reads.filter(({ entity, shape }) => entity === endpoint.entity || shape.response === endpoint.shape.response)
    const views = told.map(permissionOf).filter((permission) => permissions.includes(permission))
    const isOwn = (endpoint.shape.permission as string) === 'signed-in'
    return endpoint.method !== 'GET' && !isOwn && views.some((view) => !(accessOf(endpoint) as readonly string[]).includes(view))
  })
  expect(unasked.map(({ name }) => name)).toEqual([])
})
