import {
  type FloorMap,
  type FloorOrder,
  type FloorRider,
  type floorContract,
  type Instant,
  mostOnMap,
  type Parsed,
  promisedStatuses,
} from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { expression } from '#db/packed.ts'
import { can, withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { riderScope } from '#modules/rider/rider-position.service.ts'
import { orderScope } from '../act/policy.ts'
import { type OnFloor, onFloor, presentOnFloor, storesOf } from './on-floor.ts'
import { storeMinutes } from './row.ts'

type Cut = Parsed<typeof floorContract.map>['query']

/** All that is open on one map in two statements, whatever the number of orders: the oldest orders of each status, and their riders with those on shift. */
export function mapFloor(ctx: Context, { query }: Parsed<typeof floorContract.map>): Promise<FloorMap> {
  const seesRiders = can(ctx, 'delivery.view')
  return ctx.services.shared.read(['floor-map', ctx.actor.scope, query, seesRiders], async () => {
    const found = await findOpen(ctx, query)
    const orders = found.slice(0, mostOnMap)
    const riders = seesRiders ? await findOnShift(ctx, query.branchId, orders) : []
    return {
      orders: orders.map(presentOpen),
      isCut: found.length > mostOnMap || riders.length > mostOnMap,
      stores: storesOf(orders),
      riders: riders.slice(0, mostOnMap),
    }
  })
}

interface Row extends OnFloor {
  status: FloorOrder['status']
  accepted_at: Instant | null
  ready_at: Instant | null
  prep_minutes: number
  picked_up_at: Instant | null
  version: number
}

// The oldest of each status, by index, of which the oldest are taken: one more than is shown tells that there are more.
async function findOpen(ctx: Context, { branchId, vertical, status }: Cut): Promise<Row[]> {
  const conditions: RawBuilder<unknown>[] = [sql`${withinScope(ctx, orderScope)}`]
  if (branchId) conditions.push(sql`orders.branch_id = ${branchId}`)
  if (vertical) conditions.push(sql`orders.vertical = ${vertical}`)
  const limit = sql.lit(mostOnMap + 1)
  const oldest = (status ? [status] : promisedStatuses).map(
    (each) =>
      sql`(select * from orders where orders.status = ${sql.lit(each)} and ${sql.join(conditions, sql` and `)} order by orders.id limit ${limit})`,
  )
  const { rows } = await sql<Row>`
    select ${onFloor}, orders.status, orders.accepted_at, orders.ready_at, orders.picked_up_at, orders.version,
      coalesce(orders.prep_minutes, ${expression(storeMinutes)}) as prep_minutes
    from (select * from (${sql.join(oldest, sql` union all `)}) as found order by id limit ${limit}) as orders join store on store.id = orders.store_id
    order by orders.id`.execute(ctx.db)
  return rows
}

function presentOpen(row: Row): FloorOrder {
  return {
    ...presentOnFloor(row),
    status: row.status,
    acceptedAt: row.accepted_at,
    readyAt: row.ready_at,
    prepMinutes: row.prep_minutes,
    pickedUpAt: row.picked_up_at,
    riderId: row.rider_id,
    version: row.version,
  }
}

interface OnShift {
  id: string
  name: string
  shift_state: string
  lat: number | null
  lng: number | null
  positioned_at: Instant | null
}

/** Who has one of the orders, and who is on shift for the scope: those heard of last. */
async function findOnShift(ctx: Context, branchId: string | undefined, orders: readonly Row[]): Promise<FloorRider[]> {
  const carriers = [...new Set(orders.flatMap(({ rider_id }) => rider_id ?? []))]
  const near = branchId ? sql`rider.branch_id = ${branchId}` : sql`true`
  const { rows } = await sql<OnShift>`
    select id, name, shift_state, lat, lng, positioned_at from rider
    where id = any(${carriers}::uuid[]) or (status = 'active' and shift_state <> 'off' and ${near} and ${withinScope(ctx, riderScope)})
    order by (id = any(${carriers}::uuid[])) desc, positioned_at desc nulls last, id limit ${sql.lit(mostOnMap + 1)}`.execute(ctx.db)
  return rows.map(({ lat, lng, ...rider }) => ({
    id: rider.id,
    name: rider.name,
    shiftState: rider.shift_state as FloorRider['shiftState'],
    point: lat === null || lng === null ? null : { lat, lng },
    positionedAt: rider.positioned_at,
  }))
}
