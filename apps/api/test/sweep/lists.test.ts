import { auditContract, cuisineContract, type NamedEndpoint } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { schemaOf } from '#kit/openapi/openapi.ts'
import type { JsonSchema } from '#kit/openapi/outline.ts'
import { filterMeanings, type Row } from './filter-meanings.ts'
import { placesOnPages, sortValues } from './sort-values.ts'
import { endpoints, lists, needed, type SweptProduct, staffReads, sweptProduct } from './swept-product.ts'
import { addVariedRows } from './varied-rows.ts'
import { unpaidStores } from './varied-stores.ts'

let meanings: ReturnType<typeof filterMeanings> = {}

/** Lists that come as something else than pages. */
const boards = staffReads.filter(({ name }) => name === 'order.board')
const ofEveryList = new Set(['cursor', 'limit', 'q', 'sort', 'count'])

const querySchema = ({ shape }: NamedEndpoint) => (schemaOf(shape.query ?? z.strictObject({}), 'input') as JsonSchema).properties ?? {}
/** Their rows are sums of what is cut, and stay: what they then come to is tested beside the module. */
const ofSums = new Set(['ledger-account.list'])
const filters = [...lists.filter(({ name }) => !ofSums.has(name)), ...boards].flatMap((list) =>
  Object.keys(querySchema(list))
    .filter((key) => !ofEveryList.has(key))
    .map((key) => [`${list.name} ${key}`, list, key] as const),
)
const sorts = lists.flatMap((list) =>
  (querySchema(list).sort?.enum ?? [])
    .map(String)
    .filter((key) => !key.startsWith('-'))
    .map((key) => [`${list.name} ${key}`, list, key] as const),
)

let product: SweptProduct
/** By list all that it has, each record as fully as it can be had. */
const everything = new Map<string, Promise<Row[]>>()

beforeAll(async () => {
  product = await sweptProduct()
  for (const endpoint of endpoints.filter(
    ({ name }) => name.endsWith('.update') || name === 'saved-view.create' || name === 'draft.create' || name === 'channel.placeOrder',
  ))
    for (const _ of [1, 2]) await product.send(endpoint, await product.exampleOf(endpoint))
  await addVariedRows(product)
  const { app, admin } = product
  const depositedOrders = new Map<string, string[]>()
  for (const { id } of (await app.call('GET /cash-deposits?limit=100', { as: admin })).body.rows) {
    const { body } = await app.call(`GET /cash-deposits/${id}/orders`, { as: admin })
    depositedOrders.set(
      id,
      body.rows.map(({ order }: Row) => order.id),
    )
  }
  const { db } = app.database
  const branchesOfMessages = new Map<string, string>()
  for (const { id, branch_id } of await db.selectFrom('rider_message').select(['id', 'branch_id']).execute())
    branchesOfMessages.set(id, branch_id)
  meanings = filterMeanings({ adminId: admin.id, rowsOf, depositedOrders, branchesOfMessages, unpaid: await unpaidStores(db) })
  for (const { id, position } of await db.selectFrom('menu_scan_row').select(['id', 'position']).execute()) placesOnPages.set(id, position)
})
afterAll(() => product.app.close())

async function rowsOf(list: NamedEndpoint, query: Record<string, string> = {}): Promise<Row[]> {
  const paged = list.name === 'order.board' ? query : { limit: '100', ...query }
  const { status, body } = await product.read(list, product.admin, paged)
  expect([list.name, query, status, body.error]).toEqual([list.name, query, 200, undefined])
  const rows: Row[] = body.rows ?? body.columns.flatMap(({ cards }: { cards: Row[] }) => cards)
  return body.next ? [...rows, ...(await rowsOf(list, { ...query, cursor: body.next }))] : rows
}

function recordsOf(list: NamedEndpoint): Promise<Row[]> {
  const read = everything.get(list.name) ?? readRecords(list)
  everything.set(list.name, read)
  return read
}

async function readRecords(list: NamedEndpoint): Promise<Row[]> {
  const rows = await rowsOf(list)
  const get = endpoints.find(({ name }) => name === `${list.entity}.get`)
  if (!get) return rows
  return Promise.all(
    rows.map(async (row) => ({
      ...(await product.app.call(`GET ${get.path.replace(':id', row.id)}`, { as: product.admin })).body,
      ...row,
    })),
  )
}

