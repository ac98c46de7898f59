import { type NamedEndpoint, newId } from '@larder/contract'
import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { schemaOf } from '#kit/openapi/openapi.ts'
import type { JsonSchema } from '#kit/openapi/outline.ts'
import { queriesOf } from '../plans.ts'
import { lists, type SweptProduct, sweptProduct } from './swept-product.ts'

/** Lists that the kit does not page, with the tests of their plans. */
const ownPlans: Readonly<Record<string, string>> = { 'order.list': 'order/read/plans.test.ts' }
const ofEveryList = new Set(['cursor', 'limit', 'sort', 'count'])
/** What a filter might take where it is no list of values; the first one that it does is asked for. */
const guesses = () => [newId(), '2026-11-20', 'true', '5', 'order.view', 'a']

let product: SweptProduct
let partial: ReadonlySet<string>
beforeAll(async () => {
  product = await sweptProduct()
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid where indpred is not null`.execute(
    product.app.database.db,
  )
  partial = new Set(rows.map(({ name }) => name))
})
afterAll(() => product.app.close())

interface Node {
  'Node Type': string
  'Index Name'?: string
  'Index Cond'?: string
  'Parent Relationship'?: string
  Plans?: Node[]
}

/** How a statement is planned, for any values as the product's are, as if to read a whole table, or to sort what was read, were out of the question. */
async function planOf(statement: string): Promise<Node> {
  const client = await product.app.database.pool.connect()
  const avoided = ['seqscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin']
  try {
    await client.query(`begin; ${avoided.map((way) => `set local enable_${way} = off`).join('; ')}`)
    const { rows } = await client.query(`explain (generic_plan, format json) ${statement}`)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const inner = ({ Plans = [] }: Node) => Plans.filter((plan) => !/Plan$/.test(plan['Parent Relationship'] ?? ''))
const nodesOf = (node: Node): Node[] => [node, ...inner(node).flatMap(nodesOf)]
/** What decides the order in which rows come. */
const outerOf = (node: Node): Node[] => [node, ...inner(node).slice(0, 1).flatMap(outerOf)]

/** What a search finds is asked first, in a statement of its own. */
const foundFirst = /^with found as \((.*) limit 5001\)/s

const isSort = (node: Node) => node['Node Type'].endsWith('Sort')
const isWhole = (node: Node) =>
  node['Node Type'] === 'Seq Scan' ||
  (/^Index( Only)? Scan$/.test(node['Node Type']) && !node['Index Cond'] && !partial.has(node['Index Name'] ?? ''))

/** The statements that read a page of a list that is asked so; none where the list refuses the value. */
async function pagesOf(list: NamedEndpoint, query: Record<string, string>): Promise<CompiledQuery[]> {
  let status = 0
  const queries = await queriesOf(product.app, async () => {
    ;({ status } = await product.read(list, product.admin, query))
  })
  const pages = queries.filter((query) => query.sql.includes('cursor_tie'))
  if (status === 200) expect([list.name, pages.length]).toEqual([list.name, 1])
  return [...pages, ...queries.filter((query) => foundFirst.test(query.sql))]
}

async function isSorted({ sql: page }: CompiledQuery): Promise<boolean> {
  return outerOf(await planOf(page)).some(isSort)
}

/** Whether what is found is looked for in all rows of a table: without an order, for the sake of which an index might be read as a whole. */
async function isSearched({ sql: page }: CompiledQuery): Promise<boolean> {
  const found = foundFirst.exec(page)?.[1] ?? page.replace(/ order by (?:(?! order by ).)* limit \d+$/s, '')
  expect(found).not.toBe(page)
  return nodesOf(await planOf(found)).some(isWhole)
}

/** The parameters of a list that no index serves, whichever value they take. */
async function unindexed(list: NamedEndpoint): Promise<string[]> {
  const { properties = {} } = schemaOf(list.shape.query ?? z.strictObject({}), 'input') as JsonSchema
  const found = new Set<string>()
  for (const sort of (properties.sort?.enum ?? []).map(String))
    for (const page of await pagesOf(list, { sort })) if (await isSorted(page)) found.add(`sort ${sort.replace('-', '')}`)
  for (const [key, property] of Object.entries(properties)) {
    if (ofEveryList.has(key)) continue
    const listed = key === 'q' ? ['ann', 'ann lee'] : property.enum?.map(String)
    for (const value of listed ?? guesses()) {
      const pages = await pagesOf(list, { [key]: value })
      for (const page of pages) if (await isSearched(page)) found.add(key)
      if (found.has(key) || (!listed && pages.length > 0)) break
    }
  }
  return [...found]
}

test('what a list is sorted, cut or searched by has an index, or is in the golden list', async () => {
  const lines: string[] = []
  for (const list of lists.filter(({ name }) => !(name in ownPlans)))
    for (const parameter of await unindexed(list)) lines.push(`${list.name} ${parameter}`)
  await expect(
    `${lines.sort().join('\n')}\n`,
    'a filter or sort needs an index on (column, id); one of some dozens of rows a line in unindexed.txt, written by -u',
  ).toMatchFileSnapshot('./unindexed.txt')
})

test('a list that is planned by itself is one of the lists', () => {
  expect(Object.keys(ownPlans).filter((name) => !lists.some((list) => list.name === name))).toEqual([])
})
