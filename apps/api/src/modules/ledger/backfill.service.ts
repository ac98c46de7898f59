import { type LedgerAccount, type LedgerEntryKind, newId } from '@larder/contract'
import { type QueryExecutorProvider, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { parseJsonInstant } from '#db/column-types.ts'
import type { Database, ReadDatabase } from '#db/database.ts'
import type { DB, LedgerBackfill } from '#db/schema.gen.ts'
import { bookingsOfLife, type LivedOrder } from './life.ts'
import { differenceOf, type Position, positionOf } from './position.ts'
import { entryInsert, entryOf, type NewEntry, type OrderPlace } from './post.service.ts'

// Few enough that whoever moves one of them meanwhile hardly waits.
const ordersAtOnce = 500

/** An order as it stands, and what the ledger says of it; null where it says nothing. `is_reached`: it is none of those that are still to be booked. */
export type BookedRow = LivedOrder & OrderPlace & { booked: Position | null; is_reached: boolean }

/**
 * Books the next orders of a stretch of those that were there before the ledger which nobody else is at, and says whether there may be more.
 * In one transaction with how far it has come, so that it may be killed at any moment and goes on where it was. What moves meanwhile is
 * booked by whatever moves it.
 */
export function bookNextOrders(db: Database): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const left = await transaction
      .selectFrom('ledger_backfill')
      .selectAll()
      .whereRef('reached', '<', 'last_id')
      .orderBy('last_id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!left) return false
    const orders = await lockOrders(transaction, left)
    const entries = orders.flatMap((order) => entriesFor(order, left.kind as Lacking))
    if (entries.length > 0) await entryInsert(newId(), entries).execute(transaction)
    const last = orders.at(-1)
    await transaction
      .updateTable('ledger_backfill')
      .set({ reached: orders.length === ordersAtOnce ? last?.id : left.last_id, done: sql`done + ${orders.length}` })
      .where('last_id', '=', left.last_id)
      .execute()
    return true
  })
}

type Lacking = Extract<LedgerEntryKind, 'opening' | 'corrected'>

/** Whether orders that were there before the ledger are still to be booked, anywhere. */
export async function isLedgerBehind(db: Pick<ReadDatabase, 'selectFrom'>): Promise<boolean> {
  const left = await db.selectFrom('ledger_backfill').select('done').whereRef('reached', '<', 'last_id').executeTakeFirst()
  return left !== undefined
}

/** What the ledger lacks of an order: its life where it says nothing, else the rest in one entry. Pure. */
export function entriesFor(order: BookedRow, kind: Lacking = 'opening'): NewEntry[] {
  if (order.booked === null) return bookingsOfLife(order).map(({ at, ...booking }) => entryOf(order, at, booking))
  const moved = differenceOf(order.booked, positionOf(order))
  return Object.keys(moved).length > 0 ? [entryOf(order, order.placed_at, { kind, moved })] : []
}

// Held against whoever moves them, so that what they book is neither lost nor booked twice. What is booked is read once they are held.
async function lockOrders(transaction: Transaction<DB>, { reached, last_id }: Selectable<LedgerBackfill>): Promise<BookedRow[]> {
  const held = await transaction
    .selectFrom('orders')
    .select('id')
    .where('id', '>', reached)
    .where('id', '<=', last_id)
    .orderBy('id')
    .limit(ordersAtOnce)
    .forUpdate()
    .execute()
  return held.length > 0 ? readBooked(transaction, sql`orders.id between ${held[0]?.id} and ${held.at(-1)?.id}`) : []
}

/** Orders by a condition on them, in the order of their ids, with what the ledger says of each at the same moment. */
export async function readBooked(db: QueryExecutorProvider, which: RawBuilder<unknown>): Promise<BookedRow[]> {
  const { rows } = await sql<Omit<BookedRow, 'booked' | 'refunds'> & { booked: Booked[] | null; refunds: LivedOrder['refunds'] | null }>`
    select orders.id, orders.branch_id, orders.store_id, orders.rider_id, orders.status, orders.payment_method, orders.payment_state, orders.currency,
      items_minor, packing_minor, delivery_minor, tax_minor, tip_minor, rounding_minor, total_minor, credit_minor, due_minor, collected_minor, discounts,
      prices_include_tax, packing_tax_ppm, delivery_tax_ppm, tax_parts, placed_at, pending_at, ready_at, delivered_at, ended_at, orders.updated_at,
      branch.time_zone as branch_time_zone, ledger.booked, owed.refunds,
      not exists (select from ledger_backfill where orders.id > reached and orders.id <= ledger_backfill.last_id) as is_reached
    from orders join branch on branch.id = orders.branch_id
      left join lateral (select json_agg(json_build_array(account, amount)) as booked from ledger_entry, unnest(accounts, amounts) as posting (account, amount)
        where entity = 'order' and entity_id = orders.id) as ledger on true
      left join lateral (select json_agg(json_build_object('amount_minor', amount_minor, 'method', method, 'state', state, 'cause', cause, 'store_minor', store_minor,
          'platform_minor', platform_minor, 'rider_minor', rider_minor, 'tax_minor', tax_minor, 'items_minor', items_minor, 'updated_at', updated_at) order by refund.id) as refunds from refund where order_id = orders.id) as owed on true
    where ${which} order by orders.id`.execute(db)
  return rows.map((row) => ({ ...row, refunds: (row.refunds ?? []).map(withInstants), booked: row.booked && sumOf(row.booked) }))
}

function withInstants(refund: LivedOrder['refunds'][number]): LivedOrder['refunds'][number] {
  return { ...refund, updated_at: parseJsonInstant(refund.updated_at) }
}

type Booked = [account: LedgerAccount, amount: number]

function sumOf(postings: readonly Booked[]): Position {
  const sum: Position = {}
  for (const [account, amount] of postings) sum[account] = (sum[account] ?? 0) + amount
  return sum
}
