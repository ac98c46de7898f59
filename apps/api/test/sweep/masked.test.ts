import { fieldsOf, type NamedEndpoint, type Permission, permissions, revealOf, type Schema } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addCustomer, addOrder, addStore } from '../factories.ts'
import type { Caller } from '../test-app.ts'
import { endpoints, needed, type SweptProduct, sweptProduct } from './swept-product.ts'

// Alike in all that the mask lets through.
const [before, after] = ['+919847055512', '+919831644512']
const name = 'Lakshmi 7'
let product: SweptProduct
let blind: Caller
let paths: string[]

beforeAll(async () => {
  product = await sweptProduct()
  const { db } = product.app.database
  const store = await addStore(db)
  const customer = await addCustomer(db, { name, phone: before })
  const given = { customer_id: customer.id, customer_name: name, customer_phone: before, number: 'LK-7' }
  const order = await addOrder(db, store, given)
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

/** Every permission that a mark of the contract names, however deep the field lies. */
function marks(schema: Schema, seen = new Set<Schema>()): Permission[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const own = revealOf(schema)
  const {
    innerType,
    element,
    options = [],
    shape = {},
  } = schema._zod.def as { innerType?: Schema; element?: Schema; options?: Schema[]; shape?: object }
  const inner = [innerType, element, ...options, ...(Object.values(shape) as Schema[])].filter((part) => part instanceof z.core.$ZodType)
  return [...(own ? [own] : []), ...inner.flatMap((part) => marks(part, seen))]
}

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
  const marked = new Set(endpoints.flatMap(({ shape }) => marks(shape.response)))
  expect([...marked].sort()).toEqual(['customer.reveal', 'order.reveal'])
  expect(paths.length).toBeGreaterThan(8)
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
