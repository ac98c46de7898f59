import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  distanceKm,
  type FeeTier,
  type ItemUnit,
  idInstant,
  money,
  type OrderStatus,
  orderStatuses,
  orderTransitions,
  type Point,
  Polygon,
  polygonContains,
  zeroMoney,
} from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decrypt } from '#kit/access/encryption.ts'
import { hashToken } from '#kit/access/sessions.ts'
import type { DaysOf } from '#modules/branch-day/day-cash.ts'
import { readDay } from '#modules/branch-day/day-figures.ts'
import { bookNextOrders } from '#modules/ledger/backfill.service.ts'
import { findMisbooked } from '#modules/ledger/recompute.service.ts'
import { installOrderReference } from '#modules/order/order.install.ts'
import { reasonReference } from '#modules/order/order.reference.ts'
import { deliveryFee, lineAmount, lineTax, totalsOf } from '#modules/order/place/pricing.ts'
import type { TaxRules } from '#modules/order/place/tax.ts'
import { findBrokenOrders } from '#modules/order/read/invariants.ts'
import { makeTemporaryFolder } from '../../test/temporary-folder.ts'
import { testConfig } from '../../test/test-app.ts'
import { type TestDatabase, testDatabase } from '../../test/test-database.ts'
import { buildCity } from './city.ts'
import { recordRows } from './record-rows.ts'
import { seedDemo } from './seed.ts'

const now = '2026-11-20T14:00:00.000Z'
const justAfterMidnight = '2026-11-20T18:50:00.000Z'
const orders = 2000

let dataDir: string
let city: TestDatabase
let again: TestDatabase

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'larder-seed-'))
  chmodSync(dataDir, 0o755)
  city = await testDatabase()
  again = await testDatabase()
  await seedDemo(city.url, { orders, dataDir, now, secretKey: testConfig.secretKey })
  await seedDemo(again.url, { orders, dataDir, now })
})

afterAll(async () => {
  await city.drop()
  await again.drop()
  rmSync(dataDir, { recursive: true })
})

async function rowsOf<Row>(database: TestDatabase, statement: string): Promise<Row[]> {
  return (await sql.raw<Row>(statement).execute(database.db)).rows
}

async function numberOf(statement: string): Promise<number> {
  return Number((await rowsOf<{ count: number }>(city, statement))[0]?.count)
}

const seeded = [
  ...[
    'branch',
    'area',
    'store_location',
    'category_type',
    'cuisine',
    'crate',
    'crate_movement',
    'crate_balance',
    'store',
    'store_cuisine',
    'store_category_type',
    'menu_category',
  ],
  ...[
    'item',
    'choice_group',
    'item_choice_group',
    'item_picture',
    'outside_record',
    'machine',
    'rider',
    'customer',
    'channel_key',
    'orders',
    'order_line',
    'order_event',
    'order_external_id',
    'refund',
    'review',
    'feedback',
  ],
  ...['order_rollup', 'order_rollup_delta', 'order_day', 'order_quarter_hour'],
]

/** One text a table that differs when any column of any row does. */
async function fingerprints(database: TestDatabase): Promise<Record<string, string>> {
  const records = (await recordRows(buildCity(now, orders), () => '')).map(([table]) => table)
  const entries = [...seeded, ...records].map(async (table) => {
    const [row] = await rowsOf<{ print: string }>(
      database,
      `select count(*) || ' ' || md5(string_agg(t::text, '|' order by t::text)) as print from ${table} t`,
    )
    return [table, row?.print ?? '']
  })
  return Object.fromEntries(await Promise.all(entries))
}

test('the same moment gives the same city, to the last column', async () => {
  expect(await fingerprints(city)).toEqual(await fingerprints(again))
})

