import type { Vertical } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { orderScope } from './order.policy.ts'
import { type DetailedOrder, isWeighed, type RuleFacts } from './order.record.ts'

const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

// The id itself, not `orders.id`: with a value, the planner looks at one month's partition alone.
const lines = (id: string) => sql`(select coalesce(json_agg(json_build_object(
    'line', line, 'item_id', item_id, 'sku', sku, 'name', name, 'unit', unit, 'quantity', quantity, 'unit_price_minor', unit_price_minor,
    'options', options, 'ordered_grams', ordered_grams, 'packed_grams', packed_grams, 'substitution', substitution, 'tax_ppm', tax_ppm,
    'amount_minor', amount_minor, 'discount_minor', discount_minor, 'tax_minor', tax_minor, 'note', note) order by line), '[]')
  from order_line where order_id = ${id})`

const events = (id: string) => sql`(select coalesce(json_agg(json_build_object(
    'sequence', sequence, 'type', type, 'from', from_status, 'to', to_status, 'actorKind', actor_kind, 'actorName', actor_name,
    'source', source, 'reason', reason, 'note', note, 'isInternal', is_internal, 'at', ${instant('at')}) order by sequence), '[]')
  from order_event where order_id = ${id})`

const refunds = (id: string) => sql`(select coalesce(json_agg(json_build_object(
    'id', id, 'amount_minor', amount_minor, 'method', method, 'state', state, 'reason', reason, 'liableParty', liable_party,
    'createdAt', ${instant('created_at')}) order by id), '[]')
  from refund where order_id = ${id})`

const customer = sql`case when customer.id is not null then json_build_object(
    'id', customer.id, 'name', customer.name, 'phone', customer.phone, 'orders', customer.orders, 'flags', customer.flags) end`

const rider = sql`case when rider.id is not null then json_build_object(
    'id', rider.id, 'name', rider.name, 'phone', rider.phone, 'vehicle', rider.vehicle,
    'point', case when rider.lat is not null then json_build_object('lat', rider.lat, 'lng', rider.lng) end,
    'positionedAt', ${instant('rider.positioned_at')}) end`

/** One order with all that its detail shows, in one statement, or null: not there, or outside the caller's scope. */
export async function findOrder(db: ReadDatabase, ctx: Context, id: string): Promise<DetailedOrder | null> {
  return (await selectOrder(db, ctx, id, sql``))?.order ?? null
}

/** As `findOrder`, holding the order's row against every other writer until the transaction ends. */
export async function lockOrder(db: ReadDatabase, ctx: Context, id: string): Promise<DetailedOrder | null> {
  const found = await selectOrder(db, ctx, id, sql`for update of orders`)
  // Who had to wait got the row as the other left it, but lines, timeline and rider as they were before: read again, now that it is held.
  return !found || found.isWhole ? (found?.order ?? null) : findOrder(db, ctx, id)
}

async function selectOrder(db: ReadDatabase, ctx: Context, id: string, lock: RawBuilder<unknown>) {
  const { rows } = await sql<Omit<DetailedOrder, keyof RuleFacts> & { seen_version: number }>`
    select orders.*, store.display_name as store_name, store.phone as store_phone, store.prep_minutes as store_prep_minutes, store.lat as store_lat,
      store.lng as store_lng, branch.name as branch_name, branch.time_zone as branch_time_zone, area.name as area_name, rider.name as rider_name,
      (select label from reason where kind = (case orders.status when 'rejected' then 'reject' when 'failed' then 'fail' else 'cancel' end)
        and code = orders.end_reason) as end_reason_label,
      ${customer} as customer, ${rider} as rider, ${lines(id)} as lines, ${events(id)} as events, ${refunds(id)} as refunds,
      (select version from orders where id = ${id}) as seen_version
    from orders
      join store on store.id = orders.store_id join branch on branch.id = orders.branch_id join area on area.id = orders.area_id
      left join rider on rider.id = orders.rider_id left join customer on customer.id = orders.customer_id
    where orders.id = ${id} and ${withinScope(ctx, orderScope)} ${lock}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { seen_version, ...order } = row
  return { order: { ...order, ...ruleFactsOf(order) }, isWhole: seen_version === order.version }
}

function ruleFactsOf({ lines, refunds }: Pick<DetailedOrder, 'lines' | 'refunds'>): RuleFacts {
  return {
    weighed_lines: lines.filter(isWeighed).length,
    unpacked_lines: lines.filter((line) => isWeighed(line) && line.packed_grams === null).length,
    sent_refunds: refunds.filter(({ state }) => state === 'sent' || state === 'done').length,
  }
}

export interface BoardFilters {
  vertical?: Vertical | undefined
  branchId?: string | undefined
  storeId?: string | undefined
}

/** The conditions of a board or a count of active orders, scope included. */
export function activeConditions(ctx: Context, { vertical, branchId, storeId }: BoardFilters): RawBuilder<boolean> {
  const parts = [sql`${withinScope(ctx, orderScope)}`]
  if (vertical) parts.push(sql`orders.vertical = ${vertical}`)
  if (branchId) parts.push(sql`orders.branch_id = ${branchId}`)
  if (storeId) parts.push(sql`orders.store_id = ${storeId}`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}
