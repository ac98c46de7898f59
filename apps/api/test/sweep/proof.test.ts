import { type NamedEndpoint, proofMinutes } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sends } from './examples.ts'
import { type SweptProduct, sweptProduct } from './swept-product.ts'

/** What is worth most: money, bank details, accounts, roles, channel keys and configuration. */
const resources = ['refund', 'cash', 'finance', 'bank-account', 'staff', 'role', 'channel-key', 'setting-tax']
const onlyLooks = ['view', 'export']

function isWorthMost({ entity, shape: { permission } }: NamedEndpoint): boolean {
  const [resource = '', verb = ''] = permission.split('.')
  return entity === 'setting' || (resources.includes(resource) && !onlyLooks.includes(verb))
}

const guarded = sends.filter(({ shape }) => shape.proof === 'recent')

let product: SweptProduct
beforeAll(async () => {
  product = await sweptProduct()
})
afterAll(() => product.app.close())

test('what is worth most takes a recent proof, and beside it only what opens the way to it', () => {
  const names = (endpoints: readonly NamedEndpoint[]) => endpoints.map(({ name }) => name).sort()
  const beside = ['approval.approve', 'approval.create', 'passkey.begin', 'passkey.create', 'passkey.remove', 'second-factor.begin']
  // Two may bring a bank account, one takes all that is held of somebody away, the others are for good.
  const others = ['customer.askErasure', 'customer.exportData', 'rider.create', 'store.create', 'store.terminate']
  const among = [...beside, ...others]
  expect(names(guarded)).toEqual(names(sends.filter((endpoint) => isWorthMost(endpoint) || among.includes(endpoint.name))))
})

test('no channel is asked for one: its programs have none to give', () => {
  expect(guarded.filter(({ shape }) => shape.permission.startsWith('channel:'))).toEqual([])
})

describe.each(guarded.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  test('is refused without a recent proof, before its input is looked at, and writes nothing', async () => {
    const { app } = product
    const caller = await app.addStaff({ isAdmin: true })
    await sql`update session set proved_at = now() - make_interval(mins => ${proofMinutes}) where staff_id = ${caller.id}`.execute(
      app.database.db,
    )
    const traces = async () => (await sql`select count(*)::int as entries from audit_entry`.execute(app.database.db)).rows
    const example = await product.exampleOf(endpoint)
    const before = await traces()
    const refused = await product.send(endpoint, example, caller)
    expect([refused.status, refused.body.error.kind, refused.body.error.reason]).toEqual([401, 'unproved', 'proof-needed'])
    const bare = await app.call(`${endpoint.method} ${endpoint.path.replace(/:\w+/g, 'nothing')}`, { as: caller, body: {} })
    expect(bare.body.error.reason).toBe('proof-needed')
    expect(await traces()).toEqual(before)
  })
})