/** The field that a filter is of: its own name, or the record that an id is of. */
function fieldOf(record: Row, key: string): unknown {
  const other = key.replace(/Id$/, '')
  return key in record ? record[key] : other !== key && other in record ? (record[other]?.id ?? null) : undefined
}

const idsOf = (rows: Row[]) => rows.map(({ id }) => id)

describe('every filter of', () => {
  test.each(filters)('%s keeps exactly what it names', async (name, list, key) => {
    if (needed[list.name]?.[key]) return expectApart(list, key)
    const meaning = meanings[name]
    const records = [...(await recordsOf(list)), ...((await meaning?.besides?.(list)) ?? [])]
    if (!meaning && records.every((record) => fieldOf(record, key) === undefined))
      expect.fail(`${name} is no field of the record: say in filter-meanings.ts what it keeps`)
    const keeps = meaning?.keeps ?? ((record: Row, value: string) => String(fieldOf(record, key)) === value)
    const seen = records.map((record) => fieldOf(record, key)).filter((value) => value !== null && value !== undefined)
    const values = new Set([...(querySchema(list)[key]?.enum ?? []), ...(meaning?.values?.(records) ?? seen)].map(String))
    const cuts: string[] = []
    for (const value of [...values].slice(0, 16)) {
      const wanted = idsOf(records.filter((record) => keeps(record, value)))
      expect([value, idsOf(await rowsOf(list, { [key]: value })).sort()]).toEqual([value, wanted.sort()])
      if (wanted.length > 0 && wanted.length < records.length) cuts.push(value)
    }
    expect(cuts, `no value of ${name} keeps some rows and leaves others out: add such rows to varied-rows.ts`).not.toEqual([])
  })

  test.each(lists.map((list) => [list.name, list] as const))(
    '%s by what was typed keeps nothing that has none of it',
    async (_name, list) => {
      expect((await rowsOf(list)).length).toBeGreaterThan(0)
      expect(await rowsOf(list, { q: 'qzqzqzqz' })).toEqual([])
    },
  )
})

/** Of what a list cannot be asked without, two values have no row in common. */
async function expectApart(list: NamedEndpoint, key: string): Promise<void> {
  const rows = await rowsOf(list)
  expect(rows.length).toBeGreaterThan(0)
  expect(await rowsOf(list, { [key]: 'another' })).toEqual([])
}

describe('every sort of', () => {
  test.each(sorts)('%s goes both ways, and over the border of a page', expectSorts)

  test('audit.history at goes both ways, and over the border of a page', async () => {
    const [cuisine] = await rowsOf(cuisineContract.list)
    for (const version of [1, 2, 3, 4])
      await product.app.call(`PATCH /cuisines/${cuisine.id}`, {
        as: product.admin,
        body: { version: cuisine.version + version - 1, sort: version },
      })
    const path = `/history/cuisine/${cuisine.id}`
    await expectSorts('audit.history at', { ...auditContract.history, path }, 'at')
  })
})

/** The orders in which rows come. */
const comings = ['createdAt', 'placedAt', 'at', 'position']

async function expectSorts(name: string, list: NamedEndpoint, key: string): Promise<void> {
  const goesBy =
    sortValues[name] ??
    ((row: Row) => row[key] ?? (/At$/.test(key) ? row.id : expect.fail(`${name} is no field: say in "sortValues" what it is`)))
  const rising = await rowsOf(list, { sort: key })
  const values = rising.map(goesBy)
  expect(new Set(values).size, `${name}: the rows are alike, add others to varied-rows.ts`).toBeGreaterThan(2)
  expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : Number(a > b))))
  if (!comings.includes(key)) {
    const ids = idsOf(rising)
    expect(ids, `${name} is the order in which rows came: add others to varied-rows.ts`).not.toEqual(ids.toSorted())
  }
  expect(idsOf(await rowsOf(list, { sort: `-${key}` }))).toEqual(idsOf(rising).reverse())
  expect(await pagedIds(list, key, rising.length)).toEqual(idsOf(rising))
  expect(await pagedIds(list, `-${key}`, rising.length)).toEqual(idsOf(rising).reverse())
}

/** The ids of so many rows, on three pages or more. */
async function pagedIds(list: NamedEndpoint, sort: string, count: number): Promise<string[]> {
  const limit = String(Math.min(100, Math.ceil(count / 3)))
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await product.read(list, product.admin, { sort, limit, ...(cursor && { cursor }) })
    ids.push(...idsOf(body.rows))
    cursor = body.next
  }
  return ids
}
