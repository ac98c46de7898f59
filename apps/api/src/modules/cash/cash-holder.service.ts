import {
  type CashHeld,
  CashHolder,
  CashOrder,
  type cashHolderContract,
  type cashOrderContract,
  money,
  moneySum,
  type Page,
  type Parsed,
} from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { equalTo, listPage } from '#kit/list-query.ts'
import { matching } from '#kit/read/search-text.ts'

/** `counter_id` is the store that holds the cash itself, null of a rider, who is in the reach of branches alone. */
interface HolderRow {
  id: string
  holder: CashHolder['holder']
  name: string
  branch_id: string
  branch_name: string
  counter_id: string | null
  currency: string
  limit_minor: number | null
  minor: number
  orders: number
  since: string | null
  asked: { id: string; minor: number; by: string; at: string } | null
}

type HeldRow = Pick<HolderRow, 'branch_id' | 'counter_id' | 'currency' | 'minor'>

interface OrderRow extends Pick<HolderRow, 'id' | 'holder' | 'name' | 'branch_id' | 'branch_name' | 'counter_id' | 'currency' | 'minor'> {
  number: string
  holder_id: string
  store_id: string
  store_name: string
  since: string
}

/** Riders and stores with what they have to deposit, right to the last commit. */
export async function listCashHolders(ctx: Context, { query: input }: Parsed<typeof cashHolderContract.list>): Promise<Page<CashHolder>> {
  const query = visibleHolders(ctx, sql`join`)
    .where('cash_holder.minor', '<>', 0)
    .where(equalTo('cash_holder.branch_id', input.branchId))
    .where(equalTo('cash_holder.holder', input.holder))
    .where(matching(ctx, CashHolder, { name: 'cash_holder.name' }, input.q ?? ''))
  const sorts = { balance: { column: 'cash_holder.minor' }, since: { column: 'cash_holder.since' }, name: { column: 'cash_holder.name' } }
  return listPage(ctx, { query, input, sorts, defaultSort: '-balance', tie: 'cash_holder.id', present: presentHolder })
}

/** One of them, who may hold nothing. */
export async function getCashHolder(ctx: Context, { params: { id } }: Parsed<typeof cashHolderContract.get>): Promise<CashHolder> {
  const row = await visibleHolders(ctx, sql`left join`).where('cash_holder.id', '=', id).executeTakeFirst()
  return row ? presentHolder(row) : notFound('cash-holder')
}

/** All of it together; it looks at what is held of orders of the branch, where one is asked for. */
export async function sumCashHeld(ctx: Context, { query: input }: Parsed<typeof cashHolderContract.held>): Promise<CashHeld> {
  const held = sql<HeldRow>`(select *, case when rider_id is null then store_id end as counter_id from cash_held)`
  const rows = await inScope(ctx, ctx.db.selectFrom(held.as('cash_held')), { branch: 'cash_held.branch_id', store: 'cash_held.counter_id' })
    .select(['cash_held.currency', sql<number>`count(distinct holder_id)::int`.as('holders'), sql<number>`sum(minor)::bigint`.as('minor')])
    .where(equalTo('cash_held.branch_id', input.branchId))
    .where(input.holder ? sql<boolean>`(counter_id is null) = ${input.holder === 'rider'}` : sql<boolean>`true`)
    .groupBy('cash_held.currency')
    .orderBy('cash_held.currency')
    .execute()
  return {
    holders: rows.reduce((sum, { holders }) => sum + holders, 0),
    held: rows.map(({ minor, currency }) => moneySum(minor, currency)),
  }
}

