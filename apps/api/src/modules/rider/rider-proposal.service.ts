import {
  addDays,
  addMinutes,
  distanceKm,
  type Instant,
  localDateAt,
  mostReplayed,
  type Parsed,
  type Point,
  type ProposalReplay,
  type RiderSeen,
  rankRiders,
  type riderProposalContract,
  roadMinutes,
  type Vertical,
  verticals,
} from '@larder/contract'
import { sql } from 'kysely'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'

/** Where somebody was is known for so long after they were heard of. */
const knownMinutes = 15
/** A day of one installation at most; beyond it the newest. */
const mostOrders = 3_000

interface Given {
  id: string
  number: string
  branch_id: string
  area_id: string
  vertical: Vertical
  lat: number
  lng: number
  rider_id: string
  given_at: Instant
  over_at: Instant | null
}
interface Worked {
  id: string
  name: string
  branch_id: string
  area_ids: string[]
  vehicle: string
  began_at: Instant
  ended_at: Instant | null
}
interface Heard extends Point {
  rider_id: string
  at: Instant
}

/** The proposal of a past day, order by order, from who was on shift, where they were heard of and what they carried at that moment. */
export async function replayProposals(ctx: Context, { query }: Parsed<typeof riderProposalContract.replay>): Promise<ProposalReplay> {
  const zone = await readSetting(ctx.services, 'installation.timeZone')
  const day = query.day ?? addDays(localDateAt(ctx.clock.instant(), zone), -1)
  const ofBranch = query.branchId ? sql`orders.branch_id = ${query.branchId}` : sql`true`
  const { rows: orders } = await sql<Given>`
    select * from (select orders.id, orders.number, orders.branch_id, orders.area_id, orders.vertical, store.lat, store.lng, orders.rider_id,
        (select max(at) from order_event where order_event.order_id = orders.id and type = 'assignRider') as given_at,
        coalesce(orders.delivered_at, orders.ended_at) as over_at
      from orders join store on store.id = orders.store_id
      where orders.business_day = ${day} and orders.rider_id is not null and ${ofBranch}
        and ${withinScope(ctx, { branch: 'orders.branch_id', store: 'orders.store_id' })}
      order by orders.id desc limit ${sql.lit(mostOrders)}) as given
    where given_at is not null order by given_at`.execute(ctx.db)
  const branchIds = [...new Set(orders.map(({ branch_id }) => branch_id))]
  const { rows: shifts } = await sql<Worked>`
    select rider.id, rider.name, rider_shift.branch_id, rider.area_ids, rider.vehicle, began_at, ended_at
    from rider_shift join rider on rider.id = rider_shift.rider_id
    where rider_shift.branch_id = any(${branchIds}::uuid[]) and rider_shift.day between ${addDays(day, -1)} and ${addDays(day, 1)}`.execute(
    ctx.db,
  )
  const [first, last] = [orders[0]?.given_at, orders.at(-1)?.given_at]
  const ids = [...new Set([...shifts.map(({ id }) => id), ...orders.map(({ rider_id }) => rider_id)])]
  const { rows: heard } =
    first && last
      ? await sql<Heard>`select distinct on (rider_id, date_trunc('minute', at)) rider_id, at, lat, lng from rider_track
          where rider_id = any(${ids}::uuid[]) and at between ${addMinutes(first, -knownMinutes)} and ${last}
          order by rider_id, date_trunc('minute', at), at`.execute(ctx.db)
      : { rows: [] }
  return { day, ...compareDay(orders, shifts, heard) }
}

/** Holds what would have been proposed against what was done. Pure. */
export function compareDay(orders: readonly Given[], shifts: readonly Worked[], heard: readonly Heard[]): Omit<ProposalReplay, 'day'> {
  const placesOf = Map.groupBy(heard, ({ rider_id }) => rider_id)
  const carriedBy = Map.groupBy(orders, ({ rider_id }) => rider_id)
  const rows: ProposalReplay['rows'] = []
  let [compared, agreed, savedMinutes] = [0, 0, 0]
  for (const order of orders) {
    const ranked = rankRiders(seenAt(order, shifts, placesOf, carriedBy), verticals[order.vertical].isBulky)
    const assigned = ranked.find(({ rider }) => rider.id === order.rider_id)
    const [proposed] = ranked
    if (!assigned || !proposed || ranked.length < 2) continue
    compared += 1
    if (proposed === assigned) {
      agreed += 1
      continue
    }
    const [own, other] = [wayOf(assigned.rider), wayOf(proposed.rider)]
    savedMinutes += own - other
    rows.push({
      order: { id: order.id, name: order.number },
      assigned: { id: assigned.rider.id, name: assigned.rider.name },
      proposed: { id: proposed.rider.id, name: proposed.rider.name },
      assignedMinutes: own,
      proposedMinutes: other,
      assignedOrders: assigned.rider.activeOrders,
      proposedOrders: proposed.rider.activeOrders,
      assignedReasons: assigned.reasons,
      proposedReasons: proposed.reasons,
    })
  }
  const most = rows.toSorted((a, b) => b.assignedMinutes - b.proposedMinutes - (a.assignedMinutes - a.proposedMinutes))
  return { orders: orders.length, compared, agreed, savedMinutes, rows: most.slice(0, mostReplayed) }
}

const wayOf = ({ distanceKm: km }: RiderSeen) => roadMinutes(km ?? 0)

/** Riders of the branch who were on shift as the order was given to one, and whose place is known of then. */
function seenAt(
  order: Given,
  shifts: readonly Worked[],
  placesOf: ReadonlyMap<string, readonly Heard[]>,
  carriedBy: ReadonlyMap<string, readonly Given[]>,
): RiderSeen[] {
  const at = order.given_at
  const known = addMinutes(at, -knownMinutes)
  const onShift = shifts.filter(
    (each) => each.branch_id === order.branch_id && each.began_at <= at && (each.ended_at === null || each.ended_at > at),
  )
  return onShift.flatMap(({ id, name, area_ids, vehicle }) => {
    const place = placesOf.get(id)?.findLast((each) => each.at <= at)
    if (!place || place.at < known) return []
    const carried = (carriedBy.get(id) ?? []).filter(
      (other) => other.id !== order.id && other.given_at < at && (other.over_at === null || other.over_at > at),
    )
    return [
      {
        id,
        name,
        distanceKm: distanceKm(place, order),
        activeOrders: carried.length,
        ridesInArea: area_ids.length === 0 || area_ids.includes(order.area_id),
        // Nobody kept what they held then, which papers had ended, or what their batteries had.
        cashShare: null,
        hasEndedDocument: false,
        batteryPct: null,
        isByBicycle: vehicle === 'bicycle',
      },
    ]
  })
}
