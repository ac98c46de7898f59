import { type MaskedField, maskedFields, type NamedEndpoint, newId, permissions } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decrypt } from '#kit/access/encryption.ts'
import type { Caller } from '../test-app.ts'
import { sends } from './examples.ts'
import { endpoints, lists, needed, type SweptProduct, staffReads, sweptProduct } from './swept-product.ts'

/** Columns that guard something: what they hold is told to nobody, in no spelling. */
const guarding = /(^|_)(hash|password|secret|mac|private_key)(_|$)/
/** Fields in which an answer tells a secret, once, to whoever made it. */
const telling = /^(accessToken|inviteToken|temporaryPassword|secret|token|recoveryCodes)$/

let product: SweptProduct
/** What was answered by what changes something, and by every read after all of that. */
const answers: { name: string; text: string }[] = []
const toldOnce: { name: string; secret: string }[] = []
const ids = new Map<string, string>()

beforeAll(async () => {
  product = await sweptProduct()
  for (const endpoint of sends) {
    const example = await product.exampleOf(endpoint)
    const { status, body } = await product.carryOut(endpoint, example)
    expect([endpoint.name, status]).toEqual([endpoint.name, 200])
    answers.push({ name: endpoint.name, text: JSON.stringify(body) })
    for (const secret of [...secretsIn(body), ...(endpoint.entity === 'machine' ? [body.code].filter(Boolean) : [])])
      toldOnce.push({ name: endpoint.name, secret })
    const id = typeof body?.id === 'string' ? body.id : example.params?.id
    if (id) ids.set(endpoint.entity, id)
  }
  for (const list of lists) {
    const { body } = await product.read(list, product.admin, { limit: '100' })
    answers.push({ name: list.name, text: JSON.stringify(body) })
    const [row] = body.rows
    if (row && !ids.has(list.entity)) ids.set(list.entity, row.id)
  }
  for (const read of staffReads.filter(({ path }) => path.includes(':id'))) await readOne(read)
  for (const [entity, id] of ids) await ask(`history of ${entity}`, `GET /history/${entity}/${id}`)
}, 240_000)
afterAll(() => product.app.close())

function secretsIn(answer: unknown, key = ''): string[] {
  if (typeof answer === 'string') return telling.test(key) && answer.length >= 8 ? [answer] : []
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, inner]) => secretsIn(inner, Array.isArray(answer) ? key : name))
}

async function readOne({ name, path, entity }: NamedEndpoint): Promise<void> {
  await ask(name, `GET ${path.replace(':entity', entity).replace(':id', ids.get(entity) ?? newId())}`)
}

async function ask(name: string, address: string): Promise<void> {
  const { body } = await product.app.call(address, { as: product.admin })
  answers.push({ name, text: typeof body === 'string' ? body : JSON.stringify(body) })
}

