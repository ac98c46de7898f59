import { entityOf, fieldOf, fieldsOf, type NamedEndpoint, newId, permissions } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addChoiceGroup, addCustomer, addItem, addMachine, addOrder, addRider, addStore } from '../factories.ts'
import { pngOf } from '../pictures.ts'
import type { Caller } from '../test-app.ts'
import { addRefund } from './examples/refund.ts'
import { writes } from './examples.ts'
import { type SweptProduct, sweptProduct } from './swept-product.ts'
import type { Example } from './world.ts'

const isUuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** What a body may name wherever one works, with the reason; every other record that it names has to be within one's reach. */
const everybodys: Readonly<Record<string, string>> = {
  crate: 'crates go round between all stores',
  file: "a picture of a lookup that is everybody's",
  role: 'roles are those of the whole installation',
  session: 'of a person, who is looked for first',
  tax_profile: 'taxes are those of the whole installation',
}
/** What answers for each record by itself: that of others is not there, as the test beside its module says. */
const oneByOne: ReadonlySet<string> = new Set(['item.write'])
/** What a partner does for nobody, whatever it names. */
const closed: Readonly<Record<string, string>> = {
  'channel-key.create': 'keys are made by whoever reaches the whole installation',
}

let product: SweptProduct
let partner: Caller
let home: string
/** By table a record of another branch. */
let elsewhere: Record<string, string>
let tables: string[]

const swept = writes.filter(
  ({ name, shape: { permission, overMany } }) =>
    permission !== 'public' && !permission.startsWith('channel:') && !overMany && !oneByOne.has(name),
)

const about = (storeId: string) => ({ topicCode: 'late-order', priority: 'low', queue: 'care', text: 'Late', storeId })