/** Orders whose cash lies with somebody. */
export function listCashOrders(ctx: Context, { query: input }: Parsed<typeof cashOrderContract.list>): Promise<Page<CashOrder>> {
  const orders = sql<OrderRow>`(
    select held.order_id as id, orders.number, held.holder_id, case when held.rider_id is null then 'store' else 'rider' end as holder,
      coalesce(rider.name, store.display_name) as name, held.store_id, store.display_name as store_name, held.branch_id, branch.name as branch_name,
      case when held.rider_id is null then held.store_id end as counter_id, held.currency, held.minor, held.since
    from cash_held as held join orders on orders.id = held.order_id join store on store.id = held.store_id
      join branch on branch.id = held.branch_id left join rider on rider.id = held.rider_id)`
  const all = inScope(ctx, ctx.db.selectFrom(orders.as('cash_order')), { branch: 'cash_order.branch_id', store: 'cash_order.counter_id' })
  const query = all
    .selectAll()
    .where(equalTo('cash_order.holder_id', input.holderId))
    .where(equalTo('cash_order.branch_id', input.branchId))
    .where(equalTo('cash_order.holder', input.holder))
    .where(matching(ctx, CashOrder, { order: 'cash_order.number', from: 'cash_order.name', store: 'cash_order.store_name' }, input.q ?? ''))
  const sorts = { since: { column: 'cash_order.since' }, amount: { column: 'cash_order.minor' } }
  return listPage(ctx, { query, input, sorts, defaultSort: 'since', tie: 'cash_order.id', present: presentOrder })
}

function visibleHolders(ctx: Context, withHeld: RawBuilder<unknown>) {
  const held = sql`${withHeld} (select holder_id, currency, sum(minor)::bigint as minor, count(*)::int as orders, min(since) as since
    from cash_held group by 1, 2) as held`
  const of = sql`coalesce(held.minor, 0) as minor, coalesce(held.orders, 0) as orders, held.since`
  const holders = sql<HolderRow>`(
    select rider.id, 'rider' as holder, rider.name, branch_id, branch.name as branch_name, null::uuid as counter_id, rider.currency,
      cash_limit_minor as limit_minor, ${of}
    from rider ${held} on held.holder_id = rider.id and held.currency = rider.currency join branch on branch.id = rider.branch_id
    union all
    select store.id, 'store', store.display_name, branch_id, branch.name, store.id, store.currency, null::bigint, ${of}
    from store ${held} on held.holder_id = store.id and held.currency = store.currency join branch on branch.id = store.branch_id)`
  const all = ctx.db.selectFrom(holders.as('cash_holder'))
  return inScope(ctx, all, { branch: 'cash_holder.branch_id', store: 'cash_holder.counter_id' }).selectAll().select(askedFor.as('asked'))
}

/** The deposit of a holder that waits to be approved. */
const askedFor = sql<HolderRow['asked']>`(
  select jsonb_build_object('id', approval.id, 'minor', (approval.new ->> 'difference_minor')::bigint, 'by', staff.name,
    'at', to_char(approval.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from approval join staff on staff.id = approval.maker_id
  where entity = 'cash-holder' and entity_id = cash_holder.id::text and approval.status = 'pending')`

function presentHolder(row: HolderRow): CashHolder {
  const { id, holder, name, branch_id, branch_name, currency, limit_minor, minor, orders, since, asked } = row
  return {
    id,
    holder,
    name,
    branch: { id: branch_id, name: branch_name },
    balance: moneySum(minor, currency),
    limit: limit_minor === null ? null : money(limit_minor, currency),
    orders,
    since,
    asked: asked && { id: asked.id, difference: money(asked.minor, currency), by: asked.by, at: asked.at },
    version: 1,
  }
}

function presentOrder(row: OrderRow): CashOrder {
  const { id, number, holder_id, holder, name, store_id, store_name, branch_id, branch_name, minor, currency, since } = row
  return {
    id,
    holderId: holder_id,
    holder,
    from: { id: holder_id, name },
    branch: { id: branch_id, name: branch_name },
    order: { id, name: number },
    store: { id: store_id, name: store_name },
    amount: moneySum(minor, currency),
    since,
    version: 1,
  }
}
