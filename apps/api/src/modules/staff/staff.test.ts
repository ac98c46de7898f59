import { addMinutes, currentInstant, roleContract, type StaffScope, sessionContract, staffContract } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { builtInRoles } from '#modules/role/built-in-roles.ts'
import { roleHandlers } from '#modules/role/role.service.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { registerSession } from '#modules/session/session.routes.ts'
import { staffHandlers } from '#modules/staff/staff.access.service.ts'
import { addBranch, addStore } from '../../../test/factories.ts'
import { enterAs } from '../../../test/role-people.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const everywhere: StaffScope = { kind: 'all', ids: [] }
let app: TestApp
let admin: Caller

beforeAll(async () => {
  app = await testApp({
    live: true,
    contracts: { staff: staffContract, role: roleContract, session: sessionContract },
    modules: [bind(staffContract, staffHandlers), bind(roleContract, roleHandlers), registerSession],
  })
  await installBuiltInRoles(app.database.db)
  admin = await enterAs(app.database.db, 'admin', everywhere, { name: 'Nila Salim' })
})
afterAll(() => app.close())

const roleId = async (key: string) =>
  (await app.database.db.selectFrom('role').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
const versionOf = async (id: string) =>
  (await app.database.db.selectFrom('staff').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
const draft = async (key: string, scope: StaffScope = everywhere, firstSignIn: 'invitation' | 'password' = 'password') => ({
  firstSignIn,
  email: `new.${key}.${Math.random().toString(36).slice(2)}@larder.test`,
  name: 'New Person',
  phone: null,
  expiresAt: null,
  roleId: await roleId(key),
  scope,
})
const suspend = async (as: Caller, id: string) =>
  app.call(`POST /staff/${id}/suspend`, { as, body: { version: await versionOf(id), reason: 'left' } })
const changeRole = async (as: Caller, id: string, key: string, scope = everywhere) =>
  app.call(`POST /staff/${id}/change-role`, { as, body: { version: await versionOf(id), roleId: await roleId(key), scope } })

test('an administrator opens an account; its temporary password works, once shown and never stored', async () => {
  const body = await draft('office-staff')
  const opened = await app.call('POST /staff', { as: admin, body })
  expect(opened.status).toBe(200)
  expect(opened.body.staff).toMatchObject({ email: body.email, status: 'active', role: { key: 'office-staff' }, version: 1 })
  const signedIn = await app.call('POST /login', { body: { email: body.email, password: opened.body.temporaryPassword } })
  expect([signedIn.status, signedIn.body.mustChangePassword]).toEqual([200, true])
  const record = await app.database.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('entity_id', '=', opened.body.staff.id)
    .executeTakeFirstOrThrow()
  expect(record).toMatchObject({ entity: 'staff', action: 'create', actor_id: admin.id })
  expect(JSON.stringify(record)).not.toContain(opened.body.temporaryPassword)
  expect(JSON.stringify(record.new)).toContain('[hidden]')
  expect((await app.call('POST /staff', { as: admin, body })).body.error.fields).toEqual({ 'body.email': 'is already taken' })
})

test('a role that is none is named, for a new account and for a change', async () => {
  const roleId = '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f'
  const body = await draft('office-staff')
  const opened = await app.call('POST /staff', { as: admin, body: { ...body, email: 'nobody@larder.test', roleId } })
  const { id, version } = (await app.call('POST /staff', { as: admin, body: { ...body, email: 'somebody@larder.test' } })).body.staff
  const changed = await app.call(`POST /staff/${id}/change-role`, { as: admin, body: { version, roleId, scope: body.scope } })
  for (const { status, body } of [opened, changed]) expect([status, body.error.fields]).toEqual([422, { 'body.roleId': 'is not a role' }])
})

test('nobody grants what they lack: not a permission, not a higher limit, not an administrator', async () => {
  const care = await enterAs(app.database.db, 'custumercare-admin')
  expect((await app.call('POST /staff', { as: care, body: await draft('custumercare-executive') })).status).toBe(200)
  for (const key of ['admin', 'accountant-admin', 'marketing-executive', 'store-officer', 'branch-partner']) {
    const refused = await app.call('POST /staff', { as: care, body: await draft(key) })
    expect([key, refused.status, Object.keys(refused.body.error.fields)]).toEqual([key, 422, ['body.roleId']])
  }
  const limited = await app.addStaff({
    permissions: ['staff.view', 'staff.create', 'staff.edit', 'order.edit', 'refund.create'],
    limits: { 'refund.create': 100 },
  })
  const role = { id: await roleId('custumercare-executive') }
  await app.database.db
    .deleteFrom('role_grant')
    .where('role_id', '=', role.id)
    .where('permission', 'not in', ['order.edit', 'refund.create'])
    .execute()
  const refused = await app.call('POST /staff', { as: limited, body: await draft('custumercare-executive') })
  expect(refused.body.error.fields['body.roleId']).toContain('higher limit')
  await installBuiltInRoles(app.database.db)
})

test('a choice of roles says which ones one may not give, and why', async () => {
  const care = await enterAs(app.database.db, 'custumercare-admin')
  const { body } = await app.call('GET /roles/assignable', { as: care })
  const because = Object.fromEntries(body.map((role: { key: string; because: string | null }) => [role.key, role.because]))
  expect(because['custumercare-executive']).toBeNull()
  expect(because.admin).toContain('administrator')
  expect(because['accounts-manager']).toContain('Accounts manager may do')
})

test('who may only create leaves a draft that lets nobody in, until somebody else invites its person', async () => {
  const office = await app.addStaff({ permissions: ['staff.view', 'staff.create', 'dashboard.view'] })
  const role = await app.addStaff({ permissions: ['dashboard.view'] })
  const { role_id } = await app.database.db.selectFrom('staff').select('role_id').where('id', '=', role.id).executeTakeFirstOrThrow()
  const opened = await app.call('POST /staff', { as: office, body: { ...(await draft('office-staff')), roleId: role_id } })
  expect(opened.body).toMatchObject({ staff: { status: 'invited', inviteExpiresAt: null }, inviteToken: null, temporaryPassword: null })
  const { id, version } = opened.body.staff
  const refused = await app.call(`POST /staff/${id}/reactivate`, { as: admin, body: { version, reason: 'checked' } })
  expect([refused.status, refused.body.error.message]).toEqual([409, 'No password was chosen yet: send an invitation.'])
  const { inviteToken } = (await app.call(`POST /staff/${id}/invite`, { as: admin, body: { version } })).body
  const body = { token: inviteToken, password: 'velvet tram 81 onion' }
  expect((await app.call('POST /login/invite/accept', { body })).body.person.id).toBe(id)
})

test("accounts are seen within one's scope or team; outside is as if there were none", async () => {
  const [kochi, thrissur] = [await addBranch(app.database.db), await addBranch(app.database.db)]
  const shop = await addStore(app.database.db, { branch: kochi })
  const otherShop = await addStore(app.database.db, { branch: thrissur })
  const partner = await enterAs(app.database.db, 'branch-partner', { kind: 'branch', ids: [kochi.id] })
  const own = await enterAs(app.database.db, 'store-officer', { kind: 'store', ids: [shop.id] })
  const foreign = await enterAs(app.database.db, 'store-officer', { kind: 'store', ids: [otherShop.id] })
  const both = await enterAs(app.database.db, 'store-officer', { kind: 'store', ids: [shop.id, otherShop.id] })
  const neighbour = await enterAs(app.database.db, 'branch-partner', { kind: 'branch', ids: [thrissur.id] })
  const seen = (await app.call('GET /staff?limit=100', { as: partner })).body.rows.map(({ id }: { id: string }) => id)
  expect(new Set(seen)).toEqual(new Set([partner.id, own.id]))
  for (const { id } of [foreign, both, neighbour, admin]) {
    const hidden = await app.call(`GET /staff/${id}`, { as: partner })
    const nothing = await app.call('GET /staff/00000000-0000-7000-8000-000000000000', { as: partner })
    expect([hidden.status, hidden.body.error.message]).toEqual([404, nothing.body.error.message])
  }
  const care = await enterAs(app.database.db, 'custumercare-admin')
  const team = (await app.call('GET /staff?limit=100', { as: care })).body.rows
  expect(new Set(team.map((row: { role: { key: string } }) => row.role.key))).toEqual(
    new Set(['custumercare-admin', 'custumercare-executive']),
  )
  const row = (await app.call(`GET /staff/${own.id}`, { as: partner })).body
  expect(row.scope).toEqual({ kind: 'store', places: [{ id: shop.id, name: shop.display_name }] })
})

test("a scope must exist, lie within one's own, and fit the role", async () => {
  const [kochi, thrissur] = [await addBranch(app.database.db), await addBranch(app.database.db)]
  const partner = await enterAs(app.database.db, 'branch-partner', { kind: 'branch', ids: [kochi.id] })
  const open = async (as: Caller, key: string, scope: StaffScope) =>
    (await app.call('POST /staff', { as, body: await draft(key, scope) })).body.error?.fields
  expect(await open(partner, 'branch-partner', { kind: 'branch', ids: [kochi.id] })).toBeUndefined()
  expect(await open(partner, 'branch-partner', { kind: 'branch', ids: [thrissur.id] })).toHaveProperty(['body.scope.ids'])
  expect(await open(partner, 'branch-partner', everywhere)).toHaveProperty(['body.scope.kind'])
  expect(await open(admin, 'branch-partner', everywhere)).toHaveProperty(['body.scope.kind'])
  expect(await open(admin, 'store-officer', { kind: 'branch', ids: [kochi.id] })).toHaveProperty(['body.scope.kind'])
  expect(await open(admin, 'store-officer', { kind: 'store', ids: [kochi.id] })).toHaveProperty(['body.scope.ids'])
  expect(await open(admin, 'office-staff', { kind: 'branch', ids: [] })).toHaveProperty(['body.scope'])
})

test('a partner opens the accounts of the own branch: its partners, its office and the officers of its stores, nobody else', async () => {
  const [kochi, thrissur] = [await addBranch(app.database.db), await addBranch(app.database.db)]
  const [shop, otherShop] = [await addStore(app.database.db, { branch: kochi }), await addStore(app.database.db, { branch: thrissur })]
  const ownBranch: StaffScope = { kind: 'branch', ids: [kochi.id] }
  const partner = await enterAs(app.database.db, 'branch-partner', ownBranch)
  const open = async (key: string, scope: StaffScope) => app.call('POST /staff', { as: partner, body: await draft(key, scope) })
  const opened: string[] = []
  for (const { key, reach } of builtInRoles) {
    const scope: StaffScope = reach === 'store' ? { kind: 'store', ids: [shop.id] } : ownBranch
    const { status, body } = await open(key, scope)
    if (status === 200) opened.push(key)
    else expect([key, Object.keys(body.error.fields)]).toEqual([key, ['body.roleId']])
  }
  expect(opened).toEqual(['branch-partner', 'office-staff', 'store-officer'])
  const abroad = await open('store-officer', { kind: 'store', ids: [otherShop.id] })
  expect([abroad.status, Object.keys(abroad.body.error.fields)]).toEqual([422, ['body.scope.ids']])

  const officer = (await open('store-officer', { kind: 'store', ids: [shop.id] })).body.staff
  const renamed = await app.call(`PATCH /staff/${officer.id}`, { as: partner, body: { version: officer.version, name: 'Another Name' } })
  expect([renamed.status, renamed.body.name]).toEqual([200, 'Another Name'])
})

test('nobody changes their own access', async () => {
  const another = await enterAs(app.database.db, 'admin')
  for (const answer of [await changeRole(another, another.id, 'office-staff'), await suspend(another, another.id)]) {
    expect([answer.status, answer.body.error.reason]).toEqual([409, 'not-allowed-now'])
  }
  const body = { version: await versionOf(another.id) }
  expect((await app.call(`POST /staff/${another.id}/reset-password`, { as: another, body })).status).toBe(409)
  const row = (await app.call(`GET /staff/${another.id}`, { as: another })).body
  for (const verb of ['changeRole', 'suspend', 'deactivate', 'reactivate', 'resetPassword', 'invite']) {
    const because = row.allowed.find(({ action }: { action: string }) => action === verb)?.because
    expect([verb, because]).toEqual([verb, expect.stringContaining('your own access')])
  }
})

test('one is told whose accounts one sees: everybodys, those of the own team, or of the roles that one may give', async () => {
  const branch = await addBranch(app.database.db)
  const shop = await addStore(app.database.db, { branch })
  const seenBy = async (as: Caller) => (await app.call('GET /me', { as })).body.accounts
  const all = builtInRoles.map(({ key }) => key)
  expect(await seenBy(admin)).toEqual(expect.arrayContaining(all))
  expect(await seenBy(await enterAs(app.database.db, 'accounts-manager'))).toEqual(expect.arrayContaining(all))
  expect(await seenBy(await enterAs(app.database.db, 'marketing-admin'))).toEqual(['marketing-admin', 'marketing-executive'])
  expect(await seenBy(await enterAs(app.database.db, 'branch-partner', { kind: 'branch', ids: [branch.id] }))).toEqual(
    expect.arrayContaining(['branch-partner', 'office-staff', 'store-officer']),
  )
  expect(await seenBy(await enterAs(app.database.db, 'branch-partner', { kind: 'branch', ids: [branch.id] }))).not.toContain(
    'accounts-manager',
  )
  expect(await seenBy(await enterAs(app.database.db, 'store-officer', { kind: 'store', ids: [shop.id] }))).toEqual([])
})

test('a lead of a team cannot touch who may do more', async () => {
  const lead = await app.addStaff({ permissions: ['staff.view', 'staff.edit', 'staff.operate', 'dashboard.view'] })
  const target = await enterAs(app.database.db, 'accounts-manager')
  for (const answer of [await suspend(lead, target.id), await suspend(lead, admin.id), await changeRole(lead, target.id, 'admin')])
    expect([409, 422]).toContain(answer.status)
  const body = { version: await versionOf(admin.id) }
  expect((await app.call(`POST /staff/${admin.id}/reset-password`, { as: lead, body })).status).toBe(409)
})

test('a suspension and a password reset end every session at once; a new role holds at once', async () => {
  const person = await enterAs(app.database.db, 'admin')
  const me = () => app.call('GET /me', { as: person })
  expect((await me()).body.role).toBe('admin')
  expect((await changeRole(admin, person.id, 'marketing-executive')).status).toBe(200)
  expect((await me()).body.role).toBe('marketing-executive')
  expect((await app.call('GET /staff', { as: person })).status).toBe(401)
  expect((await suspend(admin, person.id)).status).toBe(200)
  const over = await me()
  expect([over.status, over.body.error.kind]).toEqual([403, 'session-over'])
  const again = await enterAs(app.database.db, 'custumercare-executive')
  const reset = await app.call(`POST /staff/${again.id}/reset-password`, { as: admin, body: { version: 1 } })
  expect(reset.body.temporaryPassword).toHaveLength(16)
  const { email } = reset.body.staff
  const back = await app.call('POST /login', { body: { email, password: reset.body.temporaryPassword } })
  expect(back.body.mustChangePassword).toBe(true)
  expect((await app.call('GET /staff', { as: { id: again.id, token: back.body.accessToken } })).body.error.reason).toBe(
    'password-change-required',
  )
  expect((await app.call('GET /me', { as: again })).status).toBe(403)
})

test('an account ends by itself at its expiry; nobody sets their own, nor that of who may do more', async () => {
  const person = await enterAs(app.database.db, 'office-staff')
  const set = async (as: Caller, id: string, expiresAt: string | null) =>
    app.call(`PATCH /staff/${id}`, { as, body: { version: await versionOf(id), expiresAt } })
  const past = '2026-01-01T00:00:00.000Z'
  expect((await set(admin, person.id, past)).body.error.fields).toEqual({ 'body.expiresAt': 'must be later than now' })
  const soon = addMinutes(currentInstant(), 5)
  expect((await set(admin, person.id, soon)).body.expiresAt).toBe(soon)
  await app.database.db.updateTable('staff').set({ expires_at: past }).where('id', '=', person.id).execute()
  expect((await app.call('GET /me', { as: person })).status).toBe(403)
  expect((await set(admin, person.id, null)).status).toBe(200)
  expect((await app.call('GET /me', { as: person })).status).toBe(200)
  expect((await set(admin, admin.id, past)).body.error.reason).toBe('own-account')
  const lead = await app.addStaff({ permissions: ['staff.view', 'staff.edit'] })
  expect((await set(lead, admin.id, past)).status).toBe(409)
})

test('a stale version is refused with the newer row and who made it', async () => {
  const person = await enterAs(app.database.db, 'office-staff')
  const update = (name: string) => app.call(`PATCH /staff/${person.id}`, { as: admin, body: { version: 1, name } })
  expect((await update('First Name')).body).toMatchObject({ name: 'First Name', version: 2 })
  const late = await update('Second Name')
  expect([late.status, late.body.error.kind]).toEqual([409, 'stale'])
  expect(late.body.error.current).toMatchObject({ name: 'First Name', version: 2 })
  expect(late.body.error.message).toContain('Nila Salim')
})

test('fields of power are not of the draft', async () => {
  const person = await enterAs(app.database.db, 'office-staff')
  for (const field of [
    'isAdmin',
    'roleId',
    'status',
    'passwordHash',
    'password_hash',
    'scope',
    'accessVersion',
    'permissions',
    'inviteHash',
    'firstSignIn',
  ]) {
    const answer = await app.call(`PATCH /staff/${person.id}`, { as: admin, body: { version: 1, [field]: 'x' } })
    expect([field, answer.status]).toEqual([field, 422])
    expect(Object.keys(answer.body.error.fields)).toEqual([`body.${field}`])
  }
  expect(await versionOf(person.id)).toBe(1)
})
