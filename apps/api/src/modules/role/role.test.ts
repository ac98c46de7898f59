import { type Grant, isLimited, type Permission, permissions, type Role, roleContract } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { builtInRoles } from './built-in-roles.ts'
import { roleHandlers } from './role.service.ts'
import { grantsOf, installBuiltInRoles } from './role-install.service.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({
    contracts: { role: roleContract },
    modules: [bind(roleContract, roleHandlers)],
  })
  await installBuiltInRoles(app.database.db)
})
afterAll(() => app.close())

test('the ten roles of the specification and the administrator, each permission of the closed list', () => {
  const paths =
    'branch-partner custumercare-admin custumercare-executive accountant-admin accounts-manager accounts-executive marketing-admin marketing-executive office-staff store-officer'
  expect(builtInRoles.flatMap(({ accountsPath }) => accountsPath ?? [])).toEqual(paths.split(' '))
  for (const role of builtInRoles) expect(permissions).toEqual(expect.arrayContaining(grantsOf(role)))
  for (const { key, team = [], limits = {}, ...role } of builtInRoles) {
    expect(builtInRoles.map((other) => other.key)).toEqual(expect.arrayContaining([...team]))
    expect(grantsOf({ key, ...role }), key).toEqual(expect.arrayContaining(Object.keys(limits)))
    expect(Object.keys(limits).filter((permission) => !isLimited(permission as Permission))).toEqual([])
  }
})

test("every permission is somebody's, but those that are the administrator's alone", () => {
  const held = new Set(builtInRoles.flatMap(grantsOf))
  const adminsAlone = permissions.filter((permission) => !held.has(permission))
  expect(adminsAlone).toEqual([
    'store.delete',
    'store.export',
    'machine.export',
    'rider.export',
    'customer.approve',
    'staff.export',
    'channel-key.view',
    'channel-key.create',
    'channel-key.edit',
    'channel-key.operate',
    'role.create',
    'role.edit',
    'role.delete',
    'role.approve',
    'mail.view',
    'mail.operate',
    'setting.create',
    'setting.edit',
    'setting.delete',
    'setting.export',
  ])
})

test('who makes is not who checks: nobody but the administrator both creates and approves money', () => {
  for (const role of builtInRoles) {
    const grants = new Set(grantsOf(role))
    for (const resource of ['finance', 'tax-invoice', 'bank-account'] as const) {
      expect(grants.has(`${resource}.create`) && grants.has(`${resource}.approve`), `${role.key} ${resource}`).toBe(false)
    }
  }
})

test('installing again changes nothing; a grant that was bent is straightened', async () => {
  const { db } = app.database
  const stored = async () =>
    JSON.stringify([
      await db.selectFrom('role').selectAll().orderBy('key').execute(),
      await db.selectFrom('role_grant').selectAll().orderBy('role_id').orderBy('permission').execute(),
    ])
  const before = await stored()
  await Promise.all([installBuiltInRoles(db), installBuiltInRoles(db)])
  expect(await stored()).toBe(before)
  const { id } = await db.selectFrom('role').select('id').where('key', '=', 'store-officer').executeTakeFirstOrThrow()
  await db.insertInto('role_grant').values({ role_id: id, permission: 'bank-account.reveal' }).execute()
  await db.updateTable('role_grant').set({ limit_minor: 1 }).where('role_id', '=', id).execute()
  await db
    .updateTable('role')
    .set({ reach: 'all', team_ids: [id] })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('role_grant').where('role_id', '=', id).where('permission', '=', 'order.view').execute()
  await installBuiltInRoles(db)
  expect(await stored()).toBe(before)
})

test('roles are listed with grants, limits and how many people have them', async () => {
  const as = await app.addStaff({ permissions: ['role.view'] })
  const list: Role[] = (await app.call('GET /roles?limit=100', { as })).body.rows
  const executive = list.find(({ key }) => key === 'custumercare-executive')
  const limit = executive?.grants.find(({ permission }: Grant) => permission === 'refund.create')?.limitMinor
  expect([list[0]?.key, executive?.staff, limit]).toEqual(['admin', 0, 50_000])
  expect((await app.call(`GET /roles/${executive?.id}`, { as })).body).toEqual(executive)
  expect((await app.call('GET /roles/00000000-0000-7000-8000-000000000000', { as })).status).toBe(404)
})

test('who can grant a permission is known to everyone', async () => {
  const as = await app.addStaff()
  const grantors = async (permission: string) => (await app.call(`GET /roles/granting/${permission}`, { as })).body
  expect(await grantors('refund.approve')).toEqual(['Administrator', 'Customer care admin', 'Accountant admin'])
  expect(await grantors('setting.edit')).toEqual(['Administrator'])
  expect((await app.call('GET /roles/granting/anything', { as })).status).toBe(422)
})
