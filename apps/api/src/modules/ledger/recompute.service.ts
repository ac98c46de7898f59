import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { type BookedRow, readBooked } from './backfill.service.ts'
import { differenceOf, type Position, positionOf } from './position.ts'

const ordersAtOnce = 500

/** An order of which the ledger says another thing than its row: by account what the row has beyond the ledger, in minor units. */
export interface Misbooked {
  orderId: string
  currency: string
  lacks: Position
}

/** What was found in some orders. */
export interface Found {
  /** The last of them by id; null where there was none. */
  last: string | null
  /** Those that were looked at: an order of before the ledger counts once it is reached. */
  looked: string[]
  misbooked: Misbooked[]
}

/** What the ledger lacks of an order as it stands; nothing where it is booked as it is. Pure. */
export function lacksOf(order: BookedRow): Position {
  return differenceOf(order.booked ?? {}, positionOf(order))
}

/** Recomputes the next orders by their ids from their rows, and holds each against what was booked of it. */
export function recomputeNext(db: QueryExecutorProvider, after: string): Promise<Found> {
  return recompute(db, sql`orders.id in (select id from orders where id > ${after} order by id limit ${ordersAtOnce})`)
}

export async function recompute(db: QueryExecutorProvider, which: RawBuilder<unknown>): Promise<Found> {
  const orders = await readBooked(db, which)
  const looked = orders.filter(({ is_reached }) => is_reached)
  const misbooked = looked.flatMap((order) => {
    const lacks = lacksOf(order)
    return Object.keys(lacks).length > 0 ? [{ orderId: order.id, currency: order.currency, lacks }] : []
  })
  return { last: orders.at(-1)?.id ?? null, looked: looked.map(({ id }) => id), misbooked }
}

/** Recomputes every order; those that differ, at most ten. */
export async function findMisbooked(db: QueryExecutorProvider): Promise<Misbooked[]> {
  const found: Misbooked[] = []
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null && found.length < 10; ) {
    const page: Found = await recomputeNext(db, after)
    found.push(...page.misbooked)
    after = page.last
  }
  return found.slice(0, 10)
}
