import {
  addDays,
  addMinutes,
  addSeconds,
  dayOfWeek,
  firstIdAt,
  type Instant,
  type LocalDate,
  localDateAt,
  moneySum,
  mostRiderDays,
  msOf,
  type OpeningHours,
  type Output,
  type Parsed,
  riderIncidentContract,
  riderMessageContract,
  riderShiftContract,
  type ShiftOrder,
  type ShiftTrack,
  type TimeZone,
  type TrackPoint,
} from '@larder/contract'
import { sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { resource } from '#kit/resource.ts'

/** Shifts that riders worked, or work. */
const shifts = resource(riderShiftContract, {
  table: 'rider_shift',
  permission: 'rider.view',
  rows: (db) =>
    db
      .selectFrom('rider_shift')
      .innerJoin('rider', 'rider.id', 'rider_shift.rider_id')
      .innerJoin('branch', 'branch.id', 'rider_shift.branch_id')
      .selectAll('rider_shift')
      .select(['rider.name as rider_name', 'branch.name as branch_name', 'branch.time_zone']),
  scope: { branch: 'rider_shift.branch_id' },
  present: (row, { clock }) => ({
    breakMinutes: Math.floor(breakSeconds(row, clock.instant()) / 60),
    workedMinutes: Math.floor(workedSeconds(row, clock.instant()) / 60),
  }),
  search: { rider: 'rider.name', endReason: 'rider_shift.end_reason' },
  filters: {
    from: (from) => sql<boolean>`rider_shift.day >= ${from}`,
    to: (to) => sql<boolean>`rider_shift.day <= ${to}`,
  },
  acts: {},
})

interface Spent {
  began_at: Instant
  ended_at: Instant | null
  break_seconds: number
  break_began_at: Instant | null
}

const secondsBetween = (from: Instant, to: Instant) => Math.max(0, (msOf(to) - msOf(from)) / 1000)

/** Seconds of a shift that were a break; of one that runs, until `now`. Pure. */
export function breakSeconds({ break_seconds, break_began_at }: Spent, now: Instant): number {
  return break_seconds + (break_began_at === null ? 0 : secondsBetween(break_began_at, now))
}

/** Seconds of a shift that were worked; of one that runs, until `now`. Pure. */
export function workedSeconds(shift: Spent, now: Instant): number {
  return Math.max(0, secondsBetween(shift.began_at, shift.ended_at ?? now) - breakSeconds(shift, now))
}

/** Minutes that a week's plan has on a day. Pure. */
export function plannedMinutes(hours: OpeningHours, day: LocalDate): number {
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  return hours
    .filter((line) => line.day === dayOfWeek(day))
    .reduce((sum, { opens, closes }) => sum + ((minutesOf(closes) - minutesOf(opens) + 1440) % 1440 || 1440), 0)
}

/** A rider's days: what was planned, worked, delivered and earned. */
async function readRiderDays(
  ctx: Context,
  { params, query }: Parsed<typeof riderShiftContract.days>,
): Promise<Output<typeof riderShiftContract.days>> {
  const riders = ctx.db
    .selectFrom('rider')
    .innerJoin('branch', 'branch.id', 'rider.branch_id')
    .select(['rider.id', 'rider.planned_hours', 'rider.currency', 'rider.created_at', 'branch.time_zone'])
    .where('rider.id', '=', params.id)
  const rider = (await inScope(ctx, riders, { branch: 'rider.branch_id' }).executeTakeFirst()) ?? notFound('rider')
  const now = ctx.clock.instant()
  const to = query.to ?? localDateAt(now, rider.time_zone as TimeZone)
  const days = Array.from({ length: mostRiderDays }, (_, back) => addDays(to, back + 1 - mostRiderDays))
  const from = days[0] ?? to
  const [shifts, figures] = await Promise.all([
    ctx.db
      .selectFrom('rider_shift')
      .select(['day', 'began_at', 'ended_at', 'break_seconds', 'break_began_at'])
      .where('rider_id', '=', rider.id)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .execute(),
    ctx.db
      .selectFrom('rider_day')
      .select(['day', 'delivered', 'late', 'earned_minor'])
      .where('rider_id', '=', rider.id)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .execute(),
  ])
  const [worked, done] = [Map.groupBy(shifts, ({ day }) => day), new Map(figures.map((figure) => [figure.day, figure]))]
  const hired = localDateAt(rider.created_at, rider.time_zone as TimeZone)
  return {
    days: days.map((day) => {
      const { delivered = 0, late = 0, earned_minor = 0 } = done.get(day) ?? {}
      const seconds = (worked.get(day) ?? []).reduce((sum, shift) => sum + workedSeconds(shift, now), 0)
      return {
        day,
        plannedMinutes: day < hired ? 0 : plannedMinutes(rider.planned_hours as OpeningHours, day),
        workedMinutes: Math.floor(seconds / 60),
        delivered,
        late,
        earned: moneySum(earned_minor, rider.currency),
      }
    }),
  }
}

const mostPoints = 5_000
const mostOrders = 200
/** An order may have come so long before the shift in which it is carried. */
const lingerMinutes = 14 * 24 * 60

/** Where a rider went in a shift while they carried orders, and nowhere else (0098). */
async function trackShift(ctx: Context, { params }: Parsed<typeof riderShiftContract.track>): Promise<ShiftTrack> {
  const found = ctx.db.selectFrom('rider_shift').select(['rider_id', 'began_at', 'ended_at']).where('id', '=', params.id)
  const shift = (await inScope(ctx, found, { branch: 'rider_shift.branch_id' }).executeTakeFirst()) ?? notFound('rider-shift')
  const [from, to] = [shift.began_at, shift.ended_at ?? ctx.clock.instant()]
  const { rows } = await sql<Carried>`
    select carried.* from (
      select orders.id, orders.number, store.lat, store.lng, orders.address -> 'point' as customer_point,
        (select max(at) from order_event where order_event.order_id = orders.id and type = 'assignRider') as given_at,
        coalesce(orders.delivered_at, orders.ended_at) as over_at
      from orders join store on store.id = orders.store_id
      where orders.rider_id = ${shift.rider_id} and orders.id >= ${firstIdAt(addMinutes(from, -lingerMinutes))} and orders.id < ${firstIdAt(to)}) as carried
    where given_at < ${to} and coalesce(over_at, ${to}) > ${from} order by given_at limit ${sql.lit(mostOrders)}`.execute(ctx.db)
  const heard =
    await sql<TrackPoint>`select lat, lng, at from rider_track where rider_id = ${shift.rider_id} and at >= ${from} and at <= ${to}
    order by at limit ${sql.lit(mostPoints)}`.execute(ctx.db)
  const isCarrying = (at: Instant) => rows.some(({ given_at, over_at }) => at >= given_at && at <= addSeconds(over_at ?? to, 1))
  return { from, to, orders: rows.map(presentCarried), points: heard.rows.filter(({ at }) => isCarrying(at)) }
}

interface Carried {
  id: string
  number: string
  lat: number
  lng: number
  customer_point: { lat: number; lng: number } | null
  given_at: Instant
  over_at: Instant | null
}

function presentCarried({ id, number, lat, lng, customer_point, given_at, over_at }: Carried): ShiftOrder {
  const point = { lat, lng }
  return { id: id as ShiftOrder['id'], number, givenAt: given_at, overAt: over_at, storePoint: point, customerPoint: customer_point }
}

/** What staff noted of riders. */
export const incidents = resource(riderIncidentContract, {
  table: 'rider_incident',
  permission: 'rider.view',
  rows: (db) =>
    db
      .selectFrom('rider_incident')
      .innerJoin('rider', 'rider.id', 'rider_incident.rider_id')
      .innerJoin('branch', 'branch.id', 'rider_incident.branch_id')
      .leftJoin('orders', 'orders.id', 'rider_incident.order_id')
      .selectAll('rider_incident')
      .select(['rider.name as rider_name', 'branch.name as branch_name', 'orders.number as order_number']),
  scope: { branch: 'rider_incident.branch_id' },
  present: (row) => ({
    order: row.order_id ? { id: row.order_id, name: row.order_number ?? '' } : null,
  }),
  search: { rider: 'rider.name', note: 'rider_incident.note' },
  filters: {
    riderId: 'rider_incident.rider_id',
    branchId: 'rider_incident.branch_id',
    kind: 'rider_incident.kind',
    severity: 'rider_incident.severity',
  },
  sorts: { createdAt: 'rider_incident.id' },
  acts: {},
})

/** What staff wrote to riders. */
export const messages = resource(riderMessageContract, {
  table: 'rider_message',
  permission: 'rider.view',
  rows: (db) =>
    db
      .selectFrom('rider_message')
      .innerJoin('rider', 'rider.id', 'rider_message.rider_id')
      .selectAll('rider_message')
      .select('rider.name as rider_name'),
  scope: { branch: 'rider_message.branch_id' },
  search: { rider: 'rider.name', text: 'rider_message.text' },
  filters: { riderId: 'rider_message.rider_id', branchId: 'rider_message.branch_id' },
  sorts: { createdAt: 'rider_message.id' },
  acts: {},
})

export const shiftHandlers = { ...shifts.handlers, days: readRiderDays, track: trackShift }
