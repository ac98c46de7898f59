import { fieldsOf, maskedFields, maskPhone, type NamedEndpoint, permissions } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInRoles } from '../../src/modules/role/built-in-roles.ts'
import { addCustomer, addOrder, addStore } from '../factories.ts'
import { enterAs } from '../role-people.ts'
import type { Caller } from '../test-app.ts'
import { endpoints, needed, type SweptProduct, sweptProduct } from './swept-product.ts'

// Alike in all that the mask lets through.
const [before, after] = ['+919847055512', '+919831644512']
const name = 'Lakshmi 7'
let product: SweptProduct
let blind: Caller
let paths: string[]
let ids: { order: string; customer: string }

beforeAll(async () => {
  product = await sweptProduct()
  const { db } = product.app.database
  const store = await addStore(db)
  const customer = await addCustomer(db, { name, phone: before })
  const given = { customer_id: customer.id, customer_name: name, customer_phone: before, number: 'LK-7' }
  const order = await addOrder(db, store, given)
  ids = { order: order.id, customer: customer.id }
  blind = await product.app.addStaff({ permissions: permissions.filter((permission) => !permission.endsWith('.reveal')) })
  paths = endpoints.filter(isSearch).map(({ name: search, path }) => {
    const query = new URLSearchParams({ ...needed[search], count: 'true' })
    return `${path.replace(':entity', 'order').replace(':id', order.id)}?${query}`
  })
  await sql`insert into audit_entry (actor_kind, actor_name, action, entity, entity_id, request_id, new)
    values ('staff', 'Somebody', 'update', 'order', ${order.id}, 'r', ${JSON.stringify({ customer_phone: before })}::jsonb)`.execute(db)
})
afterAll(() => product.app.close())

const isSearch = ({ method, shape }: NamedEndpoint) => method === 'GET' && shape.query !== undefined && 'q' in fieldsOf(shape.query)

/** Everything that one could type to learn the number piece by piece. */
function probes(phone: string): string[] {
  const digits = phone.slice(1)
  const pieces = [...digits].flatMap((_, at) => [3, 4, 5, 7, 10, 12].map((length) => digits.slice(at, at + length)))
  const whole = [phone, digits.slice(2), `${digits.slice(2, 7)} ${digits.slice(7)}`, `0${digits.slice(2)}`, `00${digits}`]
  return [
    ...new Set([
      ...pieces.filter((piece) => piece.length >= 3),
      ...whole,
      `${name} ${digits}`,
      `${name} ${digits.slice(0, 4)}`,
      `7 ${digits.slice(0, 3)}`,
    ]),
  ]
}

const typed = [...new Set([...probes(before), ...probes(after)])]

async function answers(as: Caller): Promise<Map<string, unknown>> {
  const all = new Map<string, unknown>()
  for (const path of paths) {
    for (const q of ['', name, ...typed]) {
      const address = `GET ${path}${q && `&q=${encodeURIComponent(q)}`}`
      const { status, body } = await product.app.call(address, { as })
      expect([address, status]).toEqual([address, 200])
      all.set(address, body)
    }
  }
  return all
}

test('every mark of the contract is one of those whose content is changed here', () => {
  const marked = new Set(endpoints.flatMap(({ shape }) => maskedFields(shape.response).map(({ reveal }) => reveal)))
  expect([...marked].sort()).toEqual(['customer.reveal', 'order.reveal'])
  expect(paths.length).toBeGreaterThan(8)
})

/** Reads whose answer has a masked field. */
const telling = endpoints.filter(({ method, shape }) => method === 'GET' && maskedFields(shape.response).length > 0)

/** Every text at a field by this name, however deep. */
function valuesAt(answer: unknown, field: string): unknown[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, inner]) => (key === field ? [inner] : valuesAt(inner, field)))
}

