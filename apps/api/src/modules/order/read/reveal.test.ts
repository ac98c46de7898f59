import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBranch, addCustomer, addOrder } from '../../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../../test/order-world.ts'
import type { Caller } from '../../../../test/test-app.ts'

const phone = '+919847055512'
let world: OrderWorld
let order: { id: string }
let customer: { id: string }

beforeAll(async () => {
  world = await orderWorld()
  customer = await addCustomer(world.db, { name: 'Lakshmi', phone })
  order = await addOrder(world.db, world.store, { at: world.clock.instant(), customer_id: customer.id, customer_phone: phone })
})
afterAll(() => world.app.close())

const executive = (name = 'Meera') => world.app.addStaff({ name, permissions: ['order.view', 'customer.view', 'customer-phone.reveal'] })
const why = { field: 'customerPhone', reason: 'The rider cannot find the house' }
const reveal = (as: Caller, id = order.id, body: object = why) => world.app.call(`POST /orders/${id}/reveal`, { as, body })

test('one phone is revealed to whoever says why; the record tells who, which and why, and never the number', async () => {
  const as = await executive()
  const seen = (await world.app.call(`GET /orders/${order.id}`, { as })).body
  expect([seen.customerPhone, seen.customer.phone]).toEqual(['+91 98••• ••512', '+91 98••• ••512'])
  expect(seen.allowed).toContainEqual({ action: 'reveal', because: null })
  const { rows: before } = await sql`select * from event`.execute(world.db)
  const answer = await world.app.call(`POST /orders/${order.id}/reveal`, { as, body: why, headers: { 'idempotency-key': newId() } })
  expect([answer.status, answer.body]).toEqual([200, { field: 'customerPhone', value: phone }])
  expect(answer.headers['cache-control']).toContain('no-store')
  const { rows } = (await world.app.call(`GET /history/order/${order.id}`, { as })).body
  expect(rows[0]).toMatchObject({ action: 'reveal', actorName: 'Meera', reason: why.reason, changes: [{ field: 'customerPhone' }] })
  expect((await sql`select * from event`.execute(world.db)).rows).toEqual(before)
  const kept = await sql<{
    kept: string
  }>`select concat((select json_agg(audit_entry) from audit_entry), (select json_agg(idempotency_key) from idempotency_key)) as kept`.execute(
    world.db,
  )
  expect(kept.rows[0]?.kept).not.toContain(phone.slice(3))
})

test('a customer is revealed the same way, with an entry in the history of the customer', async () => {
  const as = await executive()
  const body = { field: 'phone', reason: 'Asked to be called back' }
  const answer = await world.app.call(`POST /customers/${customer.id}/reveal`, { as, body })
  expect([answer.status, answer.body]).toEqual([200, { field: 'phone', value: phone }])
  const { rows } = (await world.app.call(`GET /history/customer/${customer.id}`, { as })).body
  expect(rows[0]).toMatchObject({ action: 'reveal', reason: body.reason })
})

test('not without the permission, a reason, a field that is masked, or out of reach', async () => {
  const clerk = await world.app.addStaff({ permissions: ['order.view'] })
  expect((await reveal(clerk)).body.error.fields).toEqual({ permission: 'customer-phone.reveal' })
  expect((await world.app.call(`GET /orders/${order.id}`, { as: clerk })).body.allowed).toEqual([])
  const as = await executive()
  expect((await reveal(as, order.id, { ...why, reason: ' ' })).body.error.fields).toHaveProperty(['body.reason'])
  expect((await reveal(as, order.id, { ...why, field: 'storePhone' })).body.error.fields).toHaveProperty(['body.field'])
  const elsewhere = await addBranch(world.db)
  const stranger = await world.app.addStaff({
    permissions: ['order.view', 'customer-phone.reveal'],
    scope: { kind: 'branch', ids: [elsewhere.id] },
  })
  expect((await reveal(stranger)).status).toBe(404)
})

test('a person reveals as many within an hour as the setting allows, also at once; a colleague is not kept waiting', async () => {
  await world.app.call('PATCH /settings/values/privacy.revealsPerHour', { as: world.admin, body: { version: 0, value: 3 } })
  const [as, colleague] = [await executive(), await executive('Asha')]
  const answers = await Promise.all(Array.from({ length: 8 }, () => reveal(as)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { status, body, headers } of refused) {
    expect([status, body.error.reason]).toEqual([429, 'too-many-reveals'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
  }
  expect((await reveal(colleague)).status).toBe(200)
})
