import {
  distanceKm,
  type Instant,
  localDateAt,
  minutesBetween,
  newId,
  type OpeningHours,
  type Point,
  payFor,
  riderEarningContract,
  type TimeZone,
} from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { resource } from '#kit/resource.ts'

/** What of an order its rider is paid for. */
export interface CarriedToEnd {
  id: string
  branch_id: string
  branch_time_zone: string
  store_id: string
  rider_id: string | null
  store_lat: number
  store_lng: number
  address: { point: Point | null } | null
  tip_minor: number
  currency: string
  promised_at: Instant | null
  picked_up_at: Instant | null
  delivered_at: Instant | null
  events: readonly { type: string; at: Instant }[]
}

/** Counts an order among those that its rider was given, or gave back. */
export async function countGiven(ctx: Context, { db }: Work, riderId: string, zone: string, isGivenBack: boolean): Promise<void> {
  const day = localDateAt(ctx.clock.instant(), zone as TimeZone)
  const [assigned, back] = isGivenBack ? [0, 1] : [1, 0]
  await sql`insert into rider_day as kept (rider_id, day, assigned, given_back) values (${riderId}, ${day}, ${assigned}, ${back})
    on conflict (rider_id, day) do update set assigned = kept.assigned + ${assigned}, given_back = kept.given_back + ${back}`.execute(db)
}

/** Keeps what a rider earned by an order that they have just delivered, by the rule of the day, with all that it was computed from. */
export async function noteDelivered(ctx: Context, { db }: Work, order: CarriedToEnd): Promise<void> {
  if (!order.rider_id) return
  const deliveredAt = order.delivered_at ?? ctx.clock.instant()
  const day = localDateAt(deliveredAt, order.branch_time_zone as TimeZone)
  const isLate = order.promised_at !== null && deliveredAt > order.promised_at
  const rule = await db
    .selectFrom('rider_pay_rule')
    .selectAll()
    .where('branch_id', '=', order.branch_id)
    .where('starts_on', '<=', day)
    .orderBy('starts_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Without a rule, and of an order in another currency than its own, nothing is owed that could be said.
  const pay = rule && rule.currency === order.currency ? payOf(rule, order, deliveredAt) : null
  const late = isLate ? 1 : 0
  const earned = pay?.total_minor ?? 0
  await sql`insert into rider_day as kept (rider_id, day, delivered, late, earned_minor) values (${order.rider_id}, ${day}, 1, ${late}, ${earned})
    on conflict (rider_id, day) do update set delivered = kept.delivered + 1, late = kept.late + ${late}, earned_minor = kept.earned_minor + ${earned}`.execute(
    db,
  )
  if (!rule || !pay) return
  const { id: order_id, rider_id, branch_id, store_id, currency } = order
  const of = { id: newId(ctx.clock.ms()), order_id, rider_id, branch_id, store_id, currency, rule_id: rule.id, day }
  await db
    .insertInto('rider_earning')
    .values({ ...of, delivered_at: deliveredAt, is_late: isLate, ...pay, created_at: ctx.clock.instant() })
    .execute()
}

interface RuleRow {
  base_minor: number
  per_km_minor: number
  free_wait_minutes: number
  per_wait_minute_minor: number
  peak_hours: unknown
  peak_bonus_minor: number
}

function payOf(rule: RuleRow, order: CarriedToEnd, deliveredAt: Instant) {
  const to = order.address?.point ?? null
  const metres = to === null ? 0 : Math.round(distanceKm({ lat: order.store_lat, lng: order.store_lng }, to) * 1000)
  const pickedUpAt = order.picked_up_at ?? deliveredAt
  const arrivedAt = order.events.findLast(({ type }) => type === 'arriveAtStore')?.at ?? pickedUpAt
  const waitedMinutes = Math.max(0, minutesBetween(arrivedAt, pickedUpAt))
  const pay = payFor(
    {
      baseMinor: rule.base_minor,
      perKmMinor: rule.per_km_minor,
      freeWaitMinutes: rule.free_wait_minutes,
      perWaitMinuteMinor: rule.per_wait_minute_minor,
      peakHours: rule.peak_hours as OpeningHours,
      peakBonusMinor: rule.peak_bonus_minor,
    },
    { metres, waitedMinutes, pickedUpAt, timeZone: order.branch_time_zone as TimeZone, tipMinor: order.tip_minor },
  )
  return {
    metres,
    waited_minutes: waitedMinutes,
    paid_wait_minutes: pay.paidWaitMinutes,
    per_km_minor: rule.per_km_minor,
    per_wait_minute_minor: rule.per_wait_minute_minor,
    base_minor: pay.baseMinor,
    distance_minor: pay.distanceMinor,
    waiting_minor: pay.waitingMinor,
    peak_minor: pay.peakMinor,
    tip_minor: pay.tipMinor,
    total_minor: pay.totalMinor,
  }
}

/** What riders earned, order by order. */
export const earnings = resource(riderEarningContract, {
  table: 'rider_earning',
  permission: 'rider.view',
  rows: (db) =>
    db
      .selectFrom('rider_earning')
      .innerJoin('rider', 'rider.id', 'rider_earning.rider_id')
      .innerJoin('branch', 'branch.id', 'rider_earning.branch_id')
      .innerJoin('orders', 'orders.id', 'rider_earning.order_id')
      .selectAll('rider_earning')
      .select(['rider.name as rider_name', 'branch.name as branch_name', 'orders.number as order_name']),
  scope: { branch: 'rider_earning.branch_id' },
  search: { order: 'orders.number', rider: 'rider.name' },
  filters: {
    from: (from) => sql<boolean>`rider_earning.day >= ${from}`,
    to: (to) => sql<boolean>`rider_earning.day <= ${to}`,
  },
  acts: {},
})
