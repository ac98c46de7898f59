import type { LedgerEntryKind } from '@larder/contract'
import { type BookedOrder, borneOf, differenceOf, isLost, type Position, paymentOf, refundOf, worthOf } from './position.ts'

/** What one event moved, as an entry will tell it. */
export interface Booking {
  kind: LedgerEntryKind
  moved: Position
}

interface Aspect {
  of: (order: BookedOrder) => Position
  kindOf: (before: BookedOrder | null, after: BookedOrder, moved: Position) => LedgerEntryKind
}

/** An order moves money in four ways, each of which balances by itself and is told as an entry of its own. */
const aspects: readonly Aspect[] = [
  { of: worthOf, kindOf: valueKind },
  { of: paymentOf, kindOf: paymentKind },
  { of: refundOf, kindOf: refundKind },
  { of: borneOf, kindOf: () => 'refund-borne' },
]

/**
 * The entries that take the ledger from what it said of an order to what it has to say now; none where no money moved. `before` is null
 * of a new order. The only rule of what is booked: live, afterwards for orders that were there before, and when all is recomputed. Pure.
 */
export function bookingsOf(before: BookedOrder | null, after: BookedOrder): Booking[] {
  return aspects.flatMap(({ of, kindOf }) => {
    const moved = differenceOf(before ? of(before) : {}, of(after))
    return Object.keys(moved).length > 0 ? [{ kind: kindOf(before, after, moved), moved }] : []
  })
}

function valueKind(before: BookedOrder | null, after: BookedOrder): LedgerEntryKind {
  const { status } = after
  if (before === null) return 'placed'
  if (status === 'rejected' || status === 'cancelled' || status === 'failed') return status
  if (isLost(before)) return 'restored'
  return status === 'delivered' && before.status !== 'delivered' ? 'delivered' : 'repriced'
}

function paymentKind(_: BookedOrder | null, { payment_state }: BookedOrder, { customers = 0 }: Position): LedgerEntryKind {
  if (customers > 0) return 'payment-reversed'
  return payment_state === 'collected' || payment_state === 'deposited' ? payment_state : 'captured'
}

function refundKind(_: BookedOrder | null, __: BookedOrder, { customers = 0 }: Position): LedgerEntryKind {
  if (customers === 0) return 'refund-paid'
  return customers > 0 ? 'refund-approved' : 'refund-declined'
}
