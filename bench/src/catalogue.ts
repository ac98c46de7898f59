import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type ChangeSet,
  changeSetContract,
  channelContract,
  itemContract,
  menuCategoryContract,
  menuViewContract,
  newId,
  plainFormat,
  storeContract,
} from '@larder/contract'
import type { Client } from 'pg'
import { agedAt, agedId, columnsOf, grow } from './grow.ts'
import { type Asked, type GrownWorld, measureGrown, type Subject } from './grown.ts'
import { quantile } from './load.ts'
import { databaseUrl, withClient } from './postgres.ts'
import { channelOf, chooseBasket } from './screens.ts'
import { ask } from './session.ts'
import { atLeast, atMost, type Claim } from './targets.ts'

const itemsPerStore = 100
/** So many stores share the names of their items. */
const alike = 100
const asked = 200
const uploaded = 50_000
const published = 10_000
const ordersPerSecond = 20
const secondsBefore = 10
const pollMs = 100
const patienceMs = 300_000
/** What tells a grown store from the demo's. */
const grownNumber = 'B-'

/** Stores with a hundred items each. */
const catalogue: Subject = {
  name: 'catalogue',
  table: 'item',
  rows: 'items',
  grow: async (client, rows, tell) => {
    const stores = rows / itemsPerStore
    const at = agedAt(stores)
    const sets = {
      id: agedId(stores),
      number: `'${grownNumber}' || n`,
      display_name: "one.display_name || ' ' || n",
      search: "one.search || ' ' || n",
      created_at: at,
      updated_at: at,
    }
    const open = { open_mode: "'open'", open_mode_at: 'null', open_mode_by: 'null', open_mode_reason: 'null', open_mode_until: 'null' }
    await grow(client, [{ table: 'store', rows: stores, like: "status = 'live'", sets: { ...sets, ...open } }], tell)
    tell(`${plainFormat.number(rows)} items`)
    await client.query('set session_replication_role = replica')
    await client.query(
      `create temp table part as
       select uuidv7() as id, made.id as store_id, made.number, made.created_at as born, category.id as like_id
       from (select id, created_at, substr(number, ${grownNumber.length + 1})::int as number, vertical, row_number() over (partition by vertical order by id) as place from store where number like '${grownNumber}%') as made
         join (select id, vertical, row_number() over (partition by vertical order by id) - 1 as place, count(*) over (partition by vertical) as many
               from store where number not like '${grownNumber}%' and exists (select from item where store_id = store.id)) as model
           on model.vertical = made.vertical and model.place = made.place % model.many
         join menu_category as category on category.store_id = model.id`,
    )
    const insert = async (table: string, instead: Record<string, string>, from: string) => {
      const columns = await columnsOf(client, table)
      await client.query(
        `insert into ${table} (${columns.join(', ')}) select ${columns.map((name) => instead[name] ?? `one.${name}`).join(', ')} from ${from}`,
      )
    }
    await insert(
      'menu_category',
      { id: 'part.id', store_id: 'part.store_id', parent_id: 'null' },
      'part join menu_category as one on one.id = part.like_id',
    )
    await insert(
      'item',
      {
        // As old as its store: what is new stands at the end, as where it was sold from one day on.
        id: 'uuidv7(one.born - now())',
        created_at: 'one.born',
        updated_at: 'one.born',
        store_id: 'one.of_store',
        category_id: 'one.part_id',
        sku: "one.sku || '-' || number || '-' || place",
        // Of a hundred times as many stores about as many have an item of a name.
        name: `case when turn = 0 then one.name else one.name || ' ' || turn || '-' || number % ${Math.ceil(stores / alike)} end`,
        barcode: 'null',
        brand_id: 'null',
        sort: 'place',
      },
      `(select one.*, part.id as part_id, part.store_id as of_store, part.number, part.born, turn, row_number() over (partition by part.store_id order by turn, one.sort) as place
        from part join item as one on one.category_id = part.like_id cross join generate_series(0, 9) as turn) as one where place <= ${itemsPerStore} order by one.born, place`,
    )
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze item, menu_category')
  },
  ask: askOf,
}

