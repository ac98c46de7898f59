import { firstIdAt, type Instant, instantOf, orderContract } from '@larder/contract'
import type { Client } from 'pg'
import { agedAt, agedId, grow, withoutIndexes } from './grow.ts'
import { growCustomers, grownMail } from './grow-customers.ts'
import { type Asked, measureGrown, type Subject } from './grown.ts'
import type { Claim } from './targets.ts'

/** So far apart ten million orders lie in two years. */
const secondsApart = 6.3
const linesPerOrder = 2
const ordersPerCustomer = 10
const asked = 200
/** What one order of a thousand was bought with. */
const coupon = 'GROWN25'
/** What tells a grown order from the demo's. */
const grownCode = 'GR-'

/** Orders that have ended, with two lines each, of a tenth as many customers; what a list and a search of them look at, not their events and books. */
const orders: Subject = {
  name: 'orders',
  table: 'orders',
  rows: 'orders',
  grow: (client, rows, tell) => withoutIndexes(client, ['customer', 'orders', 'order_line'], () => growAll(client, rows, tell), tell),
  ask: askOf,
  shares: { orders: 0.8 },
}

async function growAll(client: Client, rows: number, tell: (step: string) => void): Promise<void> {
  await growCustomers(client, rows / ordersPerCustomer, tell)
  await addMonths(client, rows)
  await client.query(
    `create temp table person as select id, name, phone, row_number() over (order by id) - 1 as place from customer where email like '${grownMail('%')}'`,
  )
  await client.query('create unique index on person (place)')
  await client.query('analyze person')
  const at = agedAt(rows, secondsApart)
  const shifted = (column: string) => `${at} + (one.${column} - one.placed_at)`
  const moments = ['pending_at', 'accepted_at', 'preparing_at', 'ready_at', 'picked_up_at', 'delivered_at', 'ended_at', 'promised_at']
  const sets = {
    ...Object.fromEntries(moments.map((column) => [column, shifted(column)])),
    id: agedId(rows, secondsApart),
    number: `'${grownCode}' || n`,
    external_id: 'null',
    placed_at: at,
    updated_at: at,
    business_day: `(${at})::date`,
    customer_id: 'person.id',
    customer_name: 'person.name',
    customer_phone: 'person.phone',
    payment_reference: "case when one.payment_reference is not null then 'pay_grown_' || n end",
    discounts: `case when n % 1000 = 0 then jsonb_build_array(jsonb_build_object('name', 'Grown', 'code', '${coupon}', 'amount', jsonb_build_object('minor', 1, 'currency', one.currency), 'funders', '[]'::jsonb)) else one.discounts end`,
    claimed_by: 'null',
    claimed_name: 'null',
    claimed_at: 'null',
  }
  const like = `ended_at is not null and timing = 'asap' and number not like '${grownCode}%'`
  const beside = `join person on person.place = n * 7919 % ${rows / ordersPerCustomer}`
  await grow(client, [{ table: 'orders', rows, like, beside, sets }], tell)
  await client.query(
    `create temp table made as select id, row_number() over (order by id) - 1 as place from orders where number like '${grownCode}%'`,
  )
  await client.query('create unique index on made (place)')
  await client.query('analyze made')
  const lines = {
    table: 'order_line',
    rows: rows * linesPerOrder,
    like: 'item_id is not null',
    beside: `join made on made.place = (n - 1) / ${linesPerOrder}`,
    sets: { order_id: 'made.id', line: `1 + (n - 1) % ${linesPerOrder}` },
  }
  await grow(client, [lines], tell)
}

/** The months that the orders lie in, as the product makes those to come. */
async function addMonths(client: Client, rows: number): Promise<void> {
  const day = new Date(Date.now() - rows * secondsApart * 1000)
  for (day.setUTCDate(1); day.getTime() < Date.now(); day.setUTCMonth(day.getUTCMonth() + 1)) {
    const [from, to] = [0, 1].map((more) => instantOf(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + more)))
    for (const table of ['orders', 'order_line', 'order_event']) await addMonth(client, table, from as Instant, to as Instant)
  }
}

async function addMonth(client: Client, table: string, from: Instant, to: Instant): Promise<void> {
  const name = `${table}_${from.slice(0, 7).replace('-', '_')}`
  await client.query(
    `create table if not exists ${name} partition of ${table} for values from ('${firstIdAt(from)}') to ('${firstIdAt(to)}')`,
  )
}

async function askOf(client: Client): Promise<Asked> {
  const { rows: newest } = await client.query<{ many: number }>(
    `select substr(number, ${grownCode.length + 1})::int as many from orders where number like '${grownCode}%' order by id desc limit 1`,
  )
  const many = newest[0]?.many ?? 0
  const { rows } = await client.query<Sample>(
    `select orders.id, number, customer_name as name, customer_phone as phone, customer_id as customer, orders.store_id as store, orders.branch_id as branch,
       vertical, status, business_day::text as day, order_line.name as item
     from orders join order_line on order_id = orders.id and line = 1
     where number in (select '${grownCode}' || ceil(random() * ${many}) from generate_series(1, ${asked}))`,
  )
  const { rows: paid } = await client.query<{ reference: string }>(
    `select payment_reference as reference from orders where number in (select '${grownCode}' || ceil(random() * ${many}) from generate_series(1, ${asked * 2})) and payment_reference is not null`,
  )
  const { rows: riders } = await client.query<{ id: string; name: string }>('select id, name from rider order by random() limit 20')
  const list = orderContract.list.path
  const each = (path: (row: Sample) => string) => rows.map(path)
  const q = (text: string) => `${list}?q=${encodeURIComponent(text)}`
  return {
    orders: [list],
    'orders of a status': each(({ status }) => `${list}?status=${status}`),
    'orders of a day': each(({ day }) => `${list}?from=${day}&to=${day}`),
    'orders of a vertical': each(({ vertical }) => `${list}?vertical=${vertical}`),
    'orders of a branch': each(({ branch }) => `${list}?branchId=${branch}`),
    'orders of a store': each(({ store }) => `${list}?storeId=${store}`),
    'orders of a rider': riders.map(({ id }) => `${list}?riderId=${id}`),
    'orders of a customer': each(({ customer }) => `${list}?customerId=${customer}`),
    'an order': each(({ id }) => `${list}/${id}`),
    'orders of a number': each(({ number }) => q(number)),
    'orders of a phone': each(({ phone }) => q(phone)),
    'orders of a name': each(({ name }) => q(name)),
    'orders of a first name, of which a hundred times as many are found': each(({ name }) => q(name.split(' ')[0] ?? '')),
    'orders of something bought': each(({ item }) => q(item)),
    'orders of the name of a rider': riders.map(({ name }) => q(name)),
    'orders of a payment': paid.map(({ reference }) => q(reference)),
    'orders of a coupon, of which a hundred times as many are found': [q(coupon)],
  }
}

interface Sample {
  id: string
  number: string
  name: string
  phone: string
  customer: string
  store: string
  branch: string
  vertical: string
  status: string
  day: string
  item: string
}

/** Orders at two sizes, the larger one ten million unless said otherwise. */
export function measureOrders(folder: string, tell: (step: string) => void): Promise<Claim[]> {
  return measureGrown(folder, orders, tell)
}
