import {
  alertContract,
  allContracts,
  approvalContract,
  BasketLine,
  type Contract,
  cartContract,
  channelContract,
  channelKeyContract,
  customerContract,
  entryOf,
  feedbackContract,
  fieldOf,
  fieldsOf,
  Grant,
  HandOverNote,
  machineContract,
  maxMinor,
  misbookedOrderContract,
  mostUnits,
  NewOrder,
  orderContract,
  Price,
  paymentDifferenceContract,
  RiderDocument,
  rangeOf,
  remedyContract,
  reviewContract,
  riderContract,
  type Schema,
  taxProfileContract,
  ticketContract,
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

const snake = (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_')

/**
 * What a record is made, changed and acted on with is kept in the column of the field's name, an amount in that of its minor units, a reason
 * of its state in `status_reason`.
 */
const sent = Object.values<Contract>(allContracts).flatMap((contract) =>
  Object.values(contract).flatMap(({ method, entity, shape }) => {
    const fields = method === 'GET' || !shape.body ? [] : Object.entries(fieldsOf(shape.body))
    return fields.flatMap(([field, schema]) => columnsOf(field, schema).map((column) => ({ column: `${snake(entity)}.${column}`, schema })))
  }),
)

function columnsOf(field: string, schema: Schema): string[] {
  if (field === 'version') return []
  return field === 'reason' ? ['reason', 'status_reason'] : [`${snake(field)}${fieldOf(schema, 'minor') ? '_minor' : ''}`]
}

const taxPpm = at(entryOf(at(taxProfileContract.create.shape.body, 'rates')), 'ratePpm')

/** Columns of numbers and the declarations that bound them, beside those of drafts. */
const numbers: Record<string, Schema> = {
  'alert_mark.sequence': at(alertContract.markAllRead.shape.body, 'sequence'),
  'feedback.stars': at(channelContract.feedback.shape.body, 'stars'),
  'item.price_minor': Price,
  'order_line.quantity': at(BasketLine, 'quantity'),
  'orders.delivery_tax_ppm': taxPpm,
  'orders.packing_tax_ppm': taxPpm,
  'role_grant.limit_minor': at(Grant, 'limitMinor'),
  'store.min_order_minor': Price,
  'store.packing_minor': Price,
}

/** Columns of amounts that are computed: they must at least be amounts. */
const amounts = [
  'cart.total_minor',
  'cash_held.minor',
  ...[
    'items',
    'packing',
    'delivery',
    'discount',
    'tax',
    'tip',
    'rounding',
    'total',
    'credit',
    'due',
    'collected',
    'authorised',
    'edited_less',
    'edited_more',
    'remedied',
  ].map((part) => `orders.${part}_minor`),
  ...['unit_price', 'amount', 'discount', 'tax'].map((part) => `order_line.${part}_minor`),
]

/** Columns of texts and the declarations that bound them, beside those of drafts. */
const texts: Record<string, Schema> = {
  'cart_event.note': at(cartContract.message.shape.body, 'text'),
  'cart.device_token': at(channelContract.cart.shape.body, 'deviceToken'),
  'device.app_version': at(channelContract.device.shape.body, 'appVersion'),
  'device.push_token': at(channelContract.device.shape.body, 'pushToken'),
  'feedback.answer': at(feedbackContract.answer.shape.body, 'text'),
  'feedback.external_id': at(channelContract.feedback.shape.body, 'externalId'),
  'feedback.text': at(channelContract.feedback.shape.body, 'text'),
  'machine.app_version': at(channelContract.heartbeat.shape.body, 'appVersion'),
  'machine.message': at(machineContract.testMessage.shape.body, 'text'),
  'order_line.note': at(BasketLine, 'note'),
  'orders.customer_name': at(NewOrder, 'customer', 'name'),
  'orders.end_note': at(orderContract.cancel.shape.body, 'note'),
  'approval.because': at(approvalContract.refuse.shape.body, 'reason'),
  'orders.external_id': at(NewOrder, 'externalId'),
  'outside_record.category_name': at(entryOf(at(channelContract.syncMenu.shape.body, 'items')), 'category', 'name'),
  'outside_record.outside_id': at(entryOf(at(channelContract.syncMenu.shape.body, 'items')), 'outsideId'),
  'hand_over_order.note': at(HandOverNote, 'note'),
  'customer.erasure_reason': at(customerContract.askErasure.shape.body, 'reason'),
  'misbooked_order.note': at(misbookedOrderContract.correct.shape.body, 'reason'),
  'orders.note': at(NewOrder, 'note'),
  'orders.payment_reference': at(NewOrder, 'payment', 'reference'),
  'payment_difference.channel': at(channelKeyContract.create.shape.body, 'name'),
  'payment_difference.note': at(paymentDifferenceContract.settle.shape.body, 'reason'),
  'refund.failure': at(orderContract.failRefund.shape.body, 'failure'),
  'refund.note': at(orderContract.refund.shape.body, 'note'),
  'refund.reference': at(orderContract.sendRefund.shape.body, 'reference'),
  'review.hidden_because': at(reviewContract.hide.shape.body, 'reason'),
  'review.reply': at(reviewContract.reply.shape.body, 'text'),
  'rider_document.number': at(RiderDocument, 'documentNumber'),
  'rider_incident.note': at(riderContract.noteIncident.shape.body, 'text'),
  'rider_message.text': at(riderContract.message.shape.body, 'text'),
  'rider_shift.end_reason': at(riderContract.forceOff.shape.body, 'reason'),
  'remedy.because': at(remedyContract.create.shape.body, 'because'),
  'ticket_note.text': at(ticketContract.note.shape.body, 'text'),
  'review.text': at(channelContract.review.shape.body, 'text'),
}

/** Kept as one of a list, or as what the numbering plans make of it. */
const unbounded = new Set(['rider.phone', 'saved_view.resource', 'staff.phone', 'store.phone'])

function checksDeclared(types: ReadonlyMap<string, string>): Record<string, string> {
  const between = (column: string, min: number, max: number) => [column, `between ${min} and ${max}`] as const
  return Object.fromEntries([
    ...Object.entries(numbers).map(([column, schema]) =>
      between(column, rangeOf(schema).min ?? Number.NaN, rangeOf(schema).max ?? Number.NaN),
    ),
    ...sent.flatMap(({ column }): (readonly [string, string])[] => {
      // What one verb takes more of than another has to fit as well.
      const ranges = sent.filter((other) => other.column === column).map(({ schema }) => rangeOf(schema))
      const [min, max] = [
        Math.min(...ranges.map((range) => range.min ?? Number.NaN)),
        Math.max(...ranges.map((range) => range.max ?? Number.NaN)),
      ]
      const type = types.get(column) ?? ''
      if (Number.isNaN(max) || unbounded.has(column)) return []
      if (type === 'text') return [[column, `at most ${mostUnits(max)} bytes`]]
      return /int|numeric/.test(type) ? [between(column, min, max)] : []
    }),
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
  const { rows } = await sql<{ column: string; type: string }>`
    select table_name || '.' || column_name as column, data_type as type from information_schema.columns where table_schema = 'public'`.execute(
    database.db,
  )
  expect(held).toEqual(checksDeclared(new Map(rows.map(({ column, type }) => [column, type]))))
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