/** Every value that guards something, as it could be written. */
async function guarded(): Promise<{ column: string; spellings: string[] }[]> {
  const { db } = product.app.database
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select relname as table, attname as column, format_type(atttypid, null) as type from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped`.execute(
    db,
  )
  const found = await Promise.all(
    columns
      .filter(({ column, type }) => guarding.test(column) && ['text', 'bytea'].includes(type))
      .map(async ({ table, column }) => {
        const { rows } = await sql<{ value: Buffer | string }>`
          select distinct ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null limit 500`.execute(db)
        return rows.map(({ value }) => ({ column: `${table}.${column}`, spellings: spellingsOf(value) }))
      }),
  )
  return found.flat()
}

function spellingsOf(value: Buffer | string): string[] {
  // What stands for none is a plain word.
  if (typeof value === 'string') return value.length < 16 ? [] : [value]
  return [value.toString('hex'), value.toString('base64').replace(/=+$/, ''), value.toString('base64url'), JSON.stringify([...value])]
}

test('what guards a sign-in, a key or the record is in no answer, however it is spelt', async () => {
  const secrets = await guarded()
  expect([...new Set(secrets.map(({ column }) => column))]).toEqual(
    expect.arrayContaining(['staff.password_hash', 'session.token_hash', 'channel_key.key_hash', 'staff.invite_hash', 'machine.code_hash']),
  )
  const told = secrets.flatMap(({ column, spellings }) =>
    answers.filter(({ text }) => spellings.some((spelling) => text.includes(spelling))).map(({ name }) => `${name} tells ${column}`),
  )
  expect([...new Set(told)]).toEqual([])
})

test('a secret that is told once is told once', () => {
  expect([...new Set(toldOnce.map(({ name }) => name))]).toEqual(
    expect.arrayContaining([
      'session.login',
      'staff.invite',
      'staff.resetPassword',
      'channel-key.create',
      'channel-key.rotate',
      'machine.create',
    ]),
  )
  const again = toldOnce.flatMap(({ name, secret }) =>
    answers.filter((answer) => answer.text.includes(secret)).map((answer) => `${answer.name} tells what ${name} told`),
  )
  const first = new Set(toldOnce.map(({ name }) => `${name} tells what ${name} told`))
  expect(again.filter((telling) => !first.has(telling))).toEqual([])
})

const tables: Readonly<Record<string, string>> = { order: 'orders' }
const columnsNamed: Readonly<Record<string, string>> = { 'mail.to': 'to_address' }
const snake = (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_')
const masks = endpoints.flatMap(({ shape }) => maskedFields(shape.response))
/** Whether a field is the record's own, and not that of another within it. */
const isOwn = ({ path }: MaskedField) => path.length === 1 || (path.length === 3 && path[0] === 'rows')

/** Gives each row another value in every column that its contract masks; answers with all of them. */
async function numberAnew(): Promise<string[]> {
  const { db } = product.app.database
  const shown = endpoints.filter(({ name, entity }) => [`${entity}.list`, `${entity}.get`].includes(name))
  const columns = new Map(
    shown.flatMap(({ entity, shape }) =>
      maskedFields(shape.response)
        .filter(isOwn)
        .map(({ path }) => [
          `${entity} ${String(path.at(-1))}`,
          [tables[entity] ?? snake(entity), columnsNamed[`${entity}.${String(path.at(-1))}`] ?? snake(String(path.at(-1)))] as const,
        ]),
    ),
  )
  const given: string[] = []
  for (const [table, column] of columns.values()) {
    const { rows } = await sql<{ id: string; value: string | Buffer }>`
      select id, ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(db)
    expect([table, rows.length > 0]).toEqual([table, true])
    for (const { id, value } of rows) {
      // What is kept encrypted is told as it was typed, or not at all.
      if (typeof value !== 'string') {
        given.push(decrypt(table.replaceAll('_', ' '), product.app.services.config, value) ?? expect.unreachable('what is kept decrypts'))
        continue
      }
      const other = value.slice(0, 3) + value.slice(3).replace(/\d/g, () => String(Math.floor(Math.random() * 10)))
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${other} where id = ${id}`.execute(db)
      given.push(other.replace(/^\+/, ''))
    }
  }
  return given
}

test('what is masked is told by no read to whoever sees it masked', async () => {
  const revealing = new Set(masks.flatMap(({ reveal, single }) => [reveal, single]))
  const blind = await product.app.addStaff({ permissions: permissions.filter((permission) => !revealing.has(permission)) })
  const numbers = await numberAnew()
  const told = async (as: Caller) => {
    const found: string[] = []
    for (const { name, path, entity } of staffReads) {
      const one = path
        .replace(':entity', entity)
        .replace(':permission', 'order.view')
        .replace(':id', ids.get(entity) ?? newId())
      const query = new URLSearchParams({ ...needed[name], ...(lists.some((list) => list.name === name) && { limit: '100' }) })
      const { body } = await product.app.call(`GET ${one}?${query}`, { as })
      const text = JSON.stringify(body)
      if (numbers.some((number) => text?.includes(number))) found.push(name)
    }
    return found
  }
  expect(await told(blind)).toEqual([])
  expect(await told(product.admin)).toEqual(expect.arrayContaining(['customer.list', 'order.get']))
})
