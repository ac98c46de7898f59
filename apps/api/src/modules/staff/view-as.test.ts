import { addMinutes, currentInstant, type Me, type Permission, permissions, type StaffScope } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureCurrentPartitions } from '#db/partitions.ts'
import { systemContext } from '#kit/access/system-actor.ts'
import { addBranch, addCustomer, addOrder, addStore } from '../../../test/factories.ts'
import { enterAgain, enterAs } from '../../../test/role-people.ts'
import { endpoints } from '../../../test/sweep/swept-product.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { installBuiltInRoles } from '../role/role-install.service.ts'
import { endOldViews } from './view-as.service.ts'

const everywhere: StaffScope = { kind: 'all', ids: [] }
let app: TestApp

beforeAll(async () => {
  app = await testApp()
  await ensureCurrentPartitions(app.database.db, currentInstant())
  await installBuiltInRoles(app.database.db)
})
afterAll(() => app.close())

const roleId = async (key: string) =>
  (await app.database.db.selectFrom('role').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
const asRole = async (as: Caller, key: string, scope = everywhere) =>
  app.call(`POST /view-as/roles/${await roleId(key)}`, { as, body: { scope } })
const asPerson = (as: Caller, { id }: Caller) => app.call(`POST /view-as/staff/${id}`, { as })
const end = (as: Caller) => app.call('POST /view-as/end', { as })
const me = async (as: Caller): Promise<Me> => (await app.call('GET /me', { as })).body
const admin = () => enterAs(app.database.db, 'admin')
const entries = () =>
  app.database.db.selectFrom('audit_entry').select(['action', 'old', 'new']).where('entity', '=', 'view-as').orderBy('id').execute()

test('a role is seen as its people get it: their permissions, limits and menu, and nothing of one’s own', async () => {
  const viewer = await admin()
  const person = await enterAs(app.database.db, 'custumercare-executive')
  expect((await asRole(viewer, 'custumercare-executive')).status).toBe(200)
  const [seen, theirs] = [await me(viewer), await me(person)]
  expect(seen).toMatchObject({ isAdmin: false, role: 'custumercare-executive', roleName: 'Customer care executive', limits: theirs.limits })
  expect([...seen.permissions].sort()).toEqual([...theirs.permissions].sort())
  expect(seen.viewing).toMatchObject({ roleName: 'Customer care executive', person: null })
  expect(seen.person.id).toBe(viewer.id)
  for (const path of ['/roles', '/settings/values', '/staff'])
    expect((await app.call(`GET ${path}`, { as: viewer })).status).toBe((await app.call(`GET ${path}`, { as: person })).status)
  expect((await end(viewer)).status).toBe(200)
  expect(await me(viewer)).toMatchObject({ isAdmin: true, viewing: null })
})

test('every read answers the viewer what it answers the person, row by row and mask by mask', async () => {
  const { db } = app.database
  const [here, there] = [await addStore(db, { branch: await addBranch(db) }), await addStore(db)]
  for (const store of [here, there]) await addOrder(db, store, { customer_id: (await addCustomer(db)).id })
  const scope: StaffScope = { kind: 'branch', ids: [here.branch_id] }
  const [viewer, person] = [await admin(), await enterAs(db, 'branch-partner', scope)]
  expect((await asPerson(viewer, person)).status).toBe(200)
  const reads = endpoints.filter(
    ({ method, path, shape: { permission } }) =>
      method === 'GET' && !path.includes(':') && permission !== 'public' && !permission.startsWith('channel:'),
  )
  // What is a person's alone stays the viewer's own.
  const own = [
    'session.me',
    'session.sessions',
    'task.list',
    'draft.list',
    'saved-view.list',
    'system.health',
    'event.missed',
    'alert.list',
    'audit-entry.own',
  ]
  const now = currentInstant()
  // Left out, its hours end when it is asked for.
  const hours: Record<string, string> = { 'floor.replay': `?from=${addMinutes(now, -60)}&to=${now}` }
  for (const { name, path, shape } of reads.filter((each) => !own.includes(each.name))) {
    const address = `GET ${path}${hours[name] ?? (shape.query && name.endsWith('.list') ? '?limit=100' : '')}`
    const [seen, theirs] = [await app.call(address, { as: viewer }), await app.call(address, { as: person })]
    expect([name, seen.status, withoutTime(seen.body)]).toEqual([name, theirs.status, withoutTime(theirs.body)])
  }
  const orders = (await app.call('GET /orders', { as: viewer })).body.rows
  expect(new Set(orders.map(({ store }: { store: { id: string } }) => store.id))).toEqual(new Set([here.id]))
  expect((await me(viewer)).places).toEqual([{ id: here.branch_id, name: expect.any(String) }])
})

// Who asks is the viewer: what hangs on whose account or session it is differs by that alone.
function withoutTime(body: unknown): unknown {
  const isMoving = (key: string) => ['at', 'until', 'requestId', 'allowed', 'lastSeenAt', 'uptimeSeconds'].includes(key)
  return JSON.parse(JSON.stringify(body, (key, value) => (isMoving(key) ? null : value)))
}

test('nothing is changed meanwhile: each write of the product is refused with the reason, or for what the role lacks', async () => {
  const viewer = await admin()
  await asRole(viewer, 'office-staff')
  const held = new Set((await me(viewer)).permissions)
  const writes = endpoints.filter(
    ({ method, shape: { permission } }) => method !== 'GET' && permission !== 'public' && !permission.startsWith('channel:'),
  )
  for (const endpoint of writes.filter(({ shape }) => !shape.whileViewing)) {
    const path = endpoint.path.replace(/:\w+/g, viewer.id)
    const { status, body } = await app.call(`${endpoint.method} ${path}`, { as: viewer, body: {} })
    const { permission } = endpoint.shape
    const isHeld = permission === 'signed-in' || held.has(permission)
    expect([endpoint.name, status, body.error.reason]).toEqual([
      endpoint.name,
      isHeld ? 409 : 401,
      isHeld ? 'viewing-as' : 'missing-permission',
    ])
  }
  expect((await app.call('POST /me/sessions/revoke-others', { as: viewer })).body.error.message).toContain('Office staff')
})

test('nobody sees more than they may: not an administrator, not a wider role, not a person out of reach', async () => {
  const held: Permission[] = ['role.view', 'staff.view', 'order.view', 'dashboard.view']
  const branch = await addBranch(app.database.db)
  const viewer = await app.addStaff({ permissions: held, scope: { kind: 'branch', ids: [branch.id] } })
  for (const key of ['admin', 'marketing-executive']) expect((await asRole(viewer, key)).body.error.reason).toBe('not-allowed-now')
  const narrow = await app.database.db
    .insertInto('role')
    .values({ id: branch.id, key: 'narrow', name: 'Narrow' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.database.db.insertInto('role_grant').values({ role_id: narrow.id, permission: 'order.view' }).execute()
  expect((await asRole(viewer, 'narrow')).body.error.fields).toHaveProperty(['body.scope.kind'])
  const local: StaffScope = { kind: 'branch', ids: [branch.id] }
  const [inside, outside] = [await enterAs(app.database.db, 'narrow', local), await enterAs(app.database.db, 'narrow')]
  expect((await asPerson(viewer, outside)).status).toBe(404)
  expect((await asPerson(viewer, inside)).status).toBe(200)
  expect((await me(viewer)).permissions).toEqual(['order.view'])

  // What they get meanwhile is not the viewer's: it is shown to nobody who lacks it.
  await app.database.db.insertInto('role_grant').values({ role_id: narrow.id, permission: 'audit.view' }).execute()
  await app.database.db.updateTable('staff').set({ scope_kind: 'all', scope_ids: [] }).where('id', '=', inside.id).execute()
  app.services.access.forget({ about: 'role', id: narrow.id })
  expect(await me(viewer)).toMatchObject({ permissions: ['order.view'], scope: local })
  expect((await asRole(await app.addStaff({ permissions: ['staff.view'] }), 'narrow')).status).toBe(401)
})

test('it ends with the session and after half an hour, and its begin and end are in the record', async () => {
  const viewer = await admin()
  const other = { id: viewer.id, token: await enterAgain(app.database.db, viewer.id) }
  await asRole(viewer, 'accounts-manager')
  expect((await me(other)).viewing).toBeNull()
  expect((await end(other)).body.error.reason).toBe('not-viewing')
  const { viewing } = await me(viewer)
  expect(Date.parse(viewing?.endsAt ?? '') - Date.now()).toBeGreaterThan(29 * 60_000)
  expect(Date.parse(viewing?.endsAt ?? '') - Date.now()).toBeLessThanOrEqual(30 * 60_000)
  await sql`update session set viewing_until = now() - interval '1 second' where staff_id = ${viewer.id} and viewing_until is not null`.execute(
    app.database.db,
  )
  app.services.access.forget({ about: 'staff', id: viewer.id })
  expect(await me(viewer)).toMatchObject({ isAdmin: true, viewing: null })
  await endOldViews(systemContext(app.services, 'end-views'))
  const [began, ended] = (await entries()).slice(-2)
  expect([began?.action, began?.new]).toEqual(['startRole', expect.objectContaining({ role: 'Accounts manager', scopeKind: 'all' })])
  expect([ended?.action, ended?.old]).toEqual(['expire', expect.objectContaining({ role: 'Accounts manager' })])
  await asRole(viewer, 'accounts-manager')
  expect((await app.call('POST /logout', { as: viewer })).status).toBe(200)
  expect((await app.call('GET /me', { as: viewer })).status).toBe(403)
})

test('a role that is deleted meanwhile is seen no longer', async () => {
  const viewer = await admin()
  const body = { name: 'Passing', reach: 'all', teamIds: [], grants: [], acknowledged: [] }
  const role = (await app.call('POST /roles', { as: viewer, body })).body
  expect((await app.call(`POST /view-as/roles/${role.id}`, { as: viewer, body: { scope: everywhere } })).status).toBe(200)
  expect((await me(viewer)).permissions).toEqual([])
  const another = await admin()
  expect((await app.call(`DELETE /roles/${role.id}`, { as: another, body: { version: 1 } })).status).toBe(200)
  expect(await me(viewer)).toMatchObject({ isAdmin: true, permissions: [...permissions] })
})
