import type { Database } from '#db/database.ts'
import { readBooked } from './backfill.service.ts'
import { differenceOf, type Position, positionOf } from './position.ts'

const ordersAtOnce = 2000

/** An order of which the ledger says another thing than its row: by account what the row has beyond the ledger, in minor units. */
export interface Misbooked {
  orderId: string
  lacks: Position
}

/**
 * Recomputes every order from its row and holds it against what was booked; those that differ, at most ten. Orders of before the ledger count
 * once they are reached.
 */
export async function findMisbooked(db: Database): Promise<Misbooked[]> {
  const found: Misbooked[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; found.length < 10; ) {
    const page = await nextBooked(db, after)
    const [first, last] = [page[0], page.at(-1)]
    if (!first || !last) break
    const reached = new Set(page.map(({ id }) => id))
    for (const order of await readBooked(db, first.id, last.id)) {
      const lacks = differenceOf(order.booked ?? {}, positionOf(order))
      if (reached.has(order.id) && Object.keys(lacks).length > 0) found.push({ orderId: order.id, lacks })
    }
    after = last.id
  }
  return found.slice(0, 10)
}

function nextBooked(db: Database, after: string) {
  return db
    .selectFrom('orders')
    .select('id')
    .where('id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_backfill').select('last_id').whereRef('orders.id', '>', 'reached').whereRef('orders.id', '<=', 'last_id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(ordersAtOnce)
    .execute()
}
