import {
  activeStatuses,
  arrivalOf,
  distanceKm,
  minutesOf,
  type Order,
  type Output,
  type orderContract,
  type Parsed,
  type Point,
  type ProposalReason,
  type Reason,
  type Revealed,
  type RiderSeen,
  rankRiders,
  readyOf,
  type StatusSound,
  verticals,
} from '@larder/contract'
import { sql } from 'kysely'
import { literals } from '#db/literals.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { reveal } from '#kit/record/reveal.ts'
import { type CarrierRecord, cashShareOf, cashToCollect, whyNotCarry } from '#modules/rider/rider.service.ts'
import { readOrderRules } from '../order.rules.ts'
import { travelMinutesBetween } from '../place/promise.ts'
import { findOrder } from './detail.ts'
import { presentOrder } from './present.ts'
import type { OrderRecord } from './record.ts'

interface ById {
  params: { id: string }
}

/** One order as its detail shows it. */
export async function getOrder(ctx: Context, { params }: ById): Promise<Order> {
  return (await seekOrder(ctx, params.id)) ?? notFound('order')
}

/** As `getOrder`; null where there is none within reach. */
export async function seekOrder(ctx: Context, id: string): Promise<Order | null> {
  const [order, rules] = await Promise.all([findOrder(ctx.db, ctx, id), readOrderRules(ctx.services)])
  return order && presentOrder(order, { actor: ctx.actor, rules, now: ctx.clock.instant() })
}

/** A masked field of one order in clear, for a reason. */
export function revealOrder(ctx: Context, { params: { id }, body }: Parsed<typeof orderContract.reveal>): Promise<Revealed> {
  return reveal(ctx, {
    entity: 'order',
    id,
    ...body,
    permission: 'order.view',
    find: async (db) => {
      const order = (await findOrder(db, ctx, id)) ?? notFound('order')
      return { value: order.customer_phone, version: order.version, branchId: order.branch_id, storeId: order.store_id }
    },
  })
}

/** The reasons that may be given, in the order of the lists. */
export async function listReasons(ctx: Context): Promise<Reason[]> {
  const query = ctx.db.selectFrom('order_reason').select(['kind', 'code', 'label', 'party']).where('active', '=', true)
  return (await query.orderBy('kind').orderBy('sort').orderBy('code').execute()) as Reason[]
}

/** How each status is called, coloured and timed, in the order of an order's life. */
export async function listStatuses(ctx: Context): Promise<Output<typeof orderContract.statuses>> {
  const rows = await ctx.db
    .selectFrom('order_status')
    .select(['status', 'label', 'colour', 'target_minutes', 'sound'])
    .orderBy('sort')
    .execute()
  return rows.map(({ target_minutes, status, sound, ...rest }) => ({
    ...rest,
    status: status as OrderRecord['status'],
    targetMinutes: target_minutes,
    sound: sound as StatusSound | null,
  }))
}

/** The branch's riders on shift: those who can take the order first, the proposed one before all. */
export async function listCandidates(ctx: Context, { params }: ById): Promise<Output<typeof orderContract.riders>> {
  const [found, rules] = await Promise.all([findOrder(ctx.db, ctx, params.id), readOrderRules(ctx.services)])
  const order = found ?? notFound('order')
  const now = ctx.clock.instant()
  const notNow = whyNotNow(presentOrder(order, { actor: ctx.actor, rules, now }))
  const store = { lat: order.store_lat, lng: order.store_lng }
  const riders = await findRidersOnShift(ctx, order.branch_id)
  const seen = riders.map((row) => ({ ...seenNow(row, order, store), row }))
  const { ready_at, accepted_at, prep_minutes } = order
  const readyAt = readyOf({ readyAt: ready_at, acceptedAt: accepted_at, prepMinutes: prep_minutes ?? order.store_minutes }, now)
  const travelMinutes = travelMinutesBetween(store, order.address?.point)
  const arrivalWith = (reasons: readonly ProposalReason[], km: number | null) => {
    const toStore = km === null ? null : minutesOf(reasons.filter(({ factor }) => factor === 'way' || factor === 'load'))
    return arrivalOf({ now, toStore, readyAt, travelMinutes })
  }
  return rankRiders(seen, verticals[order.vertical].isBulky)
    .map(({ rider: { row, distanceKm: km }, reasons, minutes }) => ({
      id: row.id,
      name: row.name,
      vehicle: row.vehicle,
      shiftState: row.shift_state,
      activeOrders: row.active_orders,
      distanceKm: km === null ? null : Math.round(km * 100) / 100,
      because: notNow ?? whyNotCarry(row, order),
      reasons,
      minutes,
      arrivesAt: notNow === null ? arrivalWith(reasons, km) : null,
    }))
    .toSorted((a, b) => Number(a.because !== null) - Number(b.because !== null))
}

/** Why nobody can take an order at all. */
function whyNotNow({ allowed }: Order): string | null {
  const assign = allowed.find(({ action }) => action === 'assignRider')
  return assign ? assign.because : 'It cannot be given to a rider now.'
}

interface OnShift extends CarrierRecord {
  battery_pct: number | null
  active_orders: number
  area_ids: string[]
  has_ended_document: boolean
}

function seenNow(row: OnShift, order: Parameters<typeof whyNotCarry>[1] & { area_id: string }, store: Point): RiderSeen {
  return {
    id: row.id,
    name: row.name,
    distanceKm: row.lat === null || row.lng === null ? null : distanceKm(store, { lat: row.lat, lng: row.lng }),
    activeOrders: row.active_orders,
    ridesInArea: row.area_ids.length === 0 || row.area_ids.includes(order.area_id),
    cashShare: cashShareOf(row, order),
    hasEndedDocument: row.has_ended_document,
    isByBicycle: row.vehicle === 'bicycle',
    batteryPct: row.battery_pct,
  }
}

async function findRidersOnShift(ctx: Context, branchId: string): Promise<OnShift[]> {
  const { rows } = await sql<OnShift>`
    select rider.*, coalesce(load.orders, 0) as active_orders, coalesce(load.cash_to_collect_minor, 0) as cash_to_collect_minor,
      exists (select from rider_document where rider_id = rider.id and expires_on < (${ctx.clock.instant()}::timestamptz at time zone branch.time_zone)::date) as has_ended_document
    from rider join branch on branch.id = rider.branch_id
      left join (select rider_id, count(*) as orders, sum(${cashToCollect})::bigint as cash_to_collect_minor from orders
        where status in (${literals(activeStatuses)}) and rider_id is not null and branch_id = ${branchId}
        group by rider_id) as load on load.rider_id = rider.id
    where rider.branch_id = ${branchId} and rider.status = 'active' and rider.shift_state <> 'off'
    order by rider.name limit 200`.execute(ctx.db)
  return rows
}
