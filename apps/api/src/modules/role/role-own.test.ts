import { type Grant, type GrantConflict, type Permission, permissions, type Role } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBranch } from '../../../test/factories.ts'
import { enterAs } from '../../../test/role-people.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { installBuiltInRoles } from './role-install.service.ts'

let app: TestApp
let admin: Caller
let count = 0

beforeAll(async () => {
  app = await testApp()
  await installBuiltInRoles(app.database.db)
  admin = await enterAs(app.database.db, 'admin')
})
afterAll(() => app.close())

const grant = (permission: Permission, limitMinor: number | null = null): Grant => ({ permission, limitMinor })
const draft = (given: object = {}) => ({
  name: `Role ${++count}`,
  reach: 'all',
  teamIds: [],
  grants: [grant('dashboard.view')],
  acknowledged: [],
  ...given,
})
const add = async (given: object = {}, as = admin): Promise<Role> => {
  const { status, body } = await app.call('POST /roles', { as, body: draft(given) })
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const change = ({ id, version }: Pick<Role, 'id' | 'version'>, body: object, as = admin) =>
  app.call(`PATCH /roles/${id}`, { as, body: { version, ...body } })
const remove = ({ id, version }: Pick<Role, 'id' | 'version'>, as = admin) => app.call(`DELETE /roles/${id}`, { as, body: { version } })
const read = async (id: string): Promise<Role> => (await app.call(`GET /roles/${id}`, { as: admin })).body
const builtIn = async (key: string): Promise<Role> =>
  (await app.call('GET /roles?builtIn=true&limit=100', { as: admin })).body.rows.find((role: Role) => role.key === key)
const holder = async (role: Pick<Role, 'key'>, name = 'Holder') => enterAs(app.database.db, role.key, undefined, { name })
const history = async (id: string) => (await app.call(`GET /history/role/${id}`, { as: admin })).body.rows

describe('a role of one’s own', () => {
  test('is made, renamed, changed and deleted, and its history tells which permissions came and went', async () => {
    const role = await add({ name: 'Night shift', grants: [grant('order.view'), grant('order.edit', 500)] })
    expect(role).toMatchObject({ key: 'night-shift', builtIn: false, isAdmin: false, staff: 0, version: 1 })
    const changed = (
      await change(role, { name: 'Late shift', grants: [grant('order.view'), grant('order.edit', 700), grant('rider.view')] })
    ).body
    expect(changed).toMatchObject({ key: 'night-shift', name: 'Late shift', version: 2 })
    expect(changed.grants).toEqual([grant('order.edit', 700), grant('order.view'), grant('rider.view')])
    const [update, create] = await history(role.id)
    expect(create.changes).toContainEqual({ field: 'grants', old: null, new: [grant('order.view'), grant('order.edit', 500)] })
    expect(update.changes).toEqual([
      { field: 'grants', old: [grant('order.edit', 500), grant('order.view')], new: changed.grants },
      { field: 'name', old: 'Night shift', new: 'Late shift' },
    ])
    const same = await change(changed, { grants: changed.grants })
    expect([same.status, same.body.version]).toEqual([200, 2])
    expect((await change({ ...role, version: 1 }, { name: 'X' })).body.error).toMatchObject({
      kind: 'stale',
      current: { name: 'Late shift' },
    })
    expect((await remove(changed)).body).toEqual({ id: role.id })
    expect((await app.call(`GET /roles/${role.id}`, { as: admin })).status).toBe(404)
    expect(await app.database.db.selectFrom('role_grant').selectAll().where('role_id', '=', role.id).execute()).toEqual([])
  })

  test('has a name of its own and a key of its own', async () => {
    const first = await add({ name: 'Kitchen Café' })
    const taken = await app.call('POST /roles', { as: admin, body: draft({ name: 'KITCHEN CAFÉ' }) })
    expect(taken.body.error.fields).toEqual({ 'body.name': 'is already taken' })
    expect((await change(first, { name: 'kitchen café' })).status).toBe(200)
    const [other, foreign] = [await add({ name: 'Kitchen  cafe' }), await add({ name: 'അടുക്കള' })]
    expect(first.key).toBe('kitchen-cafe')
    expect([other.key, foreign.key]).toEqual([expect.stringMatching(/^kitchen-cafe-[0-9a-f]{8}$/), expect.stringMatching(/^[0-9a-f]{8}$/)])
  })

  test('stays while somebody has it, had it, or leads it', async () => {
    const role = await add()
    const person = await holder(role)
    const lead = await add({ teamIds: [role.id] })
    const because = async () => (await read(role.id)).allowed.find(({ action }) => action === 'remove')?.because
    expect(await because()).toBe('1 person has it: give them another role first.')
    expect((await remove(role)).body.error).toMatchObject({ kind: 'refused', reason: 'in-use' })
    await app.database.db.updateTable('staff').set({ status: 'deactivated' }).where('id', '=', person.id).execute()
    expect(await because()).toContain('closed account')
    await app.database.db.deleteFrom('session').where('staff_id', '=', person.id).execute()
    await app.database.db.deleteFrom('staff').where('id', '=', person.id).execute()
    expect(await because()).toBe(`It is in the team of ${lead.name}: take it out there first.`)
    expect((await remove(lead)).status).toBe(200)
    expect((await remove(role)).status).toBe(200)
  })

  test('takes no permission that there is none of, none twice, and no limit where there is none', async () => {
    for (const grants of [
      [grant('order.fly' as Permission)],
      [grant('order.view'), grant('order.view')],
      [grant('order.view', 100)],
      [grant('order.edit', 0)],
    ]) {
      const { status, body } = await app.call('POST /roles', { as: admin, body: draft({ grants }) })
      expect([status, Object.keys(body.error.fields)[0]]).toEqual([422, expect.stringMatching(/^body\.grants/)])
    }
  })

  test('lets nobody act on what they may not see', async () => {
    const refused: [Permission[], string][] = [
      [['order.operate'], 'include “operate orders”, which takes “view orders” as well'],
      [
        ['crate-movement.create', 'order.view'],
        'include “create crate issue and return”, which takes “view crate issue and return” as well',
      ],
      [['refund.create'], 'include “create refunds”, which takes “view orders” or “view refunds” as well'],
    ]
    for (const [given, said] of refused) {
      const { status, body } = await app.call('POST /roles', { as: admin, body: draft({ grants: given.map((each) => grant(each)) }) })
      expect([status, body.error.fields]).toEqual([422, { 'body.grants': said }])
    }
    const role = await add({ grants: [grant('order.view'), grant('order.operate')] })
    expect((await change(role, { grants: [grant('order.operate')] })).body.error.fields).toHaveProperty(['body.grants'])
    expect((await add({ grants: [grant('refund.create'), grant('refund.view')] })).grants).toHaveLength(2)
  })

  test('may not be narrower than those who have it reach, and gives no account a wider scope', async () => {
    const role = await add()
    await holder(role)
    const { body } = await change(role, { reach: 'store' })
    expect(body.error.fields).toEqual({ 'body.reach': 'is narrower than the scope of 1 person who has the role' })
    const branch = await addBranch(app.database.db)
    const narrow = await add({ reach: 'branch' })
    const account = (scope: object) => ({
      name: 'A',
      phone: null,
      expiresAt: null,
      email: `${++count}@larder.test`,
      firstSignIn: 'password',
      roleId: narrow.id,
      scope,
    })
    const wide = await app.call('POST /staff', { as: admin, body: account({ kind: 'all', ids: [] }) })
    expect(wide.body.error.fields).toHaveProperty(['body.scope.kind'])
    expect((await app.call('POST /staff', { as: admin, body: account({ kind: 'branch', ids: [branch.id] }) })).status).toBe(200)
  })

  test('cuts what a lead sees of the accounts to the team and their own role, within the scope', async () => {
    const [led, other] = [await add(), await add()]
    const lead = await add({ grants: [grant('staff.view')], teamIds: [led.id] })
    const [person, own, stranger] = [await holder(led), await holder(lead), await holder(other)]
    const { rows } = (await app.call('GET /staff?limit=100', { as: own })).body
    expect(rows.map(({ id }: { id: string }) => id).sort()).toEqual([person.id, own.id].sort())
    expect((await app.call(`GET /staff/${stranger.id}`, { as: own })).status).toBe(404)
  })
})

describe('a built-in role', () => {
  test('is copied, not changed, and says why', async () => {
    const role = await builtIn('custumercare-admin')
    expect(role.allowed).toEqual([
      { action: 'update', because: expect.stringContaining('copy it') },
      { action: 'remove', because: expect.stringContaining('copy it') },
    ])
    for (const { status, body } of [await change(role, { name: 'Mine' }), await remove(role)])
      expect([status, body.error.reason]).toEqual([409, 'built-in-role'])
    const { reach, teamIds, grants } = role
    const refused = await app.call('POST /roles', { as: admin, body: draft({ reach, teamIds, grants }) })
    expect(refused.body.error.fields['body.acknowledged']).toContain('ask for refunds and approve them')
    const copy = await add({ reach, teamIds, grants, acknowledged: ['refund', 'offer'] satisfies GrantConflict[] })
    expect(copy).toMatchObject({ grants, teamIds, acknowledged: ['refund'], builtIn: false })
    expect(copy.team.map(({ name }) => name)).toEqual(['Customer care executive'])
  })
})

describe('nobody grants what they lack', () => {
  const held: Permission[] = ['role.view', 'role.create', 'role.edit', 'role.delete', 'order.view', 'order.edit', 'refund.create']
  let limited: Caller
  beforeAll(async () => {
    limited = await app.addStaff({ permissions: held, limits: { 'refund.create': 100 }, name: 'Limited' })
  })

  test('neither in a new role nor in one that is there: no permission, no higher limit', async () => {
    for (const wanted of [grant('order.reveal'), grant('refund.create', 101), grant('refund.create')]) {
      const made = await app.call('POST /roles', { as: limited, body: draft({ grants: [wanted] }) })
      expect([made.status, Object.keys(made.body.error.fields)]).toEqual([422, ['body.grants']])
      const own = await add({ grants: [grant('order.view'), grant('refund.create', 100)] }, limited)
      const changed = await change(own, { grants: [grant('order.view'), wanted] }, limited)
      expect([changed.status, Object.keys(changed.body.error.fields)]).toEqual([422, ['body.grants']])
    }
  })

  test('nor touches a role that may do more, not even to take from it', async () => {
    const wider = await add({ grants: [grant('order.view'), grant('audit.view')] })
    for (const { status, body } of [await change(wider, { grants: [grant('order.view')] }, limited), await remove(wider, limited)])
      expect([status, body.error.reason]).toEqual([409, 'not-allowed-now'])
    const seen = (await app.call(`GET /roles/${wider.id}`, { as: limited })).body
    expect(seen.allowed[0].because).toContain('audit.view')
  })

  test('nor changes the role that they have themselves, nor from within a branch', async () => {
    const role = await add({ grants: [grant('role.view'), grant('role.edit')] })
    const person = await holder(role)
    expect((await change(role, { name: 'Ours' }, person)).body.error.reason).toBe('own-role')
    const branch = await addBranch(app.database.db)
    const local = await app.addStaff({ permissions: held, scope: { kind: 'branch', ids: [branch.id] } })
    const plain = await add({ grants: [grant('order.view')] })
    expect((await change(plain, { name: 'Local' }, local)).body.error.reason).toBe('not-allowed-now')
    expect((await app.call('POST /roles', { as: local, body: draft() })).body.error.reason).toBe('not-allowed-now')
  })

  test('nor gives a wider team than their own', async () => {
    const [inside, outside] = [await add(), await add()]
    const leading = await add({ grants: [grant('role.view'), grant('role.create'), grant('dashboard.view')], teamIds: [inside.id] })
    const lead = await holder(leading)
    for (const teamIds of [[], [outside.id]]) {
      const { body } = await app.call('POST /roles', { as: lead, body: draft({ teamIds }) })
      expect(body.error.fields).toEqual({ 'body.teamIds': 'reaches further than your own team' })
    }
    await add({ teamIds: [inside.id] }, lead)
  })
})

describe('a role that somebody has', () => {
  let maker: Caller
  let checker: Caller
  const all = permissions.map((permission) => permission)
  beforeAll(async () => {
    maker = await app.addStaff({ permissions: [...all], name: 'Maker' })
    checker = await app.addStaff({ permissions: [...all], name: 'Checker' })
  })
  const ask = ({ id, version }: Role, body: object, as = maker) =>
    app.call('POST /approvals', {
      as,
      body: { operation: 'role.update', params: { id }, body: { version, ...body }, reason: 'The night needs it' },
    })

  test('is made wider by two: asked for, approved, with both names; the maker alone does not', async () => {
    const role = await add({ grants: [grant('order.view'), grant('order.edit', 500)] })
    const person = await holder(role)
    const grants = [grant('order.view'), grant('order.edit', 500), grant('rider.view')]
    for (const wider of [grants, [grant('order.view'), grant('order.edit', 501)], [grant('order.view'), grant('order.edit')]]) {
      const { status, body } = await change(role, { grants: wider }, maker)
      expect([status, body.error.reason]).toEqual([409, 'needs-approval'])
      expect(body.error.message).toContain(`Widen the role ${role.name}`)
    }
    const asked = await ask(role, { grants })
    expect([asked.status, asked.body.title]).toEqual([200, `Widen the role ${role.name}`])
    expect(asked.body.changes).toEqual([{ field: 'grants', old: role.grants, new: expect.arrayContaining([grant('rider.view')]) }])
    const decide = (as: Caller) => app.call(`POST /approvals/${asked.body.id}/approve`, { as, body: { version: asked.body.version } })
    expect((await decide(maker)).body.error.reason).toBe('own-request')
    expect((await app.call('GET /me', { as: person })).body.permissions).toEqual(['order.edit', 'order.view'])
    expect((await decide(checker)).status).toBe(200)
    expect((await app.call('GET /me', { as: person })).body.permissions).toEqual(['order.edit', 'order.view', 'rider.view'])
    expect((await history(role.id))[0]).toMatchObject({ actorName: 'Maker', checkerName: 'Checker', reason: 'The night needs it' })
  })

  test('is made narrower, renamed or lowered at once; a wider team is wider too', async () => {
    const [one, two] = [await add(), await add()]
    const role = await add({ grants: [grant('order.view'), grant('order.edit', 500)], teamIds: [one.id] })
    await holder(role)
    expect(
      (await change(role, { name: `${role.name} again`, grants: [grant('order.view'), grant('order.edit', 400)] }, maker)).status,
    ).toBe(200)
    const now = await read(role.id)
    for (const teamIds of [[], [one.id, two.id]]) expect((await change(now, { teamIds }, maker)).body.error.reason).toBe('needs-approval')
    const unheld = await add()
    expect((await change(unheld, { grants: [grant('order.view')] }, maker)).status).toBe(200)
  })

  test('is made wider by an administrator who is alone, and the record says so', async () => {
    const world = await testApp()
    try {
      await installBuiltInRoles(world.database.db)
      const alone = await enterAs(world.database.db, 'admin')
      const made = (await world.call('POST /roles', { as: alone, body: draft() })).body
      await enterAs(world.database.db, made.key)
      const changed = await world.call(`PATCH /roles/${made.id}`, { as: alone, body: { version: 1, grants: [grant('order.view')] } })
      expect(changed.status).toBe(200)
      const [entry] = (await world.call(`GET /history/role/${made.id}`, { as: alone })).body.rows
      expect(entry.reason).toBe('Nobody else could approve it.')
    } finally {
      await world.close()
    }
  })
})

test('what a permission opens, and who has it, is told of every one of the closed list', async () => {
  const { body } = await app.call('GET /permissions', { as: admin })
  expect(body.map(({ permission }: { permission: string }) => permission)).toEqual([...permissions])
  const of = (permission: string) => body.find((each: { permission: string }) => each.permission === permission)
  expect(of('role.edit').calls).toEqual([expect.objectContaining({ method: 'PATCH', path: '/roles/:id' })])
  expect(of('role.approve').approves.map(({ name }: { name: string }) => name)).toEqual(['role.update', 'staff.changeRole'])
  expect(of('order.reveal').reveals).toContain('order.customerPhone')
  expect(of('order.view').events).toEqual(
    expect.arrayContaining([
      { event: 'changed', entity: 'order' },
      { event: 'orderNot_1', entity: null },
    ]),
  )
  const executive = of('refund.create').roles.find(({ name }: { name: string }) => name === 'Customer care executive')
  expect([executive.limitMinor, of('refund.create').isLimited]).toEqual([50_000, true])
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from staff join role on role.id = role_id
    where status <> 'deactivated' and (is_admin or exists (select from role_grant where role_id = role.id and permission = 'order.view'))`.execute(
    app.database.db,
  )
  expect(of('order.view').people).toBe(rows[0]?.people)
})
