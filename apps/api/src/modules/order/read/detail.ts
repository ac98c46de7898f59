import { type RawBuilder, sql } from 'kysely'
import { parseJsonInstant } from '#db/column-types.ts'
import type { ReadDatabase } from '#db/database.ts'
import { expression, instant, json, number, packedRows, packing, readPacked, unpackRows, word } from '#db/packed.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { flagsNow } from '#modules/customer/customer.service.ts'
import type { KnownPayment } from '#modules/payment/payment-row.service.ts'
import { orderScope } from '../act/policy.ts'
import { entryReasonLabel, refundReasonLabel } from '../act/reason.ts'
import { findWaitingFacts, isWaiting } from '../timers/release.ts'
import { type DetailedOrder, isWeighed, type LineRecord, type OrderRecord, type RuleFacts, type ShownLine } from './record.ts'
import { storeMinutes } from './row.ts'

type Names =
  | 'store_name'
  | 'store_phone'
  | 'store_auto_accept'
  | 'store_status'
  | 'store_opens'
  | 'area_active'
  | 'store_minutes'
  | 'store_lat'
  | 'store_lng'
  | 'branch_name'
  | 'branch_time_zone'
  | 'area_name'
  | 'rider_name'
  | 'end_reason_label'
  | 'customer'
  | 'rider'

/** The detail as the database hands it over: a JSON value or a packed text costs less to read than the columns in it. */
type Handed = Pick<DetailedOrder, Names> & {
  record: OrderRecord
  lines: string | null
  events: string | null
  refunds: string | null
  asked: string | null
  payments: string | null
}
type Entry = DetailedOrder['events'][number]
type Refund = DetailedOrder['refunds'][number]

const line = packing<ShownLine>({
  line: number('line'),
  item_id: word('item_id'),
  sku: json('sku'),
  name: json('name'),
  unit: word('unit'),
  quantity: number('quantity'),
  unit_price_minor: number('unit_price_minor'),
  options: json('options'),
  ordered_grams: number('ordered_grams'),
  packed_grams: number('packed_grams'),
  substitution: json('substitution'),
  tax_ppm: number('tax_ppm'),
  amount_minor: number('amount_minor'),
  discount_minor: number('discount_minor'),
  tax_minor: number('tax_minor'),
  note: json('note'),
  picture_id: word('(select file_id from item_picture where item_id = order_line.item_id order by place limit 1)'),
  veg_mark: word('(select veg_mark from item where item.id = order_line.item_id)'),
})

const entry = packing<Entry>({
  sequence: number('sequence'),
  type: word('type'),
  from: word('from_status'),
  to: word('to_status'),
  actorKind: word('actor_kind'),
  actorName: json('actor_name'),
  source: json('source'),
  reason: json('reason'),
  reasonLabel: json(entryReasonLabel),
  note: json('note'),
  isInternal: json('is_internal'),
  order: json("facts -> 'order'"),
  at: instant('at'),
})

/** A row of `refund`, as a detail carries it. */
export const refund = packing<Refund>({
  id: word('id'),
  amount_minor: number('amount_minor'),
  method: word('method'),
  state: word('state'),
  cause: word('cause'),
  reason: json('reason'),
  reasonLabel: json(refundReasonLabel),
  store_minor: number('store_minor'),
  platform_minor: number('platform_minor'),
  rider_minor: number('rider_minor'),
  tax_minor: number('tax_minor'),
  items_minor: number('items_minor'),
  lines: json('lines'),
  note: json('note'),
  reference: json('reference'),
  failure: json('failure'),
  attempts: number('attempts'),
  is_checked: json('is_checked'),
  by: json('(select name from staff where staff.id = refund.maker_id)'),
  doneAt: instant('done_at'),
  doneBy: json('done_by'),
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
})

const asked = packing<DetailedOrder['asked'][number]>({
  id: word('approval.id'),
  amount_minor: number('approval.moves_minor'),
  by: json('(select name from staff where staff.id = approval.maker_id)'),
  at: instant('approval.created_at'),
})

const payment = packing<KnownPayment>({
  id: word('id'),
  gateway: word('gateway'),
  state: word('state'),
  reference: json('reference'),
  checkout: json('checkout'),
  failure: json('failure'),
})

/** One order with all that its detail shows, in one statement, or null: not there, or outside the caller's scope. */
export async function findOrder(db: ReadDatabase, ctx: Context, id: string): Promise<DetailedOrder | null> {
  const found = await selectOrder<Handed>(db, ctx, id, sql``, sql``)
  return found && orderOf(db, found)
}

/** As `findOrder`, holding the order's row against every other writer until the transaction ends. */
export async function lockOrder(db: ReadDatabase, ctx: Context, id: string): Promise<DetailedOrder | null> {
  const seen = sql`, (select version from orders where id = ${id}) as seen_version`
  const found = await selectOrder<Handed & { seen_version: number }>(db, ctx, id, seen, sql`for update of orders`)
  // Who had to wait got the row as the other left it, but lines, timeline and rider as they were before: read again, now that it is held.
  return found && found.seen_version !== found.record.version ? findOrder(db, ctx, id) : found && orderOf(db, found)
}