test('stores hold the crates that their movements come to, and no more than there are', async () => {
  expect(await numberOf('select count(*) from crate_balance')).toBeGreaterThan(30)
  const held = `select crate_id, store_id, sum(case kind when 'return' then -quantity else quantity end)::int as balance, sum(deposit_minor)::bigint as deposit
    from crate_movement group by crate_id, store_id`
  expect(
    await numberOf(`select count(*) from (${held}) as moved full join crate_balance using (crate_id, store_id)
      where (moved.balance, moved.deposit) is distinct from (crate_balance.balance, crate_balance.deposit_held_minor)`),
  ).toBe(0)
  expect(
    await numberOf(
      'select count(*) from crate where stock < (select coalesce(sum(balance), 0) from crate_balance where crate_id = crate.id)',
    ),
  ).toBe(0)
})

test('every store that sells has pictures, and of what a menu can have somebody finds each somewhere', async () => {
  const lacking = `from store where exists (select from item where store_id = store.id) and not exists (
    select from item join item_picture on item_picture.item_id = item.id where item.store_id = store.id)`
  expect(await numberOf(`select count(*) ${lacking}`)).toBe(0)
  const verticals = await rowsOf<{ vertical: string }>(
    city,
    'select distinct vertical from choice_group join store on store.id = store_id order by 1',
  )
  expect(verticals.map(({ vertical }) => vertical)).toEqual(['cakes', 'fish', 'fruits', 'grocery', 'restaurant'])
  expect(await numberOf('select count(*) from menu_category where schedule is not null')).toBeGreaterThan(10)
  expect(await numberOf('select count(*) from outside_record where item_id is not null')).toBeGreaterThan(20)
  const states = async (table: string) =>
    (await rowsOf<{ status: string }>(city, `select distinct status from ${table} order by 1`)).map(({ status }) => status)
  const left = ['awaiting-approval', 'cancelled', 'draft', 'failed', 'published', 'rolled-back', 'scheduled', 'validated']
  expect(await states('change_set')).toEqual(left)
  expect(await states('menu_scan')).toEqual(['done', 'failed', 'to-review'])
})

test('it has what the demo promises', async () => {
  expect(await numberOf('select count(*) from orders')).toBe(orders)
  expect(await numberOf('select count(*) from branch')).toBe(3)
  expect(await numberOf('select count(*) from area')).toBe(12)
  expect(await numberOf('select count(*) from store')).toBeGreaterThanOrEqual(120)
  expect(await numberOf('select count(*) from item')).toBeGreaterThan(2500)
  expect(await numberOf(`select count(*) from rider where status = 'active'`)).toBe(40)
  expect(await numberOf('select count(*) from customer')).toBe(5000)
  const stages = await rowsOf<{ status: OrderStatus }>(city, 'select distinct status from orders')
  const expected = orderStatuses.filter((status) => status !== 'placed')
  expect(stages.map(({ status }) => status).sort()).toEqual([...expected].sort())
})

test('in every vertical about a third of the live stores have no tablet: their orders wait for staff', async () => {
  const stores = await rowsOf<{ vertical: string; tablets: number }>(
    city,
    `select vertical, (select count(*)::int from machine where store_id = store.id and kind = 'tablet') as tablets from store where status = 'live'`,
  )
  const without = (some: typeof stores) => some.filter(({ tablets }) => tablets === 0).length / some.length
  expect(without(stores)).toBeGreaterThan(0.25)
  expect(without(stores)).toBeLessThan(0.4)
  for (const ofOne of Map.groupBy(stores, ({ vertical }) => vertical).values()) expect(without(ofOne)).toBeGreaterThan(0.1)
})

