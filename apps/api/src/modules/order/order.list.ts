import { activeStatuses, businessDay, firstIdAt, type OrderFilters, type OrderRow, type OrderStatus, type Page } from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { listPage } from '#kit/list-query.ts'
import { readSetting } from '#kit/settings.ts'
import { orderScope } from './order.policy.ts'
import { presentRow } from './order.present.ts'
import type { ListedOrder } from './order.record.ts'
import { findMatches, type Matches } from './order.search.ts'

type Filters = z.output<typeof OrderFilters>
type Condition = Expression<SqlBool>

// What a row shows, and no more: 25 of them stay below 8 kB.
const columns = [
  'orders.id',
  'orders.number',
  'orders.vertical',
  'orders.status',
  'orders.order_type',
  'orders.store_id',
  'orders.customer_name',
  'orders.item_count',
  'orders.total_minor',
  'orders.currency',
  'orders.payment_method',
  'orders.payment_state',
  'orders.placed_at',
  'orders.promised_at',
  'orders.version',
  'store.display_name as store_name',
  'rider.name as rider_name',
] as const

/** Orders in scope, newest first: the id carries the time, so the primary key is the paging order. */
export async function listOrders(ctx: Context, { query: filters }: { query: Filters }): Promise<Page<OrderRow>> {
  const matches = filters.q?.trim() ? await findMatches(ctx, filters.q) : null
  if (matches?.isEmpty) return { rows: [], next: null, total: filters.count ? { value: 0, capped: false } : null }
  const query = inScope(ctx, ctx.db.selectFrom('orders'), orderScope)
    .innerJoin('store', 'store.id', 'orders.store_id')
    .leftJoin('rider', 'rider.id', 'orders.rider_id')
    .select(columns)
    .where(sql<SqlBool>`${sql.join(await conditionsOf(ctx, filters, matches), sql` and `)}`)
  const sorts = { placedAt: { column: 'orders.id' } }
  return listPage(ctx, {
    query,
    input: filters,
    sorts,
    defaultSort: '-placedAt',
    tie: 'orders.id',
    present: (row) => presentRow(row as ListedOrder),
  })
}

async function conditionsOf(ctx: Context, filters: Filters, matches: Matches | null): Promise<Condition[]> {
  const conditions: Condition[] = [sql<SqlBool>`true`]
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(sql<SqlBool>`${sql.ref(column)} = ${value}`)
  }
  equal('orders.vertical', filters.vertical)
  equal('orders.store_id', filters.storeId)
  equal('orders.branch_id', filters.branchId)
  equal('orders.customer_id', filters.customerId)
  equal('orders.rider_id', filters.riderId)
  equal('orders.payment_method', filters.paymentMethod)
  equal('orders.order_type', filters.order_type === 'all' ? undefined : filters.order_type)
  if (filters.status && filters.status !== 'All') conditions.push(statusCondition(ctx, filters.status))
  if (matches) conditions.push(matches.condition)
  return [...conditions, ...(await dayConditions(ctx, filters))]
}

const anyOf = (statuses: readonly OrderStatus[]) => sql<SqlBool>`orders.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`
const promised = activeStatuses.filter((status) => status !== 'placed' && status !== 'scheduled')

function statusCondition(ctx: Context, status: OrderStatus | 'active' | 'late'): Condition {
  if (status === 'active') return anyOf(activeStatuses)
  if (status === 'late') return sql<SqlBool>`${anyOf(promised)} and orders.promised_at < ${ctx.clock.instant()}`
  return sql<SqlBool>`orders.status = ${status}`
}

/** Days as bounds of the id, so that whole months are left out of the search. */
async function dayConditions(ctx: Context, { from, to }: Filters): Promise<Condition[]> {
  if (!from && !to) return []
  const zone = await readSetting(ctx.services, 'installation.timeZone')
  const conditions: Condition[] = []
  if (from) conditions.push(sql<SqlBool>`orders.id >= ${firstIdAt(businessDay(from, zone).from)}`)
  if (to) conditions.push(sql<SqlBool>`orders.id < ${firstIdAt(businessDay(to, zone).to)}`)
  return conditions
}
