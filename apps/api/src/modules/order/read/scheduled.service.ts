import {
  addDays,
  addMinutes,
  calendarDays,
  type Instant,
  leadHoursOf,
  localDateAt,
  type Page,
  type Parsed,
  type ScheduleCalendar,
  type ScheduledOrder,
  type ScheduleWarning,
  type scheduledOrderContract,
} from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import { json, packing, readPacked } from '#db/packed.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { equalTo, listPage } from '#kit/list-query.ts'
import { readSetting } from '#kit/settings.ts'
import { spanOfDays } from '#modules/branch/branch-zones.service.ts'
import { type Judge, orderScope } from '../act/policy.ts'
import { readOrderRules } from '../order.rules.ts'
import { releaseTime } from '../timers/due.ts'
import { whyNotRelease } from '../timers/release.ts'
import { allOf } from './list.ts'
import { presentCard } from './present.ts'
import type { OrderRecord, WaitingFacts } from './record.ts'
import { type CardRecord, cardColumns, underWay, weighedLines } from './row.ts'
import { searched } from './search.ts'

type Cut = Partial<Parsed<typeof scheduledOrderContract.list>['query']>

/** A card with what decides when its store gets it, and whether that can sell it then. */
interface PlannedOrder extends Omit<CardRecord, 'waiting'>, Pick<OrderRecord, 'address'> {
  branch: { name: string; time_zone: string }
  store: WaitingFacts['store'] & { lat: number; lng: number; prep_minutes: number; auto_accept: boolean }
  bought: (WaitingFacts['lines'][number] & { lead_hours: number | null })[]
}

const isoOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const plannedOrder = packing<Omit<PlannedOrder, keyof typeof underWay>>({
  ...cardColumns,
  branch: json(`(select json_build_object('name', name, 'time_zone', time_zone) from branch where branch.id = orders.branch_id)`),
  address: json('orders.address'),
  store:
    json(`(select json_build_object('name', display_name, 'status', status, 'time_zone', time_zone, 'open_mode', open_mode, 'open_mode_until', ${isoOf('open_mode_until')},
    'opening_hours', opening_hours, 'special_days', special_days, 'lat', lat, 'lng', lng, 'prep_minutes', prep_minutes, 'auto_accept', auto_accept)
    from store where store.id = orders.store_id)`),
  bought:
    json(`(select coalesce(json_agg(json_build_object('name', order_line.name, 'available', coalesce(item.available, order_line.item_id is null),
    'snoozed_until', ${isoOf('item.snoozed_until')}, 'lead_hours', item.lead_hours) order by order_line.line), '[]')
    from order_line left join item on item.id = order_line.item_id where order_line.order_id = orders.id)`),
})

/** Orders that wait for their slot, the next one first. */
export async function listScheduled(
  ctx: Context,
  { query: input }: Parsed<typeof scheduledOrderContract.list>,
): Promise<Page<ScheduledOrder>> {
  const query = ctx.db
    .selectFrom('orders')
    .innerJoin('branch', 'branch.id', 'orders.branch_id')
    .select('orders.id')
    .where(allOf(await conditionsOf(ctx, input)))
    .where(await searched(ctx, input.q))
  const sorts = { slotFrom: { column: 'orders.slot_from' } }
  const page = await listPage(ctx, { query, input, sorts, defaultSort: 'slotFrom', tie: 'orders.id', present: ({ id }) => id })
  return { ...page, rows: await readPlanned(ctx, page.rows) }
}

async function readPlanned(ctx: Context, ids: readonly string[]): Promise<ScheduledOrder[]> {
  const [rules, orders] = await Promise.all([
    readOrderRules(ctx.services),
    readPacked(
      ctx.db,
      plannedOrder,
      sql`from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, place) join orders on orders.id = wanted.id
        ${weighedLines} order by wanted.place`,
    ),
  ])
  const judge: Judge = { actor: ctx.actor, rules, now: ctx.clock.instant() }
  return orders.map((order) => presentPlanned({ ...order, ...underWay }, judge))
}

