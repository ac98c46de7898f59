import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { entryInsert, entryOf, type OrderPlace } from '#modules/ledger/post.service.ts'
import { readBookedPayments } from './booked-payment.ts'
import { oursOf, settlementOf } from './difference.decide.ts'

type Kept = Pick<
  OwnRow<'payment_difference'>,
  'id' | 'order_id' | 'payment_id' | 'refund_id' | 'ours_minor' | 'theirs_minor' | 'booked_captured_minor' | 'booked_refunded_minor'
> & { kind: Parameters<typeof oursOf>[0] }

/**
 * Books what the gateway, or the channel, has more or less than the ledger says, in the unit of whoever settles it, and gives what is kept of it.
 * A payment that no order has is in no books, and books nothing. 409 where the order says another thing by now than they were told.
 */
export async function bookSettlement(ctx: Context, work: Work, row: Kept): Promise<Partial<Kept>> {
  if (row.order_id === null) return {}
  const order = await lockPlace(work, row.order_id)
  const ours = await readOurs(work, row)
  if (oursOf(row.kind, ours) !== row.ours_minor)
    refuse('difference-overtaken', 'Its order says another thing by now than this difference tells: compare again.')
  const { moved, capturedMinor, refundedMinor } = settlementOf(row.kind, ours, row.theirs_minor, await readWrittenOff(work, row))
  if (Object.keys(moved).length === 0) return {}
  const entry = { ...entryOf(order, ctx.clock.instant(), { kind: 'difference-settled', moved }), entity_id: row.id }
  await entryInsert(ctx.requestId, [entry], { entity: 'payment-difference' }).execute(work.db)
  return { booked_captured_minor: capturedMinor, booked_refunded_minor: refundedMinor }
}

async function lockPlace({ db }: Work, orderId: string): Promise<OrderPlace> {
  const { rows } = await sql<OrderPlace>`select orders.id, orders.branch_id, orders.store_id, orders.currency, orders.rider_id,
      branch.time_zone as branch_time_zone
    from orders join branch on branch.id = orders.branch_id where orders.id = ${orderId} for update of orders`.execute(db)
  const [order] = rows
  if (!order) throw new Error(`order ${orderId} of a difference is gone`)
  return order
}

// What a channel told of is what it was at that moment: there is no list to hold it against.
async function readOurs({ db }: Work, { kind, payment_id, ours_minor }: Kept) {
  const [payment] = payment_id === null ? [] : await readBookedPayments(db, sql`payment.id = ${payment_id}`)
  const isRefund = kind === 'taken-back'
  return payment ?? { capturedMinor: isRefund ? 0 : ours_minor, refundedMinor: isRefund ? ours_minor : 0, toCaptureMinor: 0 }
}

async function readWrittenOff({ db }: Work, { payment_id }: Kept): Promise<number> {
  const { rows } = await sql<{ minor: number }>`select coalesce(-sum(amount), 0)::bigint as minor
    from ledger_entry cross join lateral unnest(accounts, amounts) as posted (account, amount)
    where entity = 'payment-difference' and account = 'customers'
      and entity_id in (select id from payment_difference where payment_id = ${payment_id} and status = 'settled')`.execute(db)
  return rows[0]?.minor ?? 0
}
