import {
  acceptedStatuses,
  activeStatuses,
  type Count,
  countCap,
  firstIdAt,
  isId,
  type OrderFilters,
  type OrderRow,
  type OrderStatus,
  type Page,
  phoneChannelId,
  promisedStatuses,
} from '@larder/contract'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import { literals } from '#db/literals.ts'
import { readPacked } from '#db/packed.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { countUpTo } from '#kit/list-query.ts'
import { decodeCursor, encodeCursor, refuseCursor } from '#kit/read/cursor.ts'
import { spanOfDays } from '#modules/branch/branch-zones.service.ts'
import { orderScope } from '../act/policy.ts'
import { presentRow } from './present.ts'
import { orderRow, type RowRecord } from './row.ts'
import { findMatches, type Matches, type PagePart } from './search.ts'

type Filters = z.output<typeof OrderFilters>
type Condition = Expression<SqlBool>

/** Each of so many of the newest orders is compared with a search for a name that many have, until there are enough, before all of theirs are gone through. */
const comparedOrders = 10_000

/**
 * Orders in scope, newest first: the id carries the time, so the primary key is the paging order.
 */
export async function listOrders(ctx: Context, { query: filters }: { query: Filters }): Promise<Page<OrderRow>> {
  const matches = filters.q?.trim() ? await findMatches(ctx, filters.q) : null
  if (matches?.condition === null) return { rows: [], next: null, total: filters.count ? { value: 0, capped: false } : null }
  const conditions = [withinScope(ctx, orderScope), ...(await conditionsOf(ctx, filters))]
  const [rows, total] = await Promise.all([
    readPage(ctx, filters, conditions, matches),
    filters.count ? countOrders(ctx, conditions, matches) : null,
  ])
  const shown = rows.slice(0, filters.limit)
  const last = rows.length > filters.limit ? shown.at(-1) : undefined
  const next = last ? encodeCursor({ sort: sortOf(filters), value: last.id, tie: last.id }) : null
  return { rows: shown.map(presentRow), next, total }
}

function sortOf({ sort }: Filters): string {
  return sort ?? '-placedAt'
}

async function readPage(ctx: Context, filters: Filters, conditions: Condition[], matches: Matches | null): Promise<RowRecord[]> {
  const isDescending = sortOf(filters).startsWith('-')
  const direction = isDescending ? sql`desc` : sql`asc`
  const beyond =
    filters.cursor === undefined
      ? []
      : [sql<SqlBool>`orders.id ${isDescending ? sql`<` : sql`>`} ${idOfCursor(filters.cursor, sortOf(filters))}`]
  // Limits are literals: of one that it does not know, the planner expects a tenth of the table.
  const wanted = filters.limit + 1
  const page = (from: RawBuilder<unknown>) =>
    readPacked(ctx.db, orderRow, sql`from ${from} order by orders.id ${direction} limit ${sql.lit(wanted)}`)
  const among = allOf([...conditions, ...beyond])
  if (matches?.oneByOne) {
    const nearest = sql`(select * from orders where ${among} order by orders.id ${direction} limit ${sql.lit(comparedOrders)}) as orders`
    const rows = await page(sql`${nearest} where ${matches.oneByOne}`)
    if (rows.length === wanted) return rows
  }
  return page(sql`orders where ${allOf([among, ...conditionOf(matches, { among, direction, wanted })])}`)
}

async function countOrders(ctx: Context, conditions: Condition[], matches: Matches | null): Promise<Count> {
  const orders = ctx.db.selectFrom('orders').select('orders.id')
  if (matches?.oneByOne) {
    const newest = sql`(select * from orders where ${allOf(conditions)} order by orders.id desc limit ${sql.lit(comparedOrders)})`
    const compared = ctx.db.selectFrom(newest.as<'orders'>('orders')).select(sql`1`.as('one')).where(matches.oneByOne)
    const count = await countUpTo(ctx, compared, countCap)
    if (count.capped) return count
  }
  return countUpTo(ctx, orders.where(allOf([...conditions, ...conditionOf(matches)])), countCap)
}

function conditionOf(matches: Matches | null, page?: PagePart): Condition[] {
  return matches?.condition ? [matches.condition(page)] : []
}

function idOfCursor(word: string, sort: string): string {
  const { tie } = decodeCursor(word, sort)
  return isId(tie) ? tie : refuseCursor()
}

export function allOf(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

async function conditionsOf(ctx: Context, filters: Filters): Promise<Condition[]> {
  const conditions: Condition[] = []
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(sql<SqlBool>`${sql.ref(column)} = ${value}`)
  }
  equal('orders.vertical', filters.vertical)
  equal('orders.store_id', filters.storeId)
  equal('orders.branch_id', filters.branchId)
  equal('orders.customer_id', filters.customerId)
  equal('orders.rider_id', filters.riderId)
  equal('orders.payment_method', filters.paymentMethod)
  if (filters.isByPhone !== undefined) conditions.push(byPhone(filters.isByPhone))
  if (filters.claim) conditions.push(claimCondition(ctx, filters.claim))
  equal('orders.order_type', filters.order_type === 'all' ? undefined : filters.order_type)
  if (filters.status && filters.status !== 'All') conditions.push(statusCondition(ctx, filters.status))
  return [...conditions, ...(await dayConditions(ctx, filters))]
}

// As it stands in the index of these alone.
const byPhone = (isByPhone: boolean) => sql<SqlBool>`orders.channel_id ${isByPhone ? sql`=` : sql`<>`} ${sql.lit(phoneChannelId)}`

const anyOf = (statuses: readonly OrderStatus[]) => sql<SqlBool>`orders.status in (${literals(statuses)})`

/** Orders in progress that the caller handles, or nobody. */
export function claimCondition({ actor }: Context, claim: NonNullable<Filters['claim']>): Condition {
  const mine = claim === 'mine' ? sql`= ${actor.id}` : sql`is null`
  return sql<SqlBool>`${anyOf(promisedStatuses)} and orders.claimed_by ${mine}`
}

function statusCondition(ctx: Context, status: Exclude<Filters['status'], 'All' | undefined>): Condition {
  if (status === 'active') return anyOf(activeStatuses)
  if (status === 'late') return sql<SqlBool>`${anyOf(promisedStatuses)} and orders.promised_at < ${ctx.clock.instant()}`
  if (status === 'without-rider')
    return sql<SqlBool>`${anyOf(acceptedStatuses)} and orders.order_type = 'delivery' and orders.rider_id is null`
  if (status === 'unpaid')
    return sql<SqlBool>`${anyOf(activeStatuses)} and (orders.payment_state in ('none', 'due') and orders.total_minor > orders.credit_minor or orders.due_minor > 0)`
  return sql<SqlBool>`orders.status = ${status}`
}

/**
 * Business days of the orders' branches, as the dashboard counts them. The bounds of the id, as wide as the zones of the branches need, leave
 * whole months out of the search.
 */
export async function dayConditions(ctx: Context, { from, to }: Pick<Filters, 'from' | 'to'>): Promise<Condition[]> {
  const { first, last } = await spanOfDays(ctx, { from, to })
  return [
    ...(first ? [sql<SqlBool>`orders.id >= ${firstIdAt(first)} and orders.business_day >= ${from}`] : []),
    ...(last ? [sql<SqlBool>`orders.id < ${firstIdAt(last)} and orders.business_day <= ${to}`] : []),
  ]
}