function presentPlanned(order: PlannedOrder & typeof underWay, judge: Judge): ScheduledOrder {
  const waiting: WaitingFacts = { store: order.store, lines: order.bought }
  const { order_type, address, slot_to, lead_hours } = order
  const slotFrom = order.slot_from ?? judge.now
  return {
    ...presentCard({ ...order, waiting }, judge),
    branch: { id: order.branch_id, name: order.branch.name },
    timeZone: order.branch.time_zone,
    slotFrom,
    slotTo: order.slot_to ?? slotFrom,
    releasesAt: releaseTime({ ...order.store, order_type, address, lead_hours, slot_from: slotFrom, slot_to }, judge.now),
    warnings: warningsOf(order, waiting, slotFrom, judge.now),
  }
}

function warningsOf(order: PlannedOrder, waiting: WaitingFacts, slotFrom: Instant, now: Instant): ScheduledOrder['warnings'] {
  const shut = whyNotRelease(waiting, slotFrom)
  const notice = order.bought.map(({ name, lead_hours: own }) => ({ name, hours: leadHoursOf(order.vertical, own) }))
  return [
    ...(shut ? [{ kind: shut.reason as ScheduleWarning, message: shut.message }] : []),
    ...notice
      .filter(({ hours }) => hours > 0 && addMinutes(now, hours * 60) > slotFrom)
      .map(({ name, hours }) => ({ kind: 'short-notice' as const, message: `${name} needs ${hours} hours, and less is left.` })),
    ...(order.payment_state === 'none' ? [{ kind: 'unpaid' as const, message: 'The customer has not paid yet.' }] : []),
  ]
}

/** How many orders wait for each hour of seven days. */
export async function countScheduled(
  ctx: Context,
  { query: asked }: Parsed<typeof scheduledOrderContract.calendar>,
): Promise<ScheduleCalendar> {
  const from = asked.from ?? localDateAt(ctx.clock.instant(), await readSetting(ctx.services, 'installation.timeZone'))
  const to = addDays(from, calendarDays - 1)
  const conditions = allOf(await conditionsOf(ctx, { ...asked, from, to }))
  const [counted, maxOrdersPerHour] = await Promise.all([
    sql<ScheduleCalendar['slots'][number]>`
      select (slot_from at time zone branch.time_zone)::date::text as day, extract(hour from slot_from at time zone branch.time_zone)::int as hour, count(*)::int as orders
      from orders join branch on branch.id = orders.branch_id where ${conditions} group by 1, 2 order by 1, 2`.execute(ctx.db),
    asked.storeId === undefined ? null : hourlyLimit(ctx, asked.storeId),
  ])
  return { from, to, slots: counted.rows, maxOrdersPerHour }
}

async function hourlyLimit(ctx: Context, storeId: string): Promise<number | null> {
  const store = await ctx.db
    .selectFrom('store')
    .select('max_orders_per_quarter_hour as limit')
    .where('id', '=', storeId)
    .where(withinScope(ctx, { branch: 'store.branch_id', store: 'store.id' }))
    .executeTakeFirst()
  return store?.limit ? store.limit * 4 : null
}

async function conditionsOf(ctx: Context, input: Cut): Promise<Expression<SqlBool>[]> {
  const { from, to, hour } = input
  const { first, last } = await spanOfDays(ctx, { from, to })
  const local = sql`orders.slot_from at time zone branch.time_zone`
  return [
    sql<SqlBool>`orders.status in ('placed', 'scheduled') and orders.slot_from is not null`,
    withinScope(ctx, orderScope),
    equalTo('orders.vertical', input.vertical),
    equalTo('orders.store_id', input.storeId),
    equalTo('orders.branch_id', input.branchId),
    ...(first ? [sql<SqlBool>`orders.slot_from >= ${first} and (${local})::date >= ${from}`] : []),
    ...(last ? [sql<SqlBool>`orders.slot_from < ${last} and (${local})::date <= ${to}`] : []),
    ...(hour === undefined ? [] : [sql<SqlBool>`extract(hour from ${local}) = ${hour}`]),
  ]
}