test('areas are shapes without common ground; stores and customers live in theirs', async () => {
  const areas = await rowsOf<{ id: string; polygon: Point[] }>(city, 'select id, polygon from area')
  for (const { polygon } of areas) expect(Polygon.safeParse(polygon).success).toBe(true)
  const within = (point: Point) => areas.filter(({ polygon }) => polygonContains(polygon, point)).map(({ id }) => id)
  for (let lat = 9.92; lat < 10.14; lat += 0.002) {
    for (let lng = 76.23; lng < 76.39; lng += 0.002) expect(within({ lat, lng }).length).toBeLessThanOrEqual(1)
  }
  const stores = await rowsOf<{ area_id: string; lat: number; lng: number }>(city, 'select area_id, lat, lng from store')
  for (const { area_id, lat, lng } of stores) expect(within({ lat, lng })).toEqual([area_id])
  const addresses = await rowsOf<{ area_id: string; point: Point }>(
    city,
    `select area_id, address -> 'point' as point from orders where address is not null`,
  )
  for (const { area_id, point } of addresses) expect(within(point)).toEqual([area_id])
})

interface PricedLine {
  unit: ItemUnit
  price: number
  quantity: number
  grams: number | null
  ppm: number
  amount: number
  tax: number
}
interface PricedOrder {
  currency: string
  rules: TaxRules
  parts: Record<'items' | 'packing' | 'delivery' | 'discount' | 'tax' | 'tip' | 'rounding' | 'total', number>
  taxes: unknown
  lines: PricedLine[]
  storePacking: number
  surge: number
  tiers: FeeTier[]
  store: Point
  home: Point | null
}

test('every order adds up as the product prices it', async () => {
  const orders = await rowsOf<PricedOrder>(
    city,
    `select orders.currency, taxes,
       json_build_object('regime', tax_regime, 'pricesIncludeTax', prices_include_tax, 'deliveryTaxPpm', delivery_tax_ppm, 'packingTaxPpm', packing_tax_ppm, 'parts', tax_parts) as rules,
       store.packing_minor as "storePacking", area.surge_ppm as surge, area.fee_tiers as tiers,
       json_build_object('lat', store.lat, 'lng', store.lng) as store, orders.address -> 'point' as home,
       json_build_object('items', items_minor, 'packing', orders.packing_minor, 'delivery', delivery_minor, 'discount', discount_minor, 'tax', tax_minor,
         'tip', tip_minor, 'rounding', rounding_minor, 'total', total_minor) as parts,
       (select json_agg(json_build_object('unit', unit, 'price', unit_price_minor, 'quantity', quantity, 'grams', coalesce(packed_grams, ordered_grams),
         'ppm', tax_ppm, 'amount', amount_minor, 'tax', tax_minor)) from order_line where order_id = orders.id) as lines
     from orders join store on store.id = orders.store_id join area on area.id = orders.area_id`,
  )
  for (const { currency, rules, parts, taxes, lines, storePacking, surge, tiers, store, home } of orders) {
    const [inCurrency, none] = [(minor: number) => money(minor, currency), zeroMoney(currency)]
    const priced = lines.map(({ unit, price, quantity, grams, ppm }) => {
      const amount = lineAmount(inCurrency(price), unit, quantity, grams)
      return { amount, tax: lineTax(amount, none, ppm, rules), discount: none, taxPpm: ppm }
    })
    expect(priced.map(({ amount, tax }) => [amount.minor, tax.minor])).toEqual(lines.map(({ amount, tax }) => [amount, tax]))
    const delivery = home ? deliveryFee(tiers, surge, distanceKm(store, home)) : none
    const charges = { packing: inCurrency(storePacking), delivery: delivery ?? none, discount: none, tip: inCurrency(parts.tip) }
    const { taxes: expectedTaxes, pricesIncludeTax: _, ...totals } = totalsOf(priced, charges, rules)
    expect(parts).toEqual(Object.fromEntries(Object.entries(totals).map(([part, { minor }]) => [part, minor])))
    expect(taxes).toEqual(expectedTaxes)
  }
})

