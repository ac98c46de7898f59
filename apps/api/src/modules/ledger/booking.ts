import type { LedgerEntryKind } from '@larder/contract'
import { type BookedOrder, borneOf, creditOf, differenceOf, isLost, type Position, paymentOf, refundOf, worthOf } from './position.ts'

/** What one event moved, as an entry will tell it. */
export interface Booking {
  kind: LedgerEntryKind
  moved: Position
}

/** Why an order is worth another amount than before, where its row does not tell. */
export type Repriced = Extract<LedgerEntryKind, 'repriced' | 'edited'>

interface Aspect {
  of: (order: BookedOrder) => Position
  kindOf: (moved: Moved) => LedgerEntryKind
}

interface Moved {
  before: BookedOrder | null
  after: BookedOrder
  moved: Position
  repriced: Repriced
}

/** An order moves money in five ways, each of which balances by itself and is told as an entry of its own. */
const aspects: readonly Aspect[] = [
  { of: worthOf, kindOf: valueKind },
  { of: creditOf, kindOf: ({ moved }) => ((moved.customers ?? 0) < 0 ? 'credit-spent' : 'credit-returned') },
  { of: paymentOf, kindOf: paymentKind },
  { of: refundOf, kindOf: refundKind },
  { of: borneOf, kindOf: () => 'refund-borne' },
]

/**
 * The entries that take the ledger from what it said of an order to what it has to say now; none where no money moved. `before` is null
 * of a new order. The only rule of what is booked: live, afterwards for orders that were there before, and when all is recomputed. Pure.
 */
export function bookingsOf(before: BookedOrder | null, after: BookedOrder, repriced: Repriced = 'repriced'): Booking[] {
  return aspects.flatMap(({ of, kindOf }) => {
    const moved = differenceOf(before ? of(before) : {}, of(after))
    return Object.keys(moved).length > 0 ? [{ kind: kindOf({ before, after, moved, repriced }), moved }] : []
  })
}

function valueKind({ before, after, repriced }: Moved): LedgerEntryKind {
  const { status } = after
  if (before === null) return 'placed'
  if (status === 'rejected' || status === 'cancelled' || status === 'failed') return status
  if (isLost(before)) return 'restored'
  return status === 'delivered' && before.status !== 'delivered' ? 'delivered' : repriced
}

function paymentKind({ after: { payment_state }, moved: { customers = 0, gateway = 0 } }: Moved): LedgerEntryKind {
  if (customers > 0) return 'payment-reversed'
  if (payment_state === 'collected' || payment_state === 'deposited') return payment_state
  return gateway === 0 ? 'collected' : 'captured'
}

function refundKind({ moved: { customers = 0, 'wallet-credits': credits = 0 } }: Moved): LedgerEntryKind {
  if (credits < 0) return 'credit-returned'
  if (customers === 0) return 'refund-paid'
  return customers > 0 ? 'refund-approved' : 'refund-declined'
}