async function askOf(client: Client): Promise<Asked> {
  const { rows } = await client.query<{ store: string; name: string; category: string; item: string; sku: string; shop: string }>(
    `select store.id as store, lower(item.name) as name, item.category_id as category, item.id as item, item.sku, lower(store.display_name) as shop
     from (select * from store where number like '${grownNumber}%' order by random() limit ${asked}) as store
       join lateral (select * from item where store_id = store.id and name ~ ' [1-9]-' offset 7 limit 1) as item on true`,
  )
  const each = (path: (row: (typeof rows)[number]) => string) => rows.map(path)
  const q = (text: string) => `q=${encodeURIComponent(text)}`
  const [items, stores] = [itemContract.list.path, storeContract.list.path]
  return {
    items: [items],
    'items of a name': each(({ name }) => `${items}?${q(name)}`),
    'items of a word, of which a hundred times as many are found': each(({ name }) => `${items}?${q(name.split(' ')[0] ?? '')}`),
    'items of a name in a store': each(({ store, name }) => `${items}?storeId=${store}&${q(name)}`),
    'items of a code': each(({ sku }) => `${items}?${q(sku)}`),
    'the page of a grid': each(({ store }) => `${items}?storeId=${store}&sort=sort&limit=100`),
    'items of a category': each(({ store, category }) => `${items}?storeId=${store}&categoryId=${category}&sort=sort`),
    'why an item cannot be ordered': each(({ item }) => itemContract.obstacles.path.replace(':id', item)),
    'categories of a store': each(({ store }) => `${menuCategoryContract.list.path}?storeId=${store}`),
    'a menu as a customer sees it': each(
      ({ store, category }) => `${menuViewContract.view.path.replace(':id', store)}?categoryId=${category}`,
    ),
    stores: [stores],
    'stores of a name': each(({ shop }) => `${stores}?${q(shop)}`),
    'stores of a vertical': [`${stores}?vertical=fish`],
  }
}

/** Items at two sizes; then a large file that is read and a change of many prices that is published, with orders beside it. */
export function measureCatalogue(folder: string, tell: (step: string) => void): Promise<Claim[]> {
  return measureGrown(folder, catalogue, tell, async (world) => {
    await ask(world.product.address, '/settings/values/changeSet.approvalRows', world.token, await approvalSetting(world), 'PATCH')
    return [...(await measureUpload(world, tell)), ...(await measurePublish(world, tell))]
  })
}

/** As many rows as there may be are published without another person. */
async function approvalSetting({ product, token }: GrownWorld) {
  const values = await ask<{ id: string; version: number }[]>(product.address, '/settings/values', token)
  return { version: values.find(({ id }) => id === 'changeSet.approvalRows')?.version, value: 100_000 }
}

async function measureUpload(world: GrownWorld, tell: (step: string) => void): Promise<Claim[]> {
  const { product, token } = world
  const stores = await sampleStores(world, 1)
  const rows = Array.from({ length: uploaded }, (_, at) => `U-${at},Bench item ${at},Section ${at % 40},${(10 + (at % 900)).toFixed(2)},pc`)
  const sent = await fetch(`${product.address}/api${changeSetContract.upload.path.replace(':id', stores[0] ?? '')}?name=bench.csv`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-api-key': token, 'idempotency-key': newId() },
    body: ['Code,Name,Category,Price,Unit', ...rows].join('\n'),
  })
  if (!sent.ok) throw new Error(`a menu answered ${sent.status}: ${await sent.text()}`)
  const made = (await sent.json()) as ChangeSet
  tell(`reading ${plainFormat.number(uploaded)} rows`)
  const before = product.memoryMb()
  const began = performance.now()
  const columns = Object.fromEntries(made.sheet?.columns.map(({ head, field }) => [head, field]) ?? [])
  await ask(product.address, changeSetContract.read.path.replace(':id', made.id), token, {
    version: made.version,
    columns,
    missing: 'keep',
  })
  const read = await settled(world, made.id, ['validated'])
  const seconds = (performance.now() - began) / 1000
  if (read.set.newRows !== uploaded) throw new Error(`${read.set.newRows} of ${uploaded} rows are new: ${read.set.statusReason}`)
  return [
    atLeast(`${plainFormat.number(uploaded)} rows of a file, read and held against the menu`, uploaded / seconds, 3000, 'a second'),
    atMost('memory of the API process meanwhile, beyond what it had', Math.max(0, read.memoryMb - before), 100, 'MB'),
  ]
}

