import { addMinutes, currentInstant, roleContract, type StaffScope, staffContract } from '@larder/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { roleHandlers } from '#modules/role/role.service.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { addStore } from '../../../test/factories.ts'
import { enterAs } from '../../../test/role-people.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { staffHandlers } from './staff.access.service.ts'

const everywhere: StaffScope = { kind: 'all', ids: [] }
let world: TestApp
let oneStore: StaffScope
let one: Caller
let two: Caller
let adminRole: string

beforeAll(async () => {
  world = await testApp({
    contracts: { staff: staffContract, role: roleContract },
    modules: [bind(staffContract, staffHandlers), bind(roleContract, roleHandlers)],
  })
  await installBuiltInRoles(world.database.db)
  oneStore = { kind: 'store', ids: [(await addStore(world.database.db)).id] }
  adminRole = await roleId('admin')
})
afterAll(() => world.close())

// There are these two and no other who reaches the whole installation.
beforeEach(async () => {
  const { db } = world.database
  await db.updateTable('staff').set({ status: 'suspended' }).execute()
  one = await enterAs(db, 'admin')
  two = await enterAs(db, 'admin')
})

const roleId = async (key: string) =>
  (await world.database.db.selectFrom('role').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
const versionOf = async (id: string) =>
  (await world.database.db.selectFrom('staff').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
const act = async (as: Caller, path: string, whom: Pick<Caller, 'id'>, body: object) =>
  world.call(`POST /staff/${whom.id}/${path}`, { as, body: { version: await versionOf(whom.id), ...body } })
const isRefused = ({ status, body }: Awaited<ReturnType<typeof act>>) => [status, body.error?.reason]

test('two who end each other’s access at a later day leave one whose access does not end', async () => {
  const end = async (as: Caller, whom: Caller, days: number) => {
    const expiresAt = addMinutes(currentInstant(), days * 24 * 60)
    return world.call(`PATCH /staff/${whom.id}`, { as, body: { version: await versionOf(whom.id), expiresAt } })
  }
  expect((await end(one, two, 1)).status).toBe(200)
  expect(isRefused(await end(two, one, 30))).toEqual([409, 'last-admin'])
  // Who leaves anyway may leave earlier or later.
  expect((await end(one, two, 2)).status).toBe(200)
})

test('two who demote each other at the same moment leave one', async () => {
  const { db } = world.database
  const narrowed = { roleId: adminRole, scope: oneStore }
  const demoted = { roleId: await roleId('office-staff'), scope: everywhere }
  const ways = [
    ['change-role', demoted],
    ['change-role', narrowed],
    ['suspend', { reason: 'x' }],
    ['deactivate', { reason: 'x' }],
  ] as const
  for (let round = 0; round < 40; round++) {
    const [path, body] = ways[round % ways.length] ?? ways[0]
    const answers = await Promise.all([act(one, path, two, body), act(two, path, one, body)])
    // Whoever was narrowed to a store a moment before does not find the other any more.
    for (const { status } of answers) expect([200, 401, 403, 404, 409]).toContain(status)
    const left = db.selectFrom('staff').select('id').where('role_id', '=', adminRole).where('status', '=', 'active')
    expect(await left.where('scope_kind', '=', 'all').execute()).toHaveLength(1)
    const asBefore = { role_id: adminRole, status: 'active', scope_kind: 'all', scope_ids: [] }
    await db.updateTable('staff').set(asBefore).where('id', 'in', [one.id, two.id]).execute()
    await db.updateTable('session').set({ revoked_at: null }).execute()
    for (const { id } of [one, two]) world.services.access.forget({ about: 'staff', id })
  }
})

test('an administrator of one store is none whom the installation can be left to', async () => {
  const ofStore = await enterAs(world.database.db, 'admin', oneStore)
  expect((await act(one, 'suspend', two, { reason: 'Away' })).status).toBe(200)
  const expiresAt = addMinutes(currentInstant(), 60)
  const other = await enterAs(world.database.db, 'admin', everywhere, { expiresAt })
  for (const [path, body] of [
    ['suspend', { reason: 'Away' }],
    ['deactivate', { reason: 'Left' }],
    ['change-role', { roleId: adminRole, scope: oneStore }],
  ] as const)
    expect([path, ...isRefused(await act(other, path, one, body))]).toEqual([path, 409, 'last-admin'])
  // They themselves may go.
  expect((await act(one, 'suspend', ofStore, { reason: 'Away' })).status).toBe(200)
})

test('a closed account is not opened again with a scope that its role may not reach any more', async () => {
  const { body: role } = await world.call('POST /roles', {
    as: one,
    body: { name: 'Night desk', reach: 'all', teamIds: [], acknowledged: [], grants: [{ permission: 'order.view', limitMinor: null }] },
  })
  expect(role.error).toBeUndefined()
  const person = await enterAs(world.database.db, role.key, everywhere)
  const invitedAgain = async () => act(one, 'invite', person, {})
  expect((await act(one, 'deactivate', person, { reason: 'Left' })).status).toBe(200)
  const narrowed = await world.call(`PATCH /roles/${role.id}`, { as: one, body: { version: role.version, reach: 'store' } })
  expect([narrowed.status, narrowed.body.error]).toEqual([200, undefined])
  const { status, body } = await invitedAgain()
  expect([status, body.error.message]).toEqual([409, 'The scope is wider than the role may reach by now: change role and scope first.'])
  expect((await act(one, 'change-role', person, { roleId: role.id, scope: oneStore })).status).toBe(200)
  expect((await invitedAgain()).status).toBe(200)
})
