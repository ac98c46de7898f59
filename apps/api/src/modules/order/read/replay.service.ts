import {
  addMinutes,
  addSeconds,
  type FloorReplay,
  type floorContract,
  type Instant,
  mostReplayedHours,
  mostReplayedOrders,
  msOf,
  type OrderStatus,
  type Parsed,
  promisedStatuses,
  type ReplayOrder,
  replayedHoursUnasked,
} from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { parseJsonInstant } from '#db/column-types.ts'
import { literals } from '#db/literals.ts'
import { can, withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { orderScope } from '../act/policy.ts'
import { type OnFloor, onFloor, presentOnFloor, storesOf } from './on-floor.ts'

/** What is on the board for longer than a day before a window, and over by now, is left out: no index would find it. */
const lingerMinutes = 24 * 60
/** Positions of all riders together. */
const mostPoints = 20_000
const trackSeconds = 10

interface Window {
  from: Instant
  to: Instant
}

/** The board and the map of a window, in two statements, whatever the number of orders that there ever were. */
export async function replayFloor(ctx: Context, { query }: Parsed<typeof floorContract.replay>): Promise<FloorReplay> {
  const window = windowOf(ctx, query)
  const rows = await findOrders(ctx, window, query.branchId)
  const shown = rows.slice(0, mostReplayedOrders)
  const seconds = Math.max(trackSeconds, Math.ceil((secondsOf(window) * new Set(shown.map(({ rider_id }) => rider_id)).size) / mostPoints))
  const everySeconds = Math.ceil(seconds / trackSeconds) * trackSeconds
  return {
    ...window,
    orders: shown.map(presentReplayed),
    isCut: rows.length > mostReplayedOrders,
    stores: storesOf(shown),
    riders: can(ctx, 'delivery.view') ? await findRiders(ctx, window, shown, everySeconds) : [],
    everySeconds,
  }
}

function windowOf(ctx: Context, { from, to }: { from?: Instant | undefined; to?: Instant | undefined }): Window {
  const now = ctx.clock.instant()
  const end = to && to < now ? to : now
  const begin = from ?? addMinutes(end, -replayedHoursUnasked * 60)
  if (begin >= end) return invalid({ 'query.from': from && from >= now ? 'has not come yet' : 'must be before the end' })
  if (secondsOf({ from: begin, to: end }) > mostReplayedHours * 3600)
    return invalid({ 'query.from': `must be at most ${mostReplayedHours} hours before the end` })
  return { from: begin, to: end }
}

const secondsOf = ({ from, to }: Window) => (msOf(to) - msOf(from)) / 1000

interface Row extends OnFloor {
  rider_name: string | null
  steps: { at: string; type: string; status: OrderStatus | null; isByTimer: boolean }[]
}

// Those that reached their store within the window or the day before it, by index, and those that are there still, however long.
function findOrders(ctx: Context, { from, to }: Window, branchId: string | undefined): Promise<Row[]> {
  const conditions = [sql`${withinScope(ctx, orderScope)}`, sql`orders.pending_at <= ${to}`]
  if (branchId) conditions.push(sql`orders.branch_id = ${branchId}`)
  const among = (more: RawBuilder<unknown>) => sql`select * from orders where ${sql.join([...conditions, more], sql` and `)}`
  const reached = sql`orders.pending_at >= ${addMinutes(from, -lingerMinutes)} and coalesce(orders.delivered_at, orders.ended_at, ${to}) >= ${from}`
  const lingering = sql`orders.status in (${literals(promisedStatuses)}) and orders.pending_at < ${addMinutes(from, -lingerMinutes)}`
  return sql<Row>`
    select ${onFloor}, rider.name as rider_name,
      (select json_agg(json_build_object('at', at, 'type', type, 'status', to_status, 'isByTimer', actor_kind = 'system') order by sequence) from order_event
        where order_event.order_id = orders.id and at <= ${to} and (to_status is not null or type = 'assignRider')) as steps
    from (select * from (${among(reached)} union all ${among(lingering)}) as found order by id desc limit ${sql.lit(mostReplayedOrders + 1)}) as orders
      join store on store.id = orders.store_id left join rider on rider.id = orders.rider_id
    order by orders.id desc`
    .execute(ctx.db)
    .then(({ rows }) => rows)
}

function presentReplayed(row: Row): ReplayOrder {
  const steps = row.steps ?? []
  const carriedFrom = carriedSince(row)
  return {
    ...presentOnFloor(row),
    steps: steps.flatMap(({ at, status, isByTimer }) => (status ? [{ at: parseJsonInstant(at), status, isByTimer }] : [])),
    riderId: carriedFrom && row.rider_id,
    carriedFrom,
  }
}

/** From when the rider who has it, or had it last, was given it. */
function carriedSince({ rider_id, steps }: Row): Instant | null {
  const given = rider_id === null ? undefined : steps?.findLast(({ type }) => type === 'assignRider')
  return given ? parseJsonInstant(given.at) : null
}

interface Heard {
  rider_id: string
  at: Instant
  lat: number
  lng: number
}

/** Where riders were while they carried one of the orders, and nowhere else: what they did before and after is shown to nobody (0098). */
async function findRiders(ctx: Context, { from, to }: Window, rows: readonly Row[], everySeconds: number): Promise<FloorReplay['riders']> {
  const spans = rows.flatMap((row) => {
    const since = carriedSince(row)
    const over = row.steps?.findLast(({ status }) => status !== null && !isRunning(status))
    return since && row.rider_id
      ? [{ id: row.rider_id, name: row.rider_name ?? '', since, until: over ? parseJsonInstant(over.at) : to }]
      : []
  })
  const ids = [...new Set(spans.map(({ id }) => id))]
  if (ids.length === 0) return []
  const { rows: heard } = await sql<Heard>`
    select distinct on (rider_id, floor(extract(epoch from at) / ${sql.lit(everySeconds)})) rider_id, at, lat, lng from rider_track
    where rider_id = any(${ids}::uuid[]) and at >= ${from} and at <= ${to}
    order by rider_id, floor(extract(epoch from at) / ${sql.lit(everySeconds)}), at limit ${sql.lit(mostPoints * 2)}`.execute(ctx.db)
  const byRider = Map.groupBy(heard, ({ rider_id }) => rider_id)
  const spansOf = Map.groupBy(spans, ({ id }) => id)
  return [...spansOf].map(([id, own]) => ({
    id,
    name: own[0]?.name ?? '',
    points: (byRider.get(id) ?? [])
      .filter(({ at }) => own.some(({ since, until }) => at >= since && at <= addSeconds(until, 1)))
      .map(({ at, lat, lng }) => ({ at, lat, lng })),
  }))
}

function isRunning(status: OrderStatus): boolean {
  return (promisedStatuses as readonly OrderStatus[]).includes(status)
}