/** The lines of one order as they are now. */
export function findLines(db: ReadDatabase, id: string): Promise<ShownLine[]> {
  return readPacked(db, line, sql`from order_line where order_id = ${id} order by line`)
}

// Of the other tables the id itself, not `orders.id`: partitions are then left out before any of them is opened.
async function selectOrder<Found>(
  db: ReadDatabase,
  ctx: Context,
  id: string,
  besides: RawBuilder<unknown>,
  lock: RawBuilder<unknown>,
): Promise<Found | null> {
  const { rows } = await sql<Found>`
    select to_json(orders.*) as record, ${namesOf(ctx)},
      ${packedRows(line, sql`from order_line where order_id = ${id} order by line`)} as lines,
      ${packedRows(entry, sql`from order_event where order_id = ${id} order by sequence`)} as events,
      ${packedRows(refund, sql`from refund where order_id = ${id} order by id`)} as refunds,
      ${packedRows(payment, sql`from payment where order_id = ${id} order by id`)} as payments,
      ${packedRows(asked, sql`from approval where entity = 'order' and entity_id = ${id}::text and status = 'pending' and operation = 'order.refund'`)} as asked
      ${besides}
    from orders
      join store on store.id = orders.store_id join branch on branch.id = orders.branch_id join area on area.id = orders.area_id
      left join rider on rider.id = orders.rider_id left join customer on customer.id = orders.customer_id
    where orders.id = ${id} and ${withinScope(ctx, orderScope)} ${lock}`.execute(db)
  return rows[0] ?? null
}

const namesOf = ({ clock }: Context) => sql`store.display_name as store_name, store.phone as store_phone,
  store.auto_accept as store_auto_accept, store.status as store_status, area.active as area_active,
  (store.opening_hours <> '[]' or jsonb_path_exists(store.special_days, '$[*].hours')) as store_opens, ${expression(storeMinutes)} as store_minutes,
  store.lat as store_lat, store.lng as store_lng, branch.name as branch_name, branch.time_zone as branch_time_zone, area.name as area_name,
  rider.name as rider_name,
  case when orders.end_reason is not null then (select label from order_reason where code = orders.end_reason
    and kind = (case orders.status when 'rejected' then 'reject' when 'failed' then 'fail' else 'cancel' end)) end as end_reason_label,
  case when customer.id is not null then json_build_object(
    'id', customer.id, 'name', customer.name, 'phone', coalesce(customer.phone, ''), 'orders', customer.orders, 'flags', ${flagsNow(clock.instant())}) end as customer,
  case when rider.id is not null then json_build_object(
    'id', rider.id, 'name', rider.name, 'phone', rider.phone, 'vehicle', rider.vehicle, 'positionedAt', rider.positioned_at,
    'point', case when rider.lat is not null then json_build_object('lat', rider.lat, 'lng', rider.lng) end) end as rider`

async function orderOf(
  db: ReadDatabase,
  { record, lines: packedLines, events, refunds: packedRefunds, asked: packedAsked, payments, ...found }: Handed,
): Promise<DetailedOrder> {
  const lines = unpackRows(line, packedLines)
  const refunds = unpackRows(refund, packedRefunds)
  for (const column of instants) record[column] = parseJsonInstant(record[column]) as never
  return {
    ...record,
    ...found,
    rider: found.rider && { ...found.rider, positionedAt: parseJsonInstant(found.rider.positionedAt) },
    lines,
    events: unpackRows(entry, events),
    refunds,
    payments: unpackRows(payment, payments),
    asked: unpackRows(asked, packedAsked),
    waiting: isWaiting(record) ? await findWaitingFacts(db, record) : null,
    ...ruleFactsOf(lines, refunds),
  }
}

function ruleFactsOf(lines: LineRecord[], refunds: Refund[]): Omit<RuleFacts, 'waiting'> {
  return {
    weighed_lines: lines.filter(isWeighed).length,
    unpacked_lines: lines.filter((line) => isWeighed(line) && line.packed_grams === null).length,
    sent_refunds: refunds.filter(({ state, cause }) => cause === 'ending' && (state === 'sent' || state === 'done' || state === 'failed'))
      .length,
    asked_refunds: refunds.filter(({ state, cause }) => cause === 'request' && state !== 'declined').length,
  }
}

const instants = [
  'slot_from',
  'slot_to',
  'placed_at',
  'pending_at',
  'warned_at',
  'accepted_at',
  'preparing_at',
  'ready_at',
  'picked_up_at',
  'delivered_at',
  'ended_at',
  'promised_at',
  'claimed_at',
  'updated_at',
] as const satisfies readonly (keyof OrderRecord)[]
