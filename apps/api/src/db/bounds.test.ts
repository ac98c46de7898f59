import {
  approvalContract,
  areaContract,
  BasketLine,
  categoryTypeContract,
  channelContract,
  crateContract,
  cuisineContract,
  draftContract,
  fieldOf,
  maxMinor,
  mostUnits,
  NewOrder,
  orderContract,
  Price,
  rangeOf,
  type Schema,
  savedViewContract,
  settings,
  staffContract,
  storeContract,
  storeLocationContract,
  whole,
} from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const at = (schema: Schema | undefined, ...path: string[]) =>
  path.reduce<Schema | undefined>((inner, key) => inner && fieldOf(inner, key), schema) as Schema

const [area, crate, cuisine, type, place] = [areaContract, crateContract, cuisineContract, categoryTypeContract, storeLocationContract].map(
  ({ create }) => create.shape.body as Schema,
)
const store = storeContract.update.shape.body

/** Columns of numbers and the declarations that bound them. */
const numbers: Record<string, Schema> = {
  'area.min_basket_minor': at(area, 'minBasket'),
  'area.surge_ppm': at(area, 'surgePpm'),
  'category_type.sort': at(type, 'sort'),
  'crate.capacity_grams': at(crate, 'capacityGrams'),
  'crate.deposit_minor': at(crate, 'deposit'),
  'crate.stock': at(crate, 'stock'),
  'cuisine.sort': at(cuisine, 'sort'),
  'draft.step': at(draftContract.create.shape.body, 'step'),
  'item.price_minor': Price,
  // Nothing declares it yet; a tax above the whole price would make what a line comes to no amount.
  'item.tax_ppm': whole(0, 1_000_000),
  'order_line.quantity': at(BasketLine, 'quantity'),
  'orders.delivery_tax_ppm': settings['tax.deliveryPpm'].schema,
  'orders.packing_tax_ppm': settings['tax.packingPpm'].schema,
  'store.busy_extra_minutes': at(store, 'busyExtraMinutes'),
  'store.max_orders_per_quarter_hour': at(store, 'maxOrdersPerQuarterHour'),
  'store.min_order_minor': Price,
  'store.packing_minor': Price,
  'store.prep_minutes': at(store, 'prepMinutes'),
}

/** Columns of amounts that are computed: they must at least be amounts. */
const amounts = [
  'cart.total_minor',
  ...['items', 'packing', 'delivery', 'discount', 'tax', 'tip', 'rounding', 'total'].map((part) => `orders.${part}_minor`),
  ...['unit_price', 'amount', 'discount', 'tax'].map((part) => `order_line.${part}_minor`),
]

/** Columns of texts and the declarations that bound them. */
const texts: Record<string, Schema> = {
  'area.name': at(area, 'name'),
  'cart.device_token': at(channelContract.cart.shape.body, 'deviceToken'),
  'category_type.name': at(type, 'name'),
  'crate.code': at(crate, 'code'),
  'crate.name': at(crate, 'name'),
  'cuisine.name': at(cuisine, 'name'),
  'device.app_version': at(channelContract.device.shape.body, 'appVersion'),
  'device.push_token': at(channelContract.device.shape.body, 'pushToken'),
  'draft.name': at(draftContract.create.shape.body, 'name'),
  'draft.resource': at(draftContract.create.shape.body, 'resource'),
  'draft.typed': at(draftContract.create.shape.body, 'typed'),
  'feedback.text': at(channelContract.feedback.shape.body, 'text'),
  'machine.app_version': at(channelContract.heartbeat.shape.body, 'appVersion'),
  'order_line.note': at(BasketLine, 'note'),
  'orders.customer_name': at(NewOrder, 'customer', 'name'),
  'orders.end_note': at(orderContract.cancel.shape.body, 'note'),
  'approval.because': at(approvalContract.refuse.shape.body, 'reason'),
  'approval.reason': at(approvalContract.refuse.shape.body, 'reason'),
  'orders.external_id': at(NewOrder, 'externalId'),
  'orders.note': at(NewOrder, 'note'),
  'orders.payment_reference': at(NewOrder, 'payment', 'reference'),
  'review.text': at(channelContract.review.shape.body, 'text'),
  'saved_view.name': at(savedViewContract.create.shape.body, 'name'),
  'staff.email': at(staffContract.create.shape.body, 'email'),
  'staff.name': at(staffContract.create.shape.body, 'name'),
  'store.address': at(store, 'address'),
  'store.display_name': at(store, 'displayName'),
  'store.status_reason': at(storeContract.suspend.shape.body, 'reason'),
  'store_location.name': at(place, 'name'),
}