async function measurePublish(world: GrownWorld, tell: (step: string) => void): Promise<Claim[]> {
  const { product, token } = world
  const storeIds = await sampleStores(world, published / itemsPerStore)
  const change = { price: { way: 'percent', byPpm: 20_000, rounding: 'none' } }
  const { id } = await ask<ChangeSet>(product.address, changeSetContract.create.path, token, { filter: { storeIds }, change })
  const { set } = await settled(world, id, ['validated'])
  tell(`publishing ${plainFormat.number(set.changedRows)} changes`)
  const orders = await placing(world)
  await pause(secondsBefore * 1000)
  const alone = orders.taken()
  const began = performance.now()
  await ask(product.address, changeSetContract.publish.path.replace(':id', id), token, { version: set.version, meanwhile: 'leave-out' })
  const { set: done } = await settled(world, id, ['published'])
  const seconds = (performance.now() - began) / 1000
  const beside = orders.taken()
  await orders.stop()
  const p95 = (times: readonly number[]) =>
    quantile(
      times.toSorted((a, b) => a - b),
      0.95,
    )
  return [
    atMost(`${plainFormat.number(done.publishedRows)} changes of ${storeIds.length} stores, published`, seconds, 10, 's'),
    atMost(
      `an order placed meanwhile, p95 (alone ${p95(alone).toFixed(0)} ms, longest ${Math.max(...beside).toFixed(0)} ms): waits longer by`,
      p95(beside) - p95(alone),
      100,
      'ms',
    ),
  ]
}

/** Orders at a steady pace by an app of customers: how long each took since it was asked last. */
async function placing({ dataDir, product }: GrownWorld) {
  await withClient(databaseUrl(dataDir, 'larder'), (client) =>
    client.query(`update store set max_orders_per_quarter_hour = null where number not like '${grownNumber}%'`),
  )
  const call = channelOf(product.address, readFileSync(join(dataDir, 'channel-key'), 'utf8').trim())
  const basket = await chooseBasket(call)
  let [times, isOver, number]: [number[], boolean, number] = [[], false, 0]
  const under = new Set<Promise<void>>()
  const place = async () => {
    const began = performance.now()
    const customer = { name: 'Meera Thomas', phone: `+9198470${String(number++).padStart(5, '0')}` }
    await call('POST', channelContract.placeOrder.path, { ...basket, customer, externalId: `bench-${process.pid}-${began}` })
    times.push(performance.now() - began)
  }
  const run = (async () => {
    while (!isOver) {
      const one = place().finally(() => under.delete(one))
      under.add(one)
      await pause(1000 / ordersPerSecond)
    }
    await Promise.all(under)
  })()
  return {
    taken: () => {
      const taken = times
      times = []
      return taken
    },
    stop: () => {
      isOver = true
      return run
    },
  }
}

/** Waits until a set has got so far; and the most memory that the product had meanwhile. */
async function settled({ product, token }: GrownWorld, id: string, statuses: readonly ChangeSet['status'][]) {
  let memoryMb = 0
  for (const end = performance.now() + patienceMs; performance.now() < end; await pause(pollMs)) {
    memoryMb = Math.max(memoryMb, product.memoryMb())
    const set = await ask<ChangeSet>(product.address, changeSetContract.get.path.replace(':id', id), token)
    if (statuses.includes(set.status)) return { set, memoryMb }
    if (set.status === 'failed') throw new Error(`a change set failed: ${set.statusReason}`)
  }
  throw new Error(`a change set is not ${statuses.join(' or ')} yet`)
}

async function sampleStores({ dataDir }: GrownWorld, many: number): Promise<string[]> {
  const { rows } = await withClient(databaseUrl(dataDir, 'larder'), (client) =>
    client.query<{ id: string }>(`select id from store where number like '${grownNumber}%' order by random() limit ${many}`),
  )
  return rows.map(({ id }) => id)
}
