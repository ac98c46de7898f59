import { causesBesidesTotal } from '@larder/contract'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { BookedPayment } from './difference.decide.ts'

const taken = sql`orders.payment_state in ('captured', 'partially_refunded', 'refunded')`
const captured = sql`case when ${taken} then orders.total_minor - credit_minor - due_minor - collected_minor
  + coalesce((select sum(amount_minor) from refund where order_id = orders.id and cause = any(${[...causesBesidesTotal]}) and state <> 'declined'), 0) else 0 end`
const toCapture = sql`case when orders.payment_state = 'authorised' and orders.delivered_at is not null
  then least(payment.amount_minor, orders.total_minor - credit_minor - due_minor - collected_minor) else 0 end`

/**
 * What the books say of payments: as much as the ledger has at the gateway for the order, and of one that was handed over what was to be captured;
 * with what was settled of it.
 */
export async function readBookedPayments(db: QueryExecutorProvider, which: RawBuilder<unknown>): Promise<BookedPayment[]> {
  const { rows } = await sql<BookedPayment>`
    select payment.id, payment.order_id as "orderId", payment.reference, payment.currency, (${toCapture})::bigint as "toCaptureMinor",
      (${captured} + ${toCapture} + settled.captured)::bigint as "capturedMinor",
      (settled.refunded + (select coalesce(sum(amount_minor), 0) from refund where order_id = orders.id and method = 'source' and state = 'done'))::bigint
        as "refundedMinor", settled.is_missing as "isMissing"
    from payment join orders on orders.id = payment.order_id
      cross join lateral (select coalesce(sum(booked_captured_minor), 0) as captured, coalesce(sum(booked_refunded_minor), 0) as refunded,
          coalesce(bool_or(kind = 'missing'), false) as is_missing
        from payment_difference where payment_id = payment.id and status = 'settled') as settled
    where ${which}`.execute(db)
  return rows
}
