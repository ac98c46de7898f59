import { newId, type StaffScope } from '@larder/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { addBranch, addStore } from '../../../test/factories.ts'
import { enterAgain, enterAs } from '../../../test/role-people.ts'
import { protect } from '../../../test/second-factor.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const everywhere: StaffScope = { kind: 'all', ids: [] }
let app: TestApp
let maker: Caller
let checker: Caller
let places: { branch: string; other: string; store: string; elsewhere: string }

beforeAll(async () => {
  app = await testApp()
  const { db } = app.database
  await installBuiltInRoles(db)
  const [branch, other] = [await addBranch(db), await addBranch(db)]
  const [store, elsewhere] = [await addStore(db, { branch }), await addStore(db, { branch: other })]
  places = { branch: branch.id, other: other.id, store: store.id, elsewhere: elsewhere.id }
  maker = await app.addStaff({ isAdmin: true, name: 'Priya Nair' })
})
beforeEach(async () => {
  await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('name', '=', 'Rahul Menon').execute()
  checker = await app.addStaff({ isAdmin: true, name: 'Rahul Menon' })
})
afterAll(() => app.close())

const roleId = async (key: string) =>
  (await app.database.db.selectFrom('role').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
const give = async (whom: Caller, key: string, scope: StaffScope) => ({
  operation: 'staff.changeRole',
  params: { id: whom.id },
  body: { version: 1, roleId: await roleId(key), scope },
  reason: 'Takes over the desk',
})
const direct = async (whom: Caller, key: string, scope: StaffScope, as = maker) =>
  app.call(`POST /staff/${whom.id}/change-role`, { as, body: (await give(whom, key, scope)).body })
const branch = (...ids: string[]): StaffScope => ({ kind: 'branch', ids })
const newcomer = () => ({ name: 'Devika Rajan', email: `${newId()}@larder.test`, phone: null, expiresAt: null })
const store = (...ids: string[]): StaffScope => ({ kind: 'store', ids })

test('who gains by another role gains it by two people, with both names in the history', async () => {
  const person = await enterAs(app.database.db, 'office-staff', everywhere, { name: 'Meera Thomas' })
  const { status, body } = await direct(person, 'admin', everywhere)
  expect([status, body.error.reason]).toEqual([409, 'needs-approval'])
  const { body: request } = await app.call('POST /approvals', { as: maker, body: await give(person, 'admin', everywhere) })
  expect(request.title).toBe('Give Meera Thomas more access: everything')
  const approve = (as: Caller) => app.call(`POST /approvals/${request.id}/approve`, { as, body: { version: request.version } })
  expect((await approve(maker)).body.error.reason).toBe('own-request')
  expect((await approve(checker)).status).toBe(200)
  expect((await app.call('GET /me', { as: person })).body.role).toBe('admin')
  const [entry] = (await app.call(`GET /history/staff/${person.id}`, { as: maker })).body.rows
  expect(entry).toMatchObject({ action: 'changeRole', actorName: 'Priya Nair', checkerName: 'Rahul Menon', reason: 'Takes over the desk' })
})

test('what takes away is done at once, and so is what changes nothing', async () => {
  const person = await enterAs(app.database.db, 'admin', everywhere)
  expect((await direct(person, 'admin', everywhere)).status).toBe(200)
  expect((await direct(person, 'office-staff', branch(places.branch))).status).toBe(200)
})

test.each([
  ['all to a branch', everywhere, () => branch(places.branch), 200],
  ['a branch to a store of it', () => branch(places.branch), () => store(places.store), 200],
  ['a branch to a store of another', () => branch(places.branch), () => store(places.elsewhere), 409],
  ['a branch to another', () => branch(places.branch), () => branch(places.other), 409],
  ['two branches to one of them', () => branch(places.branch, places.other), () => branch(places.other), 200],
  ['a store to its branch', () => store(places.store), () => branch(places.branch), 409],
  ['a branch to all', () => branch(places.branch), everywhere, 409],
])('of the scope, from %s', async (_, from, to, expected) => {
  const of = (scope: StaffScope | (() => StaffScope)) => (typeof scope === 'function' ? scope() : scope)
  const person = await enterAs(app.database.db, 'office-staff', of(from))
  expect((await direct(person, 'office-staff', of(to))).status).toBe(expected)
})

test('only whoever reaches everything approves it, also of somebody in their own branch', async () => {
  const person = await enterAs(app.database.db, 'office-staff', store(places.store))
  const near = await app.addStaff({
    permissions: ['approval.view', 'role.approve', 'staff.view'],
    scope: { kind: 'branch', ids: [places.branch] },
  })
  const { body: request } = await app.call('POST /approvals', {
    as: maker,
    body: await give(person, 'office-staff', branch(places.branch)),
  })
  expect(request.title).toMatch(/^Give .+ more access: a wider scope$/)
  const answer = await app.call(`POST /approvals/${request.id}/approve`, { as: near, body: { version: request.version } })
  expect(answer.status).toBe(404)
})

test.each(['reset-password', 'remove-second-factor', 'invite'] as const)(
  'an account that its maker has let in by %s approves nothing that they ask for, and counts for nobody',
  async (way) => {
    const own = await app.addStaff({ isAdmin: true, name: 'Second Hand' })
    if (way === 'invite') await app.database.db.updateTable('staff').set({ status: 'invited' }).where('id', '=', own.id).execute()
    if (way === 'remove-second-factor') await protect(app, own)
    const { version } = await app.database.db.selectFrom('staff').select('version').where('id', '=', own.id).executeTakeFirstOrThrow()
    const reason = way === 'remove-second-factor' ? { reason: 'Lost the phone' } : {}
    const letIn = await app.call(`POST /staff/${own.id}/${way}`, { as: maker, body: { version, ...reason } })
    expect(letIn.status, JSON.stringify(letIn.body)).toBe(200)
    await app.database.db.updateTable('staff').set({ status: 'active', must_change_password: false }).where('id', '=', own.id).execute()
    const second = { ...own, token: await enterAgain(app.database.db, own.id) }
    const person = await enterAs(app.database.db, 'office-staff', everywhere)
    const { body: request } = await app.call('POST /approvals', { as: maker, body: await give(person, 'admin', everywhere) })
    const approve = (as: Caller) => app.call(`POST /approvals/${request.id}/approve`, { as, body: { version: request.version } })
    const { status, body } = await approve(second)
    expect([status, body.error.reason]).toEqual([409, 'own-hand'])
    expect(body.error.message).toContain('one of you opened the account of the other or gave it another way in')
    // By one more hand it is no other.
    const { body: third } = await app.call('POST /staff', {
      as: second,
      body: { ...newcomer(), roleId: await roleId('admin'), scope: everywhere, firstSignIn: 'password' },
    })
    await app.database.db.updateTable('staff').set({ must_change_password: false }).where('id', '=', third.staff.id).execute()
    const asThird = { ...second, id: third.staff.id, token: await enterAgain(app.database.db, third.staff.id) }
    expect((await approve(asThird)).body.error.reason).toBe('own-hand')
    expect((await approve(checker)).status).toBe(200)
  },
)

test('where only those could approve it whom the maker has let in, nobody else can', async () => {
  await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', '<>', maker.id).execute()
  const body = { ...newcomer(), roleId: await roleId('admin'), scope: everywhere, firstSignIn: 'password' }
  const { body: opened } = await app.call('POST /staff', { as: maker, body })
  await app.database.db.updateTable('staff').set({ must_change_password: false }).where('id', '=', opened.staff.id).execute()
  const person = await enterAs(app.database.db, 'office-staff', branch(places.branch))
  expect((await direct(person, 'office-staff', everywhere)).status).toBe(200)
  const [entry] = (await app.call(`GET /history/staff/${person.id}`, { as: maker })).body.rows
  expect(entry).toMatchObject({ action: 'changeRole', reason: 'Nobody else could approve it.', checkerName: null })
})

test('where nobody else could approve it, it is done at once and the history says so', async () => {
  await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', '=', checker.id).execute()
  await app.database.db.deleteFrom('role_grant').where('permission', '=', 'role.approve').execute()
  await app.database.db
    .updateTable('staff')
    .set({ status: 'suspended' })
    .where('role_id', '=', await roleId('admin'))
    .where('id', '!=', maker.id)
    .execute()
  const person = await enterAs(app.database.db, 'office-staff', branch(places.branch))
  expect((await direct(person, 'office-staff', everywhere)).status).toBe(200)
  const [entry] = (await app.call(`GET /history/staff/${person.id}`, { as: maker })).body.rows
  expect(entry).toMatchObject({ action: 'changeRole', reason: 'Nobody else could approve it.', checkerName: null })
})
