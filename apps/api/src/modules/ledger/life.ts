import type { Instant } from '@larder/contract'
import { type Booking, bookingsOf } from './booking.ts'
import { type BookedOrder, type BookedRefund, isBesidesTotal } from './position.ts'

/** An order with the moments of its life, as they stand in its row. */
export interface LivedOrder extends BookedOrder {
  readonly placed_at: Instant
  readonly pending_at: Instant | null
  readonly ready_at: Instant | null
  readonly delivered_at: Instant | null
  readonly ended_at: Instant | null
  readonly updated_at: Instant
  readonly refunds: readonly (BookedRefund & { updated_at: Instant })[]
}

interface Stage {
  at: Instant
  order: BookedOrder
}

/** What an order would have booked had the ledger been there, entry by entry; together it is what the order stands at. Pure. */
export function bookingsOfLife(order: LivedOrder): (Booking & { at: Instant })[] {
  let before: BookedOrder | null = null
  return stagesOf(order).flatMap(({ at, order: after }) => {
    const bookings = bookingsOf(before, after)
    before = after
    return bookings.map((booking) => ({ ...booking, at }))
  })
}

// The row tells how it ended and when; what it went through on its way there follows from that.
function stagesOf(order: LivedOrder): Stage[] {
  const standing = order.refunds.filter(({ state, method }) => state !== 'declined' && method !== 'void')
  const takenOff = standing.filter(isBesidesTotal).map(asApproved)
  const heavier = takenOff.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  const paid = paidBefore(order)
  const placed = { ...order, status: 'pending', payment_state: 'none', refunds: [], total_minor: order.total_minor + heavier } as const
  const captured = { ...placed, payment_state: paid }
  const packed = { ...order, status: 'pending', payment_state: paid, refunds: takenOff } as const
  const over = order.ended_at ?? order.delivered_at
  const stages: Stage[] = [
    { at: order.placed_at, order: placed },
    { at: order.pending_at ?? order.placed_at, order: captured },
  ]
  if (heavier > 0) stages.push({ at: order.ready_at ?? over ?? order.updated_at, order: packed })
  if (over !== null)
    stages.push({
      at: over,
      order: { ...order, payment_state: paidAtEnd(order), refunds: standing.filter(({ cause }) => cause !== 'request').map(asApproved) },
    })
  return [...stages, { at: order.updated_at, order: { ...order, refunds: standing.map(asSent) } }, ...paidBack(order, standing)]
}

function paidBefore({ payment_method, payment_state }: BookedOrder): BookedOrder['payment_state'] {
  const isTaken = payment_state === 'captured' || payment_state === 'partially_refunded' || payment_state === 'refunded'
  return payment_method === 'online' && isTaken ? 'captured' : 'none'
}

function paidAtEnd({ payment_state }: BookedOrder): BookedOrder['payment_state'] {
  return payment_state === 'deposited' ? 'collected' : payment_state
}

function paidBack(order: LivedOrder, standing: LivedOrder['refunds']): Stage[] {
  const done = standing.filter(({ state }) => state === 'done')
  const last = done.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), order.updated_at)
  return done.length > 0 ? [{ at: last, order }] : []
}

const asApproved = <R extends BookedRefund>(refund: R): R => (refund.state === 'requested' ? refund : { ...refund, state: 'approved' })
const asSent = <R extends BookedRefund>(refund: R): R => (refund.state === 'done' ? { ...refund, state: 'sent' } : refund)
