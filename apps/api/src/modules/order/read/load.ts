import {
  addMinutes,
  type Instant,
  instantOf,
  loadStretch,
  msOf,
  type OrderLoad,
  type orderLoadContract,
  type Parsed,
} from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { expression } from '#db/packed.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { rushesOn } from '#modules/rush-mode/rushes-on.service.ts'
import { activeConditions, seen } from './board.ts'
import { storeMinutes } from './row.ts'

const { minutes, ahead, stores: mostStores } = loadStretch

interface Counted {
  store_id: string
  store_name: string
  branch_id: string
  branch_name: string
  most: number | null
  quarter: number
  orders: number
}

/** What the stores of a board have to have ready, quarter by quarter, over the active orders alone, and which rushes are on for them. */
export function readLoad(ctx: Context, { query }: Parsed<typeof orderLoadContract.load>): Promise<OrderLoad> {
  return ctx.services.shared.read(['load', ...seen(ctx, query)], () => findLoad(ctx, query))
}

async function findLoad(ctx: Context, filters: Parsed<typeof orderLoadContract.load>['query']): Promise<OrderLoad> {
  const first = quarterOf(ctx.clock.instant())
  const quarters = Array.from({ length: ahead }, (_, at) => addMinutes(first, at * minutes))
  const [counted, rushes] = await Promise.all([countByStore(ctx, filters, first), rushesOn(ctx, storesOfBoard(ctx, filters))])
  const stores = [...Map.groupBy(counted, ({ store_id }) => store_id).values()].flatMap((rows) => {
    const [row] = rows
    if (!row) return []
    const { store_id, store_name, branch_id, branch_name, most } = row
    const orders = quarters.map((_, at) => rows.find(({ quarter }) => quarter === at)?.orders ?? 0)
    return [{ store: { id: store_id, name: store_name }, branch: { id: branch_id, name: branch_name }, limit: most, orders }]
  })
  const sum = (orders: readonly number[]) => orders.reduce((total, each) => total + each, 0)
  return {
    quarters,
    orders: quarters.map((_, at) => sum(stores.map(({ orders }) => orders[at] ?? 0))),
    stores: stores.toSorted((a, b) => sum(b.orders) - sum(a.orders) || a.store.name.localeCompare(b.store.name)).slice(0, mostStores),
    rushes,
  }
}

/** The stores that a board can have orders of. */
function storesOfBoard(ctx: Context, { vertical, branchId, storeId }: Parsed<typeof orderLoadContract.load>['query']): RawBuilder<unknown> {
  const parts = [sql`${withinScope(ctx, { branch: 'store.branch_id', store: 'store.id' })}`]
  if (vertical) parts.push(sql`store.vertical = ${vertical}`)
  if (branchId) parts.push(sql`store.branch_id = ${branchId}`)
  if (storeId) parts.push(sql`store.id = ${storeId}`)
  return sql`${sql.join(parts, sql` and `)}`
}

function quarterOf(at: Instant): Instant {
  const ms = minutes * 60_000
  return instantOf(Math.floor(msOf(at) / ms) * ms)
}

/** An order is to be ready once its store has had its minutes, from when it was accepted or could be; for a slot not before that begins. */
async function countByStore(ctx: Context, filters: Parsed<typeof orderLoadContract.load>['query'], first: Instant): Promise<Counted[]> {
  const now = ctx.clock.instant()
  const needed = sql`case when orders.status = 'scheduled' then orders.slot_from
    else coalesce(orders.accepted_at, ${now}::timestamptz) + make_interval(mins => coalesce(orders.prep_minutes, ${expression(storeMinutes)})) end`
  const quarter = sql`greatest(0, floor(extract(epoch from greatest(orders.slot_from, ${needed}) - ${first}::timestamptz) / ${sql.lit(minutes * 60)}))::int`
  const { rows } = await sql<Counted>`
    select store_id, store_name, branch_id, branch.name as branch_name, most, quarter, count(*)::int as orders
    from (select orders.store_id, store.display_name as store_name, orders.branch_id, store.max_orders_per_quarter_hour as most, ${quarter} as quarter
      from orders join store on store.id = orders.store_id
      where orders.status in ('scheduled', 'pending', 'accepted', 'preparing') and ${activeConditions(ctx, filters)}) as due
      join branch on branch.id = due.branch_id
    where quarter < ${sql.lit(ahead)}
    group by store_id, store_name, branch_id, branch.name, most, quarter`.execute(ctx.db)
  return rows
}
