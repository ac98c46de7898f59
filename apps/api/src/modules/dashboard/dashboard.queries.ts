import {
  acceptedStatuses,
  activeStatuses,
  type Instant,
  type LocalDate,
  type OrderStatus,
  promisedStatuses,
  type Vertical,
} from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Actor } from '#kit/actor.ts'
import { type ScopeColumns, withinScope } from '#kit/authorize.ts'
import type { Reach } from './dashboard.reach.ts'
import {
  anyStatus,
  dayFigures,
  figuresUntil,
  isLost,
  orderFigures,
  rejectionFigures,
  storeFigures,
  sumOf,
} from './order-figures.service.ts'

interface Asked extends Reach {
  viewer: Actor
  /** The vertical that everything is cut to. */
  vertical: Vertical | undefined
  now: Instant
  from: LocalDate
  /** The day that is told in full. */
  day: LocalDate
  /** The day that it is set beside, and the moment up to which; null is its end. */
  before: { day: LocalDate; until: Instant | null }
  /** How many of the best stores. */
  stores: number
}

/** Orders, and the number and value of those in the reach's currency that were not lost. */
export interface Sum {
  orders: number
  sold: number
  gross: number
}

/** What came in by a moment of a day, and how stores answered. */
export interface SumUntil extends Sum {
  taken: number
  rejected: number
}

interface Figures {
  days: (Sum & { day: LocalDate })[]
  /** Of the day that it is set beside, up to its moment. */
  before: SumUntil
  /** Of the day. */
  parts: (Sum & { vertical: Vertical; status: OrderStatus })[]
  standing: {
    live: Partial<Record<OrderStatus, number>>
    lateNow: number
    unhandled: number
    unassigned: number
    riders: number
    storesPaused: number
  }
  best: { id: string; name: string; vertical: Vertical; orders: number; gross: number }[]
  rejections: { reason: string; label: string; orders: number; lost: number }[]
}

/** All figures in one statement: they agree with each other, and there is one way to the database and back. */
export async function readFigures(db: ReadDatabase, asked: Asked): Promise<Figures> {
  const { rows } = await sql<Figures>`select ${list(days(asked))} as days, ${list(parts(asked))} as parts,
    ${one(before(asked))} as before,
    ${one(standing(asked))} as standing, ${list(best(asked))} as best, ${list(rejections(asked))} as rejections`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('a statement without a table gave no row')
  return figures
}

function list(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(one), '[]') from (${query}) as one)`
}

function one(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select row_to_json(one) from (${query}) as one)`
}

function before({ currency, before: { day, until }, ...cut }: Asked): RawBuilder<unknown> {
  return sql`
    select coalesce(sum(orders), 0)::bigint as orders, coalesce(sum(sold) filter (where currency = ${currency}), 0)::bigint as sold,
      coalesce(sum(taken), 0)::bigint as taken, coalesce(sum(rejected), 0)::bigint as rejected,
      ${sumOf(sql`case when currency = ${currency} then gross_minor end`)} as gross
    from ${figuresUntil(cut, day, until)} as figure`
}

function days({ currency, from, day, ...cut }: Asked): RawBuilder<unknown> {
  return sql`
    select day, sum(orders) as orders, coalesce(sum(sold) filter (where currency = ${currency}), 0) as sold,
      ${sumOf(sql`case when currency = ${currency} then gross_minor end`)} as gross
    from ${dayFigures(cut, from, day)} as figure group by day`
}

function parts({ currency, day, ...cut }: Asked): RawBuilder<unknown> {
  return sql`
    select vertical, status, sum(orders) as orders,
      coalesce(sum(orders) filter (where not ${isLost} and currency = ${currency}), 0) as sold,
      ${sumOf(sql`case when not ${isLost} and currency = ${currency} then total_minor end`)} as gross
    from ${orderFigures(cut, day, day)} as figure group by vertical, status`
}

/** Why orders of the day were rejected, the most frequent reason first. */
function rejections({ currency, day, ...cut }: Asked): RawBuilder<unknown> {
  return sql`
    select reason, coalesce(max(order_reason.label), reason) as label, sum(orders) as orders,
      ${sumOf(sql`case when currency = ${currency} then total_minor end`)} as lost
    from ${rejectionFigures(cut, day)} as figure left join order_reason on order_reason.kind = 'reject' and order_reason.code = reason
    group by reason having sum(orders) > 0 order by 3 desc, reason`
}

const active = anyStatus(activeStatuses)
const promised = anyStatus(promisedStatuses)
const taken = anyStatus(acceptedStatuses)

const liveCounts = sql.join(activeStatuses.flatMap((status) => [sql.lit(status), sql`count(*) filter (where status = ${sql.lit(status)})`]))

/** What stands at this moment, from the index of active orders and the small tables of riders and stores. */
function standing({ viewer, vertical, now }: Asked): RawBuilder<unknown> {
  const among = (columns: ScopeColumns) => withinScope(viewer, columns)
  const alike = vertical ? sql`vertical = ${vertical}` : sql`true`
  return sql`
    select json_build_object(${liveCounts}) as live, count(*) filter (where promised_at < ${now} and ${promised}) as "lateNow",
      count(*) filter (where status = 'pending') as unhandled,
      count(*) filter (where order_type = 'delivery' and rider_id is null and ${taken}) as unassigned,
      (select count(*) from rider where status = 'active' and shift_state <> 'off' and ${among({ branch: 'rider.branch_id' })}) as riders,
      (select count(*) from store where status = 'live' and open_mode = 'paused' and (open_mode_until is null or open_mode_until > ${now})
        and ${alike} and ${among({ branch: 'store.branch_id', store: 'store.id' })}) as "storesPaused"
    from orders where ${active} and ${alike} and ${among({ branch: 'orders.branch_id', store: 'orders.store_id' })}`
}

/** The stores with the most value on the day, from their own rows of the rollup. */
function best({ viewer, vertical, currency, day, stores }: Asked): RawBuilder<unknown> {
  return sql`
    select store.id, store.display_name as name, store.vertical, sum(figure.orders) as orders,
      ${sumOf(sql`case when figure.currency = ${currency} then figure.gross_minor end`)} as gross
    from ${storeFigures(day)} as figure join store on store.id = figure.store_id
    where ${withinScope(viewer, { branch: 'store.branch_id', store: 'store.id' })} and ${vertical ? sql`store.vertical = ${vertical}` : sql`true`}
    group by store.id having sum(figure.orders) > 0
    order by gross desc, store.id limit ${sql.lit(stores)}`
}
