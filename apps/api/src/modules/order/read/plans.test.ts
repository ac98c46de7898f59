import { type Instant, OrderFilters, rejectedOrderContract } from '@larder/contract'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readOnly } from '#db/database.ts'
import { ensurePartitions } from '#db/partitions.ts'
import type { DB } from '#db/schema.gen.ts'
import { systemContext } from '#kit/access/system-actor.ts'
import type { Context } from '#kit/context.ts'
import { addOrder, addRider } from '../../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../../test/order-world.ts'
import { explained, type Node } from '../../../../test/plans.ts'
import { findDueForRelease, findIdleClaims, findUnanswered } from '../timers/due.ts'
import { countUnhandled, readBoard } from './board.ts'
import { findOrder } from './detail.ts'
import { listOrders } from './list.ts'
import { readLoad } from './load.ts'
import { listRejected } from './rejected.service.ts'

const orders = 20_000
/** So many at once: a statement has its time, on a slow machine too. */
const stretch = 4000
let world: OrderWorld
let ctx: Context
let asked: CompiledQuery[]
beforeAll(async () => {
  world = await orderWorld()
  await ensurePartitions(world.db, '2026-09', '2027-02')
  await fill()
  const log = ({ query }: { query: CompiledQuery }) => void asked.push(query)
  const spied = new Kysely<DB>({ dialect: new PostgresDialect({ pool: world.app.database.pool }), log })
  const services = { ...world.app.services, db: readOnly(spied) }
  ctx = { ...systemContext(services, 'plans'), db: services.db }
})
afterAll(() => world.app.close())

/** Two months of orders of 2,000 customers, all ended but for a handful. */
async function fill(): Promise<void> {
  const { db, store, clock } = world
  await sql`insert into customer (id, name, phone, search)
    select gen_random_uuid(), 'Customer ' || n, '+9197' || lpad(n::text, 8, '0'), 'customer ' || n
    from generate_series(1, 2000) n`.execute(db)
  const template = await addOrder(db, store, { at: clock.instant() })
  const columns = Object.keys(template).filter(
    (column) => !['id', 'number', 'placed_at', 'pending_at', 'status', 'customer_id', 'vertical'].includes(column),
  )
  const copied = sql.join(columns.map((column) => sql.ref(column)))
  for (let from = 1; from <= orders; from += stretch)
    await sql`
    insert into orders (id, number, placed_at, status, customer_id, vertical, ${copied})
    select encode(set_byte(set_byte(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from moment.at) * 1000)::bigint) from 3) from 1 for 6), 6, 112), 8, 128), 'hex')::uuid,
      'KX-' || (10000 + n), moment.at, (array['delivered', 'delivered', 'delivered', 'cancelled', 'rejected'])[1 + n % 5],
      (select id from customer where phone = '+9197' || lpad((1 + n % 2000)::text, 8, '0')), (array['restaurant', 'grocery', 'fish'])[1 + n % 3],
      ${copied}
    from generate_series(${from}::int, ${from + stretch - 1}::int) n
      cross join lateral (select ${clock.instant()}::timestamptz - make_interval(secs => (${orders} - n) * 250) as at) as moment
      cross join (select * from orders where id = ${template.id}) as template`.execute(db)
  for (const status of ['accepted', 'ready', 'picked_up', 'scheduled']) await addOrder(db, store, { at: clock.instant(), status })
  await sql`vacuum analyze`.execute(db)
}

/** What the read asked of the database, and every node of the plans by which it was answered. */
async function plansOf(read: (ctx: Context) => Promise<unknown>): Promise<{ statements: number; nodes: Node[] }> {
  asked = []
  await read(ctx)
  // What settings hold is asked once in a while, not by the page.
  const statements = asked.filter((query) => !query.sql.includes('"setting"'))
  const nodes: Node[] = []
  for (const { sql: text, parameters } of statements) {
    const { root } = await explained(world.app.database.pool, { sql: text, parameters })
    collect(root, nodes)
  }
  return { statements: statements.length, nodes }
}

function collect(node: Node, nodes: Node[]): void {
  nodes.push(node)
  for (const child of node.Plans ?? []) collect(child, nodes)
}

const ofOrders = ({ 'Relation Name': relation }: Node) => relation?.startsWith('orders_') ?? false
// A partition without rows is read "as a whole" at no cost.
const wholeReads = (nodes: Node[]) => nodes.filter((node) => node['Node Type'] === 'Seq Scan' && ofOrders(node) && node['Actual Rows'] > 0)
const sortedRows = (nodes: Node[]) =>
  Math.max(0, ...nodes.filter((node) => node['Node Type'] === 'Sort').flatMap(({ Plans = [] }) => Plans.map((from) => from['Actual Rows'])))
const rowsRead = (nodes: Node[]) => nodes.filter(ofOrders).reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
const list = (query: object) => (context: Context) => listOrders(context, { query: z.parse(OrderFilters, query) })