beforeAll(async () => {
  product = await sweptProduct()
  const { db } = product.app.database
  home = (await product.app.call('GET /branches', { as: product.admin })).body.rows[0].id
  partner = await product.app.addStaff({ permissions: [...permissions], scope: { kind: 'branch', ids: [home] } })
  const store = await addStore(db)
  const branch = await db.selectFrom('branch').selectAll().where('id', '=', store.branch_id).executeTakeFirstOrThrow()
  const stranger = await product.app.addStaff({ scope: { kind: 'branch', ids: [branch.id] } })
  elsewhere = {
    branch: branch.id,
    area: store.area_id,
    store: store.id,
    rider: (await addRider(db, branch)).id,
    machine: (await addMachine(db, store)).id,
    staff: stranger.id,
    orders: (await addOrder(db, store)).id,
    ...(await menuOf(store)),
    customer: (await addCustomer(db)).id,
    document: await sendDocument(),
    ticket: await product.app.call('POST /tickets', { as: product.admin, body: about(store.id) }).then(({ body }) => body.id),
    refund: await addRefund(db, (await addOrder(db, store)).id, 'approved'),
  }
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where column_name = 'id' and data_type = 'uuid' and table_schema = 'public' order by 1`.execute(db)
  tables = rows.map(({ name }) => name)
})
// Nothing that is sent becomes a part of a statement.
afterEach(() => expect(product.app.database.complaints).toEqual([]))
afterAll(() => product.app.close())

/** A paper that somebody else has sent. */
async function sendDocument(): Promise<string> {
  const { body } = await product.app.call('POST /documents', { as: product.admin, body: pngOf(), headers: { 'content-type': 'image/png' } })
  return body.id
}

async function menuOf(store: Parameters<typeof addItem>[1]) {
  const { db } = product.app.database
  const { id, category_id } = await addItem(db, store)
  const brand = { id: newId(), store_id: store.id, name: 'Theirs' }
  await db.insertInto('brand').values(brand).execute()
  const group = await addChoiceGroup(db, { id, store_id: store.id })
  return { item: id, menu_category: category_id, brand: brand.id, choice_group: group.id }
}

/** A good call of a write on what is the partner's: accounts of the examples belong to the whole installation. */
async function ownExample(write: NamedEndpoint): Promise<Example> {
  const example = await product.exampleOf(write)
  // Whoever handles an order hands it over, and nobody else.
  if (write.name === 'order.handOver')
    await sql`update orders set claimed_by = ${partner.id} where id = ${example.params?.id}`.execute(product.app.database.db)
  if (write.entity !== 'staff' || !example.params?.id) return example
  const colleague = await product.app.addStaff({ scope: { kind: 'branch', ids: [home] } })
  return { ...example, params: { id: colleague.id } }
}

type Path = readonly (string | number)[]

/** Where a body names a record, however deep. */
function idPaths(value: unknown, at: Path = []): Path[] {
  if (typeof value === 'string') return isUuid.test(value) ? [at] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => idPaths(inner, [...at, Array.isArray(value) ? Number(key) : key]))
}

function valueAt(body: unknown, path: Path): string {
  return path.reduce((inner: unknown, key) => (inner as Record<string | number, unknown>)[key], body) as string
}

function replaced(body: unknown, path: Path, id: string): unknown {
  const copy = structuredClone(body)
  const holder = path.slice(0, -1).reduce((inner: unknown, key) => (inner as Record<string | number, unknown>)[key], copy)
  ;(holder as Record<string | number, unknown>)[path.at(-1) ?? ''] = id
  return copy
}

async function tableOf(id: string): Promise<string | undefined> {
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(product.app.database.db)
    if (rows.length > 0) return table
  }
  return undefined
}

async function entries(): Promise<number> {
  const { rows } = await sql<{ entries: number }>`select count(*)::int as entries from audit_entry`.execute(product.app.database.db)
  return rows[0]?.entries ?? 0
}

/** Ids that the example leaves out but the schema knows, by the entity that they are of. */
function absentPaths({ shape: { body } }: NamedEndpoint, example: unknown): { path: Path; table: string }[] {
  if (!body) return []
  return Object.keys(fieldsOf(body)).flatMap((key) => {
    const field = fieldOf(body, key)
    const entity = field && entityOf(field)
    const isThere = typeof (example as Record<string, unknown> | undefined)?.[key] === 'string'
    return entity && !isThere ? [{ path: [key], table: entity.replaceAll('-', '_') }] : []
  })
}

const named: string[] = []

describe('a partner', () => {
  test.each(swept.map((write) => [write.name, write] as const))('cannot %s with a record of others in it', async (_, write) => {
    const { body } = await ownExample(write)
    const given = await Promise.all(idPaths(body).map(async (path) => ({ path, table: await tableOf(valueAt(body, path)) })))
    for (const { path, table } of [...given, ...absentPaths(write, body)]) {
      const foreign = elsewhere[table ?? '']
      if (!foreign) {
        expect([path, Object.keys(everybodys)]).toEqual([path, expect.arrayContaining([table])])
        continue
      }
      named.push(`${write.name} ${path.join('.')}`)
      if (!(write.name in closed)) {
        const own = await product.carryOut(write, await ownExample(write), partner)
        expect([path, own.status, own.body.error]).toEqual([path, 200, undefined])
      }
      const example = await ownExample(write)
      const before = await entries()
      const answer = await product.send(write, { ...example, body: replaced(example.body, path, foreign) }, partner)
      expect([path, [404, 422]]).toEqual([path, expect.arrayContaining([answer.status])])
      if (!(write.name in closed))
        expect(Object.keys(answer.body.error.fields).map((field) => field.replace(/\.\d+(?=\.|$)/g, ''))).toContain(
          `body.${path.filter((key) => typeof key === 'string').join('.')}`,
        )
      expect(await entries()).toBe(before)
    }
  })

  test('is asked about every kind of record that lies in a place', () => {
    expect(named).toEqual(
      expect.arrayContaining([
        'area.create branchId',
        'machine.create storeId',
        'order.assignRider riderId',
        'order.sendRefund refundId',
        'store-location.create areaId',
      ]),
    )
  })
})
