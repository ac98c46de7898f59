import { allContracts, type NamedEndpoint } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../test-app.ts'
import { sends } from './examples.ts'
import { type SweptProduct, sweptProduct } from './swept-product.ts'
import type { Example } from './world.ts'

const { create, approve } = allContracts.approval
const asked = sends.filter(({ shape }) => shape.approval)
/** Whose records no staff make, with who does. */
const outside: Readonly<Record<string, string>> = { review: 'its customer writes it' }
/** What is a check by itself: whoever has made a record, or has changed it last, is no checker of it. */
const checks = sends.filter(({ entity, shape }) => !(entity in outside) && entity !== 'approval' && shape.permission.endsWith('.approve'))

/** What only some calls need an approval for, and not that of its example, each with why: those that do are tested beside the module. */
const small: Readonly<Record<string, string>> = {
  'cash-deposit.create': 'a difference within the limit of whoever counts',
  'remedy.create': 'within the limit of whoever gives it',
  'misbooked-order.correct': 'within the limit of whoever corrects',
  'order.cancel': 'its store has not made it ready',
  'order.approveRefund': 'within the limit of whoever approves',
  'order.refund': 'within the limit of whoever refunds',
  'payment-difference.settle': 'within the limit of whoever settles',
  'role.update': 'widens nothing',
  'setting.change': 'no setting that takes two',
  'setting.movePlan': 'no setting that takes two',
  'staff.changeRole': 'gains nothing',
  'tax-profile.update': 'nothing is taxed by it',
}

let product: SweptProduct
beforeAll(async () => {
  product = await sweptProduct()
})
afterAll(() => product.app.close())

const named = (endpoints: readonly NamedEndpoint[]) => endpoints.map((endpoint) => [endpoint.name, endpoint] as const)
const askedFor = ({ name }: NamedEndpoint, { params, body }: Example) => ({ operation: name, params, body, reason: 'Seen the papers' })

test('there is something to approve and something to check', () => {
  expect([asked.length > 5, checks.length > 0]).toEqual([true, true])
  expect(Object.keys(small).filter((name) => !asked.some((endpoint) => endpoint.name === name))).toEqual([])
})

describe.each(named(asked.filter(({ name }) => !(name in small))))('%s', (_name, endpoint) => {
  test('is approved by somebody else than whoever asked, whatever both may', async () => {
    const example = await product.exampleOf(endpoint)
    const maker = product.callerOf(endpoint, example)
    const checker = maker === product.otherAdmin ? product.admin : product.otherAdmin
    const alone = await product.send(endpoint, example, maker)
    expect([alone.status, alone.body.error?.reason]).toEqual([409, 'needs-approval'])
    const { status, body } = await product.send(create, { body: askedFor(endpoint, example) }, maker)
    expect([status, body.error?.message]).toEqual([200, undefined])
    const decided = { params: { id: body.id }, body: { version: body.version } }
    const own = await product.send(approve, decided, maker)
    expect([own.status, own.body.error?.reason]).toEqual([409, 'own-request'])
    expect((await product.send(approve, decided, checker)).status).toBe(200)
  })
})

describe.each(named(checks))('%s', (_name, endpoint) => {
  test('is refused to whoever made the record, and open to somebody else', async () => {
    const example = await product.exampleOf(endpoint)
    const maker = await makerOf(endpoint, example)
    const [other] = [product.admin, product.otherAdmin].filter(({ id }) => id !== maker.id)
    const own = await product.send(endpoint, example, maker)
    expect([own.status, own.body.error?.kind]).toEqual([409, 'refused'])
    expect((await product.send(endpoint, example, other)).status).toBe(200)
  })
})

/** Who made the record that a call is about. */
async function makerOf({ entity }: NamedEndpoint, { params }: Example): Promise<Caller> {
  const { rows } = await sql<{
    id: string
  }>`select actor_id as id from audit_entry where entity = ${entity} and entity_id = ${params?.id ?? ''} order by id limit 1`.execute(
    product.app.database.db,
  )
  const found = [product.admin, product.otherAdmin].find(({ id }) => id === rows[0]?.id)
  if (!found) throw new Error(`nobody is known who made the ${entity}`)
  return found
}
