import {
  addMinutes,
  currentInstant,
  fieldsOf,
  type MaskedField,
  maskDocumentNumber,
  maskEmail,
  maskedFields,
  maskPhone,
  type NamedEndpoint,
  newId,
  permissions,
} from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInRoles, letters } from '../../src/modules/role/built-in-roles.ts'
import { addCustomer, addOrder, addRider, addStore } from '../factories.ts'
import { enterAs } from '../role-people.ts'
import type { Caller } from '../test-app.ts'
import { endpoints, needed, type SweptProduct, sweptProduct, timeless } from './swept-product.ts'

// Alike in all that the mask lets through.
const [before, after] = ['+919847055512', '+919831644512']
const [mailed, mailedAfter] = ['lakshmi.m@mail.test', 'lalitha.k@mail.test']
const name = 'Lakshmi 7'
let product: SweptProduct
let blind: Caller
let searches: { entity: string; path: string /** It finds records of every kind, by a text alone. */; ofAll: boolean }[]
let ids: Record<string, string>
/** Every field that some see whole, in the record that is changed here. */
let kept: Kept[]

interface Kept {
  entity: string
  table: string
  column: string
  mask: MaskedField['mask']
  before: string
  /** Another that is shown the same to whoever may not see it. */
  after: string
}

beforeAll(async () => {
  product = await sweptProduct()
  const { db } = product.app.database
  const store = await addStore(db)
  const customer = await addCustomer(db, { name, phone: before, email: mailed })
  // It waits for so long that the radar shows it.
  const pending_at = addMinutes(currentInstant(), -8)
  const given = { customer_id: customer.id, customer_name: name, customer_phone: before, number: 'LK-7', pending_at }
  const order = await addOrder(db, store, given)
  const mail = { id: newId(), to_address: mailed, to_name: name, subject: 'Your order', body: 'Thank you', status: 'kept' }
  await db.insertInto('mail').values(mail).execute()
  const rider = await addRider(db, { id: store.branch_id, currency: store.currency })
  const paper = '8121 1518 1506'
  await db.insertInto('rider_document').values({ rider_id: rider.id, kind: 'identity', number: paper }).execute()
  ids = { order: order.id, customer: customer.id, mail: mail.id, rider: rider.id }
  kept = [
    { entity: 'customer', table: 'customer', column: 'phone', mask: maskPhone, before, after },
    { entity: 'customer', table: 'customer', column: 'email', mask: maskEmail, before: mailed, after: mailedAfter },
    { entity: 'order', table: 'orders', column: 'customer_phone', mask: maskPhone, before, after },
    { entity: 'mail', table: 'mail', column: 'to_address', mask: maskEmail, before: mailed, after: mailedAfter },
    { entity: 'rider', table: 'rider_document', column: 'number', mask: maskDocumentNumber, before: paper, after: '9313 4028 1506' },
    ...(await madeByExample()),
  ]
  const revealing = new Set(
    endpoints.flatMap(({ shape }) => maskedFields(shape.response).flatMap(({ reveal, single }) => [reveal, single])),
  )
  blind = await product.app.addStaff({ permissions: permissions.filter((permission) => !revealing.has(permission)) })
  searches = endpoints.filter(isSearch).map(({ name: search, entity, path, shape }) => {
    const { q, ...rest } = needed[search] ?? {}
    const counts = shape.query && 'count' in fieldsOf(shape.query) && { count: 'true' }
    const query = new URLSearchParams({ ...rest, ...counts })
    return { entity, ofAll: q !== undefined, path: `${path.replace(':entity', 'order').replace(':id', order.id)}?${query}` }
  })
  await sql`insert into audit_entry (actor_kind, actor_name, action, entity, entity_id, request_id, new)
    values ('staff', 'Somebody', 'update', 'order', ${order.id}, 'r', ${JSON.stringify({ customer_phone: before })}::jsonb)`.execute(db)
})
afterAll(() => product.app.close())

const isSearch = ({ method, shape }: NamedEndpoint) => method === 'GET' && shape.query !== undefined && 'q' in fieldsOf(shape.query)