test('ids tell when an order was placed, and timelines follow the table of transitions', async () => {
  type Told = {
    id: string
    placed_at: string
    status: OrderStatus
    end_reason: string | null
    steps: { type: string; from: OrderStatus | null; to: OrderStatus | null; at: string }[]
  }
  const told = await rowsOf<Told>(
    city,
    `select id, placed_at, status, end_reason, (select json_agg(json_build_object('type', type, 'from', from_status, 'to', to_status, 'at', at) order by sequence)
       from order_event where order_id = orders.id) as steps from orders`,
  )
  const kinds = { rejected: 'reject', cancelled: 'cancel', failed: 'fail' } as const
  for (const { id, placed_at, status, end_reason, steps } of told) {
    expect(idInstant(id)).toBe(placed_at)
    let stands: OrderStatus | null = null
    for (const [index, { type, from, to }] of steps.entries()) {
      expect({ id, type, from }).toEqual({ id, type, from: stands })
      const transition = orderTransitions.find(({ action }) => action === type)
      if (transition && from) expect(transition.from).toContain(from)
      if (transition) expect(to).toBe(transition.to)
      expect(index === 0 || Date.parse(steps[index - 1]?.at ?? '') <= Date.parse(steps[index]?.at ?? '')).toBe(true)
      stands = to ?? stands
    }
    expect(stands).toBe(status)
    if (status in kinds)
      expect(reasonReference).toContainEqual(expect.objectContaining({ kind: kinds[status as keyof typeof kinds], code: end_reason }))
  }
})

test('every order keeps the rules that hold of live ones', async () => {
  await installOrderReference(city.db)
  expect(await findBrokenOrders(city.pool)).toEqual([])
})

test('rollups, counts and cash equal what the orders say', async () => {
  const counted = `select scope_id::text, day::text, vertical, status, orders::int, total_minor::int from order_rollup`
  const direct = `select scope_id::text, business_day::text as day, vertical, status, count(*)::int as orders, sum(total_minor)::int as total_minor
    from orders cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (branch_id), (store_id)) as scopes (scope_id) group by 1, 2, 3, 4`
  expect(await numberOf(`select count(*) from ((${counted} except ${direct}) union all (${direct} except ${counted})) as differing`)).toBe(
    0,
  )
  const summed = `select scope_id, day, currency, sum(orders) as orders, sum(orders) filter (where not lost) as sold, sum(total_minor) filter (where not lost) as gross
    from (select *, status in ('rejected', 'cancelled', 'failed') as lost from order_rollup) as judged group by 1, 2, 3`
  const days = 'select scope_id, day, currency, orders, nullif(sold, 0), nullif(gross_minor, 0) from order_day'
  expect(await numberOf(`select count(*) from ((${summed} except ${days}) union all (${days} except ${summed})) as differing`)).toBe(0)
  expect(await numberOf('select sum(orders) as count from customer')).toBe(orders)
  expect(await numberOf('select count(*) from rider where cash_in_hand_minor > cash_limit_minor')).toBe(0)
  expect(await numberOf('select sum(ratings) as count from store')).toBe(
    await numberOf(`select count(*) from review where state <> 'hidden'`),
  )
})

test('the branches count on where the history ends', async () => {
  const [row] = await rowsOf<{ number: string }>(city, `select next_order_number('EKM') as number`)
  expect(await numberOf(`select count(*) from orders where number = '${row?.number}'`)).toBe(0)
  expect(Number(row?.number.slice(4))).toBe(10_001 + (await numberOf(`select count(*) from orders where number like 'EKM-%'`)))
})

test('indexes and triggers are those of an empty database', async () => {
  const empty = await testDatabase()
  const shape = `select tablename || ' ' || indexdef as line from pg_indexes where schemaname = 'public' and tablename !~ '_\\d{4}_\\d{2}$'
    union all select tgname || ' ' || tgenabled::text from pg_trigger where tgrelid = 'orders'::regclass order by 1`
  expect(await rowsOf(city, shape)).toEqual(await rowsOf(empty, shape))
  await empty.drop()
})