async function cursorAfter(pages: number, query: object): Promise<string> {
  let cursor: string | undefined
  for (let page = 0; page < pages; page++) cursor = ((await list({ ...query, limit: 100, cursor })(ctx)) as { next: string }).next
  return cursor ?? ''
}

describe('over twenty thousand orders', () => {
  test.each<[string, () => object | Promise<object>, number]>([
    ['the list', () => ({}), 60],
    ['a filtered list', () => ({ status: 'cancelled' }), 60],
    ['a list by vertical', () => ({ vertical: 'fish' }), 60],
    ['a list of one store', () => ({ storeId: world.store.id, status: 'delivered' }), 150],
    ['a deep page', async () => ({ cursor: await cursorAfter(150, {}) }), 60],
    ['a deep page of a filtered list', async () => ({ status: 'rejected', cursor: await cursorAfter(30, { status: 'rejected' }) }), 60],
    ['a day', () => ({ from: '2026-10-10', to: '2026-10-10' }), 60],
  ])('%s reads a page by index, in order, in one statement', async (_, query, most) => {
    // The zones of the branches, which the first list of a minute reads, are known to the second.
    await plansOf(list(await query()))
    const { statements, nodes } = await plansOf(list(await query()))
    expect([statements, wholeReads(nodes), sortedRows(nodes)]).toEqual([1, [], 0])
    expect(rowsRead(nodes)).toBeLessThanOrEqual(most)
  })

  test('rejected orders are read a page at a time, by index, in order', async () => {
    const page = (query: object) => (context: Context) =>
      listRejected(context, { query: z.parse(rejectedOrderContract.list.shape.query, query) })
    const { statements, nodes } = await plansOf(page({}))
    expect([statements, wholeReads(nodes), sortedRows(nodes)]).toEqual([1, [], 0])
    expect(rowsRead(nodes)).toBeLessThanOrEqual(60)
    for (const q of ['KX-12345', 'customer 1799', 'nobody of this name']) {
      const { nodes: searched } = await plansOf(page({ q }))
      expect([q, wholeReads(searched)]).toEqual([q, []])
      expect(rowsRead(searched), q).toBeLessThanOrEqual(600)
    }
  })

  test.each<[string, object]>([
    ['a number', { q: 'KX-12345' }],
    ['digits', { q: '97000012' }],
    ['a name', { q: 'customer 17' }],
    ['late orders', { status: 'late' }],
  ])('%s is found by index; only what was found is sorted', async (_, query) => {
    const { statements, nodes } = await plansOf(list(query))
    expect(statements).toBeLessThanOrEqual(2)
    expect(wholeReads(nodes)).toEqual([])
    expect(sortedRows(nodes)).toBeLessThanOrEqual(3000)
  })

  test('of a name that a hundred have, a page is read of their newest orders, in order, and none is sorted', async () => {
    const { nodes } = await plansOf(list({ q: 'customer 17', limit: 5 }))
    expect([wholeReads(nodes), sortedRows(nodes)]).toEqual([[], 0])
    expect(rowsRead(nodes)).toBeLessThanOrEqual(1000)
    // Of the customers, of the riders, of the page.
    expect(nodes.filter((node) => node['Node Type'] === 'Limit')).toHaveLength(3)
  })

  test('a counted list asks three statements at most', async () => {
    expect((await plansOf(list({ q: 'customer 17', count: 'true' }))).statements).toBeLessThanOrEqual(3)
  })

  test.each<[string, (context: Context) => Promise<unknown>, number]>([
    ['the board', (context) => readBoard(context, { query: {} }), 2],
    ['what is to be cooked, beside the rushes that are on,', (context) => readLoad(context, { query: {} }), 2],
    ['the count of what nobody has handled', countUnhandled, 1],
    ['what is unanswered', (context) => findUnanswered(context, 10), 1],
    ['what is to be released', findDueForRelease, 1],
    ['what I handle', list({ claim: 'mine' }), 1],
    ['what nobody handles', list({ claim: 'unclaimed' }), 1],
    ['what is claimed and idle', (context) => findIdleClaims(context, 30), 1],
  ])('%s looks at active orders alone', async (_, read, statements) => {
    const plans = await plansOf(read)
    expect([plans.statements, wholeReads(plans.nodes)]).toEqual([statements, []])
    expect(rowsRead(plans.nodes)).toBeLessThanOrEqual(20)
  })

  test('a detail is one statement by primary keys', async () => {
    const rider = await addRider(world.db, world.branch)
    const order = await addOrder(world.db, world.store, { at: '2026-10-10T08:00:00.000Z' as Instant, rider_id: rider.id })
    const { statements, nodes } = await plansOf((context) => findOrder(context.db, context, order.id))
    expect([statements, wholeReads(nodes), rowsRead(nodes)]).toEqual([1, [], 1])
  })
})