function checksDeclared(): Record<string, string> {
  const between = (column: string, min: number, max: number) => [column, `between ${min} and ${max}`] as const
  return Object.fromEntries([
    ...Object.entries(numbers).map(([column, schema]) =>
      between(column, rangeOf(schema).min ?? Number.NaN, rangeOf(schema).max ?? Number.NaN),
    ),
    ...amounts.map((column) => between(column, -maxMinor, maxMinor)),
    ...Object.entries(texts).map(([column, schema]) => [column, `at most ${mostUnits(rangeOf(schema).max ?? Number.NaN)} bytes`] as const),
  ])
}

/** What the database holds of each column, in the same words. */
async function checksHeld(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conrelid::regclass || '.' || substr(conname, length(conrelid::regclass::text) + 2) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and conname like '%\\_bound' and coninhcount = 0`.execute(database.db)
  return Object.fromEntries(rows.map(({ name, definition }) => [name.replace(/_bound$/, ''), wordsOf(definition)]))
}

function wordsOf(definition: string): string {
  const [, min, max] = />= '?\(?(-?\d+).*<= '?\(?(-?\d+)/.exec(definition) ?? []
  if (min !== undefined) return `between ${min} and ${max}`
  const [, bytes] = /octet_length\(\w+\) <= (\d+)/.exec(definition) ?? []
  return bytes === undefined ? definition : `at most ${bytes} bytes`
}

test('the database holds what the contract declares, column by column', async () => {
  const { 'area.fee_tiers': feeTiers, ...held } = await checksHeld()
  expect(held).toEqual(checksDeclared())
  expect(feeTiers).toContain(String(rangeOf(Price).max))
})

test.each([
  ['-1', false],
  ['0', true],
  [String(rangeOf(Price).max), true],
  [String((rangeOf(Price).max ?? 0) + 1), false],
])('a fee of %s is held: %s', async (minor, isTaken) => {
  const tiers = JSON.stringify([{ maxKm: 5, fee: { minor: Number(minor), currency: 'INR' } }])
  const insert = sql`insert into area (id, branch_id, name, polygon, fee_tiers, currency) values (uuidv7(), uuidv7(), 'A', '[]', ${tiers}, 'INR')`
  // No branch is there: what is within bounds gets as far as that.
  await expect(insert.execute(database.db)).rejects.toMatchObject({ code: isTaken ? '23503' : '23514' })
})

test('a column that holds text or numbers without a bound is a known one', async () => {
  const { rows } = await sql<{ column: string }>`
    select columns.table_name || '.' || columns.column_name || ' ' || columns.data_type as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and columns.is_generated = 'NEVER'
      and columns.column_name <> 'version' and columns.table_name not like 'migration%' and columns.data_type in ('text', 'smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision', 'character varying')
      and not exists (select from pg_class where oid = to_regclass(table_name) and relispartition)
      and not exists (select from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
        where conrelid = to_regclass(table_name) and contype in ('c', 'f') and attname = columns.column_name)
    order by 1`.execute(database.db)
  await expect(`${rows.map(({ column }) => column).join('\n')}\n`).toMatchFileSnapshot('./unbounded-columns.txt')
})