test('shifts of the last days were handed over and signed, with what was open then', async () => {
  expect(await numberOf("select count(*) from hand_over where status = 'signed' and signed_id <> given_id")).toBe(3)
  expect(
    await numberOf('select count(*) from hand_over_order where placed_at > (select given_at from hand_over where id = hand_over_id)'),
  ).toBe(0)
  expect(await numberOf('select count(*) from hand_over_order')).toBeGreaterThan(0)
})

test('days are closed and signed off but for yesterday’s, with figures that are those of their orders; one is left open', async () => {
  expect(await numberOf("select count(*) from branch_day where status = 'closed' and day <> '2026-11-19'")).toBe(0)
  expect(await numberOf("select count(*) from branch_day where status = 'closed'")).toBe(3)
  expect(await numberOf("select count(*) from branch_day where status = 'signed-off'")).toBe(3 * 8 - 1)
  const direct = `select count(*) from orders where orders.branch_id = branch_day.branch_id and business_day = branch_day.day`
  expect(await numberOf(`select count(*) from branch_day where orders <> (${direct})`)).toBe(0)
  const value = `select coalesce(sum(total_minor), 0) from orders where orders.branch_id = branch_day.branch_id and business_day = branch_day.day and status = 'delivered'`
  expect(await numberOf(`select count(*) from branch_day where value_minor <> (${value})`)).toBe(0)
})

test('cash was deposited, once with a difference and once reversed; what riders carry is what the ledger then has them hold', async () => {
  expect(await numberOf('select count(*) from cash_deposit where difference_minor < 0')).toBe(1)
  expect(await numberOf("select count(*) from cash_deposit where status = 'reversed'")).toBe(1)
  expect(await numberOf('select count(*) from cash_deposit where not is_all')).toBe(1)
  while (await bookNextOrders(city.db));
  const held = `select coalesce(sum(minor), 0) from cash_held where rider_id = rider.id`
  expect(await numberOf(`select count(*) from rider where cash_in_hand_minor <> (${held})`)).toBe(0)
  expect(await numberOf('select count(*) from cash_held where minor < 0')).toBe(0)
  expect(await findMisbooked(city.db)).toEqual([])
  const days = await city.db
    .selectFrom('branch_day')
    .innerJoin('branch', 'branch.id', 'branch_day.branch_id')
    .select(['branch.id', 'branch.name', 'branch.time_zone', 'branch.currency', 'day', 'deposited_minor', 'held_minor', 'collected_minor'])
    .execute()
  expect(days.length).toBeGreaterThan(20)
  for (const { day, deposited_minor, held_minor, collected_minor, ...branch } of days) {
    const { columns } = await readDay(city.reads, branch as DaysOf, day)
    expect(columns, `${branch.name}, ${day}`).toMatchObject({ deposited_minor, held_minor, collected_minor })
  }
})

test('stores and riders have an account each, whose number the secret of the installation alone opens', async () => {
  expect(
    await numberOf(
      `select count(*) from rider where status <> 'applied' and not exists (select from bank_account where rider_id = rider.id)`,
    ),
  ).toBe(0)
  const onTheirWay = `select count(*) from bank_account where state <> 'approved' or effective_at > (select max(created_at) from bank_account)`
  expect(await numberOf(onTheirWay)).toBe(3)
  const [one] = await rowsOf<{ account_number: Buffer; tail: string }>(city, 'select account_number, tail from bank_account limit 1')
  const number = decrypt('bank account', testConfig, one?.account_number ?? Buffer.alloc(40))
  expect(number).toMatch(new RegExp(`^9\\d{8}${one?.tail}$`))
})