const snake = (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_')

/** One of each record that masks a field of its own and that people make, with what its columns keep. */
async function madeByExample(): Promise<Kept[]> {
  const made: Kept[] = []
  for (const create of endpoints.filter(({ name: verb }) => verb.endsWith('.create'))) {
    const all = maskedFields(create.shape.response).filter(({ path }) => path.length === 1)
    if (all.length === 0) continue
    const { entity } = create
    const { status, body } = await product.carryOut(create, await product.exampleOf(create))
    expect([create.name, status], JSON.stringify(body)).toEqual([create.name, 200])
    ids[entity] = body.id
    // What nobody gets whole is in no answer that a search could tell apart.
    for (const { path, mask } of all.filter(({ reveal }) => reveal !== null)) {
      const field = String(path[0])
      made.push({ entity, table: snake(entity), column: snake(field), mask, before: body[field], after: alike(body[field], mask) })
    }
  }
  return made
}

/** Another value that its mask shows the same. */
function alike(value: string, mask: MaskedField['mask']): string {
  const others = [...value].reduce((made, letter, at) => {
    const other = /\d/.test(letter) ? String((Number(letter) + 3) % 10) : letter === 'X' ? 'Y' : 'X'
    const tried = `${made.slice(0, at)}${other}${made.slice(at + 1)}`
    return mask(tried) === mask(value) ? tried : made
  }, value)
  expect([others, mask(value)]).not.toContain(value)
  return others
}

/** Everything that one could type to learn a text piece by piece. */
function pieces(text: string): string[] {
  const all = [...text].flatMap((_, at) => [3, 10].map((length) => text.slice(at, at + length)))
  return [...new Set([...all.filter((piece) => piece.length >= 3), text])]
}

function probes(phone: string): string[] {
  const digits = phone.slice(1)
  const whole = [phone, digits.slice(2), `${digits.slice(2, 7)} ${digits.slice(7)}`, `0${digits.slice(2)}`, `00${digits}`]
  return [...new Set([...pieces(digits), ...whole, `${name} ${digits}`, `${name} ${digits.slice(0, 4)}`, `7 ${digits.slice(0, 3)}`])]
}

const typed = [...new Set([...probes(before), ...probes(after)])]

/** What every search answers to whatever one could type; `digits` in the place of all that could be of a number. */
async function answers(as: Caller, digits = typed): Promise<Map<string, unknown>> {
  const all = new Map<string, unknown>()
  for (const { entity, path, ofAll } of searches) {
    const own = kept.filter((one) => one.entity === entity && one.before !== before)
    for (const q of ['', name, ...digits, ...own.flatMap((one) => [...pieces(one.before), ...pieces(one.after)])]) {
      if (q === '' && ofAll) continue
      const address = `GET ${path}${q && `&q=${encodeURIComponent(q)}`}`
      const { status, body } = await product.app.call(address, { as })
      expect([address, status]).toEqual([address, 200])
      all.set(address, timeless(body))
    }
  }
  return all
}

test('every record that the contract masks is one of those whose content is changed here', () => {
  // What is at risk is told with the order's own field.
  const owner = (entity: string) => (entity === 'dashboard' ? 'order' : entity)
  const marked = endpoints
    .filter(({ shape }) => maskedFields(shape.response).some(({ reveal }) => reveal !== null))
    .map(({ entity }) => owner(entity))
  expect([...new Set(kept.map(({ entity }) => entity))].sort()).toEqual([...new Set(marked)].sort())
  expect(searches.length).toBeGreaterThan(8)
})

/** Reads whose answer has a masked field. */
const telling = endpoints.filter(({ method, shape }) => method === 'GET' && maskedFields(shape.response).length > 0)

/** Every text at a field by this name, however deep. */
function valuesAt(answer: unknown, field: string): unknown[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, inner]) => (key === field ? [inner] : valuesAt(inner, field)))
}

const unspaced = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

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
      const address = `GET ${endpoint.path.replace(':id', ids[endpoint.entity] ?? '')}`
      const whole = (await product.app.call(address, { as: product.admin })).body
      const answer = await product.app.call(address, { as: person })
      if (answer.status === 401) return expect(answer.body.error.fields.permission).toBe(endpoint.shape.permission)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      for (const { path, reveal, mask } of maskedFields(endpoint.shape.response)) {
        // Nobody gets it whole.
        if (reveal === null) continue
        const [resource = '', verb] = reveal.split('.')
        const isWhole = isAdmin || [...(may[resource as keyof typeof may] ?? '')].some((letter) => letters[letter] === verb)
        const there = valuesAt(whole, String(path.at(-1))) as (string | null)[]
        expect(kept.map((one) => one.before)).toContain(there[0])
        expect(valuesAt(answer.body, String(path.at(-1)))).toEqual(isWhole ? there : there.map((value) => value && mask(value)))
        // Nor by another name, however it is spaced.
        const untold = isWhole ? [] : there.filter((value) => value !== null).map(unspaced)
        expect(untold.filter((value) => unspaced(JSON.stringify(answer.body)).includes(value))).toEqual([])
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
  for (const one of kept) expect(JSON.stringify([...seen.values()])).not.toContain(one.before.replace('+', ''))
  const known = await answers(product.admin, [before])
  for (const { table, column, after: other } of kept)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${other}`.execute(product.app.database.db)
  for (const [address, answer] of await answers(blind)) expect([address, answer]).toEqual([address, seen.get(address)])
  // Whoever may see the number does find by it: what was typed here is what would have told.
  const told = [...(await answers(product.admin, [before]))].filter(
    ([address, answer]) => JSON.stringify(answer) !== JSON.stringify(known.get(address)),
  )
  const own = searches.filter(({ entity, ofAll }) => ofAll || kept.some((one) => one.entity === entity))
  expect(new Set(told.map(([address]) => address.replace(/\?.*/, '')))).toEqual(
    new Set(own.map(({ path }) => `GET ${path.replace(/\?.*/, '')}`)),
  )
})