test('no list is sorted or cut by what it masks, for whoever asks', async () => {
  const lists = telling.filter(({ path, shape }) => !path.includes(':') && shape.query)
  expect(lists.map(({ name: list }) => list)).toContain('customer.list')
  for (const list of lists) {
    for (const field of new Set(maskedFields(list.shape.response).map(({ path }) => String(path.at(-1))))) {
      for (const query of [{ sort: field }, { sort: `-${field}` }, { [field]: before }]) {
        const address = `GET ${list.path}?${new URLSearchParams({ ...needed[list.name], ...query } as Record<string, string>)}`
        for (const as of [blind, product.admin]) {
          const { status, body } = await product.app.call(address, { as })
          expect([address, status, Object.keys(body.error.fields)]).toEqual([address, 422, [`query.${Object.keys(query)[0]}`]])
        }
      }
    }
  }
})

describe.each(builtInRoles)('$name', ({ key, may, isAdmin }) => {
  test.each(telling.map((endpoint) => [endpoint.name, endpoint] as const))(
    'gets the masked fields of %s as the role may',
    async (_, endpoint) => {
      const person = await enterAs(product.app.database.db, key)
      const id = ids[endpoint.entity as keyof typeof ids]
      const answer = await product.app.call(`GET ${endpoint.path.replace(':id', id)}`, { as: person })
      if (answer.status === 401) return expect(answer.body.error.fields.permission).toBe(endpoint.shape.permission)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      for (const { path, reveal } of maskedFields(endpoint.shape.response)) {
        const [resource = '', verb] = reveal.split('.')
        const isWhole = isAdmin || (verb === 'reveal' && may[resource as keyof typeof may]?.includes('R'))
        const told = valuesAt(answer.body, String(path.at(-1)))
        expect(told.length).toBeGreaterThan(0)
        for (const phone of told) expect(phone).toBe(isWhole ? before : maskPhone(before))
      }
    },
  )
})

test('a refusal tells the newer record with the same masks', async () => {
  const clerk = await product.app.addStaff({ permissions: ['order.view', 'order.operate'] })
  const body = { version: 99, prepMinutes: 20 }
  const refused = await product.app.call(`POST /orders/${ids.order}/accept`, { as: clerk, body })
  expect([refused.status, refused.body.error.current.customerPhone]).toEqual([409, maskPhone(before)])
  const seen = await product.app.call(`POST /orders/${ids.order}/accept`, { as: product.admin, body })
  expect(seen.body.error.current.customerPhone).toBe(before)
})

test('who may reveal one at a time finds by the whole number, and by no part of it', async () => {
  const { db } = product.app.database
  const person = await enterAs(db, 'custumercare-executive')
  const foundBy = async (q: string) => {
    const lists = await Promise.all(
      ['customers', 'orders'].map((list) => product.app.call(`GET /${list}?q=${encodeURIComponent(q)}`, { as: person })),
    )
    return lists.map(({ body }) => body.rows.some((row: { id: string }) => Object.values(ids).includes(row.id)))
  }
  for (const whole of [before, before.slice(3), `0${before.slice(3)}`, '+91 98470-55512'])
    expect([whole, ...(await foundBy(whole))]).toEqual([whole, true, true])
  for (const part of probes(before).filter((text) => text.replace(/\D/g, '').length < 10))
    expect([part, ...(await foundBy(part))]).toEqual([part, false, false])
})

test('nothing that one may search tells one number from another to whoever may see neither', async () => {
  const seen = await answers(blind)
  expect(JSON.stringify([...seen.values()])).not.toContain(before.slice(1))
  const known = await answers(product.admin)
  await sql`update customer set phone = ${after}`.execute(product.app.database.db)
  await sql`update orders set customer_phone = ${after}`.execute(product.app.database.db)
  for (const [address, answer] of await answers(blind)) expect([address, answer]).toEqual([address, seen.get(address)])
  // Whoever may see the number does find by it: what was typed here is what would have told.
  const told = [...(await answers(product.admin))].filter(
    ([address, answer]) => JSON.stringify(answer) !== JSON.stringify(known.get(address)),
  )
  expect(new Set(told.map(([address]) => address.replace(/\?.*/, '')))).toEqual(new Set(['GET /customers', 'GET /orders']))
}, 120_000)
