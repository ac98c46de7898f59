import {
  type Allowed,
  addDays,
  type LocalDate,
  localDateAt,
  money,
  moneySum,
  mostRejectionDays,
  type Page,
  type Parsed,
  type RejectedOrder,
  type Rejections,
  type rejectedOrderContract,
} from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import { can, withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { equalTo, listPage } from '#kit/list-query.ts'
import { readSetting } from '#kit/settings.ts'
import { type Judge, type JudgedOrder, orderScope, permissionOf, whyNotMove } from '../act/policy.ts'
import { readOrderRules } from '../order.rules.ts'
import { allOf, dayConditions } from './list.ts'
import { searched } from './search.ts'

/** What its acts are judged by, beside what is shown. */
const judgedColumns = [
  'orders.status',
  'orders.payment_state',
  'orders.order_type',
  'orders.timing',
  'orders.delays',
  'orders.rider_id',
  'orders.claimed_by',
  'orders.claimed_name',
] as const
/** What matters of an order under way alone. */
const ended = { weighed_lines: 0, unpacked_lines: 0, asked_refunds: 0, waiting: null } as const

type Cut = Parsed<typeof rejectedOrderContract.summary>['query']

const daysShown = 30
const mostStores = 5

/** Orders that were rejected, those placed last first. */
export async function listRejected(
  ctx: Context,
  { query: input }: Parsed<typeof rejectedOrderContract.list>,
): Promise<Page<RejectedOrder>> {
  const judge = { actor: ctx.actor, rules: await readOrderRules(ctx.services), now: ctx.clock.instant() }
  const query = ctx.db
    .selectFrom('orders')
    .innerJoin('store', 'store.id', 'orders.store_id')
    .innerJoin('branch', 'branch.id', 'orders.branch_id')
    .leftJoin('order_reason', (join) => join.onRef('order_reason.code', '=', 'end_reason').on('order_reason.kind', '=', 'reject'))
    .select([
      'orders.id',
      'orders.number',
      'orders.vertical',
      'orders.store_id',
      'store.display_name as store_name',
      'orders.branch_id',
      'branch.name as branch_name',
      'orders.customer_name',
      'orders.end_reason',
      'orders.end_party',
      'order_reason.label as reason_label',
      'orders.total_minor',
      'orders.currency',
      'orders.payment_method',
      'orders.placed_at',
      'orders.ended_at',
      'orders.version',
      ...judgedColumns,
      sql<number>`round(extract(epoch from orders.ended_at - coalesce(orders.pending_at, orders.placed_at)))::int`.as('seconds'),
      sql<string | null>`(select state from refund where order_id = orders.id and cause = 'ending' limit 1)`.as('refund_state'),
      sql<number>`(select count(*) from refund where order_id = orders.id and cause = 'ending' and state in ('sent', 'done', 'failed'))`.as(
        'sent_refunds',
      ),
    ])
    .where(allOf(await conditionsOf(ctx, input)))
    .where(await searched(ctx, input.q))
  return listPage(ctx, {
    query,
    input,
    sorts: { placedAt: { column: 'orders.id' } },
    defaultSort: '-placedAt',
    tie: 'orders.id',
    present: (row) =>
      ({
        id: row.id,
        number: row.number,
        vertical: row.vertical,
        store: { id: row.store_id, name: row.store_name },
        branch: { id: row.branch_id, name: row.branch_name },
        customerName: row.customer_name,
        reason: row.end_reason,
        reasonLabel: row.reason_label ?? row.end_reason,
        party: row.end_party,
        rejectedAt: row.ended_at,
        seconds: row.seconds,
        lost: money(row.total_minor, row.currency),
        paymentMethod: row.payment_method,
        refund: row.refund_state,
        placedAt: row.placed_at,
        version: row.version,
        allowed: restoreOf(row as unknown as RestoredOrder, judge),
      }) as RejectedOrder,
  })
}

type RestoredOrder = Omit<JudgedOrder, 'weighed_lines' | 'unpacked_lines' | 'asked_refunds' | 'waiting'>

/** Whether this person may bring it back, and why not any more. */
function restoreOf(row: RestoredOrder, judge: Judge): Allowed {
  if (!can(judge.actor, permissionOf('restore'))) return []
  const because = whyNotMove({ ...row, ...ended }, 'restore', 'staff', judge)
  return [{ action: 'restore', because: because?.message ?? null }]
}

interface Counted {
  cut: 'reason' | 'store' | 'hour' | 'currency'
  key: string
  party: RejectedOrder['party'] | null
  name: string | null
  vertical: RejectedOrder['vertical'] | null
  currency: string
  orders: number
  lost: number
}

/** How many were rejected, by reason, by store and by the hour; of the last days where none are named. */
export async function countRejected(ctx: Context, { query: asked }: Parsed<typeof rejectedOrderContract.summary>): Promise<Rejections> {
  const days = await daysOf(ctx, asked)
  const { rows } = await sql<Counted>`
    with rejected as (
      select end_reason, end_party, orders.store_id, orders.currency, total_minor,
        extract(hour from ended_at at time zone branch.time_zone)::int as hour
      from orders join branch on branch.id = orders.branch_id where ${allOf(await conditionsOf(ctx, { ...asked, ...days }))}
    ), counted as (
      select case when grouping(end_reason) = 0 then 'reason' when grouping(store_id) = 0 then 'store' when grouping(hour) = 0 then 'hour' else 'currency' end as cut,
        coalesce(end_reason, store_id::text, hour::text, currency) as key, end_party as party, store_id, currency, count(*)::int as orders, sum(total_minor)::bigint as lost
      from rejected group by grouping sets ((end_reason, end_party, currency), (store_id, currency), (hour, currency), (currency))
    ), ranked as (select *, row_number() over (partition by cut order by orders desc, key) as place from counted)
    select ranked.cut, key, ranked.party, coalesce(order_reason.label, store.display_name) as name, store.vertical, ranked.currency, orders, lost
    from ranked left join order_reason on ranked.cut = 'reason' and kind = 'reject' and code = key left join store on store.id = ranked.store_id
    where ranked.cut <> 'store' or place <= ${mostStores} order by place`.execute(ctx.db)
  const of = (cut: Counted['cut']) => rows.filter((row) => row.cut === cut)
  const countedOf = ({ orders, lost, currency }: Counted) => ({ orders, lost: moneySum(lost, currency) })
  return {
    ...days,
    orders: of('currency').reduce((sum, { orders }) => sum + orders, 0),
    lost: of('currency').map(({ lost, currency }) => moneySum(lost, currency)),
    reasons: of('reason').map((row) => ({
      reason: row.key,
      reasonLabel: row.name ?? row.key,
      party: row.party as RejectedOrder['party'],
      ...countedOf(row),
    })),
    stores: of('store').map((row) => ({
      store: { id: row.key, name: row.name ?? '' },
      vertical: row.vertical as RejectedOrder['vertical'],
      ...countedOf(row),
    })),
    hours: Array.from({ length: 24 }, (_, hour) =>
      of('hour')
        .filter(({ key }) => Number(key) === hour)
        .reduce((sum, { orders }) => sum + orders, 0),
    ),
  }
}

async function daysOf(ctx: Context, { from, to }: Pick<Cut, 'from' | 'to'>): Promise<{ from: LocalDate; to: LocalDate }> {
  const last = to ?? localDateAt(ctx.clock.instant(), await readSetting(ctx.services, 'installation.timeZone'))
  const first = from ?? addDays(last, 1 - daysShown)
  if (first > last) invalid({ 'query.to': 'is before the first day' })
  if (addDays(first, mostRejectionDays) <= last) invalid({ 'query.from': `is more than ${mostRejectionDays} days before the last` })
  return { from: first, to: last }
}

async function conditionsOf(ctx: Context, input: Cut): Promise<Expression<SqlBool>[]> {
  return [
    sql<SqlBool>`orders.status = 'rejected'`,
    withinScope(ctx, orderScope),
    equalTo('orders.vertical', input.vertical),
    equalTo('orders.store_id', input.storeId),
    equalTo('orders.branch_id', input.branchId),
    equalTo('orders.end_reason', input.reason),
    equalTo('orders.end_party', input.party),
    ...(await dayConditions(ctx, input)),
  ]
}