test('a second start changes nothing, and a lost key is replaced', async () => {
  const before = await fingerprints(again)
  expect(await seedDemo(again.url, { orders, dataDir, now: '2026-11-21T09:00:00.000Z' })).toMatchObject({ seeded: false })
  expect(await fingerprints(again)).toEqual(before)
  const file = join(dataDir, 'channel-key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  rmSync(file)
  const { channelKey } = await seedDemo(again.url, { orders, dataDir, ownsDatabase: true, now })
  const [key] = await rowsOf<{ key_hash: Buffer }>(again, `select key_hash from channel_key where name = 'Demo city'`)
  expect(key?.key_hash.equals(hashToken(channelKey))).toBe(true)
})

test('a process with another data folder leaves the key of the one that made the demo alone', async () => {
  const other = makeTemporaryFolder()
  const before = await fingerprints(again)
  expect(await seedDemo(again.url, { orders, dataDir: other.path, now })).toMatchObject({ seeded: false, isKeyValid: false })
  expect(await fingerprints(again)).toEqual(before)
  expect(await seedDemo(again.url, { orders, dataDir, now })).toMatchObject({ seeded: false, isKeyValid: true })
  other.remove()
})

test('a seed that breaks off leaves nothing, and the next one is whole', async () => {
  const broken = await testDatabase()
  const giveUp = (step: string) => {
    if (step.includes('indexes')) throw new Error('killed')
  }
  await expect(seedDemo(broken.url, { orders: 300, dataDir, now, onStep: giveUp })).rejects.toThrow('killed')
  expect(await rowsOf(broken, 'select id from branch union all select id from orders union all select id from customer')).toEqual([])
  expect(await seedDemo(broken.url, { orders: 300, dataDir, now: justAfterMidnight })).toMatchObject({ seeded: true })
  expect(await rowsOf(broken, 'select count(*)::int as count from orders')).toEqual([{ count: 300 }])
  expect(await rowsOf(broken, `select id from orders where business_day <> (placed_at at time zone 'Asia/Kolkata')::date`)).toEqual([])
  await broken.drop()
})

test('riders work shifts that people can work: four to ten hours, none beside another, at most sixty hours a week, as they are planned', async () => {
  const hours = `extract(epoch from coalesce(ended_at, '${now}') - began_at) / 3600`
  expect(await numberOf('select count(*) from rider_shift where ended_at is not null')).toBeGreaterThan(500)
  expect(await numberOf(`select count(*) from rider_shift where ended_at is not null and ${hours} not between 4 and 10`)).toBe(0)
  expect(await numberOf(`select count(*) from rider_shift where ended_at is null and ${hours} not between 0 and 10`)).toBe(0)
  const span = `tstzrange(began_at, coalesce(ended_at, '${now}'))`
  expect(
    await numberOf(`select count(*) from (select id, rider_id, ${span} as span from rider_shift) as one
      join (select id, rider_id, ${span} as span from rider_shift) as other using (rider_id) where one.id < other.id and one.span && other.span`),
  ).toBe(0)
  // Of whichever seven days.
  expect(
    await numberOf(`select count(*) from rider_shift as first where 60 < (select sum(${hours}) from rider_shift
      where rider_id = first.rider_id and day between first.day and first.day + 6)`),
  ).toBe(0)
  const planned = `select rider.id, (hours ->> 'day')::int as day, ((hours ->> 'closes')::time - (hours ->> 'opens')::time) as long
    from rider cross join jsonb_array_elements(planned_hours) as hours where status = 'active'`
  expect(await numberOf(`select count(*) from (${planned}) as day where long not between interval '4 hours' and interval '10 hours'`)).toBe(
    0,
  )
  expect(
    await numberOf(`select count(*) from (select from (${planned}) as day group by id having sum(long) > interval '60 hours'
      or count(*) <> count(distinct day)) as busy`),
  ).toBe(0)
  // What riders carried, they carried on a shift, but for what was under way at night.
  const carried = `from orders where rider_id is not null and status = 'delivered' and picked_up_at > timestamptz '${now}' - interval '30 days'`
  const onShift = `exists (select from rider_shift where rider_shift.rider_id = orders.rider_id and picked_up_at between began_at and coalesce(ended_at, '${now}'))`
  expect(await numberOf(`select count(*) * 5 as count ${carried} and not ${onShift}`)).toBeLessThan(
    await numberOf(`select count(*) ${carried}`),
  )
})
