import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { orderScope } from './order.policy.ts'
import { entryReasonLabel, refundReasonLabel } from './order.reason.ts'
import { type DetailedOrder, isWeighed, type OrderRecord, type RuleFacts } from './order.record.ts'
import { waitingFacts } from './order.release.ts'

type Names =
  | 'store_name'
  | 'store_phone'
  | 'store_prep_minutes'
  | 'store_lat'
  | 'store_lng'
  | 'branch_name'
  | 'branch_time_zone'
  | 'area_name'
  | 'waiting'
type Parts = 'rider_name' | 'end_reason_label' | 'customer' | 'rider' | 'lines' | 'events' | 'refunds'

/** The detail as the database hands it over: one json value, which costs a quarter of ninety columns to read. */
type Handed = Pick<DetailedOrder, Names | Parts> & { record: OrderRecord; seen_version: number }

// Here and below the id itself, not `orders.id`: partitions are then left out before any of them is opened.
const handed = (id: string) => sql`json_build_object(
  'record', to_json(orders.*), 'seen_version', (select version from orders where id = ${id}),
  'store_name', store.display_name, 'store_phone', store.phone, 'store_prep_minutes', store.prep_minutes, 'store_lat', store.lat, 'store_lng', store.lng,
  'branch_name', branch.name, 'branch_time_zone', branch.time_zone, 'area_name', area.name, 'rider_name', rider.name, 'waiting', ${waitingFacts(id)},
  'end_reason_label', (select label from reason where code = orders.end_reason
    and kind = (case orders.status when 'rejected' then 'reject' when 'failed' then 'fail' else 'cancel' end)),
  'customer', case when customer.id is not null then json_build_object(
    'id', customer.id, 'name', customer.name, 'phone', customer.phone, 'orders', customer.orders, 'flags', customer.flags) end,
  'rider', case when rider.id is not null then json_build_object(
    'id', rider.id, 'name', rider.name, 'phone', rider.phone, 'vehicle', rider.vehicle, 'positionedAt', rider.positioned_at,
    'point', case when rider.lat is not null then json_build_object('lat', rider.lat, 'lng', rider.lng) end) end,
  'lines', coalesce((select json_agg(order_line order by line) from order_line where order_id = ${id}), '[]'),
  'events', coalesce((select json_agg(json_build_object(
      'sequence', sequence, 'type', type, 'from', from_status, 'to', to_status, 'actorKind', actor_kind, 'actorName', actor_name,
      'source', source, 'reason', reason, 'reasonLabel', ${entryReasonLabel}, 'note', note, 'isInternal', is_internal, 'at', at) order by sequence)
    from order_event where order_id = ${id}), '[]'),
  'refunds', coalesce((select json_agg(json_build_object(
      'id', id, 'amount_minor', amount_minor, 'method', method, 'state', state, 'reason', reason,
      'reasonLabel', ${refundReasonLabel(sql`refund.reason`)}, 'liableParty', liable_party, 'createdAt', created_at) order by id)
    from refund where order_id = ${id}), '[]'))`

/** One order with all that its detail shows, in one statement, or null: not there, or outside the caller's scope. */
export async function findOrder(db: ReadDatabase, ctx: Context, id: string): Promise<DetailedOrder | null> {
  const found = await selectOrder(db, ctx, id, sql``)
  return found && orderOf(found)
}

/** As `findOrder`, holding the order's row against every other writer until the transaction ends. */
export async function lockOrder(db: ReadDatabase, ctx: Context, id: string): Promise<DetailedOrder | null> {
  const found = await selectOrder(db, ctx, id, sql`for update of orders`)
  // Who had to wait got the row as the other left it, but lines, timeline and rider as they were before: read again, now that it is held.
  return found && found.seen_version !== found.record.version ? findOrder(db, ctx, id) : found && orderOf(found)
}

async function selectOrder(db: ReadDatabase, ctx: Context, id: string, lock: RawBuilder<unknown>): Promise<Handed | null> {
  const { rows } = await sql<{ detail: Handed }>`
    select ${handed(id)} as detail
    from orders
      join store on store.id = orders.store_id join branch on branch.id = orders.branch_id join area on area.id = orders.area_id
      left join rider on rider.id = orders.rider_id left join customer on customer.id = orders.customer_id
    where orders.id = ${id} and ${withinScope(ctx, orderScope)} ${lock}`.execute(db)
  return rows[0]?.detail ?? null
}

function orderOf({ record, seen_version: _, ...parts }: Handed): DetailedOrder {
  const { rider, lines, refunds } = parts
  return {
    ...record,
    ...Object.fromEntries(instants.map((column) => [column, instantOfJson(record[column])])),
    ...parts,
    rider: rider && { ...rider, positionedAt: instantOfJson(rider.positionedAt) },
    events: parts.events.map((event) => ({ ...event, at: instantOfJson(event.at) })),
    refunds: refunds.map((refund) => ({ ...refund, createdAt: instantOfJson(refund.createdAt) })),
    ...ruleFactsOf(lines, refunds),
  }
}

function ruleFactsOf(lines: DetailedOrder['lines'], refunds: DetailedOrder['refunds']): Omit<RuleFacts, 'waiting'> {
  return {
    weighed_lines: lines.filter(isWeighed).length,
    unpacked_lines: lines.filter((line) => isWeighed(line) && line.packed_grams === null).length,
    sent_refunds: refunds.filter(({ state }) => state === 'sent' || state === 'done').length,
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

/** `2026-11-20T08:00:00.12+00:00`, as json has it, to `2026-11-20T08:00:00.120Z`. */
function instantOfJson<T extends string | null>(text: T): T {
  if (text === null) return text
  const zone = text.lastIndexOf('+')
  return `${text.slice(0, 19)}.${text.slice(20, zone).padEnd(3, '0').slice(0, 3)}Z` as T
}
