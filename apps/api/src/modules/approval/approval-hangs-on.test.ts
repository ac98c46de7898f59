import type { Permission } from '@larder/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let maker: Caller
let checker: Caller

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.db.updateTable('staff').set({ status: 'suspended' }).execute()
  maker = await app.addStaff({ name: 'Maker', isAdmin: true })
  checker = await app.addStaff({ name: 'Checker', isAdmin: true })
})

async function sent(address: string, body: object, as = maker) {
  const answer = await app.call(address, { as, body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body
}
const grantsOf = (permissions: Permission[], limitMinor: number | null = null) =>
  permissions.map((permission) => ({ permission, limitMinor: permission === 'refund.create' ? limitMinor : null }))
let count = 0
const role = (permissions: Permission[], limitMinor: number | null = null) =>
  sent('POST /roles', {
    name: `Role ${++count}`,
    reach: 'all',
    teamIds: [],
    grants: grantsOf(permissions, limitMinor),
    acknowledged: [],
  })
const everywhere = { kind: 'all', ids: [] }
const open = async (roleId: string) =>
  (
    await sent('POST /staff', {
      name: `Xavier ${++count}`,
      email: `x${count}@larder.test`,
      phone: null,
      expiresAt: null,
      roleId,
      scope: everywhere,
      firstSignIn: 'password',
    })
  ).staff
const ask = (operation: string, id: string, body: object) =>
  sent('POST /approvals', { operation, params: { id }, body, reason: 'Takes over the desk' })
const approve = async ({ id, version }: { id: string; version: number }) => {
  const { status, body } = await app.call(`POST /approvals/${id}/approve`, { as: checker, body: { version } })
  return [status, body.error?.message]
}
const roleOf = async (id: string) => (await app.call(`GET /staff/${id}`, { as: maker })).body.role.id
const wide: Permission[] = ['ticket.view', 'customer.view', 'refund.view', 'refund.create']

test.each([
  ['has another permission', { grants: grantsOf([...wide, 'order.view'], 5000) }, 'view customers, view orders, create refunds and 1 more'],
  ['has a higher limit', { grants: grantsOf(wide, 9000) }, 'view customers, create refunds, view refunds'],
])(
  'a request for a role is overtaken where that %s since, and says whose doing it is and what it would be now',
  async (_, change, gains) => {
    const [low, high] = [await role(['ticket.view']), await role(wide, 5000)]
    const person = await open(low.id)
    const access = { roleId: high.id, scope: everywhere }
    const request = await ask('staff.changeRole', person.id, { version: person.version, ...access })
    await sent(`PATCH /roles/${high.id}`, { version: high.version, ...change })
    const because = `Maker changed the role since it was asked for. As things stand it would be this: Give ${person.name} more access: ${gains}.`
    expect(await approve(request)).toEqual([409, `This can no longer be carried out: ${because}`])
    expect((await app.call(`GET /approvals/${request.id}`, { as: maker })).body).toMatchObject({ status: 'overtaken', because })
    expect(await roleOf(person.id)).toBe(low.id)
    const anew = await ask('staff.changeRole', person.id, { version: person.version, ...access })
    expect(await approve(anew)).toEqual([200, undefined])
    expect(await roleOf(person.id)).toBe(high.id)
  },
)

test('a request for a role is overtaken where the one that somebody has gives less since: they would gain more', async () => {
  const [low, high] = [await role(['ticket.view', 'customer.view']), await role(wide, 5000)]
  const person = await open(low.id)
  const request = await ask('staff.changeRole', person.id, { version: person.version, roleId: high.id, scope: everywhere })
  await sent(`PATCH /roles/${low.id}`, { version: low.version, grants: grantsOf(['ticket.view']) })
  expect(await approve(request)).toEqual([409, expect.stringContaining('more access: view customers, create refunds, view refunds.')])
  expect(await roleOf(person.id)).toBe(low.id)
})

test('a request for a tax is overtaken where its profile, which nothing used, has other rates since', async () => {
  const rated = (percent: number) => [{ from: null, ratePpm: percent * 10_000 }]
  const profile = await sent('POST /tax-profiles', { name: 'Riding', taxed: 'delivery', rates: rated(5) })
  const of = (await app.call('GET /settings/values', { as: maker })).body.find(({ id }: { id: string }) => id === 'tax.delivery')
  const request = await ask('setting.changeTax', 'tax.delivery', { version: of.version, value: profile.id })
  await sent(`PATCH /tax-profiles/${profile.id}`, { version: profile.version, rates: rated(28) })
  expect(await approve(request)).toEqual([
    409,
    expect.stringContaining('Maker changed the tax profile since it was asked for. As things stand it would be this: Change '),
  ])
  expect(await approve(await ask('setting.changeTax', 'tax.delivery', { version: of.version, value: profile.id }))).toEqual([
    200,
    undefined,
  ])
})
